"""REST routes of tables: opening, taking a chair, listing. Moves go over the WebSocket."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from fivedice.core.rules import IllegalMove
from fivedice.games.owncard import OWN
from fivedice.match.setup import options_of
from fivedice.server.compute.catalog import offers
from fivedice.server.protection import rate_limits
from fivedice.server.routes import models, public_url
from fivedice.server.routes.models import (
    REFUSALS,
    Holder,
    Holding,
    Mine,
    Opening,
    Registry,
    Seat,
    Sitting,
    Starting,
)
from fivedice.server.storage.summary import Summary
from fivedice.server.tables import codes
from fivedice.server.tables.registry import PASS, TableRegistry
from fivedice.table.protocol import visibility
from fivedice.table.seating import check_person
from fivedice.table.terms import Terms

router = APIRouter(prefix="/api", responses=REFUSALS)


@router.get("/games")
def games(registry: Registry) -> dict[str, Any]:
    """The games, the bots and the phrases; whether a card of one's own can be played, and who calls.

    With the key in `push` a browser can be called when it is somebody's turn; where it is empty nobody calls.
    """
    return {
        **offers(),
        "own_cards": registry.policy.own_cards,
        "push": registry.post.key if registry.post else "",
    }


@router.post("/cards")
async def read_card(body: models.OwnCard, request: Request, registry: Registry) -> dict[str, Any]:
    """What a card of one's own offers, as `games` has it for the others; nothing of it is kept."""
    registry.policy.check_own_cards()
    _bring(request, registry, body.written)
    return await registry.reading.offered(body.written)


@router.post("/tables", status_code=201)
async def open_table(body: Opening, request: Request, registry: Registry) -> Seat:
    """Opens a table; who opens it has its first open chair. Without another open chair the match begins."""
    terms = Terms(
        body.game,
        tuple(body.chairs),
        await _options(body, request, registry),
        body.games,
        body.first,
        body.hints,
        body.watching,
        body.clock,
        body.absence,
        body.days,
    )
    check_person(body.name)
    return _seat(await registry.open(terms, body.name))


@router.get("/tables/{code}")
async def see_table(code: str, holder: Holder, registry: Registry) -> dict[str, Any]:
    """The table as everybody sees it; where nobody may look on, a stranger sees only who sits there."""
    room = (await registry.table(code)).state
    return visibility.picture(room, code, room.chair_of(holder))


@router.post("/tables/{code}/chairs", status_code=201)
async def take_chair(code: str, body: Sitting, registry: Registry) -> Seat:
    """Takes the next open chair; with the last one the match begins."""
    check_person(body.name)
    return _seat(await registry.sit(code, body.name))


@router.post("/tables/{code}/start", status_code=204, response_class=Response)
async def start(code: str, body: Starting, registry: Registry) -> None:
    """The match begins with those who are here."""
    await registry.start(code, body.token, body.fill)


@router.post("/tables/{code}/again", status_code=201)
async def again(code: str, body: Holding, registry: Registry) -> Seat:
    """A rematch; the others find its code in the picture of this table."""
    return _seat(await registry.again(code, body.token))


@router.get("/tables/{code}/ending")
async def ending(code: str, holder: Holder, registry: Registry) -> list[dict[str, Any]]:
    """What a match that is over came to for each seat, in sentences to who sat there; it may take a while."""
    room = await registry.find(code)
    told = await registry.reviewing.endings(
        code, visibility.ended(room, room.chair_of(holder)), room.decided_by_game
    )
    seats: list[dict[str, Any]] = msgspec.to_builtins(told)
    return seats


@router.post("/tables/{code}/pass", status_code=201)
async def give_pass(code: str, body: Holding, registry: Registry) -> models.Pass:
    """What brings my seat to another device: once, and within the seconds named."""
    return models.Pass(code=await registry.give_pass(code, body.token), seconds=PASS)


@router.post("/tables/{code}/seat", status_code=201)
async def take_seat(code: str, body: models.Passing, registry: Registry) -> Seat:
    """The seat that somebody brings here with a pass."""
    return _seat(await registry.take_pass(code, body.code))


