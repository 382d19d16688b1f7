"""Makes training/positions.json.

Run: python -m research.training.positions [GAME ...]   (names of other games are ignored)

Plays matches of the expert (best play) and of ordinary players (casual and greedy bots), and rates every
decision in them exactly. `fivedice.training.shipped` describes the stored data.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from math import exp
from pathlib import Path
from random import Random
from statistics import fmean

import msgspec

from fivedice import training
from fivedice.analysis import evaluate
from fivedice.analysis.solver_api import Knowledge, unit_for
from fivedice.bots import make
from fivedice.bots.personas import PERSONAS
from fivedice.bots.solver_bots import A_STEP, SHARE_OF_A_BEGINNER
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match.events import Decision
from fivedice.match.match import EventMatch
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, begin, step
from fivedice.runtime import simulation, store
from fivedice.runtime.library import Library
from fivedice.training import exercise, shipped
from fivedice.training.shipped import Positions, Sample

FILE = Path(training.__file__).with_name("positions.json")
SEATS = {"showdown": 2, "junior": 2}
MATCHES = {"showdown": 50}
"""The number of matches to play of a game, if not the usual one."""
USUAL_MATCHES = 100
DRILLS, TEST, ALIKE = 60, 600, 4
"""The numbers of positions to drill and to test, and the most drills of one sort."""
MOST = 2500
"""The most positions to examine."""
STRENGTH = 8
ORDINARY = (f"casual:{STRENGTH}", "greedy")

MEASURED, DRAWS = ("casual:1", "casual:5", "greedy", "expert"), 10
"""The bots on the scale of the test, and their answers to each position."""

Seen = tuple[State, int, Decision]


def decided(match: EventMatch) -> Iterator[Seen]:
    """Every decision of a match: the state before it, the seat and the decision."""
    state = begin(match.setup)
    for event in match.events:
        if isinstance(event, Decision):
            yield state, event.seat, event
        state = step(state, event)


def played(name: str, bot: str, number: int, library: Library) -> list[EventMatch]:
    """Matches of a bot with itself."""
    seats = SEATS.get(name, 1)
    setup = Setup(GAMES[name], tuple(Player(f"{bot} {seat}", bot) for seat in range(seats)))
    bots = [make(bot, library)] * seats
    return [simulation.play(setup, bots, 38, match) for match in range(number)]


class Stakes:
    """The mean cost of a decision for casual and greedy players, with greedy's limited to a blunder."""

    def __init__(self, known: Knowledge, library: Library) -> None:
        self.known, self._greedy = known, make("greedy", library)

    def __call__(self, state: State, seat: int) -> float:
        """The mean cost of the decision of this seat."""
        rated = evaluate.rate(state, seat, self.known)
        tolerance = (SHARE_OF_A_BEGINNER - A_STEP * STRENGTH) * fmean(each.cost for each in rated)
        likes = [exp(-each.cost / tolerance) if tolerance else 1.0 for each in rated]
        casual = sum(like * each.cost for like, each in zip(likes, rated, strict=True)) / sum(likes)
        chosen = self._greedy(state, seat, Random(1))
        greedy = next(each.cost for each in rated if each.decision == chosen)
        return (casual + min(greedy, unit_for(self.known.aim).mistakes[-1])) / 2


def sample(state: State, seat: int, weight: float) -> Sample:
    """The stored data of a position."""
    terms = exercise.exercise(state, seat)
    first = terms.first if isinstance(terms.first, int) else 0
    return Sample(terms.position, terms.turn, seat, len(terms.chairs), first, round(weight, 5))


def losses(name: str, tests: Iterable[Sample], decisions: float, library: Library) -> dict[str, float]:
    """The loss per game of each bot with a strength, on the positions of the test."""
    bots = {one.bot: make(one.bot, library) for one in PERSONAS if one.bot in MEASURED}
    costs, many, chance = dict.fromkeys(bots, 0.0), 0, Random(38)
    for one in tests:
        terms = shipped.terms(name, one)
        state, seat = exercise.state_of(terms), exercise.seat_of(terms)
        known = library(state.setup.game, one.seats, "score").at_leisure()
        cost = {each.decision: each.cost for each in evaluate.rate(state, seat, known)}
        many += 1
        for bot, decide in bots.items():
            costs[bot] += fmean(cost[decide(state, seat, chance)] for _ in range(DRAWS))
    return {bot: round(cost / many * decisions, 3) for bot, cost in costs.items()}


def made(name: str, number: int, library: Library) -> Positions:
    """The positions of one game."""
    seats = SEATS.get(name, 1)
    stakes = Stakes(library(GAMES[name], seats, "score").at_leisure(), library)
    best = [seen for match in played(name, "expert", number, library) for seen in decided(match)]
    games = number * seats
    sorts = Counter(exercise.sort(state, seat) for state, seat, _ in best)
    frequency = {sort: round(count / games, 4) for sort, count in sorted(sorts.items())}
    ordinary = [
        seen for bot in ORDINARY for match in played(name, bot, number, library) for seen in decided(match)
    ]
    source = Random(38)
    source.shuffle(ordinary)
    tests = [sample(state, seat, stakes(state, seat)) for state, seat, _ in ordinary[:TEST]]
    decisions = len(ordinary) / (len(ORDINARY) * games)
    found = tuple(drills(ordinary, stakes, frequency))
    lost = losses(name, tests, decisions, library)
    return Positions(round(decisions, 3), frequency, found, tuple(tests), lost)


def drills(ordinary: list[Seen], stakes: Stakes, frequency: dict[str, float]) -> list[Sample]:
    """The positions that cost ordinary players most, weighted by how often such decisions occur."""
    found = dict[str, tuple[float, State, int, str]]()
    for state, seat, _ in ordinary[:MOST]:
        sort, key = exercise.sort(state, seat), exercise.key(exercise.exercise(state, seat))
        if sort in frequency and key not in found:
            found[key] = stakes(state, seat) * frequency[sort], state, seat, sort
    kept, alike = list[Sample](), defaultdict[str, int](int)
    for weight, state, seat, sort in sorted(found.values(), key=lambda one: -one[0]):
        alike[sort] += 1
        if alike[sort] <= ALIKE and len(kept) < DRILLS:
            kept.append(sample(state, seat, weight))
    return kept


def main() -> None:
    """Makes the file, or replaces some games in it."""
    names = [name for name in FIVE_GAMES if not sys.argv[1:] or name in sys.argv[1:]]
    library = Library(store.tables())
    known = msgspec.json.decode(FILE.read_bytes(), type=dict[str, Positions]) if FILE.exists() else {}
    for name in names:
        known[name] = one = made(name, MATCHES.get(name, USUAL_MATCHES), library)
        print(
            f"{name}: {one.decisions} decisions, {len(one.sorts)} sorts, {len(one.drills)} drills", flush=True
        )
    FILE.write_bytes(msgspec.json.encode(dict(sorted(known.items()))).replace(b"],[", b"],\n[") + b"\n")


if __name__ == "__main__":
    main()
