"""Decisions of the last round of challenge as linear programs, compared with the solver of the package.

Run: python -m research.challenge.linear_programs [GAMES]   (needs scipy, which is not part of an extra)

Both seats have Chance open, and one is a point ahead. Some decisions before the last throw in which keeps are
random are sampled. scipy's HiGHS solves each as a linear program, and `hidden` solves them all.
"""

import sys
from importlib.util import find_spec
from time import perf_counter

import numpy as np
from benchmarks.machine import facts
from rich import print as show

from fivedice.cards.filling import Card
from fivedice.core.worth import INSIDE, Worth
from fivedice.games.thirteen import CARDS
from fivedice.solve.cards.table import solve
from fivedice.solve.challenge.turn import EQUAL, settle
from fivedice.solve.challenge.wins import solve_last_round

LESS = Card((3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 0, None))
MORE = Card((3, 6, 9, 12, 15, 18, 21, 0, 25, 30, 40, 0, None))


def main() -> None:
    """Prints two lines."""
    if not find_spec("scipy"):
        sys.exit("This asks scipy: pip install scipy")
    number = int((sys.argv[1:] or ["300"])[0])
    keeps = solve_last_round(solve(CARDS["forced"]), (LESS, MORE), (0, 0)).one_left
    low = keeps[:, INSIDE].min(axis=1)[INSIDE].max(axis=0)
    drawn = np.argwhere(keeps[INSIDE].max(axis=0)[:, INSIDE].min(axis=1) - low > EQUAL)
    some = drawn[np.random.default_rng(1).permutation(len(drawn))[:number]]
    begun = perf_counter()
    here = settle(keeps, (some[:, 0], some[:, 1])).value
    between = perf_counter()
    there = [program(keeps[np.ix_(*(np.unique(INSIDE[:, roll]) for roll in pair))]) for pair in some]
    took = between - begun, perf_counter() - between
    show(facts("fivedice", "numpy", "scipy"))
    show(f"{len(some)} of {len(drawn):,} decisions: {took[0]:.3f} s here, {took[1]:.2f} s by HiGHS; ", end="")
    show(f"the values differ by {np.abs(here - there).max():.1e} at most.")


def program(game: Worth) -> float:
    """The value that the first side can secure: the best minimum over columns, as a linear program."""
    from scipy.optimize import linprog  # noqa: PLC0415 - nothing else here needs it

    rows, columns = game.shape
    found = linprog(
        np.append(np.zeros(rows), -1),
        A_ub=np.hstack([-game.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0)[None],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    return float(-found.fun)


if __name__ == "__main__":
    main()
