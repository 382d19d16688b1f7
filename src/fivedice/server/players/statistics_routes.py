"""REST routes of a player's statistics: the profile, an export, and importing records."""

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from fivedice.bots import personas
from fivedice.games import GAMES
from fivedice.language import decimal, tr
from fivedice.narration.costs import label_of
from fivedice.report import chart_axes
from fivedice.server.models import REFUSALS, Body, Code, Registry, Storage, of_app
from fivedice.server.players import results, store
from fivedice.server.players.counting import AT_ONCE, Counting
from fivedice.server.players.routes import Somebody
from fivedice.statistics.export import as_bytes
from fivedice.statistics.figures import MatchFigures
from fivedice.statistics.profile import STEP, KindProfile, profile
from fivedice.statistics.ratings import BOT, Rating
from fivedice.training import shipped

router = APIRouter(prefix="/api/player", responses=REFUSALS)

TYPES = {"csv": "text/csv", "json": "application/json", "parquet": "application/vnd.apache.parquet"}
_decode = msgspec.json.Decoder(MatchFigures).decode


class Import(Body):
    """An uploaded record, and the seat in which you played."""

    code: Code
    seat: Annotated[int, Field(ge=0, le=9)]


class Imported(BaseModel):
    """Whether the record was added to your matches; false if you have this match already."""

    added: bool


Counts = Annotated[Counting, of_app("counting")]


@router.get("/profile", response_class=Response)
async def see_profile(player: Somebody, counts: Counts, registry: Registry, storage: Storage) -> Response:
    """The statistics of the current player; `pending` is the number of matches still to be counted."""
    pending = await storage.ask(results.pending, AT_ONCE, player.id)
    if pending:
        counts.hurry()
    rows = await storage.ask(results.of_player, player.id)
    ratings = await storage.ask(results.ratings_of, player.id)

    def work() -> bytes:
        own = profile(map(_decode, rows))
        rated = [(kind, _rating(who, name, rating, player.id)) for kind, who, name, rating in ratings]
        kinds = [_kind(one, [each for kind, each in rated if kind == one.kind]) for one in own.kinds]
        agreed = player.settings.get(store.SHOWS_RATINGS) is True
        fields = {"agreed": agreed, "kinds": kinds, "opponents": own.opponents, "pending": len(pending)}
        return msgspec.json.encode(fields)

    return Response(await registry.reading.records.do(work), media_type="application/json")


@router.get("/export", response_class=Response)
async def export(
    player: Somebody,
    registry: Registry,
    storage: Storage,
    format: Literal["csv", "json", "parquet"] = "csv",  # noqa: A002 - as in the address
) -> Response:
    """The figures of every match of the current player, as a file."""
    rows = await storage.ask(results.of_player, player.id)
    data = await registry.reading.records.do(lambda: as_bytes(map(_decode, rows), format))
    name = {"content-disposition": f'attachment; filename="fivedice.{format}"'}
    return Response(data, media_type=TYPES[format], headers=name)


@router.post("/imports", status_code=201)
async def import_record(body: Import, player: Somebody, counts: Counts) -> Imported:
    """Counts an uploaded record for the current player; it is marked as imported, and not rated."""
    return Imported(added=await counts.import_(player.id, body.code, body.seat))


def _kind(one: KindProfile, ratings: list[dict[str, Any]]) -> dict[str, Any]:
    """A kind of game for the page, with names of boxes, axes of charts, and ratings."""
    game = one.kind.partition(" ")[0]
    return {
        **msgspec.to_builtins(one),
        "unit": tr(one.unit),
        "by_kind": {label_of(about): decimal(cost, 2) for about, cost in one.by_kind.items()},
        "by_box": {label_of(about, GAMES.get(game)): decimal(cost, 2) for about, cost in one.by_box.items()},
        "train": "" if shipped.missing(game) else game,
        "step": STEP,
        "axis": chart_axes.axis_of_course((0.0, *one.costs)),
        "ratings": ratings,
    }


def _rating(who: str, name: str, rating: Rating, player: str) -> dict[str, Any]:
    bot = who.removeprefix(BOT) if who.startswith(BOT) else ""
    return {
        **{"name": personas.of(bot).name if bot else name, "bot": bot, "you": who == player},
        **{"value": rating.points, "error": rating.error, "matches": rating.matches},
    }
