"""The cookie that identifies the players of a device, and the dependency for the current one.

Its value is one secret per player, joined by dots; the first belongs to the current player.
"""

from typing import Annotated

from fastapi import Depends, Request, Response
from fastapi.security import APIKeyCookie
from starlette.datastructures import Headers

from fivedice.core.rules import IllegalMove
from fivedice.language import tr
from fivedice.runtime.identity import COOKIE
from fivedice.server.models import Storage
from fivedice.server.players import store
from fivedice.server.players.store import KnownPlayer
from fivedice.server.settings import Settings

DAYS = 400
"""Days for which a browser keeps the cookie without a visit; browsers allow no more."""
MOST = 8
"""The most players on one device."""
SEPARATOR = "."


class Barred(Exception):  # noqa: N818 - not a failure
    """A barred player tried to play; the message gives the reason."""


_cookie = APIKeyCookie(
    name=COOKIE, scheme_name="player", auto_error=False, description="The players of this device."
)


async def _people(
    cookie: Annotated[str | None, Depends(_cookie)], storage: Storage
) -> dict[str, KnownPlayer]:
    secrets = tuple(dict.fromkeys(filter(None, (cookie or "").split(SEPARATOR))))[:MOST]
    return await storage.ask(store.find, secrets) if secrets else {}


People = Annotated[dict[str, KnownPlayer], Depends(_people)]
"""The players of this device by secret, the current one first."""


def _current(people: People) -> KnownPlayer | None:
    return next(iter(people.values()), None)


CurrentPlayer = Annotated[KnownPlayer | None, Depends(_current)]
"""The player who sends a request; None without a valid cookie."""


def _colours(people: People) -> dict[str, str]:
    return {player.name: player.colour for player in reversed(people.values())}


Colours = Annotated[dict[str, str], Depends(_colours)]
"""The colours of the players of this device, by their names."""


def refuse_barred(player: CurrentPlayer) -> None:
    """The dependency of routes that a barred player may not use."""
    if player and player.barred:
        raise Barred(tr("The host has barred you from new matches: {reason}", reason=player.barred))


NOT_BARRED = [Depends(refuse_barred)]
"""The dependencies of routes that give a seat."""


class Device:
    """The players of the device that sends a request; changes to them renew its cookie."""

    def __init__(self, people: People, request: Request, response: Response, storage: Storage) -> None:
        self.people, self._request, self._response, self._storage = people, request, response, storage

    @property
    def current(self) -> KnownPlayer | None:
        """The current player, if any."""
        return next(iter(self.people.values()), None)

    @property
    def beside(self) -> list[str]:
        """The ids of the other players."""
        return [player.id for player in self.people.values()][1:]

    async def player(self, name: str) -> KnownPlayer:
        """The current player; a new one with this name if nobody plays on this device yet."""
        return self.current or await self.create(name)

    async def create(self, name: str) -> KnownPlayer:
        """Creates a player, who becomes the current one. Raises `IllegalMove` if there are too many."""
        self.check_room()
        player, secret = await self._storage.ask(store.create, name)
        self.put_first(secret, player)
        return player

    def secret_of(self, player: str) -> str:
        """The secret of a player on this device, or ""."""
        return next((secret for secret, one in self.people.items() if one.id == player), "")

    def check_room(self) -> None:
        """Raises `IllegalMove` if no other player has room on this device."""
        if len(self.people) >= MOST:
            raise IllegalMove(tr("At most {most} people can play on one device.", most=MOST))

    def put_first(self, secret: str, player: KnownPlayer) -> None:
        """Makes a player, new or known here, the current one."""
        self.people = {secret: player} | {one: other for one, other in self.people.items() if one != secret}
        self.renew()

    def remove(self, secret: str) -> None:
        """Removes a player from this device."""
        del self.people[secret]
        self.renew()

    def renew(self) -> None:
        """Sets the cookie again; without players, deletes it."""
        settings: Settings = self._request.app.state.settings
        self._response.set_cookie(
            COOKIE,
            SEPARATOR.join(self.people),
            max_age=DAYS * 24 * 3600 if self.people else 0,
            path=settings.root or "/",
            secure=_is_secure(self._request.headers, bool(settings.proxies)),
            httponly=True,
            samesite="lax",
        )


def _is_secure(headers: Headers, has_proxy: bool) -> bool:
    """Whether the browser uses https. Only changes have an Origin; without a header, a proxy means https."""
    scheme = headers.get("origin") or headers.get("x-forwarded-proto")
    return scheme.startswith("https") if scheme else has_proxy
