"""REST routes of training: drills, and the test of how well you play.

Positions come from finished matches and from the package, so no exercise is a hint for a match in progress.
"""

import secrets
import time
from functools import cache, partial
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter
from msgspec.structs import replace
from pydantic import Field

from fivedice.analysis import evaluate
from fivedice.core.rules import IllegalMove
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.language import mark, tr
from fivedice.match.events import Choose, Decision, Keep, Spend
from fivedice.narration import reviews
from fivedice.notation import read, write
from fivedice.runtime import days as calendar
from fivedice.server import models
from fivedice.server.models import REFUSALS, Body, Code, Holder, Name, Option, Registry, Storage
from fivedice.server.players import drill_store, store
from fivedice.server.players.cookie import Colours, CurrentPlayer
from fivedice.server.players.routes import Here, Somebody
from fivedice.server.players.store import KnownPlayer
from fivedice.server.tables.codes import TakenSeat
from fivedice.server.tables.registry import NoTable, TableRegistry
from fivedice.table.protocol import player_view
from fivedice.table.terms import Terms
from fivedice.training import drills, exercise, grading, proficiency, session, shipped
from fivedice.training.proficiency import TestAttempt
from fivedice.training.session import Training

router = APIRouter(prefix="/api", responses=REFUSALS)

NEWCOMER = mark("Player", "default name")
"""The name of a player who trains before a first match."""
SHOWN = 5
"""The most missed positions that the result of a test shows."""
OWN, SHIPPED = mark("One of your own mistakes"), mark("Where bots of ordinary strength lose the most")
"""The source of a drill, in words."""
ANSWERED = mark("This position was answered already; reload the page.")
POSITION = mark("Position {number} of at most {most}")
Zone = Annotated[str, Field(max_length=60)]
Seed = Annotated[str, Field(max_length=40)]


class Answer(Body):
    """An answer to the exercise `key`: dice to keep, a use, or an option."""

    key: Annotated[str, Field(max_length=64)]
    keep: Annotated[str, Field(max_length=5)] | None = None
    use: Option | None = None
    choose: Option | None = None
    zone: Zone = ""
    seed: Seed = ""

    def decision(self, seat: int) -> Decision:
        """The decision. Raises `BadText` or `IllegalMove`."""
        if self.keep is not None:
            return Keep(seat, read.dice(self.keep))
        if self.use is not None:
            return Spend(seat, self.use)
        if self.choose is not None:
            return Choose(seat, self.choose)
        raise IllegalMove(tr("An answer keeps dice, uses them or chooses an option."))


class Wishes(Body):
    """The daily goal of drills, 0 for none, and whether costly mistakes become drills automatically."""

    goal: Annotated[int, Field(ge=0, le=session.MOST_A_DAY)] | None = None
    adds: bool | None = None
    zone: Zone = ""


class Added(Body):
    """The event whose choice becomes a drill."""

    number: Annotated[int, Field(ge=1)]


class TrainingStart(models.Bringing):
    """The exercise `key` to continue from, and a name."""

    key: Annotated[str, Field(max_length=64)]
    name: Name


@router.get("/train")
async def see_training(player: CurrentPlayer, storage: Storage, zone: Zone = "") -> dict[str, Any]:
    """The daily goal, the number of drills that are due, and the training available in each game."""
    training = await _training(storage, player)
    where, now = calendar.zone(zone), time.time()
    games = [
        session.overview(training, game, await _tests(storage, player, game), now, where)
        for game in FIVE_GAMES
    ]
    adds = bool(player.settings.get(store.ADDS, True)) if player else True
    counts = {"due": training.due(now, where), "today": training.today(now, where)}
    sentence, game = training.goal_sentence(now, where), training.next_game(FIVE_GAMES, now, where)
    return {"goal": training.goal, "adds": adds, **counts, "told": sentence, "next": game, "games": games}


@router.patch("/train")
async def change_training(body: Wishes, player: Somebody, storage: Storage) -> dict[str, Any]:
    """Changes the daily goal, or whether mistakes become drills automatically."""
    wanted = {store.GOAL: body.goal, store.ADDS: body.adds}
    changes = {key: value for key, value in wanted.items() if value is not None}
    settings = await storage.ask(store.change_settings, player.id, changes) or player.settings
    return await see_training(replace(player, settings=settings), storage, body.zone)