@router.get("/reach")
def reach(request: Request) -> models.Reach:
    """Where others find this server, as far as it can know."""
    settings = request.app.state.settings
    return models.Reach(
        origin=(own := public_url.origin(settings)), sentence=public_url.why_not(settings, own)
    )


@router.post("/qr")
def draw(body: models.Drawing) -> models.Drawn:
    """A text as a QR code, for a camera."""
    size, path = public_url.drawn(body.text)
    return models.Drawn(size=size, path=path)


@router.post("/mine")
async def mine(body: Mine, request: Request, registry: Registry) -> list[dict[str, Any]]:
    """What has become of these tables, the newest first; nothing of those that are not there or not shown.

    With no table at all it is a health check (docs/guide/hosting.md).
    """
    if not body.tokens and not body.codes:
        await registry.try_to_write()
    held = [(code, codes.digest(token)) for code, token in body.tokens]
    known = await registry.summaries([*(code for code, _ in held), *body.codes])
    rate_limits.count_wrong_codes(request, sum(code not in known for code in body.codes))
    seats = [(code, known[code].chair_of(holder)) for code, holder in held if code in known]
    mine = [{"seat": seat, **known[code].fields} for code, seat in seats if seat is not None]
    seen = [known[code] for code in body.codes if code in known and known[code].watching]
    listed = mine + [{"seat": None, **summary.fields} for summary in seen]
    return await _completed(registry, listed, known)


async def _options(body: Opening, request: Request, registry: TableRegistry) -> dict[str, Any]:
    """The house options; of a card of one's own it is the card. Raises `IllegalMove` or `BadCard`."""
    if body.game == OWN:
        registry.policy.check_own_cards()
        if not body.written:
            raise IllegalMove(f"The game {OWN!r} is a card of one's own; `written` has its TOML.")
    if not body.written:
        return dict(body.options)
    if body.game != OWN or body.options:
        raise IllegalMove(f"A card of one's own is the game {OWN!r}, and has no options besides.")
    _bring(request, registry, body.written)
    return options_of(await registry.reading.card(body.written))


def _bring(request: Request, registry: TableRegistry, card: str) -> None:
    """Counts a card that was not read lately: a party that plays one card all evening brings one."""
    if not registry.reading.has_read(card):
        rate_limits.count_new_card(request)


def _seat(seat: Any) -> Seat:
    return Seat(code=seat.code, chair=seat.chair, token=seat.token)


# --- Lists -----------------------------------------------------------------------------------------------

Listed = dict[str, Any]


async def _completed(
    registry: TableRegistry, listed: Sequence[Listed], known: Mapping[str, Summary]
) -> list[Listed]:
    """These tables of a list, with `left` and `ago` seconds and `at_rematch` names where there are any.

    Whoever asks holds a seat at what is `known` already: to a rematch among these nobody need be called.
    """
    left = await registry.left([one["code"] for one in listed if one.get("days") and one.get("asked")])
    ago = await registry.ago(
        [one["code"] for one in listed if one["stage"] == "playing" and not one["closed"]]
    )
    wanted = {str(one["next"]) for one in listed if one.get("next")} - known.keys()
    rematches = await registry.summaries(sorted(wanted)) if wanted else {}
    return [{**one, **_beside(one, left, ago, rematches)} for one in listed]


def _beside(
    one: Listed, left: Mapping[str, float], ago: Mapping[str, float], rematches: Mapping[str, Summary]
) -> Listed:
    code = one["code"]
    told: Listed = {name: spans[code] for name, spans in (("left", left), ("ago", ago)) if code in spans}
    rematch = rematches.get(one.get("next", ""))
    return told | ({"at_rematch": _waiting_at(rematch)} if rematch else {})


def _waiting_at(rematch: Summary) -> list[str]:
    """The names of those who wait there for others; nobody once it has begun or is closed."""
    if not rematch.gathers:
        return []
    return [chair["name"] for chair in rematch.fields["chairs"] if chair["name"] and not chair["bot"]]
