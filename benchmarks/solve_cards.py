"""The time to solve the cards of traditional and Yatzy, compared with yatzy-solver if it is installed.

Run: python -m benchmarks.solve_cards [ROUNDS] [--against CHECKOUT]

"From nothing" is the whole table in float64, including the arrays of the rules: the first time in a process,
with compiling, and then the best round. The other solver runs in the same rounds and solves its table with
its own threads on the same processors. All tables use the forced Joker. For the choices of a position,
`fivedice` computes all rolls of a turn at once, and the other solver one roll.
"""

import os
import resource
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter

from rich import print as show
from rich.progress import track
from rich.table import Table

import fivedice
from benchmarks.against import answers
from benchmarks.machine import facts
from benchmarks.results import save
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.worth import turn_worth
from fivedice.games.cardgame import CardPosition
from fivedice.games.thirteen import CARDS
from fivedice.solve.cards.columns import columns
from fivedice.solve.cards.distribution import distribution
from fivedice.solve.cards.pays import pays
from fivedice.solve.cards.table import CardPoints, CardTable, load_or_solve, solve

OTHER = "yatzy_solver"
FORCED = CARDS["forced"]
YATZY = fivedice.game("yatzy").card
LAST_BOX = Card((*(0,) * 12, None))
OPENING = "dice 1 3 3 5 6 | rolls 2 | upper 0 | filled -"
POSITIONS = 200
ROUNDS = 3


def main() -> None:
    """Prints the times of both solvers in one table."""
    if answers(__spec__.name, figures, ROUNDS, "numpy", "numba"):
        return
    os.environ["FIVEDICE_COMPILED"] = os.devnull  # the first round compiles
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    packages = ["fivedice", "numpy", "numba", *(["yatzy-solver"] if find_spec(OTHER) else [])]
    first = seconds(from_nothing)
    ours, theirs = [], []
    for _ in track(range(rounds), "Solving", transient=True):
        ours.append(seconds(from_nothing))
        theirs.append(other_table())
    table = Table("What", title=facts(*packages), title_justify="left")
    for heading in ("fivedice", "yatzy-solver", "ratio"):
        table.add_column(heading, justify="right")
    table.add_row("Table from nothing, compiling", f"{first:.2f} s")
    table.add_row("Table from nothing, compiled", *side_by_side(min(ours), min(theirs), 1, "s"))
    ours_of_yatzy = min(seconds(lambda: from_nothing(YATZY)) for _ in range(rounds))
    theirs_of_yatzy = min(other_table("yatzy-scandinavian") for _ in range(rounds))
    table.add_row("Yatzy from nothing, compiled", *side_by_side(ours_of_yatzy, theirs_of_yatzy, 1, "s"))
    table.add_row("Table read from disk", f"{reading():.1f} ms")
    solved = solve(FORCED)
    table.add_row(
        "Choices of a position: all 252 rolls, one roll",
        *side_by_side(our_turn(solved), other_turn(), 1e6, "µs"),
    )
    distribution(solved, LAST_BOX)
    table.add_row("Exact distribution, compiled", f"{seconds(lambda: distribution(solved)):.2f} s")
    table.add_row("Memory of it all", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    show(table)
    save("solve_cards", packages, table)


def figures() -> dict[str, float]:
    """The figures to compare with another checkout, without the time to compile."""
    solved = solve(FORCED)
    return {
        "table from nothing, s": min(seconds(from_nothing) for _ in range(9)),
        "Yatzy from nothing, s": min(seconds(lambda: from_nothing(YATZY)) for _ in range(5)),
        "table read from disk, ms": reading(),
        "choices of a position, all rolls, µs": our_turn(solved) * 1e6,
    }


def seconds(work: Callable[[], object]) -> float:
    """The seconds that some work takes."""
    begun = perf_counter()
    work()
    return perf_counter() - begun


def from_nothing(form: ScoreCard = FORCED) -> None:
    """Solves the table, including the arrays of the rules, as in a new process."""
    pays.cache_clear()
    columns.cache_clear()
    solve(form)


def reading() -> float:
    """Milliseconds to read a table from disk and check its fingerprint and checksum."""
    with tempfile.TemporaryDirectory() as folder:
        load_or_solve(FORCED, Path(folder))
        return min(seconds(lambda: load_or_solve(FORCED, Path(folder))) for _ in range(5)) * 1e3


def our_turn(table: CardTable) -> float:
    """Seconds for all keeps and uses of all rolls of an opening turn."""
    known, opening = CardPoints(table), CardPosition((filling.empty(FORCED),), 0)
    return min(seconds(lambda: turn_worth(known.rolls(opening, 0)).turn) for _ in range(POSITIONS))


def other_table(variant: str = "american+forced-joker") -> float:
    """Seconds for the other solver's table; 0 if it is not installed."""
    if not find_spec(OTHER):
        return 0.0
    import yatzy_solver  # noqa: PLC0415 - it may not be installed

    return seconds(lambda: yatzy_solver.Solver.build(yatzy_solver.Variant(variant)))


def other_turn() -> float:
    """Seconds for the other solver to compute the worths of the choices for one opening roll."""
    if not find_spec(OTHER):
        return 0.0
    import yatzy_solver  # noqa: PLC0415 - it may not be installed

    solver = yatzy_solver.Solver.build(yatzy_solver.Variant("american+forced-joker"))
    return min(seconds(lambda: solver.option_values(OPENING)) for _ in range(POSITIONS))


def side_by_side(ours: float, theirs: float, unit: float, name: str) -> tuple[str, str, str]:
    """Both times, and the other's as a multiple of ours."""
    told = f"{ours * unit:.3g} {name}"
    return (told, f"{theirs * unit:.3g} {name}", f"{theirs / ours:.3g}") if theirs else (told, "", "")


if __name__ == "__main__":
    main()