@router.post("/train/try", status_code=201)
async def try_from(
    body: TrainingStart, player: CurrentPlayer, colours: Colours, registry: Registry, storage: Storage
) -> TakenSeat:
    """Opens a table that plays on from an exercise, against bots."""
    known = (await _training(storage, player)).drills
    terms = known[body.key].terms if body.key in known else _shipped().get(body.key)
    if terms is None:
        raise NoTable(tr("There is no such drill."))
    state, seat = exercise.state_of(terms), exercise.seat_of(terms)
    return await registry.play_on(state, seat, body.name, False, body.bringing(colours))


@router.get("/train/{game}")
async def see_drill(
    game: str, player: CurrentPlayer, storage: Storage, zone: Zone = "", seed: Seed = ""
) -> dict[str, Any]:
    """The next drill of a game, first those missed in the test with this seed; none if all can wait."""
    _check(game)
    where, now = calendar.zone(zone), time.time()
    training = await _training(storage, player, game, seed)
    drill = training.upcoming(game, now, where)
    sentence = tr("All your drills can wait. They come back in a few days.")
    if drill:
        sentence = tr(OWN if training.is_own(drill) else SHIPPED)
    today, goal = training.today(now, where), training.goal
    number = {"number": today, "most": goal, "today": today, "goal": goal}
    return {"exercise": drill and _view(drill.terms), "told": sentence, **number}


@router.post("/train/{game}")
async def answer_drill(
    game: str, body: Answer, here: Here, registry: Registry, storage: Storage
) -> dict[str, Any]:
    """Grades an answer to a drill. The better the answers, the later the drill comes back."""
    _check(game)
    now, where = time.time(), calendar.zone(body.zone)
    drill = (await _training(storage, here.current, game, body.seed)).of_game(game).get(body.key)
    if drill is None:
        raise NoTable(tr("There is no such drill."))
    verdict = await _judged(registry, drill.terms, body)
    player = await here.player(tr(NEWCOMER, "default name"))
    after = await storage.ask(drill_store.answer, player.id, drill, verdict, now, where)
    again = session.comes_back(after, now) if after else ""  # repeated at once, it does not count
    return {**_verdict(drill.terms, body, verdict), "again": again}


@router.get("/train/{game}/test")
async def see_test(
    game: str, player: CurrentPlayer, registry: Registry, storage: Storage, seed: Seed = ""
) -> dict[str, Any]:
    """The next position of a test, or its result.

    Without a `seed`, the test is the newest unfinished one, or a new one.
    """
    _check(game)
    test = _test(game, await _tests(storage, player, game), seed)
    result, number = test.result, len(test.costs)
    ended = None
    if result.over:
        people = await storage.ask(drill_store.others, player.id if player else "", game, test.seed)
        ended = {
            **{"told": result.sentence(game), "standing": result.standing(game)},
            **{"marks": proficiency.scale(game), "lost": result.lost, "unit": tr(GAMES[game].unit)},
            "missed": await _missed(registry, test),
            "others": [one.result.lost_a_game(game) for one in people if one.result.over][:SHOWN],
        }
    return {
        "exercise": None if ended else _view(test.terms),
        "told": tr(POSITION, number=min(number + 1, proficiency.MOST), most=proficiency.MOST),
        **{"number": number, "most": proficiency.MOST, "today": 0, "goal": 0},
        "seed": test.seed,
        "result": ended,
    }


@router.post("/train/{game}/test")
async def answer_test(
    game: str, body: Answer, here: Here, registry: Registry, storage: Storage
) -> dict[str, Any]:
    """Grades the answer to the next position of a test."""
    _check(game)
    player = await here.player(tr(NEWCOMER, "default name"))
    test = _test(game, await _tests(storage, player, game), body.seed)
    if test.result.over:
        raise IllegalMove(tr("This test is finished."))
    if exercise.key(test.terms) != body.key:
        raise IllegalMove(tr(ANSWERED))
    verdict = await _judged(registry, test.terms, body)
    if not await storage.ask(drill_store.answer_test, player.id, test, verdict.cost, time.time()):
        raise IllegalMove(tr(ANSWERED))
    return {**_verdict(test.terms, body, verdict), "again": ""}


