"""REST routes of finished matches: record, steps, review, playing on from a step, totals."""

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from markdown_it import MarkdownIt
from msgspec.structs import replace
from starlette.responses import HTMLResponse

from fivedice.analysis import luck_and_cost
from fivedice.core.faces import DRAWN
from fivedice.core.rules import Game, IllegalMove
from fivedice.core.worth import Worth
from fivedice.games.pages import without_typing
from fivedice.match.match import Course, Match
from fivedice.match.setup import game_called
from fivedice.narration import sentences
from fivedice.notation import record, write
from fivedice.report import page
from fivedice.server.protection import rate_limits
from fivedice.server.protection.middleware import REVIEW_POLICY
from fivedice.server.routes.authentication import Holder
from fivedice.server.routes.models import Seat, Trying, Uploaded
from fivedice.server.routes.tables import REFUSALS, TheHall
from fivedice.server.tables.registry import TableRegistry
from fivedice.table.protocol import player_view, visibility
from fivedice.table.seating import check_person
from fivedice.table.state import TableState

router = APIRouter(responses=REFUSALS)

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@router.get("/api/tables/{code}/record", response_class=Response)
async def the_record(code: str, holder: Holder, registry: TheHall) -> Response:
    """The record of a match that has ended."""
    name = {"content-disposition": f'attachment; filename="fivedice-{code}.jsonl"'}
    played = await _match(registry, code, holder)
    text = await registry.reading.work(lambda: record.text(played))
    return Response(text, media_type="application/x-ndjson", headers=name)


@router.get("/api/tables/{code}/steps/{number}")
async def step(code: str, number: int, holder: Holder, registry: TheHall) -> dict[str, Any]:
    """The table after so many events of its match, what the last of them was, and the turn before it."""
    room = await registry.find(code)
    you = room.chair_of(holder)
    played = visibility.ended(room, you)
    course = await _course(registry, code, played, number)
    before, now = course.after(max(number - 1, 0)), course.after(number)
    told = sentences.event(before.state, now.events[-1], now.state, DRAWN) if number else ()
    seen = player_view.picture(_shown(room, now), code)
    return {
        "number": number,
        "of": len(played.events),
        "event": write.fields(now.events[-1]) if number else None,
        "told": told,
        "picture": seen,
        "before": player_view.turn(before.state),
        "you": you,
        "sat_at": bool(room.people),
    }


@router.get("/api/tables/{code}/review", response_class=Response)
async def review(
    code: str,
    holder: Holder,
    registry: TheHall,
    after: Annotated[int, Query(ge=0)] = 0,
    aim: Literal["score", "wins"] = "score",
) -> Response:
    """The match looked back at as far as that has come, for who has so many moments of it already."""
    room = await registry.find(code)
    you = room.chair_of(holder)
    progress = await registry.reviewing.progress(code, visibility.ended(room, you), aim, room.decided_by_game)
    told = msgspec.json.encode({"you": you, **progress.after(after, you)})
    return Response(told, media_type="application/json")


@router.post("/api/tables/{code}/try", status_code=201)
async def try_from_here(code: str, body: Trying, holder: Holder, registry: TheHall) -> Seat:
    """Opens a table that goes on from a step of a match, against bots and on other dice."""
    check_person(body.name)
    room = await registry.find(code)
    played = visibility.ended(room, room.chair_of(holder))
    course = await _course(registry, code, played, body.number)
    seat = await registry.play_on(course.after(body.number).state, body.seat, body.name, room.terms.watching)
    return Seat(code=seat.code, chair=seat.chair, token=seat.token)


@router.post(
    "/api/records",
    status_code=201,
    openapi_extra={
        "requestBody": {"required": True, "content": {"application/x-ndjson": {"schema": {"type": "string"}}}}
    },
)
async def upload(request: Request, registry: TheHall) -> Uploaded:
    """Keeps a record: what comes is the text of it."""
    return Uploaded(
        code=await registry.upload(await request.body(), lambda: rate_limits.count_new_card(request))
    )


@router.get("/review/{code}/report", response_model=None, responses={200: {"content": {"text/html": {}}}})
async def report(code: str, holder: Holder, registry: TheHall) -> HTMLResponse:
    """The review to print or to keep: one page that needs nothing else."""
    room = await registry.find(code)
    played = visibility.ended(room, room.chair_of(holder))
    game, seats = played.setup.game, len(played.setup.players)
    known = await registry.runner.solving.knowledge(game, seats, "score")
    chances = await _chances(registry, game)
    text = await registry.reading.review(
        lambda: page.page(
            luck_and_cost.review(played, known, room.decided_by_game), known, game.faces, chances
        )
    )
    return HTMLResponse(text, headers={"content-security-policy": REVIEW_POLICY})


@router.get("/api/spread/{game}")
async def spread(game: str, registry: TheHall) -> dict[str, Any]:
    """The chance of each final total from 0 on, if one card is played best; for games of score cards."""
    return await _spread(registry, game_called(game))


@router.get("/api/tables/{code}/spread")
async def spread_there(code: str, holder: Holder, registry: TheHall) -> dict[str, Any]:
    """The same for the card that a table plays by."""
    return await _spread(registry, await _game(registry, code, holder))


@router.get("/api/rules/{game}")
def rules(game: str) -> dict[str, str]:
    """The rules to play by, as HTML."""
    return _rules(game_called(game))


@router.get("/api/tables/{code}/rules")
async def rules_there(code: str, holder: Holder, registry: TheHall) -> dict[str, str]:
    """The rules that a table plays by, as HTML."""
    return _rules(await _game(registry, code, holder))


async def _spread(registry: TableRegistry, game: Game) -> dict[str, Any]:
    distribution = await registry.runner.solving.distribution(game)
    return {
        "game": game.name,
        "boxes": list(distribution.boxes),
        "mean": float(distribution.mean),
        "chances": distribution.chances.tolist(),
    }


def _rules(game: Game) -> dict[str, str]:
    return {"game": game.name, "html": _markdown.render(without_typing(game.rules))}


async def _game(registry: TableRegistry, code: str, holder: str) -> Game:
    """What a table plays, for those who may see its match."""
    room = await registry.find(code)
    visibility.check(room, room.chair_of(holder))
    return room.game


async def _match(registry: TableRegistry, code: str, holder: str) -> Match:
    room = await registry.find(code)
    return visibility.ended(room, room.chair_of(holder))


async def _course(registry: TableRegistry, code: str, played: Match, number: int) -> Course:
    """How the match came about, where it has so many events. Raises `IllegalMove`."""
    if not 0 <= number <= len(played.events):
        raise IllegalMove(f"The match has {len(played.events)} events; there is no event {number}.")
    return await registry.reading.course(code, played)


def _shown(room: TableState, match: Match) -> TableState:
    return replace(room, number=len(match.events), match=match)


async def _chances(registry: TableRegistry, game: Game) -> Worth | None:
    try:
        distribution = await registry.runner.solving.distribution(game)
    except IllegalMove:
        return None
    return distribution.chances
