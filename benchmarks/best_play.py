"""How many solo games of best play run per second, compared with yatzy-solver if it is installed.

Run: python -m benchmarks.best_play [GAMES] [--against CHECKOUT]

Both solvers play with the forced Joker on all processors. fivedice plays from a table of every choice,
computed first from the solved worths; the time for it is printed with and without compiling. The other solver
computes choices while it plays, so it plays a hundredth as many games. On a busy machine, compare the games
per second of processor time. The exact mean is 254.5877.
"""

import resource
import sys
from importlib.util import find_spec
from time import perf_counter, process_time

import numpy as np
from rich import print as show
from rich.table import Table

from benchmarks.against import answers
from benchmarks.machine import facts
from benchmarks.results import save
from fivedice.games.thirteen import CARDS
from fivedice.solve.cards import playouts, policy
from fivedice.solve.cards.table import solve

OTHER = "yatzy_solver"
GAMES = 2_000_000
SEED = 7
ROUNDS = 3


def main() -> None:
    """Prints the speeds in one table."""
    if answers(__spec__.name, figures, ROUNDS, "numpy", "numba"):
        return
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    packages = ["fivedice", "numpy", "numba", *(["yatzy-solver"] if find_spec(OTHER) else [])]
    solved = solve(CARDS["forced"])
    first, chosen = policy.work_out(solved).seconds, policy.work_out(solved)
    playouts.play(chosen, 1, SEED)
    begun = process_time()
    played = playouts.play(chosen, games, SEED)
    worked = process_time() - begun
    table = Table("What", title=facts(*packages), title_justify="left")
    for heading in ("fivedice", "yatzy-solver"):
        table.add_column(heading, justify="right")
    table.add_row("Policy from the solved table, compiling", f"{first:.2f} s")
    table.add_row("Policy from the solved table, compiled", f"{chosen.seconds:.2f} s")
    table.add_row("Policy in memory", f"{chosen.memory / 1e6:.0f} MB")
    ours, theirs = (games, played.seconds, worked, played.totals), other(games // 100)
    table.add_row("Games", *(f"{told[0]:,}" for told in (ours, theirs)))
    table.add_row("Games a second", *(f"{told[0] / told[1]:,.0f}" for told in (ours, theirs)))
    table.add_row(
        "Games a second of one processor", *(f"{told[0] / told[2]:,.0f}" for told in (ours, theirs))
    )
    table.add_row("Mean", *(mean(told[3]) for told in (ours, theirs)))
    table.add_row("Memory of it all", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    show(table)
    save("best_play", packages, table)


def figures() -> dict[str, float]:
    """The figures to compare with another checkout, without the time to compile."""
    solved = solve(CARDS["forced"])
    policy.work_out(solved)
    chosen = policy.work_out(solved)
    playouts.play(chosen, 1, SEED)
    worked = []
    for _ in range(5):
        begun = process_time()
        playouts.play(chosen, GAMES, SEED)
        worked.append(process_time() - begun)
    return {
        "policy from the solved table, s": chosen.seconds,
        "a game, µs of one processor": min(worked) / GAMES * 1e6,
    }


def other(games: int) -> "tuple[int, float, float, np.ndarray[tuple[int, ...], np.dtype[np.int64]]]":
    """The same for the other solver, with its table solved first; nothing if it is not installed."""
    if not find_spec(OTHER):
        return 0, 1.0, 1.0, np.zeros(1, np.int64)
    import yatzy_solver  # noqa: PLC0415 - it may not be installed

    solver = yatzy_solver.Solver.build(yatzy_solver.Variant("american+forced-joker"))
    begun, worked = perf_counter(), process_time()
    scores = solver.simulate(games, seed=SEED)["scores"]
    return games, perf_counter() - begun, process_time() - worked, np.asarray(scores, np.int64)


def mean(totals: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]") -> str:
    """The mean with its 95% interval."""
    return f"{totals.mean():.2f} ± {1.96 * totals.std() / len(totals) ** 0.5:.2f}"


if __name__ == "__main__":
    main()
