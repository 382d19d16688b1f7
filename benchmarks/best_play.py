"""How many solo games of best play run per second, compared with yatzy-solver if it is installed.

Run: python -m benchmarks.best_play [GAMES] [--against CHECKOUT]

Both solvers play with the forced Joker on all processors and compute choices while they play. Also prints
the steps a second of 10,000 vector environments under random legal actions, with and without exact labels,
and those of gymnasium's CartPole beside them. On a busy machine, compare what a processor does in a second.
The exact mean is 254.5877.
"""

import resource
import sys
from importlib.util import find_spec
from time import perf_counter, process_time

import gymnasium
import numpy as np
from rich import print as show
from rich.table import Table

from benchmarks.against import answers
from benchmarks.machine import facts
from benchmarks.results import save
from fivedice.games.thirteen import CARDS
from fivedice.solve.cards.batch import CardBatch
from fivedice.solve.cards.best_games import best_games
from fivedice.solve.cards.table import CardTable, solve

OTHER = "yatzy_solver"
GAMES = 20_000
ENVIRONMENTS, STEPS = 10_000, 200
SEED = 7
ROUNDS = 3


def main() -> None:
    """Prints the speeds in one table."""
    if answers(__spec__.name, figures, ROUNDS, "numpy", "numba"):
        return
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    packages = ["fivedice", "numpy", "numba", "gymnasium", *(["yatzy-solver"] if find_spec(OTHER) else [])]
    solved = solve(CARDS["forced"])
    best_games(solved, 1, SEED)
    begun, worked = perf_counter(), process_time()
    totals = best_games(solved, games, SEED)[0]
    ours, theirs = (games, perf_counter() - begun, process_time() - worked, totals), other(games)
    table = Table("What", title=facts(*packages), title_justify="left")
    for heading in ("fivedice", "yatzy-solver"):
        table.add_column(heading, justify="right")
    table.add_row("Games", *(f"{told[0]:,}" for told in (ours, theirs)))
    table.add_row("Games a second", *(f"{told[0] / told[1]:,.0f}" for told in (ours, theirs)))
    table.add_row(
        "Games a second of one processor", *(f"{told[0] / told[2]:,.0f}" for told in (ours, theirs))
    )
    table.add_row("Mean", *(mean(told[3]) for told in (ours, theirs)))
    for name, rate in rates(solved).items():
        table.add_row(name, f"{rate:,.0f}", "")
    table.add_row("Memory of it all", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    show(table)
    save("best_play", packages, table)


def figures() -> dict[str, float]:
    """The figures to compare with another checkout, without the time to compile."""
    solved = solve(CARDS["forced"])
    best_games(solved, 1, SEED)
    begun = process_time()
    best_games(solved, GAMES, SEED)
    return {"a game, µs of one processor": (process_time() - begun) / GAMES * 1e6}


def rates(solved: CardTable) -> dict[str, float]:
    """Environment steps a second."""
    return {
        "Masked steps a second": steps(CardBatch(solved.form, ENVIRONMENTS)),
        "Masked steps a second, with the regret of every action": steps(
            CardBatch(solved.form, ENVIRONMENTS, solved)
        ),
        "Steps a second of gymnasium's CartPole": cart_pole(),
    }


def steps(batch: CardBatch) -> float:
    """Steps a second, without the time to choose actions."""
    chance, spent = np.random.default_rng(SEED), 0.0
    batch.begin(chance.integers(1 << 63, size=batch.games).astype(np.uint64))
    for number in range(STEPS):
        mask = batch.state.mask
        actions = (chance.random(mask.shape, np.float32) * mask).argmax(axis=1)
        begun = perf_counter()
        batch.step(actions)
        spent += (perf_counter() - begun) * (number > 0)
    return batch.games * (STEPS - 1) / spent


def cart_pole() -> float:
    """Steps a second of an environment in NumPy, for comparison."""
    env = gymnasium.make_vec("CartPole-v1", ENVIRONMENTS, vectorization_mode="vector_entry_point")
    env.reset(seed=SEED)
    actions = np.random.default_rng(SEED).integers(2, size=(STEPS, ENVIRONMENTS))
    begun = perf_counter()
    for each in actions:
        env.step(each)
    return ENVIRONMENTS * STEPS / (perf_counter() - begun)


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
