"""REST routes of players: the current player of a device, their seats, and moving to other devices.

Secrets are sent only in cookies and bodies, never in URLs. Errors reveal nothing about a wrong secret.
"""

import asyncio
import time
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Request
from pydantic import AfterValidator, BaseModel, Field, FiniteFloat

from fivedice.core.rules import IllegalMove
from fivedice.language import comma, mark, tr
from fivedice.runtime.identity import COLOURS, COOKIE
from fivedice.server import models
from fivedice.server.models import REFUSALS, Body, Code, Name, Option, Registry, SeatPair, Storage
from fivedice.server.players import store, words
from fivedice.server.players.cookie import CurrentPlayer, Device
from fivedice.server.players.store import KnownPlayer
from fivedice.server.tables import codes, passes

router = APIRouter(prefix="/api/player", responses=REFUSALS)

NOBODY = mark("Nobody is playing on this device yet.")
WRONG_WORDS = mark("These are not the twelve words of a player here.")
USED = mark("This link was already used or has expired. Make a new one on the other device.")

Setting = bool | FiniteFloat | Annotated[str, Field(max_length=200)] | None


def _fitting(settings: dict[str, Setting]) -> dict[str, Setting]:
    if not all(value is None or store.fits(name, value) for name, value in settings.items()):
        raise ValueError
    return settings


class PlayerSeats(Body):
    """Your seats as pairs of code and token, the newest first, your uploaded records, and your name."""

    tokens: Annotated[list[SeatPair], Field(max_length=100)]
    imports: Annotated[list[Code], Field(default_factory=list, max_length=100)]
    name: Name = ""


class Changes(Body):
    """The changes to a player; a setting that is null is removed."""

    name: Name | None = None
    colour: Annotated[str, Field(max_length=16)] | None = None
    settings: Annotated[dict[Option, Setting], AfterValidator(_fitting)] = Field(
        default_factory=dict, max_length=50
    )


class Words(Body):
    """The twelve words of a player; with `together`, they get all data of the current player."""

    words: Annotated[str, Field(max_length=1000)]
    together: bool = False


class Moving(models.Passing):
    """A pass from another device; for `together`, see `Words`."""

    together: bool = False


class Another(Body):
    """Another person on this device."""

    name: Name


class Who(Body):
    """A player of this device, by id."""

    player: Annotated[str, Field(max_length=16)]


class Registered(BaseModel):
    """Twelve words that restore a player. They are shown only once."""

    words: str


def _need(player: CurrentPlayer) -> KnownPlayer:
    if player is None:
        raise IllegalMove(tr(NOBODY))
    return player


Somebody = Annotated[KnownPlayer, Depends(_need)]
"""The current player. Without one, the request is refused."""
Here = Annotated[Device, Depends()]
"""The device that sends a request."""
Profile = dict[str, Any] | None
"""The current player and the others on the device; null if nobody plays there."""


@router.get("")
async def see_player(here: Here, request: Request, storage: Storage, since: FiniteFloat = 0.0) -> Profile:
    """The current player, with the seats added after `since`; null if nobody plays on this device.

    `at` is the value of `since` for the next request.
    """
    if COOKIE in request.cookies:
        here.renew()
    if not here.people:
        return None
    return await _with_seats(here, storage, since)


@router.post("/seats")
async def add_seats(
    body: PlayerSeats, here: Here, registry: Registry, storage: Storage, since: FiniteFloat = 0.0
) -> Profile:
    """Adds seats and imports to the current player, and answers like `GET`; the first seats create a player.

    Tokens that hold no seat are ignored. A seat of another player of this device stays with that player.
    """
    known = await registry.summaries([code for code, _ in body.tokens])
    seats = [
        codes.TakenSeat(code, chair, token)
        for code, token in body.tokens
        if code in known and (chair := known[code].chair_of(codes.digest(token))) is not None
    ]
    if not here.people and seats:
        first = seats[0]
        name = known[first.code].fields["chairs"][first.chair]["name"]
        await here.player(name)
    player = here.current
    if player is None:
        return None
    with suppress(IllegalMove):
        if body.name and body.name != player.name:
            player = await _changed(storage, player, {"name": _checked(registry, body.name)})
    await storage.ask(store.keep_seats, player, seats, here.beside)
    if body.imports:
        await storage.ask(store.keep_imports, player.id, body.imports, time.time())
    here.put_first(here.secret_of(player.id), player)
    return await _with_seats(here, storage, since)


