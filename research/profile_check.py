"""Recomputes a player's profile from the records alone, and compares it with `fivedice stats --json`.

Run: python -m research.profile_check [--play MATCHES] [NAME]

Without `--play`, it reads the records that `fivedice stats` reads. With `--play`, it first plays that many
matches of each of the five games in a temporary folder. It does not use `fivedice.statistics` or reviews: it
replays each record, rates every choice itself, and follows the worth of the match from throw to throw.
Sentences are not compared, nor are bonuses and five of a kind, which appear only in sentences.
"""

import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from statistics import fmean, stdev
from typing import Any, Literal

import msgspec
from msgspec import Struct

from fivedice import bots
from fivedice.analysis import evaluate
from fivedice.analysis.solver_api import Knowledge
from fivedice.core.rules import Game, Hands, IllegalMove
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Event, Final, First, HintTaken, Keep, Score, Spend, Throw
from fivedice.match.match import EventMatch, begin
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, hand, step
from fivedice.match.state import begin as begin_state
from fivedice.notation import record
from fivedice.runtime import simulation, store
from fivedice.runtime.library import Library

NEAR, ROUNDED = 1e-9, 1e-5
"""The largest allowed difference of figures, and of costs that are stored with five decimals."""
KEPT = ("kinds", "boxes", "habits")
BOTS = ("casual:3", "greedy", "casual:6", "random")
"""The players of the simulated matches; the first plays for the person."""
OPENINGS: tuple[Literal[0, "roll", "random"], ...] = (0, "roll", "random")
MOST_SEATS = 4
HINT_EVERY, ENTRY_EVERY = 5, 7
"""One simulated match in 5 has a hint, and one in 7 has a turn entered without throws."""
SAME = 1e-9

Costs = dict[str, float]
Group = tuple[Game, int]
"""A game with its options and, on a board, the number of players. Matches of a group are compared."""


class Played(Struct):
    """The figures of one match for the player."""

    code: str
    games: int
    totals: list[int]
    won: float
    others: list[tuple[str, bool]]
    """The opponents, and whether each won."""
    share: list[float]
    """For each game, the share of games of best play with a lower total, if known."""
    best: float = 0.0
    """The worth of the start, if it is the mean of best play; else None."""
    hints: bool = False
    entered: bool = False
    solved: bool = False
    luck: float = 0.0
    kinds: Costs = {}
    boxes: Costs = {}
    habits: Costs = {}

    @property
    def cost(self) -> float:
        """The cost of choices per game."""
        return sum(self.kinds.values()) / self.games


# --- One match ---------------------------------------------------------------------------------------------


class Follower:
    """Follows a match from one seat, and sums the luck of its throws and the cost of its choices."""

    def __init__(self, seat: int, knowledge: Knowledge) -> None:
        """Starts before the first event."""
        self.seat, self.knowledge = seat, knowledge
        self.luck = 0.0
        self.kinds, self.boxes, self.habits = (defaultdict[str, float](float) for _ in range(3))
        self._keeps, self._turn = 0, 0.0
        """The keeps of the turn so far, and the cost of its choices."""

    def see(self, state: State, event: Event) -> None:
        """Processes one event, given the state before it."""
        if not self._is_playing(state):
            self._keeps, self._turn = 0, 0.0
        if isinstance(event, Throw | First) and self._is_for_me(state, event):
            self.luck += self._worth(step(state, event)) - self._worth(state)
        if isinstance(event, Keep | Spend | Choose) and event.seat == self.seat:
            self._decide(state, event)

    def _worth(self, state: State) -> float:
        return evaluate.worth(state, self.seat, self.knowledge)

    def _is_playing(self, state: State) -> bool:
        awaits = state.game_awaits
        seats = awaits.seats if isinstance(awaits, Hands) else (getattr(awaits, "seat", None),)
        return self.seat in seats

    def _is_for_me(self, state: State, event: Throw | First) -> bool:
        """Whether a throw counts for the seat: the dice of a turn belong to all seats that play it."""
        in_turn = isinstance(state.game_awaits, Hands) and state.rolloff is None
        return isinstance(event, First) or (self._is_playing(state) if in_turn else event.seat == self.seat)

    def _decide(self, state: State, made: Decision) -> None:
        rated = evaluate.rate(state, self.seat, self.knowledge)
        worth = next(one.worth for one in rated if one.decision == made)
        lost = max(one.worth for one in rated) - worth
        self._turn += lost
        self.kinds[kind := self._kind(made)] += lost
        if lost > SAME:
            for habit in _habits(state, kind, made, rated[0].decision):
                self.habits[habit] += lost
        self._keeps += isinstance(made, Keep)
        if isinstance(made, Spend):
            self.boxes[_filled(state, made)[0]] += self._turn
            self._keeps, self._turn = 0, 0.0

    def _kind(self, made: Decision) -> str:
        if isinstance(made, Keep):
            return ("first keep", "second keep")[self._keeps]
        return "use" if isinstance(made, Spend) else "choice"


