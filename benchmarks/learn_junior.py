"""Solves junior with four seats, and teaches the networks by which its middle is estimated.

Run: python benchmarks/learn_junior.py [--aims wins,columns] [--seed 1] [--solved FOLDER]

It writes `src/fivedice/solve/junior/weights.npz`, keeping in it what was not asked for, and tells the errors
of the networks before and after, on positions that none of them learns from. What was solved is kept in the
folder, and taken from there. All of it takes half an hour of one processor, and eight gigabytes of memory.
"""

import argparse
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

from fivedice.games.junior import Junior
from fivedice.solve.junior import many, whole
from fivedice.solve.junior.board import Layout, key_of, layout
from fivedice.solve.junior.levels import Level, Progress, ended, first_levels

SEATS = 4
MEASURED = 200_000
"""So many positions are drawn to measure by; of those that were held out each counts once."""


def main() -> None:
    """Learns the networks asked for and writes them beside those that are there."""
    ask = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    ask.add_argument("--aims", default="wins,columns")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--solved", type=Path)
    ask.add_argument("--out", type=Path, default=many.WEIGHTS)
    said = ask.parse_args()
    for aim in said.aims.split(","):
        told = layout(SEATS, aim == "wins")
        levels = solved(told, said.solved)
        print(f"{aim} at the start, from who begins on: {levels[0].worth[0]}")
        tell_errors(many.learned(told), levels, "before")
        middle = many.learn(told, start_of(told), levels, progress(f"{aim}, learned"), said.seed)
        tell_errors(middle, levels, "after")
        stored = dict(np.load(said.out)) if said.out.exists() else {}
        others = {name: array for name, array in stored.items() if not name.startswith(aim)}
        found = others | many.arrays(middle, levels[: many.EARLY])
        np.savez_compressed(said.out, **dict(sorted(found.items())))


def start_of(told: Layout) -> int:
    """The key of the start."""
    return key_of(Junior().start(SEATS, 0), told.to_win)


def progress(what: str) -> Progress:
    """Tells how far it is."""
    began, used = perf_counter(), process_time()

    def tell(done: int, parts: int) -> None:
        took, worked = perf_counter() - began, process_time() - used
        print(f"{what}: {done} of {parts}; {took:.0f} s, {worked:.0f} s of processor time", flush=True)

    return tell


def solved(told: Layout, folder: Path | None) -> list[Level]:
    """The levels before the turns that are solved when they are asked about."""
    name = "wins" if told.to_win else "columns"
    files = [folder / f"{name}{turn}.npz" for turn in range(many.LATE)] if folder else []
    if files and all(file.exists() for file in files):
        return [Level(turn, **np.load(file)) for turn, file in enumerate(files)]
    start, tell = start_of(told), progress(f"{name}, solved")
    if told.to_win:
        levels = whole.solve(SEATS, np.array([start]), 0, many.LATE, tell)
    else:
        levels = first_levels(told, start, many.LATE, told.turns, ended(told), tell)
    for file, level in zip(files, levels, strict=bool(files)):
        np.savez(file, keys=level.keys, worth=level.worth)
    return levels


def tell_errors(middle: many.Middle, levels: list[Level], when: str) -> None:
    """How far networks are from what is solved, on positions drawn as turns lead to them and held out."""
    told, chance = middle.layout, np.random.default_rng(77)
    for turn, net in sorted(middle.nets.items()):
        keys = many.positions(told, start_of(told), turn, MEASURED, chance)
        keys = keys[many.held_out(keys)]
        true = levels[turn].worth[np.searchsorted(levels[turn].keys, keys)]
        wrong = np.abs(many.estimate(told, net, keys) - true)
        mean, root = wrong.mean(), np.sqrt((wrong**2).mean())
        print(f"{when}: {turn} turns played, {len(keys):,} positions: ", end="")
        print(f"mean {mean:.5f}, root mean square {root:.5f}, largest {wrong.max():.5f}", flush=True)


if __name__ == "__main__":
    main()
