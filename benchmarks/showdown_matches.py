"""How often who plays to win beats who plays for chips, at showdown.

Run: python benchmarks/showdown_matches.py [SETS] [SEATS]

In each set of matches the champion sits once on every seat, experts on the others, and all matches of a set
begin with the same dice. A shared win counts by its share; the interval is that of the mean over sets.
Compiled code is made first and not counted in the time.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import numpy as np
from rich import print as show
from rich.progress import track
from rich.table import Table

from fivedice.solve.kernel.compile import processors
from fivedice.solve.kernel.lattice import lattice
from fivedice.solve.showdown.network import AIMS, CHIPS_AIM, WINS, load
from machine import facts
from showdown_pairs import play_matches

PART = 100
"""Sets played between two steps of the progress bar."""
SEED = 1_000_000


def main() -> None:
    """Prints the champion's share of wins, and the chips of both."""
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    table = Table("Game", title=facts("fivedice", "numpy", "numba"), title_justify="left")
    for heading in ("sets", "champion wins", "even", "chips, champion", "chips, an expert", "ms a match"):
        table.add_column(heading, justify="right")
    for seats in [int(sys.argv[2])] if len(sys.argv) > 2 else [2, 3, 4]:
        nets = np.stack([load(seats, aim) for aim in AIMS])
        part(nets, SEED, 1)
        begin = perf_counter()
        wins, own, others = played(nets, sets)
        took = (perf_counter() - begin) / wins.size / seats * 1e3
        chips = (f"{own.mean():.2f}", f"{others.mean():.2f}")
        table.add_row(
            f"{seats} seats", f"{len(wins):,}", interval(wins), f"{100 / seats:.2f}%", *chips, f"{took:.1f}"
        )
    show(table)


def played(nets: np.ndarray, sets: int) -> np.ndarray:
    """(3, sets): in the mean of a set the champion's share of wins, its chips, and an expert's."""
    seeds = range(SEED, SEED + sets, PART)
    with ThreadPoolExecutor(processors()) as pool:
        parts = pool.map(lambda seed: part(nets, seed, min(PART, SEED + sets - seed)), seeds)
        told = f"{nets.shape[1]} seats"
        found = list(track(parts, told, len(seeds), transient=True))
    return np.concatenate(found, axis=1)


def part(nets: np.ndarray, seed: int, sets: int) -> np.ndarray:
    """The same for the sets from one seed on."""
    seats = seats_of(nets)
    found = []
    for place in range(seats):
        players = np.where(np.arange(seats) == place, WINS, CHIPS_AIM)
        results = play_matches(seed, sets, nets, np.arange(2), players, 0.0, lattice()).results
        others = np.delete(results[:, CHIPS_AIM], place, axis=1).mean(axis=1)
        found.append((results[:, WINS, place], results[:, CHIPS_AIM, place], others))
    means: np.ndarray = np.array(found).mean(axis=0)
    return means


def seats_of(nets: np.ndarray) -> int:
    """How many seats networks are for."""
    return next(seats for seats in (2, 3, 4) if load(seats, "wins").shape == nets.shape[1:])


def interval(wins: np.ndarray) -> str:
    """The mean with its 95% interval."""
    return f"{100 * wins.mean():.2f}% ± {196 * wins.std(ddof=1) / len(wins) ** 0.5:.2f}"


if __name__ == "__main__":
    main()