@router.patch("")
async def change(
    body: Changes, player: Somebody, here: Here, registry: Registry, storage: Storage
) -> Profile:
    """Changes the name, the colour or some settings of the current player."""
    values = dict[str, str]()
    if body.name is not None:
        values["name"] = _checked(registry, body.name)
    if body.colour is not None:
        if body.colour not in ("", *COLOURS):
            raise IllegalMove(tr("A colour is one of: {colours}.", colours=comma(COLOURS)))
        values["colour"] = body.colour
    if body.settings:
        settings = await storage.ask(store.change_settings, player.id, body.settings)
        if settings is None:
            raise IllegalMove(tr("These are too many settings."))
        player = msgspec.structs.replace(player, settings=settings)
    return profile(here, await _changed(storage, player, values))


@router.post("/words", status_code=201)
async def make_words(player: Somebody, storage: Storage) -> Registered:
    """Registers twelve new words for the current player; earlier words stop working."""
    twelve = words.new()
    await storage.ask(store.register_words, player, twelve)
    return Registered(words=twelve)


@router.post("/restore")
async def restore(body: Words, here: Here, storage: Storage) -> Profile:
    """Adds the player with these words to this device."""
    player = await storage.ask(store.by_words, await asyncio.to_thread(words.read, body.words))
    return await _add(here, storage, player, WRONG_WORDS, body.together)


@router.post("/pass", status_code=201)
async def give_pass(player: Somebody, storage: Storage) -> models.Pass:
    """A pass that adds another device to the current player: valid once, for the given seconds."""
    pass_ = await storage.ask(passes.give, player.id, player.key)
    return models.Pass(code=pass_, seconds=passes.SECONDS)


@router.post("/move")
async def move(body: Moving, here: Here, storage: Storage) -> Profile:
    """Adds the player who gave this pass to this device."""
    if not body.together:
        here.check_room()  # before the pass is used up
    player = await storage.ask(store.take_pass, body.code)
    return await _add(here, storage, player, USED, body.together)


@router.post("/others", status_code=201, dependencies=[Depends(_need)])
async def add_other(body: Another, here: Here, registry: Registry) -> Profile:
    """Creates another player on this device, who becomes the current one."""
    return profile(here, await here.create(_checked(registry, body.name)))


@router.post("/turn")
async def choose(body: Who, here: Here) -> Profile:
    """Chooses the current player of this device."""
    secret = _secret_of(body.player, here)
    here.put_first(secret, here.people[secret])
    return profile(here, here.current)


@router.post("/out")
async def sign_out(body: Who, here: Here, storage: Storage) -> Profile:
    """Signs a player out of this device; answers with the new current player."""
    secret = _secret_of(body.player, here)
    await storage.ask(store.remove_device, secret)
    here.remove(secret)
    return profile(here, here.current)


async def _with_seats(here: Device, storage: Storage, since: float) -> Profile:
    secret, player = next(iter(here.people.items()))
    seats, at = await storage.ask(store.visit, secret, player, since)
    imports = await storage.ask(store.imports, player.id)
    return (profile(here, player) or {}) | {"seats": seats, "at": at, "imports": imports}


def _checked(registry: Registry, name: str) -> str:
    registry.policy.check_name(name)
    return name


async def _changed(storage: Storage, player: KnownPlayer, values: dict[str, str]) -> KnownPlayer:
    if not values:
        return player
    await storage.ask(store.change, player.id, values)
    return msgspec.structs.replace(player, **values)


async def _add(
    here: Device, storage: Storage, player: KnownPlayer | None, wrong: str, together: bool
) -> Profile:
    """Adds a player to a device and makes them the current one. Raises `NoPlayer` with `wrong`."""
    if player is None:
        raise words.NoPlayer(tr(wrong))
    if together and here.current and here.current.id != player.id:
        await storage.ask(store.merge, here.current, player)
        del here.people[here.secret_of(here.current.id)]
    secret = here.secret_of(player.id)
    if not secret:
        here.check_room()
        secret = await storage.ask(store.add_device, player)
    here.put_first(secret, player)
    return profile(here, player)


def _secret_of(player: str, here: Device) -> str:
    secret = here.secret_of(player)
    if not secret:
        raise IllegalMove(tr("This player does not play on this device."))
    return secret


def profile(here: Device, player: KnownPlayer | None) -> Profile:
    """The answer about a player of a device."""
    if player is None:
        return None
    people = {**{one.id: one for one in here.people.values()}, player.id: player}
    return {
        "id": player.id,
        "name": player.name,
        "colour": player.colour,
        "barred": player.barred,
        "words": player.has_words,
        "settings": player.settings,
        "people": [{"id": one.id, "name": one.name, "colour": one.colour} for one in people.values()],
    }
