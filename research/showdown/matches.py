"""How often a player who plays to win beats one who plays for chips, in showdown.

Run: python -m research.showdown.matches [SETS] [SEATS] [WEIGHTS]

In each set of matches, the champion plays once from every seat against experts, and all matches of a set have
the same dice at the start. A shared win counts as a share; the intervals are those of means over sets. With a
file of weights, an expert plays against experts that use the networks of that file. Times exclude compiling.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import NamedTuple

import numpy as np
from benchmarks.machine import facts
from rich import print as show
from rich.progress import track
from rich.table import Table

from fivedice.solve.kernel.lattice import lattice
from fivedice.solve.kernel.settings import processors
from fivedice.solve.showdown.network import AIMS, CHIPS_AIM, WINS, load
from research.showdown.pairs import play_matches

PART = 100
"""Sets played per step of the progress bar."""
SEED = 1_000_000


class Rivals(NamedTuple):
    """The measured player and its opponents."""

    nets: np.ndarray
    """(2, 2, rows, units): the networks of both."""
    aims: np.ndarray
    """(2,): the aims of both."""
    name: str


def rivals(seats: int, weights: str) -> Rivals:
    """A player for wins against one for chips; with weights, both play for chips, the second by them."""
    if not weights:
        return Rivals(np.stack([load(seats, aim) for aim in AIMS]), np.arange(2), "champion")
    with np.load(weights) as file:
        nets = np.stack([load(seats, "chips"), file[f"chips{seats}"].astype(float)])
    return Rivals(nets, np.full(2, CHIPS_AIM), "expert")


def main() -> None:
    """Prints the measured player's share of wins, and the chips of both."""
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    table = Table("Game", title=facts("fivedice", "numpy", "numba"), title_justify="left")
    for heading in ("sets", "wins, %", "even", "chips", "others", "more", "ms a match"):
        table.add_column(heading, justify="right")
    for seats in [int(sys.argv[2])] if len(sys.argv) > 2 else [2, 3, 4]:
        two = rivals(seats, sys.argv[3] if len(sys.argv) > 3 else "")
        part(two, seats, SEED, 1)
        begin = perf_counter()
        wins, own, others = played(two, seats, sets)
        took = (perf_counter() - begin) / wins.size / seats * 1e3
        chips = (f"{own.mean():.2f}", f"{others.mean():.2f}", interval(own - others))
        told = (f"{len(wins):,}", interval(100 * wins), f"{100 / seats:.2f}", *chips, f"{took:.1f}")
        table.add_row(f"{two.name}, {seats} seats", *told)
    show(table)


def played(two: Rivals, seats: int, sets: int) -> np.ndarray:
    """(3, sets): means over a set of the measured player's wins and chips, and of an opponent's chips."""
    seeds = range(SEED, SEED + sets, PART)
    with ThreadPoolExecutor(processors()) as pool:
        parts = pool.map(lambda seed: part(two, seats, seed, min(PART, SEED + sets - seed)), seeds)
        found = list(track(parts, f"{seats} seats", len(seeds), transient=True))
    return np.concatenate(found, axis=1)


def part(two: Rivals, seats: int, seed: int, sets: int) -> np.ndarray:
    """The same for the sets from one seed on."""
    found = []
    for place in range(seats):
        players = np.where(np.arange(seats) == place, 0, 1)
        results = play_matches(seed, sets, two.nets, two.aims, players, 0.0, lattice()).results
        others = np.delete(results[:, CHIPS_AIM], place, axis=1).mean(axis=1)
        found.append((results[:, WINS, place], results[:, CHIPS_AIM, place], others))
    means: np.ndarray = np.array(found).mean(axis=0)
    return means


def interval(numbers: np.ndarray) -> str:
    """The mean with its 95% interval."""
    return f"{numbers.mean():.2f} ± {1.96 * numbers.std(ddof=1) / len(numbers) ** 0.5:.2f}"


if __name__ == "__main__":
    main()