def _habits(state: State, kind: str, made: Decision, best: Decision) -> Iterator[str]:
    if isinstance(made, Keep) and isinstance(best, Keep):
        few, many = len(made.dice), len(best.dice)
        yield f"{kind}:{'fewer' if few < many else 'more' if few > many else 'other'}"
    if isinstance(made, Spend) and isinstance(best, Spend):
        (box, scores), (wanted, would_score) = _filled(state, made), _filled(state, best)
        yield f"{box}:{'early' if scores else 'zero'}"
        if box != wanted:
            yield f"{wanted}:{'late' if would_score else 'kept'}"


def _filled(state: State, made: Spend) -> tuple[str, bool]:
    """The box that a use fills, and whether it scores there."""
    use = next(one for one in questions.uses(state, made.seat) if one.name == made.use)
    return use.waives or use.name, bool(use.pays and not use.waives)


def played(match: EventMatch, code: str, name: str, library: Library) -> Played:
    """The figures of a match for the player of that name."""
    setup, names = match.setup, [player.name for player in match.setup.players]
    seat, winners = names.index(name), match.winners
    knowledge = library(setup.game, len(names), "score").at_leisure()
    follower, state = Follower(seat, knowledge), begin_state(setup)
    for event in match.events:
        follower.see(state, event)
        state = step(state, event)
    totals = [scores[seat] for scores in match.state.finished]
    others = [(one.bot or one.name, place in winners) for place, one in enumerate(setup.players)]
    others.pop(seat)
    mine = [event for event in match.events if event.seat == seat]
    return Played(
        code,
        setup.games,
        totals,
        (seat in winners) / len(winners) if others else 0.0,
        others,
        _ahead(setup.game, totals, library),
        evaluate.worth(begin_state(setup), seat, knowledge) / setup.games,
        any(isinstance(event, HintTaken) for event in mine),
        any(isinstance(event, Final | Score) for event in mine),
        knowledge.exact and setup.game.board == "cards",
        follower.luck,
        follower.kinds,
        follower.boxes,
        follower.habits,
    )


def _ahead(game: Game, totals: Iterable[int], library: Library) -> list[float]:
    try:
        chances = library.distribution(game).chances
    except IllegalMove:
        return []
    return [sum(float(chance) for chance in chances[:total]) for total in totals]


# --- Many matches ------------------------------------------------------------------------------------------


def recomputed(name: str) -> dict[Group, list[Played]]:
    """The finished matches of the player by game, the oldest first."""
    library, found = Library(store.tables()), defaultdict[Group, list[Played]](list)
    for path in store.records(store.folder()):
        match = record.replay(store.read(path)).match
        setup = match.setup
        people = [player.name for player in setup.players if not player.bot]
        if name in people and match.awaited.kind == "over" and setup.position is None:
            seats = 0 if setup.game.board == "cards" else len(setup.players)
            found[setup.game, seats].append(played(match, path.name, name, library))
    return found


