"""REST routes of training: drills, the test of how well you play, and the tip after a match.

Positions come from finished matches and from the package, so no exercise is a hint for a match in progress.
"""

import secrets
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter
from msgspec.structs import replace
from pydantic import Field

from fivedice.bots import personas
from fivedice.core.rules import IllegalMove
from fivedice.daily import days as calendar
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match.events import Choose, Decision, Keep, Spend
from fivedice.narration import sentences
from fivedice.notation import read, write
from fivedice.server.players import drills as stored
from fivedice.server.players import results, store
from fivedice.server.players.cookie import Colours, CurrentPlayer
from fivedice.server.players.drills import ADDS, Test
from fivedice.server.players.routes import Here, Somebody
from fivedice.server.players.store import Player
from fivedice.server.routes.models import (
    REFUSALS,
    Body,
    Bringing,
    Code,
    Holder,
    Name,
    Option,
    Registry,
    Storage,
)
from fivedice.server.tables.registry import NoTable, Seat, TableRegistry
from fivedice.statistics import kinds
from fivedice.statistics.figures import MatchFigures
from fivedice.table.protocol import player_view, visibility
from fivedice.table.terms import Terms
from fivedice.training import drills, exercise, goals, grading, proficiency, shipped, tips
from fivedice.training.drills import Drill
from fivedice.training.grading import Verdict

router = APIRouter(prefix="/api", responses=REFUSALS)

NEWCOMER = "Player"
"""The name of a player who trains before a first match."""
MEASURED = ("greedy", "casual:5")
"""The bots whose results a test shows."""
GOAL = "goal"
"""The player's setting for the number of drills per day."""
Zone = Annotated[str, Field(max_length=60)]
Seed = Annotated[str, Field(max_length=40)]
_decode = msgspec.json.Decoder(MatchFigures).decode


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
        raise IllegalMove("An answer keeps dice, uses them or chooses an option.")


class Wishes(Body):
    """The daily goal of drills, 0 for none, and whether costly mistakes become drills automatically."""

    goal: Annotated[int, Field(ge=0, le=goals.MOST_A_DAY)] | None = None
    adds: bool | None = None
    zone: Zone = ""


class Added(Body):
    """The event whose choice becomes a drill."""

    number: Annotated[int, Field(ge=1)]


class Trying(Bringing):
    """The exercise `key` to continue from, and a name."""

    key: Annotated[str, Field(max_length=64)]
    name: Name


@router.get("/train")
async def see_training(player: CurrentPlayer, storage: Storage, zone: Zone = "") -> dict[str, Any]:
    """The daily goal, and the training available in each game."""
    known, days = await _of(storage, player)
    where, now, found = calendar.zone(zone), time.time(), []
    for game in FIVE_GAMES:
        tested = await storage.ask(stored.tests, player.id, game) if player else []
        found.append(_game(game, _drills(game, known).values(), tested, now, where))
    goal = _goal(player)
    told = goals.told(days, goal, calendar.date_at(now, where).isoformat())
    return {"goal": goal, "adds": bool(_setting(player, ADDS, True)), "told": told, "games": found}


@router.patch("/train")
async def change_training(body: Wishes, player: Somebody, storage: Storage) -> dict[str, Any]:
    """Changes the daily goal, or whether mistakes become drills automatically."""
    wanted = {GOAL: body.goal, ADDS: body.adds}
    settings = {**player.settings, **{key: value for key, value in wanted.items() if value is not None}}
    kept = {"settings": msgspec.json.encode(settings).decode()}
    await storage.ask(store.change, player.id, kept)
    return await see_training(replace(player, settings=settings), storage, body.zone)


@router.post("/train/try", status_code=201)
async def try_from(
    body: Trying, player: CurrentPlayer, colours: Colours, registry: Registry, storage: Storage
) -> Seat:
    """Opens a table that plays on from an exercise, against bots."""
    known, _ = await _of(storage, player)
    terms = known[body.key].terms if body.key in known else _shipped().get(body.key)
    if terms is None:
        raise NoTable("There is no such exercise.")
    state, seat = exercise.state_of(terms), exercise.seat_of(terms)
    return await registry.play_on(state, seat, body.name, False, body.bringing(colours))


@router.get("/train/{game}")
async def see_drill(game: str, player: CurrentPlayer, storage: Storage, zone: Zone = "") -> dict[str, Any]:
    """The next drill of a game; none if all can wait."""
    _check(game)
    where, now = calendar.zone(zone), time.time()
    known, days = await _of(storage, player)
    drill = drills.upcoming(_drills(game, known).values(), now, where)
    today, goal = days.get(calendar.date_at(now, where).isoformat(), 0), _goal(player)
    own = drill is not None and drill.key in known and drill.key not in drills.of_game(game)
    told = "From one of your matches" if own else "Where bots of ordinary strength lose the most"
    return {
        "exercise": drill and _shown(drill.terms),
        "told": told if drill else "All your drills can wait. They come back in a few days.",
        "number": today,
        "most": goal,
        "today": today,
        "goal": goal,
    }


