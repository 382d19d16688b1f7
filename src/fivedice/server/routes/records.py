"""REST routes of finished matches (record, steps, review, playing on), rules, lessons and totals."""

import re
from functools import partial
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request, Response
from markdown_it import MarkdownIt
from pydantic import NonNegativeInt
from starlette.responses import HTMLResponse

from fivedice import lessons
from fivedice.analysis.solver_api import Aim
from fivedice.core.faces import DRAWN
from fivedice.core.rules import Game, IllegalMove
from fivedice.deals import solo
from fivedice.games.pages import without_typing
from fivedice.language import cached, mark, tr
from fivedice.lessons import script
from fivedice.match.match import EventMatch, MatchStates
from fivedice.match.setup import game_called
from fivedice.narration import retries
from fivedice.notation import record
from fivedice.report import chart_axes, page, review_json, summary
from fivedice.server.models import REFUSALS, Holder, Registry, Repeating, Tried, TryRequest, Uploaded
from fivedice.server.players.cookie import NOT_BARRED, Colours
from fivedice.server.protection import rate_limits
from fivedice.server.tables.codes import TakenSeat
from fivedice.server.tables.registry import Brought, TableRegistry, held_chair
from fivedice.solve.cards.distribution import Distribution
from fivedice.table.protocol import player_view, visibility

router = APIRouter(responses=REFUSALS)

MOST_MATCHES = 300
"""The number of matches that a page remembers."""

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@router.get("/api/tables/{code}/record", response_class=Response)
async def the_record(code: str, holder: Holder, registry: Registry) -> Response:
    """The record of a finished match, or of a match whose table was closed, with the secret of its dice."""
    name = {"content-disposition": f'attachment; filename="fivedice-{code}.jsonl"'}
    table = await registry.find(code)
    played = visibility.unplayable(table, table.seat_of(holder))
    secret = await registry.revealed(code)
    text = await registry.reading.records.do(lambda: record.text(played, secret))
    return Response(text, media_type="application/x-ndjson", headers=name)


@router.get("/api/tables/{code}/so-far")
async def so_far(code: str, holder: Holder, registry: Registry) -> dict[str, Any]:
    """The `record` of a match so far, and the `number` of the last entry of its table."""
    table = await registry.find(code)
    played = visibility.so_far(table, table.chair_of(holder))
    return {"number": table.number, "record": record.text(played)}


@router.get("/api/tables/{code}/steps/{number}")
async def step(code: str, number: int, holder: Holder, registry: Registry) -> dict[str, Any]:
    """The table after event `number` of a finished match, with that event and the turn before it."""
    table, played = await registry.ended(code, holder)
    you = table.seat_of(holder)
    course = await _course(registry, code, played, number)
    return review_json.step(course, number, table, player_view.PictureCache(code), you)


@router.get("/api/tables/{code}/steps/{number}/choices")
async def choices(
    code: str, number: int, holder: Holder, registry: Registry, aim: Aim = "score"
) -> list[dict[str, Any]]:
    """Every decision that was open at an event of a finished match, with a sentence about its cost."""
    _, played = await registry.ended(code, holder)
    course = await _course(registry, code, played, number)
    known = await registry.runner.solving.knowledge(played.setup.game, len(played.setup.players), aim)
    answers = partial(retries.answers, course, number, known.at_leisure(), DRAWN)
    return await registry.reading.reviews.do(answers)


@router.get("/api/tables/{code}/review", response_class=Response)
async def review(
    code: str,
    holder: Holder,
    registry: Registry,
    after: Annotated[int, Query(ge=0)] = 0,
    aim: Aim = "score",
) -> Response:
    """The completed part of a finished match's review, without the first `after` moments."""
    table, played = await registry.ended(code, holder)
    you = table.seat_of(holder)
    progress = await registry.reviewing.progress(code, played, aim, table.decided_by_game)
    part = msgspec.json.encode({"you": you, **progress.after(after, you)})
    return Response(part, media_type="application/json")


@router.post("/api/tables/{code}/try", status_code=201, dependencies=NOT_BARRED)
async def try_from_here(
    code: str, body: TryRequest, holder: Holder, colours: Colours, registry: Registry
) -> TakenSeat:
    """Opens a table that continues from a step of a finished match, against bots and with new dice."""
    table, played = await registry.ended(code, holder)
    course = await _course(registry, code, played, body.number)
    state = course.after(body.number).state
    return await registry.play_on(state, body.seat, body.name, table.terms.watching, body.bringing(colours))


@router.post("/api/tables/{code}/same", status_code=201, dependencies=NOT_BARRED)
async def play_same_dice(
    code: str, body: Repeating, holder: Holder, colours: Colours, registry: Registry
) -> TakenSeat:
    """Opens a table on the same dice as a finished match, from one of its seats, against bots or alone."""
    table, played = await registry.ended(code, holder)
    if table.terms.club and not await registry.revealed(code):
        raise IllegalMove(tr("Others are still playing these dice; wait until the round is over."))
    same = partial(registry.policy.on_same_dice, played, body.seat, code, alone=body.alone)
    terms = await registry.reading.records.do(same)
    terms = msgspec.structs.replace(terms, watching=table.terms.watching)
    return await registry.play_same(code, terms, body.name, Brought(colours=colours))