def figures(matches: Sequence[Played]) -> Costs:
    """The figures of a kind of game by name."""
    rated = [one for one in matches if not one.hints and not one.entered]
    thrown = [one.luck / one.games for one in matches if not one.entered]
    found = {"played": len(matches), "won": sum(one.won for one in matches)}
    found |= _mean("total", [fmean(one.totals) for one in matches])
    found |= _mean("cost", [one.cost for one in rated]) | _mean("luck", thrown)
    if all(one.solved for one in rated):
        found |= _mean("plays like", [one.best - one.cost for one in rated])
    if shares := [share for one in matches for share in one.share]:
        found["ahead"] = fmean(shares)
    for about in ("kinds", "boxes"):
        found |= {f"{about} {key}": cost for key, cost in _a_game(rated, about).items()}
    found |= {f"habits {key}": cost for key, cost in _worst(_a_game(rated, "habits")).items()}
    bars = Counter(total // 5 * 5 for one in matches for total in one.totals)
    return found | {f"bar {total}": games for total, games in bars.items()} | _charts(rated) | _trend(rated)


def _mean(about: str, values: Sequence[float]) -> Costs:
    if not values:
        return {}
    error = {f"{about} ±": stdev(values) / len(values) ** 0.5} if len(values) > 1 else {}
    return {about: fmean(values), f"{about} of": len(values), **error}


def _a_game(rated: Sequence[Played], about: str) -> Costs:
    costs = defaultdict[str, float](float)
    for one in rated:
        for key, cost in getattr(one, about).items():
            costs[key] += cost / one.games / len(rated)
    return costs


def _worst(costs: Costs) -> Costs:
    """The eight costliest habits: the whole cost, or the cost of the direction with most of it."""
    ways = defaultdict[str, list[float]](list)
    for habit, cost in costs.items():
        ways[habit.rpartition(":")[0]].append(cost)
    told = {about: max(way) if 3 * max(way) >= 2 * sum(way) else sum(way) for about, way in ways.items()}
    return {about: told[about] for about in sorted(told, key=lambda about: -told[about])[:8]}


def _charts(rated: Sequence[Played]) -> Costs:
    """The points of both charts, at most 40; each point stands for the same number of matches."""
    each = max(1, -(-len(rated) // 40))
    parts = [rated[first : first + each] for first in range(0, len(rated), each)]
    lucks = accumulate(sum(one.luck for one in part) for part in parts)
    costs = {f"cost at {place}": fmean(one.cost for one in part) for place, part in enumerate(parts)}
    return costs | {f"luck at {place}": luck for place, luck in enumerate(lucks)}


def _trend(rated: Sequence[Played]) -> Costs:
    half = min(50, len(rated) // 2)
    if half < 3:
        return {}
    costs = [one.cost for one in rated[-2 * half :]]
    before, after = costs[:half], costs[half:]
    error = ((stdev(before) ** 2 + stdev(after) ** 2) / half) ** 0.5
    return {"trend": fmean(before) - fmean(after), "trend of": half, "trend ±": error}


def opponents(found: Iterable[Played]) -> Costs:
    """The matches against each opponent, and the wins of both sides."""
    counted = Counter[str]()
    for one in found:
        for other, won in one.others:
            counted.update({f"{other} played": 1, f"{other} won": bool(one.won), f"{other} lost": won})
    return dict(counted)


# --- What the profile says ---------------------------------------------------------------------------------


def told(kind: dict[str, Any]) -> Costs:
    """The same figures, taken from the profile."""
    found = {"played": kind["played"], "won": kind["won"], "ahead": kind["ahead"]}
    for about in ("total", "cost", "luck", "plays_like", "trend"):
        mean, called = kind[about] or {}, about.replace("_", " ")
        found |= {called: mean.get("value"), f"{called} of": mean.get("of"), f"{called} ±": mean.get("error")}
    found |= {f"kinds {key}": cost for key, cost in kind["by_kind"].items()}
    found |= {f"boxes {key}": cost for key, cost in kind["by_box"].items()}
    found |= {f"habits {one['about']}": one["cost"] for one in kind["habits"]}
    found |= {f"bar {total}": games for total, games in kind["totals"].items()}
    found |= {f"cost at {place}": cost for place, cost in enumerate(kind["costs"])}
    found |= {f"luck at {place}": luck for place, luck in enumerate(kind["lucks"])}
    return {key: value for key, value in found.items() if value is not None}


def told_of_opponents(rows: Iterable[dict[str, Any]]) -> Costs:
    """The figures about opponents, taken from the profile."""
    counts = ("played", "won", "lost")
    return {f"{one['bot'] or one['name']} {count}": one[count] for one in rows for count in counts}


def compare(about: str, own: Costs, profile: Costs) -> bool:
    """Prints the largest difference and all that exceed rounding; true if none does."""
    apart = {key: abs(own.get(key, 0.0) - profile.get(key, 0.0)) for key in own | profile}
    wrong = [key for key, by in apart.items() if by > (ROUNDED if key.startswith(KEPT) else NEAR)]
    for key in wrong:
        print(f"  {key}: {own.get(key)} by itself, {profile.get(key)} in the profile")
    largest = max(by for key, by in apart.items() if not key.startswith(KEPT))
    rounded = f", of rounded ones {most:.0e}" if (most := max(apart.values())) > largest else ""
    print(f"{about}: {len(apart)} figures, largest difference {largest:.0e}{rounded}")
    return not wrong


# --- Simulated matches -------------------------------------------------------------------------------------


def play(number: int, name: str) -> None:
    """Plays that many matches of each game between the player and others, and saves their records."""
    library = Library(store.tables())
    for game in (GAMES[name] for name in FIVE_GAMES):
        for count in range(number):
            setup = _setup(game, count, name)
            seats = [bots.make(one, library) for one in (BOTS * 2)[: len(setup.players)]]
            seats.insert(_seat(setup, name), seats.pop(0))
            match = simulation.play(setup, seats, 1, count)
            if count % HINT_EVERY == 0:
                match = _with_hint(match, _seat(setup, name))
            if count % ENTRY_EVERY == 0:
                match = _with_entry(match, _seat(setup, name))
            _keep(match)


def _keep(match: EventMatch) -> None:
    header, *lines = record.text(match).splitlines()
    log = store.Log.create(store.folder(), match.setup.game.name, header)
    log.append(*lines)
    log.close()


def _setup(game: Game, count: int, name: str) -> Setup:
    """Setups with all numbers of seats in turn, and one or two games; every other opponent is a person."""
    seats = [seats for seats in game.seats if seats <= MOST_SEATS]
    number = seats[count % len(seats)]
    players = [Player(f"{bot} {place}", bot if place % 2 else "") for place, bot in enumerate(BOTS[1:number])]
    players.insert(count % number, Player(name))
    openings = [one for one in OPENINGS if str(one) in game.openings]
    first = openings[count // len(seats) % len(openings)]
    return Setup(game, tuple(players), min(game.max_games, 1 + count % 2), first)


def _seat(setup: Setup, name: str) -> int:
    return [player.name for player in setup.players].index(name)


def _with_hint(match: EventMatch, seat: int) -> EventMatch:
    """The match with a hint before the seat's first decision."""
    found, hinted = begin(match.setup), False
    for event in match.events:
        if not hinted and isinstance(event, Keep | Choose) and event.seat == seat:
            found, hinted = found.step(HintTaken(seat)), True
        found = found.step(event)
    return found


def _with_entry(match: EventMatch, seat: int) -> EventMatch:
    """The match with only the final dice of the seat's first turn, unless other seats play that turn, too."""
    found, state, is_first = begin(match.setup), begin_state(match.setup), True
    for event in match.events:
        awaits = state.game_awaits
        if is_first and isinstance(awaits, Hands) and awaits.seats == (seat,) and state.rolloff is None:
            if isinstance(event, Spend):
                found, is_first = found.final(hand(state, seat), seat).step(event), False
        else:
            found = found.step(event)
        state = step(state, event)
    return found


def check(name: str) -> bool:
    """Compares every kind of game, and the opponents."""
    command = [sys.executable, "-m", "fivedice", "stats", name, "--json"]
    profile = msgspec.json.decode(subprocess.run(command, check=True, capture_output=True).stdout)
    newest = {kind["code"]: kind for kind in profile["kinds"]}
    found = recomputed(name)
    same = [len(newest) == len(found)]
    for (game, seats), matches in found.items():
        about = f"{game.name}, {seats} players" if seats else game.name
        same.append(compare(about, figures(matches), told(newest[matches[-1].code])))
    everybody = [one for matches in found.values() for one in matches]
    same.append(compare("opponents", opponents(everybody), told_of_opponents(profile["opponents"])))
    return all(same)


def main() -> None:
    """Exits with 1 if a figure differs."""
    asked = ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("name", nargs="?", default="Ann")
    asked.add_argument("--play", type=int, metavar="MATCHES", default=0)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.play:
            os.environ[store.HOME_VARIABLE] = folder
            play(given.play, given.name)
        sys.exit(not check(given.name))


if __name__ == "__main__":
    main()
