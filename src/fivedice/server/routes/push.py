"""REST routes of push subscriptions."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fastapi import APIRouter, Response

from fivedice.core.rules import IllegalMove
from fivedice.language import mark, spoken, tr
from fivedice.server.models import REFUSALS, Calling, Registry, Silence, Storage
from fivedice.server.push import subscriptions
from fivedice.server.tables import codes
from fivedice.server.tables.registry import TableRegistry

if TYPE_CHECKING:
    from fivedice.server.push.sender import PushSender

NOBODY = mark("This server sends no push messages; its host can turn them on with --push-key.")
INSIDE = mark("This is not a push service: its address must be public and begin with https://.")

router = APIRouter(prefix="/api/push", responses=REFUSALS)


@router.post("", status_code=204, response_class=Response)
async def begin(body: Calling, registry: Registry, storage: Storage) -> None:
    """Subscribes this browser to push messages for the turns of these seats."""
    if not _is_outside(_sender(registry), body.endpoint):
        raise IllegalMove(tr(INSIDE))
    tokens = [(code, codes.digest(token).partition(".")[0]) for code, token in body.tokens]
    known = await registry.summaries([code for code, _ in tokens])
    seats = [
        (code, holder)
        for code, holder in tokens
        if code in known and known[code].chair_of(holder) is not None and known[code].goes_on
    ]
    browser = subscriptions.Subscription(body.endpoint, body.keys.p256dh, body.keys.auth, spoken())
    await storage.ask(subscriptions.keep, browser, seats)


@router.post("/off", status_code=204, response_class=Response)
async def end(body: Silence, registry: Registry, storage: Storage) -> None:
    """Unsubscribes this browser from all push messages."""
    _sender(registry)
    await storage.ask(subscriptions.forget, subscriptions.key(body.endpoint))


def _sender(registry: TableRegistry) -> "PushSender":
    if registry.post is None:
        raise IllegalMove(tr(NOBODY))
    return registry.post


def _is_outside(sender: "PushSender", endpoint: str) -> bool:
    try:
        parts = urlsplit(endpoint)
        is_plain = parts.username is None and parts.port != 0
    except ValueError:
        return False
    return is_plain and sender.outside.may_be(parts.scheme, parts.hostname)