@router.post("/tables/{code}/drills", status_code=201)
async def add_drill(
    code: Code, body: Added, holder: Holder, here: Here, registry: Registry, storage: Storage
) -> dict[str, str]:
    """Makes a drill of the choice at an event of a finished match."""
    table, match = await registry.ended(code, holder)
    _check(match.setup.game.name)
    if body.number > len(match.events):
        raise IllegalMove(tr("There is no such event in this match."))
    progress = await registry.reviewing.summed(code, match, table.decided_by_game)
    if progress.reviewed is None:
        raise IllegalMove(progress.told)
    seat, reviewed = match.events[body.number - 1].seat, progress.reviewed
    new = drills.from_review(reviewed, seat, body.number)
    if not new:
        raise IllegalMove(tr("That was the best choice."))
    player = await here.player(tr(NEWCOMER, "default name"))
    await storage.ask(drill_store.save, player.id, new[0], time.time())
    return {"told": tr("This is now one of your drills.")}


def _check(game: str) -> None:
    if sentence := shipped.missing(game):
        raise NoTable(sentence)


async def _training(storage: Storage, player: KnownPlayer | None, game: str = "", seed: str = "") -> Training:
    """What is kept of a player, and first the positions missed in the test with this seed."""
    if player is None:
        return Training()
    known = await storage.ask(drill_store.of_player, player.id)
    days = await storage.ask(drill_store.days, player.id)
    tests = await _tests(storage, player, game) if seed else []
    missed = {drill.key: drill for one in tests if one.seed == seed for drill in one.missed}
    goal = int(player.settings.get(store.GOAL, session.USUAL_GOAL))
    return Training(missed | known, days, goal, tuple(missed))


async def _tests(storage: Storage, player: KnownPlayer | None, game: str) -> list[TestAttempt]:
    return await storage.ask(drill_store.tests, player.id, game) if player else []


@cache
def _shipped() -> dict[str, Terms]:
    """All exercises of the package by key."""
    each = (
        shipped.terms(game, sample)
        for game, known in shipped.positions().items()
        for sample in (*known.drills, *known.test)
    )
    return {exercise.key(terms): terms for terms in each}


async def _judged(registry: TableRegistry, terms: Terms, body: Answer) -> grading.Verdict:
    answer = body.decision(exercise.seat_of(terms))
    known = await registry.runner.solving.knowledge(terms.rules(), len(terms.chairs), "score")
    return await registry.reading.reviews.do(lambda: grading.judge(terms, answer, known.at_leisure()))


def _view(terms: Terms) -> dict[str, Any]:
    picture = msgspec.to_builtins(player_view.picture(exercise.table_of(terms), ""))
    you = msgspec.to_builtins(exercise.view(terms))
    return {"key": exercise.key(terms), "picture": picture, "you": you}


def _verdict(terms: Terms, body: Answer, verdict: grading.Verdict) -> dict[str, Any]:
    mine = body.decision(exercise.seat_of(terms))
    grade = {"grade": verdict.grade, "told": verdict.told, "reason": verdict.reason}
    return {**grade, "cost": verdict.cost, "mine": _choice(terms, mine), "best": _choice(terms, verdict.best)}


def _choice(terms: Terms, decision: Decision) -> dict[str, Any]:
    fields = write.fields(decision)
    choice: dict[str, Any] = {key: fields[key] for key in ("keep", "use", "choose") if key in fields}
    return {**choice, "named": grading.in_words(exercise.state_of(terms), decision)}


def _test(game: str, known: list[TestAttempt], seed: str) -> TestAttempt:
    """The test with this seed; without one, the newest unfinished test or a new one."""
    wanted = (one for one in known if (one.seed == seed if seed else not one.result.over))
    return next(wanted, None) or TestAttempt(game, seed or f"{secrets.randbelow(10**6):06}")


async def _missed(registry: TableRegistry, test: TestAttempt) -> list[dict[str, Any]]:
    """The costliest positions that were missed, with their best answers."""
    unit, positions = GAMES[test.game].unit, list[dict[str, Any]]()
    for drill in test.missed[:SHOWN]:
        terms = drill.terms
        known = await registry.runner.solving.knowledge(terms.rules(), len(terms.chairs), "score")
        state, seat = exercise.state_of(terms), exercise.seat_of(terms)
        work = partial(evaluate.best, state, seat, known.at_leisure())
        best = await registry.reading.reviews.do(work)
        sentence = tr("Your answer cost {loss}.", loss=reviews.amount(drill.weight, unit))
        positions.append({**_view(terms), "best": _choice(terms, best), "told": sentence})
    return positions
