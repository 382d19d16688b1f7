"""The time of a hint: the first one of a fresh process, and later ones with everything loaded.

Run: python -m benchmarks.hint [TIMES] [--wins] [--against CHECKOUT]

`--wins` also solves what the chance to win needs. `--against` compares the ranking with everything loaded.

A fresh process is compared with one that loads only what every hint needs: Python, numpy, and a click command
that does nothing. Showdown starts with an empty folder each time and also reviews a golden match; all of that
is repeated without any compiler. Hints with everything loaded are for the first keeps of new positions from
matches of random play. They are compared with the turn alone: from the worths of the rolls to those of the
keeps with two throws left. The last table is junior with three seats, where late positions are solved on
request: the first hint of a match after some turns, without preparation and after the position was foreseen,
as tables do.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import cast

from rich import print as show
from rich.progress import track
from rich.table import Table

from benchmarks.against import answers
from benchmarks.machine import facts
from benchmarks.results import save
from fivedice.analysis import ends, evaluate
from fivedice.analysis.solver_api import Beside, Knowledge
from fivedice.bots import make
from fivedice.core.worth import turn_worth
from fivedice.games.junior import JuniorPosition
from fivedice.match.match import EventMatch
from fivedice.match.setup import Player, Setup, game_called
from fivedice.match.state import State, begin, step
from fivedice.narration.hints import describe
from fivedice.notation import write
from fivedice.runtime.library import Library
from fivedice.runtime.simulation import play
from fivedice.solve.junior import exact
from fivedice.solve.junior.board import turn_of
from fivedice.solve.junior.table import SHIPPED_TURNS
from fivedice.solve.showdown import own_turn

BARE = """
import numpy, click
@click.command()
@click.argument("word")
def nothing(word: str) -> None: pass
nothing.main(["word"], standalone_mode=False)
"""
RUN = "import sys; from fivedice.__main__ import run; sys.exit(run(sys.argv[1:]))"
BARE_RUN = RUN.replace("import sys", "import sys; sys.modules.update(numba=None, llvmlite=None)")
GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
POINTS = [("traditional", 1), ("traditional", 2), ("challenge", 4), ("piecepack", 2), ("junior", 2)]
SHOWDOWN = [("showdown", seats) for seats in (2, 3, 4)]
ROUNDS = 5
STATES, AGAIN = 40, 15
WINS = [("traditional", 2), ("challenge", 4)]
CACHES = [evaluate.outlook, ends._ends, ends._used, ends._beside_keeps]
CACHES += [each for each in vars(own_turn).values() if hasattr(each, "cache_clear")]


def main() -> None:
    """Prints both tables."""
    if answers(__spec__.name, figures, ROUNDS, "numpy"):
        return
    times = next((int(word) for word in sys.argv[1:] if word.isdecimal()), 20)
    with TemporaryDirectory() as folder:
        library = Library(Path(folder) / "tables")
        library(game_called("traditional"), 1, "score")
        show(started := processes(times, folder))
        asked = [(name, seats, "score") for name, seats in POINTS + SHOWDOWN]
        asked += [(name, seats, "wins") for name, seats in WINS if "--wins" in sys.argv]
        show(loaded := hints(times, library, asked))
        show(last := late(times, Path(folder)))
    save("hint", ["fivedice", "numpy", "click"], started, loaded, last)


def figures() -> dict[str, float]:
    """Microseconds to rank the choices in each game: the median over some states of the best time of each."""
    with TemporaryDirectory() as folder:
        library = Library(Path(folder))
        return {f"{name} {seats}, µs": ranking(library, name, seats) for name, seats in POINTS}


def ranking(library: Library, name: str, seats: int) -> float:
    """The figure for one game."""
    known, took = library(game_called(name), seats, "score"), list[float]()
    for state in keeps(STATES, name, seats):
        seat = state.awaited.seats[0]
        took.append(min(anew(lambda: evaluate.rate(state, seat, known)) for _ in range(AGAIN)))  # noqa: B023
    return median(took) * 1e6


def anew(work: Callable[[], object]) -> float:
    """The seconds that some work takes when nothing about the turn is cached."""
    evaluate.outlook.cache_clear()
    return seconds(work)


def processes(times: int, folder: str) -> Table:
    """Times of fresh processes, one of each kind in turn."""
    kinds = {
        "numpy and click alone": (BARE, [], True),
        "first hint, tables on disk": (RUN, hint("traditional", 1), True),
    }
    for seats in (2, 3, 4):
        told = f"showdown, {seats} seats"
        review = ["review", str(GOLDEN / f"showdown-{seats}seats.jsonl")]
        kinds[f"{told}: hint"] = (RUN, hint("showdown", seats), False)
        kinds[f"{told}: hint, no numba"] = (BARE_RUN, hint("showdown", seats), False)
        kinds[f"{told}: review"] = (RUN, review, False)
        kinds[f"{told}: review, no numba"] = (BARE_RUN, review, False)
    taken: dict[str, list[tuple[float, float]]] = {kind: [] for kind in kinds}
    for _ in track(range(times), "Processes", transient=True):
        for kind, (code, arguments, on_disk) in kinds.items():
            with TemporaryDirectory() as empty:
                taken[kind].append(process(code, arguments, folder if on_disk else empty))
    packages = facts("fivedice", "numpy", "click")
    table = Table("Fresh process", title=packages, title_justify="left")
    for heading in ("fastest, s", "median, s", "median processor time, s"):
        table.add_column(heading, justify="right")
    for kind, each in taken.items():
        took, worked = zip(*each, strict=True)
        figures = (min(took), median(took), median(worked))
        table.add_row(kind, *(f"{figure:.2f}" for figure in figures))
    return table


def hint(game: str, seats: int) -> list[str]:
    """The command that asks for a hint at the first keep of a match."""
    state = next(keeps(1, game, seats))
    assert state.turn is not None
    return ["hint", game, write.position(state.position), write.turn(state.turn)]


def process(code: str, arguments: list[str], folder: str) -> tuple[float, float]:
    """Elapsed seconds of one fresh process, and its seconds of processor time."""
    before = getrusage(RUSAGE_CHILDREN)
    told = [sys.executable, "-c", code, *arguments]
    took = seconds(
        lambda: subprocess.run(
            told, check=True, capture_output=True, env=os.environ | {"FIVEDICE_HOME": folder}
        )
    )
    after = getrusage(RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def hints(times: int, library: Library, asked: list[tuple[str, int, str]]) -> Table:
    """Milliseconds of a hint and of its additional texts and chances, one row per game."""
    table = Table("Game", "Seats", "Aim", title="Everything loaded, medians", title_justify="left")
    for heading in ("the waist, ms", "choices ranked, ms", "why, all lines, ms", "chances beside, ms"):
        table.add_column(heading, justify="right")
    for name, seats, aim in asked:
        game = game_called(name)
        library.prepare(game)
        known, others = library(game, seats, aim), library.beside(game, seats, aim)
        each = [one(state, known, others) for state in keeps(times, name, seats)]
        figures = (f"{median(column):.2f}" for column in zip(*each, strict=True))
        table.add_row(name, str(seats), known.aim, *figures)
    return table


def one(state: State, known: Knowledge, others: tuple[Beside, ...]) -> list[float]:
    """Milliseconds for one state: the turn alone, the ranking, the reasons, and every chance."""
    for cached in CACHES:
        cached.cache_clear()
    seat = state.awaited.seats[0]
    rolls = known.rolls(state.position, seat)
    rated = evaluate.rate(state, seat, known)
    for cached in CACHES:
        cached.cache_clear()
    works: list[Callable[[], object]] = [
        lambda: turn_worth(rolls).two_left,
        lambda: evaluate.rate(state, seat, known),
        lambda: [describe(state, seat, choice, known) for choice in rated],
        lambda: [ends.beside(state, seat, choice.decision, known, others) for choice in rated],
    ]
    return [1000 * seconds(work) for work in works]


def late(times: int, folder: Path) -> Table:
    """Milliseconds of the first hint in a match of junior, without and with foreseeing."""
    title = "First hints, median and most, ms"
    table = Table("Junior, three seats, turns played", "Aim", title=title, title_justify="left")
    for heading in ("first hint", "foreseeing", "first hint then"):
        table.add_column(heading, justify="right")
    for aim in ("score", "wins"):
        states = [state for state in keeps(12 * times, "junior", 3) if state.turn]
        for played in range(SHIPPED_TURNS - 1, SHIPPED_TURNS + 2):
            some = [each for each in states if turn_of(cast(JuniorPosition, each.position)) == played]
            columns = zip(*(first(state, folder, aim) for state in some), strict=True)
            figures = (f"{median(column):.1f}, {max(column):.1f}" for column in columns)
            table.add_row(str(played), aim, *figures)
    return table


def first(state: State, folder: Path, aim: str) -> tuple[float, float, float]:
    """Milliseconds of the first hint, of foreseeing from an empty folder, and of a hint after it."""
    took = list[float]()
    for foreseen in (False, True):
        library = Library(folder)
        exact._own_scores.clear()
        known = library(state.setup.game, 3, aim)
        if foreseen:
            took.append(1000 * seconds(lambda: library.foresee(state.setup.game, state.position)))  # noqa: B023
        evaluate.outlook.cache_clear()
        took.append(1000 * seconds(lambda: evaluate.rate(state, state.awaited.seats[0], known)))  # noqa: B023
    return took[0], took[1], took[2]


def keeps(number: int, name: str, seats: int) -> Iterator[State]:
    """States at different positions that wait for a keep, from matches of random play."""
    setup = Setup(game_called(name), tuple(Player(f"random {seat}") for seat in range(seats)))
    match = 0
    while number > 0:
        match += 1
        found = list(first_keeps(play(setup, [make("random", nothing)] * seats, 1, match)))
        yield from found[:number]
        number -= len(found)


def nothing(*_: object) -> Knowledge:
    """The knowledge of the random bot, which never asks for any."""
    raise NotImplementedError


def first_keeps(match: EventMatch) -> Iterator[State]:
    """The states after the first throw of each turn."""
    state = begin(match.setup)
    for event in match.events:
        state = step(state, event)
        if state.awaited.kind == "keep" and state.turn and state.turn.step == 1 and not any(state.pending):
            yield state


def seconds(work: Callable[[], object]) -> float:
    """The seconds that some work takes."""
    begun = perf_counter()
    work()
    return perf_counter() - begun


if __name__ == "__main__":
    main()