@router.get("/api/tables/{code}/same")
async def playable_alone(code: str, holder: Holder, registry: Registry) -> dict[str, list[int]]:
    """The seats of a finished match whose dice can be played `alone`."""
    _, played = await registry.ended(code, holder)
    return {"alone": await registry.reading.records.do(lambda: solo.seats(played))}


@router.post("/api/tables/{code}/tried")
async def tried(code: str, body: Tried, holder: Holder, registry: Registry) -> dict[str, str]:
    """A `sentence` that compares finished practice from a step with the match that it continued."""
    _, played = await registry.ended(code, holder)
    course = await _course(registry, code, played, body.number)
    table = await registry.find(body.practice)
    seat = held_chair(table, body.token)
    practice = visibility.ended(table, seat)
    known = await registry.runner.solving.of_scores(played.setup)
    compare = partial(retries.compare_practice, course, body.number, seat, practice, known)
    return {"sentence": await registry.reading.reviews.do(compare)}


@router.post(
    "/api/records",
    status_code=201,
    openapi_extra={
        "requestBody": {"required": True, "content": {"application/x-ndjson": {"schema": {"type": "string"}}}}
    },
)
async def upload(request: Request, registry: Registry) -> Uploaded:
    """Stores a record; the body is its text."""
    count_card = partial(rate_limits.count_new_card, request)
    return Uploaded(code=await registry.upload(await request.body(), count_card))


@router.get("/review/{code}/report", response_model=None, responses={200: {"content": {"text/html": {}}}})
async def report(code: str, holder: Holder, registry: Registry) -> HTMLResponse:
    """The review page of a finished match as one file, which needs no server."""
    table, played = await registry.ended(code, holder)
    game, seats = played.setup.game, len(played.setup.players)
    known = await registry.runner.solving.knowledge(game, seats, "score")
    best = await registry.runner.solving.best_play(game)
    chances = best.chances if best else None
    progress = await registry.reviewing.summed(code, played, table.decided_by_game)
    reviewed = progress.reviewed
    if reviewed is None:
        raise IllegalMove(progress.told)
    text = await registry.reading.reviews.do(lambda: page.page(reviewed, known, game.faces, chances))
    policy = f"{page.policy()}; frame-ancestors 'none'"
    return HTMLResponse(text, headers={"content-security-policy": policy})


@router.get("/api/spread/{game}")
async def spread(game: str, registry: Registry) -> dict[str, Any]:
    """The chance of each final total from 0 on, under best play of one card; for games with score cards."""
    of_name = game_called(game)
    return _spread(of_name, await registry.runner.solving.distribution(of_name))


@router.get("/api/tables/{code}/spread")
async def spread_there(
    code: str,
    holder: Holder,
    registry: Registry,
    total: Annotated[list[NonNegativeInt] | None, Query(max_length=MOST_MATCHES)] = None,
) -> dict[str, Any]:
    """The chances for a table's card, a `sentence` that compares each `total`, and the `axis` of a chart."""
    game = await _game(registry, code, holder)
    distribution = await registry.runner.solving.distribution(game)
    sentence = summary.own_totals(distribution.chances, total) if total else ""
    axis = chart_axes.axis_of_totals(distribution.chances, total or [])
    return {**_spread(game, distribution), "sentence": sentence, "axis": axis}


@router.get("/api/rules/{game}")
def rules(game: str) -> dict[str, str]:
    """The rules of a game as HTML."""
    return _rules(game_called(game))


@router.get("/api/tables/{code}/rules")
async def rules_there(code: str, holder: Holder, registry: Registry) -> dict[str, str]:
    """The rules of a table's game as HTML."""
    return _rules(await _game(registry, code, holder))


@router.get("/api/lessons/{game}", response_class=Response)
def lesson(game: str) -> Response:
    """A lesson: the first turns of a game step by step, with the text, the action and the result."""
    return Response(_lesson(game), media_type="application/json")


def _spread(game: Game, distribution: Distribution) -> dict[str, Any]:
    return {
        "game": game.name,
        "boxes": list(distribution.boxes),
        "mean": float(distribution.mean),
        "chances": distribution.chances.tolist(),
    }


def _rules(game: Game) -> dict[str, str]:
    html = _markdown.render(without_typing(game))
    katakana = re.sub("[ァ-ヴー]{2,}", r'<span class="unbroken">\g<0></span>', html)  # some browsers break it
    return {"game": game.name, "html": katakana}


@cached()
def _lesson(name: str) -> bytes:
    game = game_called(name)
    known = lessons.of(game)
    if known is None:
        raise IllegalMove(tr("There is no lesson for {game}.", game=game.title))
    return msgspec.json.encode(script.for_page(known))


async def _game(registry: TableRegistry, code: str, holder: str) -> Game:
    """The game of a table. Raises `Unseen` if its match may not be seen."""
    table = await registry.find(code)
    visibility.check(table, table.seat_of(holder))
    return table.game


async def _course(registry: TableRegistry, code: str, played: EventMatch, number: int) -> MatchStates:
    """The match with all its intermediate states. Raises `IllegalMove` if it has no event `number`."""
    if not 0 <= number <= len(played.events):
        refused = mark("The match has {events} events; there is no event {number}.")
        raise IllegalMove(tr(refused, events=len(played.events), number=number))
    return await registry.reading.course(code, played)
