"""REST routes of tables: opening, taking a chair, listing. Moves go over the WebSocket."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from fivedice.core.rules import IllegalMove, quoted
from fivedice.games.owncard import OWN
from fivedice.language import mark, tr
from fivedice.match.setup import options_of
from fivedice.narration import fair_dice, results
from fivedice.printing import qr
from fivedice.runtime import chance
from fivedice.server import models
from fivedice.server.compute.catalog import offers
from fivedice.server.models import REFUSALS, Holder, Mine, Opening, Registry, ServerSettings, Storage
from fivedice.server.players.cookie import NOT_BARRED, Colours
from fivedice.server.protection import rate_limits
from fivedice.server.routes import public_url
from fivedice.server.storage import deadlines, deals, table_rows
from fivedice.server.storage.summary import TableSummary, worded
from fivedice.server.tables import codes, passes
from fivedice.server.tables.codes import TakenSeat
from fivedice.server.tables.registry import NoTable, TableRegistry
from fivedice.table.protocol import visibility
from fivedice.table.terms import TableOptions, Terms

router = APIRouter(prefix="/api", responses=REFUSALS)


@router.get("/games")
def games(settings: ServerSettings, registry: Registry) -> dict[str, Any]:
    """The games, bots, phrases and defaults of this server.

    `own_cards` says whether your own cards can be played. `push` is the public key for Web Push, or "".
    """
    return {
        **offers(float(settings.grace)),
        "own_cards": registry.policy.own_cards,
        "push": registry.post.key if registry.post else "",
    }


@router.post("/cards")
async def read_card(body: models.OwnCardText, request: Request, registry: Registry) -> dict[str, Any]:
    """Describes your own card as `GET /api/games` describes the other games; stores nothing."""
    registry.policy.check_own_cards()
    _count_card(request, registry, body.written)
    return await registry.reading.describe(body.written)


@router.post("/deals", status_code=201, dependencies=NOT_BARRED)
async def offer_dice(storage: Storage) -> models.Offered:
    """Draws the secret of new dice and publishes its commitment, for one table opened within a day."""
    return models.Offered(commitment=await storage.ask(deals.offer, chance.new_secret()))


@router.get("/dice")
async def see_dice(storage: Storage) -> dict[str, Any]:
    """How often each face was thrown at all finished or closed tables, compared with fair dice."""
    return fair_dice.compare(await storage.ask(deals.dice_thrown))


@router.post("/tables", status_code=201, dependencies=NOT_BARRED)
async def open_table(body: Opening, colours: Colours, request: Request, registry: Registry) -> TakenSeat:
    """Opens a table and gives you its first open chair. The match begins if no other chair is open."""
    options = await _options(body, request, registry)
    agreed = body.model_dump(include=set(TableOptions.__struct_fields__))
    terms = Terms(body.game, tuple(body.chairs), options, **agreed)
    return await registry.open(terms, body.name, body.bringing(colours))


@router.get("/tables/{code}")
async def see_table(code: str, holder: Holder, registry: Registry, storage: Storage) -> dict[str, Any]:
    """The table as everyone sees it. If it admits no spectators, strangers see only its terms and chairs.

    For the code of a club night, returns the path of its page as `instead`.
    """
    try:
        table = (await registry.table(code)).state
    except NoTable:
        if not await storage.ask(table_rows.since, code, 0):
            raise
        return {"instead": f"/club/{code}"}
    picture: dict[str, Any] = msgspec.to_builtins(visibility.picture(table, code, table.seat_of(holder)))
    return picture


@router.post("/tables/{code}/chairs", status_code=201, dependencies=NOT_BARRED)
async def take_chair(code: str, body: models.SeatRequest, colours: Colours, registry: Registry) -> TakenSeat:
    """Takes the requested chair or the next open one; the match begins when all chairs are taken."""
    return await registry.sit(code, body.name, body.chair, body.bringing(colours))


@router.post("/tables/{code}/chairs/{chair}", status_code=204, response_class=Response)
async def arrange(code: str, chair: int, body: models.Arranging, registry: Registry) -> None:
    """Opens a chair, adds one after the last, or gives it to a bot, before the match; for the opener only.

    The match begins if no other chair is open.
    """
    await registry.arrange(code, body.token, chair, body.bot, body.name)


@router.post("/tables/{code}/start", status_code=204, response_class=Response)
async def start(code: str, body: models.Starting, registry: Registry) -> None:
    """Starts the match with the players who are seated."""
    await registry.start(code, body.token, body.fill)


@router.post("/tables/{code}/again", status_code=201, dependencies=NOT_BARRED)
async def again(code: str, body: models.RematchRequest, colours: Colours, registry: Registry) -> TakenSeat:
    """Opens or joins a rematch; the other players see its code in the picture of this table."""
    return await registry.again(code, body.token, body.bringing(colours))


@router.get("/tables/{code}/ending")
async def ending(code: str, holder: Holder, registry: Registry) -> list[dict[str, Any]]:
    """The result of a finished match for each seat, in sentences; may take a while."""
    table, played = await registry.ended(code, holder)
    progress = await registry.reviewing.summed(code, played, table.decided_by_game)
    seats: list[dict[str, Any]] = msgspec.to_builtins(progress.endings)
    return seats


@router.post("/tables/{code}/pass", status_code=201)
async def give_pass(code: str, body: models.Holding, registry: Registry) -> models.Pass:
    """A pass that moves your seat to another device: valid once, for the given seconds."""
    return models.Pass(code=await registry.give_pass(code, body.token), seconds=passes.SECONDS)


@router.post("/tables/{code}/seat", status_code=201)
async def take_seat(code: str, body: models.Passing, registry: Registry) -> TakenSeat:
    """Takes the seat that a pass gives access to."""
    return await registry.take_pass(code, body.code)


@router.get("/reach")
def reach(settings: ServerSettings) -> models.ReachAddress:
    """The address at which others reach this server, as far as the server can tell."""
    own = public_url.origin(settings)
    return models.ReachAddress(origin=own, sentence=public_url.why_not(settings, own))


@router.post("/qr")
def draw(body: models.QrRequest) -> models.QrDrawing:
    """A text as a QR code."""
    size, path = qr.draw(body.text)
    return models.QrDrawing(size=size, path=path)


@router.post("/mine")
async def mine(body: Mine, request: Request, registry: Registry, storage: Storage) -> list[dict[str, Any]]:
    """Summaries of your tables and records, without those that do not exist or are not visible to you."""
    holders = [(code, codes.digest(token)) for code, token in body.tokens]
    known = await registry.summaries([*(code for code, _ in holders), *body.codes])
    rate_limits.count_wrong_codes(request, sum(code not in known for code in body.codes))
    listed: list[Listed] = [
        {"seat": seat, **worded(known[code].fields)} | ({} if holder in known[code].tokens else {"asked": []})
        for code, holder in holders
        if code in known and (seat := known[code].chair_of(holder)) is not None
    ]
    records = [known[code] for code in body.codes if code in known and known[code].watching]
    listed += [{"seat": None, **worded(record.fields)} for record in records]
    return await _completed(registry, storage, listed, known)


async def _options(body: Opening, request: Request, registry: TableRegistry) -> dict[str, Any]:
    """The house options, or the card of the game `card`. Raises `IllegalMove` or `BadCard`."""
    if body.game == OWN:
        registry.policy.check_own_cards()
        if not body.written:
            raise IllegalMove(
                tr("The game {game} needs your own card as TOML in `written`.", game=quoted(OWN))
            )
    if not body.written:
        return dict(body.options)
    if body.game != OWN or body.options:
        refused = mark("`written` is only for the game {game}, which takes no options.")
        raise IllegalMove(tr(refused, game=quoted(OWN)))
    _count_card(request, registry, body.written)
    return options_of(await registry.reading.card(body.written))


def _count_card(request: Request, registry: TableRegistry, card: str) -> None:
    """Counts a card against the rate limit, unless it was read recently."""
    if not registry.reading.has_read(card):
        rate_limits.count_new_card(request)


# --- Lists -----------------------------------------------------------------------------------------------

Listed = dict[str, Any]


async def _completed(
    registry: TableRegistry, storage: Storage, listed: Sequence[Listed], known: Mapping[str, TableSummary]
) -> list[Listed]:
    """Adds the `status`, and the fields that change with time or with other tables.

    `left`: seconds left in correspondence play; `ago`: seconds since the last entry of a match in progress;
    `at_rematch`: the players waiting at a rematch that is not among the `known` tables of this client, none
    once it has begun or is closed.
    """
    timed = [one["code"] for one in listed if one.get("days") and one.get("asked")]
    played = [one["code"] for one in listed if one["stage"] == "playing" and not one["closed"]]
    left = await storage.ask(deadlines.left, timed) if timed else {}
    ago = await storage.ask(table_rows.ago, played) if played else {}
    wanted = {str(one["next"]) for one in listed if one.get("next")} - known.keys()
    rematches = await registry.summaries(sorted(wanted)) if wanted else {}
    return [{**one, **_beside(one, left, ago, rematches)} for one in listed]


def _beside(
    one: Listed, left: Mapping[str, float], ago: Mapping[str, float], rematches: Mapping[str, TableSummary]
) -> Listed:
    code = one["code"]
    fields: Listed = {name: spans[code] for name, spans in (("left", left), ("ago", ago)) if code in spans}
    fields["status"] = results.table_status(one)
    if rematch := rematches.get(one.get("next", "")):
        people = (chair["name"] for chair in rematch.fields["chairs"] if chair["name"] and not chair["bot"])
        names = list(people) if rematch.gathers else []
        fields |= {"at_rematch": names, "rematch": results.rematch(names)}
    return fields
