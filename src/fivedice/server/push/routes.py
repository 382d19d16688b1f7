"""REST routes of push subscriptions."""

from urllib.parse import urlsplit

from fastapi import APIRouter, Response

from fivedice.core.rules import IllegalMove
from fivedice.language import spoken
from fivedice.server.push.subscriptions import Subscription
from fivedice.server.routes.models import REFUSALS, Calling, Registry, Silence
from fivedice.server.tables import codes
from fivedice.server.tables.presence import Post
from fivedice.server.tables.registry import TableRegistry

NOBODY = "This server sends no push messages; its host can turn them on with --push-key."
INSIDE = "This is not a push service: its address must be public and begin with https://."

router = APIRouter(prefix="/api/push", responses=REFUSALS)


@router.post("", status_code=204, response_class=Response)
async def begin(body: Calling, registry: Registry) -> None:
    """Subscribes this browser to push messages for the turns of these seats."""
    post = _post(registry)
    if not _is_outside(post, body.endpoint):
        raise IllegalMove(INSIDE)
    held = [(code, codes.digest(token)) for code, token in body.tokens]
    known = await registry.summaries([code for code, _ in held])
    seats = [
        (code, holder)
        for code, holder in held
        if code in known and known[code].chair_of(holder) is not None and known[code].goes_on
    ]
    await post.keep(Subscription(body.endpoint, body.keys.p256dh, body.keys.auth, spoken()), seats)


@router.post("/off", status_code=204, response_class=Response)
async def end(body: Silence, registry: Registry) -> None:
    """Unsubscribes this browser from all push messages."""
    await _post(registry).forget(body.endpoint)


def _post(registry: TableRegistry) -> Post:
    if registry.post is None:
        raise IllegalMove(NOBODY)
    return registry.post


def _is_outside(post: Post, endpoint: str) -> bool:
    try:
        parts = urlsplit(endpoint)
        is_plain = parts.username is None and parts.port != 0
    except ValueError:
        return False
    return is_plain and post.outside.may_be(parts.scheme, parts.hostname)
