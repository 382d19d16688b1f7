"""Learns the networks by which junior with four seats is estimated in the middle of the game.

Run: python benchmarks/learn_junior.py [--aims wins,columns] [--seats 4] [--seed 1]

It writes `src/fivedice/solve/junior/weights.npz`, keeping in it what was not asked for; all of it takes some
twenty minutes of processor time. How they learn is told in `fivedice.solve.junior.many`; how far off they are
measures `benchmarks/solve_junior.py`.
"""

import argparse
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

from fivedice.games.junior import Junior
from fivedice.solve.junior import many
from fivedice.solve.junior.board import key_of, layout

TABLE = many.WEIGHTS


def main() -> None:
    """Learns the networks asked for and writes them beside those that are there."""
    ask = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    ask.add_argument("--aims", default="wins,columns")
    ask.add_argument("--seats", default="4")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--out", type=Path, default=TABLE)
    said = ask.parse_args()
    for aim in said.aims.split(","):
        for seats in map(int, said.seats.split(",")):
            found = learn(seats, aim == "wins", said.seed)
            stored = dict(np.load(said.out)) if said.out.exists() else {}
            np.savez_compressed(said.out, **dict(sorted((stored | found).items())))


def learn(seats: int, to_win: bool, seed: int) -> dict[str, np.ndarray]:
    """The networks of one aim and number of seats, as they are stored."""
    began, used = perf_counter(), process_time()

    def told(done: int, parts: int) -> None:
        print(f"{seats} seats, {'wins' if to_win else 'columns'}: {done} of {parts} turns; ", end="")
        print(f"{perf_counter() - began:.0f} s, {process_time() - used:.0f} s of processor time", flush=True)

    start = key_of(Junior().start(seats, 0), to_win)
    return many.arrays(many.learn(layout(seats, to_win), start, told, seed))


if __name__ == "__main__":
    main()