@router.post("/train/{game}")
async def answer_drill(
    game: str, body: Answer, here: Here, registry: Registry, storage: Storage
) -> dict[str, Any]:
    """Grades an answer to a drill. The better the answers, the later the drill comes back."""
    _check(game)
    now, where = time.time(), calendar.zone(body.zone)
    known, _ = await _of(storage, here.current)
    drill = _drills(game, known).get(body.key)
    if drill is None:
        raise NoTable("There is no such drill.")
    verdict = await _judged(registry, drill.terms, body)
    player = await here.player(storage, NEWCOMER)
    after = drills.answered(drill, verdict.grade, now, where)
    day = calendar.date_at(now, where).isoformat()
    await storage.ask(stored.answer, player.id, after, verdict.cost, now, day)
    wait = round((after.due - now) / 86_400)
    later = f"in {sentences.counted(wait, 'day', 'days')}" if wait > 0 else "soon"
    return {**_verdict(drill.terms, body, verdict), "again": f"It comes back {later}."}


@router.get("/train/{game}/test")
async def see_test(
    game: str, player: CurrentPlayer, registry: Registry, storage: Storage, seed: Seed = ""
) -> dict[str, Any]:
    """The next position of a test, or its result.

    Without a `seed`, the test is the newest unfinished one, or a new one.
    """
    _check(game)
    done = await storage.ask(stored.tests, player.id, game) if player else []
    test = _test(game, done, seed)
    result = proficiency.result(game, test.seed, test.costs)
    ended = None
    if result.over:
        others = await _others(registry, storage, player, game, test.seed)
        ended = {"told": result.sentence(game), "others": others}
    else:
        terms = shipped.terms(game, proficiency.question(game, test.seed, result.answers))
    return {
        "exercise": None if ended else _shown(terms),
        "told": f"Position {min(result.answers + 1, proficiency.MOST)} of at most {proficiency.MOST}",
        "number": result.answers,
        "most": proficiency.MOST,
        "today": 0,
        "goal": 0,
        "seed": test.seed,
        "result": ended,
    }


@router.post("/train/{game}/test")
async def answer_test(
    game: str, body: Answer, here: Here, registry: Registry, storage: Storage
) -> dict[str, Any]:
    """Grades the answer to the next position of a test."""
    _check(game)
    player = await here.player(storage, NEWCOMER)
    test = _test(game, await storage.ask(stored.tests, player.id, game), body.seed)
    if proficiency.result(game, test.seed, test.costs).over:
        raise IllegalMove("This test is finished.")
    terms = shipped.terms(game, proficiency.question(game, test.seed, len(test.costs)))
    if exercise.key(terms) != body.key:
        raise IllegalMove("This position was answered already; reload the page.")
    verdict = await _judged(registry, terms, body)
    costs = (*test.costs, verdict.cost)
    now = time.time()
    await storage.ask(stored.save_test, player.id, game, test.seed, costs, now)
    return {**_verdict(terms, body, verdict), "again": ""}


@router.post("/tables/{code}/drills", status_code=201)
async def add_drill(
    code: Code, body: Added, holder: Holder, here: Here, registry: Registry, storage: Storage
) -> dict[str, str]:
    """Makes a drill of the choice at an event of a finished match."""
    table = await registry.find(code)
    match = visibility.ended(table, table.chair_of(holder))
    _check(match.setup.game.name)
    if body.number > len(match.events):
        raise IllegalMove("There is no such event in this match.")
    progress = await registry.reviewing.progress(code, match, "score", table.decided_by_game)
    await progress.summed.wait()
    if progress.reviewed is None:
        raise IllegalMove(progress.told)
    seat, reviewed = match.events[body.number - 1].seat, progress.reviewed
    found = drills.from_review(reviewed, seat, kinds.kind(match.setup), body.number)
    if not found:
        raise IllegalMove("That was the best choice.")
    player = await here.player(storage, NEWCOMER)
    await storage.ask(stored.save, player.id, found[0], time.time())
    return {"told": "This is now one of your drills."}


@router.get("/tables/{code}/tip")
async def see_tip(
    code: Code, holder: Holder, player: CurrentPlayer, registry: Registry, storage: Storage
) -> dict[str, str] | None:
    """The habit that cost you most in your last matches of this kind; null if too few are known."""
    table = await registry.find(code)
    match = visibility.ended(table, table.chair_of(holder))
    if player is None or shipped.missing(match.setup.game.name):
        return None
    rows = await storage.ask(results.of_player, player.id)
    kind = kinds.kind(match.setup)
    habit = await registry.reading.work(lambda: tips.tip([_decode(row) for row in rows], kind))
    if habit is None:
        return None
    return {"told": f"{habit.sentence}. This habit cost you most lately.", "game": match.setup.game.name}


# --- Helpers -----------------------------------------------------------------------------------------------


def _check(game: str) -> None:
    if told := shipped.missing(game):
        raise NoTable(told)


