"""The cookie that identifies the players of a device, and the dependency for the current one.

Its value is one secret per player, joined by dots; the first is who is playing.
"""

from typing import Annotated

from fastapi import Depends, Request, Response
from fastapi.security import APIKeyCookie

from fivedice.server.players import store
from fivedice.server.players.store import Player
from fivedice.server.routes.models import Storage
from fivedice.server.settings import Settings
from fivedice.server.storage.database import Database

COOKIE = "fivedice_player"
DAYS = 400
"""How long a browser keeps it without a visit; browsers allow no more."""
MOST = 8
"""The most players on one device."""
SEPARATOR = "."

_cookie = APIKeyCookie(
    name=COOKIE, scheme_name="player", auto_error=False, description="The players of this device."
)


def _secrets(cookie: Annotated[str | None, Depends(_cookie)]) -> tuple[str, ...]:
    given = (cookie or "").split(SEPARATOR)
    return tuple(dict.fromkeys(filter(None, given)))[:MOST]


Secrets = Annotated[tuple[str, ...], Depends(_secrets)]
"""The device secrets of a request, of the current player first."""


async def _people(given: Secrets, storage: Storage) -> dict[str, Player]:
    return await storage.ask(Database.run, store.find, given) if given else {}


People = Annotated[dict[str, Player], Depends(_people)]
"""The players of this device by secret, the current one first."""


def _current(people: People) -> Player | None:
    return next(iter(people.values()), None)


CurrentPlayer = Annotated[Player | None, Depends(_current)]
"""The player who sends a request; None without a valid cookie."""


def keep(response: Response, request: Request, given: tuple[str, ...]) -> None:
    """Sets the cookie to these secrets, and renews it; without any, deletes it."""
    settings: Settings = request.app.state.settings
    response.set_cookie(
        COOKIE,
        SEPARATOR.join(given),
        max_age=DAYS * 24 * 3600 if given else 0,
        path=settings.root or "/",
        secure=_is_secure(request),
        httponly=True,
        samesite="lax",
    )
    response.headers["cache-control"] = "no-store"


def _is_secure(request: Request) -> bool:
    """Whether the browser uses https. Only changes have an Origin; behind a proxy https is usual."""
    settings: Settings = request.app.state.settings
    told = request.headers.get("origin") or request.headers.get("x-forwarded-proto")
    return told.startswith("https") if told else bool(settings.proxies)
