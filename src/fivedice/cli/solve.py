"""`fivedice solve`: the worth of a game's start under best play."""

import time
from contextlib import nullcontext
from math import isclose
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from fivedice.analysis.solver_api import Knowledge, unit_for
from fivedice.cards import filling
from fivedice.cards.scorecard import ScoreCard
from fivedice.cli.options.games import SolveOptions
from fivedice.cli.shared import arguments, console, open_game, output, rich_output, solvers
from fivedice.core.rules import Game, check_seats, title
from fivedice.match.setup import options_of
from fivedice.runtime.library import Library, check_reach, known_card
from fivedice.runtime.waiting import working

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
SMALL = 100_000
"""Tables from this size on are shown in MB."""
ESTIMATED = 3
"""The significant digits of an estimate."""


class Spread(Struct, frozen=True):
    """Figures of the exact distribution of the final total under best play."""

    mean: float
    deviation: float
    percentiles: dict[str, int]
    bonuses: dict[str, float]
    """The chance of each bonus, by its section."""
    yahtzees: tuple[float, float, float] | None
    """The chances of scoring five alike never, once, and more often; empty for a card without a box for them.
    """
    boxes: dict[str, float]
    """The mean of every box."""
    further: float
    """The mean points from further Yahtzees."""
    seconds: float
    """The seconds it took to compute this, after the game was solved."""


class Solved(Struct, frozen=True):
    """The output for a solved game; `worths` by seat, where seat 0 starts."""

    game: str
    options: dict[str, Any]
    seats: int
    what: str
    aim: str
    exact: bool
    worth: float
    worths: tuple[float, ...]
    positions: int | None
    memory: int | None
    """Size of its table in bytes."""
    seconds: float
    solved_now: bool
    """Whether it was solved now rather than loaded."""
    distribution: Spread | None
    digits: int | None
    """Significant digits of an estimate; None for an exact worth."""


def solve(options: SolveOptions) -> None:
    """Solves or looks up a game and prints the worth of its start."""
    game = open_game.by_name(options.game, options.house)
    seats = game.seats[0] if options.seats is None else options.seats
    check_seats(game, seats)
    arguments.check_aim(options.aim, seats)
    if options.distribution:
        known_card(game)
    if options.distribution and options.reach is not None:
        console.fail("--distribution is about play for the mean, so it cannot be used with --reach.")
    if options.reach is not None:
        check_reach(game, options.reach)
    with TemporaryDirectory() if options.again else nullcontext(solvers.tables()) as folder:
        solved = _solve(game, seats, options, Path(folder))
    if options.as_json:
        console.say(output.json_text("solve", solved))
    else:
        _print(solved, game)


def _solve(game: Game, seats: int, options: SolveOptions, folder: Path) -> Solved:
    worked: list[int] = []

    def progress(done: int, total: int) -> None:
        worked.append(done)
        working.part(done, total)

    solvers.show_loading()
    library = Library(folder, progress, working.begin, shipped=not options.again, whole=True)
    begin = time.perf_counter()
    known = library(game, seats, options.aim) if options.reach is None else library.reach(game, options.reach)
    worths = _worths(game, known, seats)
    took, table = time.perf_counter() - begin, getattr(known, "table", known)
    return Solved(
        game=game.name,
        options=options_of(game),
        seats=seats,
        what=_what(game, known.aim, exact=known.exact),
        aim=known.aim,
        exact=known.exact,
        worth=worths[0],
        worths=worths,
        positions=getattr(table, "positions", None),
        memory=getattr(table, "memory", None),
        seconds=took,
        solved_now=bool(worked) or options.reach is not None,
        distribution=_spread(library, game) if options.distribution else None,
        digits=None if known.exact else ESTIMATED,
    )


def _worths(game: Game, known: Knowledge, seats: int) -> tuple[float, ...]:
    """The worth of each seat. Estimated chances to win may not add up to 1. The first seat's is the most
    accurate and is kept; the others are scaled to share the rest.
    """
    start = game.start(seats, 0)
    first, *others = (known.worth(start, seat) for seat in range(seats))
    if known.aim != "wins" or isclose(first + sum(others), 1):
        return first, *others
    return first, *((1 - first) * other / sum(others) for other in others)


def _what(game: Game, aim: str, *, exact: bool) -> str:
    options = [f"{value} {name}" for name, value in options_of(game).items() if isinstance(value, str | int)]
    how = "best play" if exact else "an estimate of best play"
    return ", ".join([unit_for(aim).expected.format(unit=aim), how, game.title, *options])


def _spread(library: Library, game: Game) -> Spread:
    begin = time.perf_counter()
    totals, further = library.distribution(game), known_card(game).further
    took = time.perf_counter() - begin
    percentiles = {str(percent): totals.percentile(percent) for percent in PERCENTILES}
    earned = totals.further * further.bonus if further else 0.0
    figures = (totals.mean, totals.deviation, percentiles, totals.bonuses, totals.yahtzees, totals.boxes)
    return Spread(*figures, earned, took)


# --- Lines ------------------------------------------------------------------------------------------------


def _print(solved: Solved, game: Game) -> None:
    whole, short = (".10g", ".6f") if solved.exact else (f".{ESTIMATED}g",) * 2
    console.say(f"{solved.what[0].upper()}{solved.what[1:]}: {solved.worth:{whole}}")
    if len(set(solved.worths)) > 1:
        worths = ", ".join(f"{worth:{short}}" for worth in solved.worths)
        console.say(f"By seat, in playing order: {worths}")
    if solved.positions:
        table = f", a table of {_size(solved.memory)}" if solved.memory else ""
        console.say(f"{solved.positions:,} position{'s'[: solved.positions != 1]}{table}")
    spread = solved.distribution
    further = f"; the distribution took another {spread.seconds:.2f} s" if spread else ""
    console.say(f"{'Solved' if solved.solved_now else 'Looked up'} in {solved.seconds:.2f} s{further}")
    if spread:
        _print_spread(spread, known_card(game))


def _size(memory: int) -> str:
    return f"{memory / 1e6:.1f} MB" if memory >= SMALL else f"{memory / 1e3:.1f} kB"


def _print_spread(spread: Spread, form: ScoreCard) -> None:
    console.say(f"Mean {spread.mean:.4f}, standard deviation {spread.deviation:.4f}")
    console.say("Percentiles: " + ", ".join(f"{p}% {total}" for p, total in spread.percentiles.items()))
    for section, chance in spread.bonuses.items():
        console.say(f"{section} bonus: {100 * chance:.2f}%")
    if spread.yahtzees:
        console.say(rich_output.line_of_fives(form, spread.yahtzees))
    console.say("Mean of every box:")
    for box, mean in spread.boxes.items():
        console.say(f"  {title(box):<15} {mean:6.2f}")
    if spread.further:
        bonus = f"{filling.further_title(form)} Bonus"
        console.say(f"  {bonus:<15} {spread.further:6.2f}")