async def _of(storage: Storage, player: Player | None) -> tuple[dict[str, Drill], dict[str, int]]:
    """The drills of a player, and the number answered on each day."""
    if player is None:
        return {}, {}
    known = await storage.ask(stored.of_player, player.id)
    return known, await storage.ask(stored.days, player.id)


def _drills(game: str, known: Mapping[str, Drill]) -> dict[str, Drill]:
    own = {key: drill for key, drill in known.items() if drill.terms.game == game}
    return {**drills.of_game(game), **own}


@cache
def _shipped() -> dict[str, Terms]:
    """All exercises of the package by key."""
    each = (
        shipped.terms(game, sample)
        for game, known in shipped.positions().items()
        for sample in (*known.drills, *known.test)
    )
    return {exercise.key(terms): terms for terms in each}


async def _judged(registry: TableRegistry, terms: Terms, body: Answer) -> Verdict:
    answer = body.decision(exercise.seat_of(terms))
    known = await registry.runner.solving.knowledge(terms.rules(), len(terms.chairs), "score")
    return await registry.reading.review(lambda: grading.judge(terms, answer, known.at_leisure()))


def _shown(terms: Terms) -> dict[str, Any]:
    table = exercise.table_of(terms)
    picture, you = player_view.picture(table, ""), player_view.seen_by(table, exercise.seat_of(terms))
    shown: dict[str, Any] = msgspec.to_builtins({"key": exercise.key(terms), "picture": picture, "you": you})
    return shown


def _verdict(terms: Terms, body: Answer, verdict: Verdict) -> dict[str, Any]:
    state = exercise.state_of(terms)
    mine = body.decision(exercise.seat_of(terms))

    def chosen(decision: Decision) -> dict[str, Any]:
        fields = write.fields(decision)
        told: dict[str, Any] = {key: fields[key] for key in ("keep", "use", "choose") if key in fields}
        return {**told, "named": grading.named(state, decision)}

    told: dict[str, Any] = {"grade": verdict.grade, "told": verdict.told, "reason": verdict.reason}
    return {**told, "mine": chosen(mine), "best": chosen(verdict.best)}


def _setting(player: Player | None, name: str, usual: Any) -> Any:
    return player.settings.get(name, usual) if player else usual


def _goal(player: Player | None) -> int:
    return int(_setting(player, GOAL, goals.USUAL_GOAL))


def _game(game: str, known: Any, tested: list[Test], now: float, where: calendar.Zone) -> dict[str, str]:
    waiting = list(known)
    due = sum(drills.is_due(drill, now, where) for drill in waiting)
    new = sum(not drill.card for drill in waiting)
    told = f"{due} to repeat, {new} new"
    done = [one for one in tested if proficiency.result(game, one.seed, one.costs).over]
    test = ""
    if done:
        newest = proficiency.result(game, done[0].seed, done[0].costs)
        on = datetime.fromtimestamp(done[0].at, UTC)
        test = f"Tested on {on.day} {on:%B %Y}. {newest.sentence(game)}"
    return {"game": game, "title": GAMES[game].title, "told": told, "test": test}


def _test(game: str, known: list[Test], seed: str) -> Test:
    """The test with this seed; without one, the newest unfinished test or a new one."""
    unfinished = (one for one in known if not proficiency.result(game, one.seed, one.costs).over)
    found = next((one for one in known if one.seed == seed), None) if seed else next(unfinished, None)
    return found or Test(seed or f"{secrets.randbelow(10**6):06}", (), 0.0, 0.0, 0.0)


async def _others(
    registry: TableRegistry, storage: Storage, player: Player | None, game: str, seed: str
) -> list[dict[str, str]]:
    """The results of bots and other players in a test."""
    bots = [(personas.of(bot), await _bot(registry, bot, game, seed)) for bot in MEASURED]
    lines = [{"name": f"{who.name}, {who.strength}", "told": one.lost_a_game(game)} for who, one in bots]
    people = await storage.ask(stored.others, player.id if player else "", game, seed)
    ended = [one for one in (proficiency.result(game, seed, test.costs) for test in people) if one.over]
    if ended:
        name = sentences.counted(len(ended), "other player", "other players")
        lines.append({"name": name, "told": " · ".join(one.lost_a_game(game) for one in ended[:5])})
    return lines


async def _bot(registry: TableRegistry, bot: str, game: str, seed: str) -> proficiency.Result:
    costs, chance = list[float](), Random(f"{game} {seed}")
    while not (found := proficiency.result(game, seed, costs)).over:
        terms = shipped.terms(game, proficiency.question(game, seed, len(costs)))
        state, seat = exercise.state_of(terms), exercise.seat_of(terms)
        decision = await registry.runner.decide(state, seat, bot, chance)
        known = await registry.runner.solving.knowledge(terms.rules(), len(terms.chairs), "score")
        judged = await registry.reading.review(
            lambda: grading.judge(terms, decision, known.at_leisure())  # noqa: B023 - awaited at once
        )
        costs.append(judged.cost)
    return found
