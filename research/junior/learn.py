"""Solves junior with four seats, and trains the networks that estimate the middle of a match.

Run: python -m research.junior.learn [--aims wins,columns] [--seed 1] [--solved FOLDER] [--tell]

Writes `src/fivedice/solve/junior/weights.npz`; aims that you leave out keep their weights. Prints the error
of the networks before and after training on held-out positions, and the loss of turns whose choices they
rate. With --tell, it only prints these figures for the existing networks. Solved levels are stored in the
folder and read from it. For wins, solving takes eight minutes of one processor and 8 GB of memory, and
training 40 s; for columns, solving takes about fifteen minutes.
"""

import argparse
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
from benchmarks.results import lines, save

from fivedice.core.worth import Worth
from fivedice.games.junior import Junior
from fivedice.solve.junior import compiled, network
from fivedice.solve.junior.board import Ints, KeyLayout, key_of, layout, outcomes
from fivedice.solve.junior.levels import JuniorLevel, Progress, solve, turns_worth
from research.junior import training

SEATS = 4
HEADINGS = (
    "aim",
    "turns played",
    "positions",
    "mean error",
    "root mean square",
    "largest",
    "largest of all held out",
    "mean loss of the turn before",
    "largest loss",
)
MEASURED = 200_000
"""Positions drawn to measure the error; each held-out position counts once."""
COSTS = 2_000
"""Positions for which the loss of their turns is computed."""


def main() -> None:
    """Trains the networks for the given aims and writes them beside the existing ones."""
    ask = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    ask.add_argument("--aims", default="wins,columns")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--solved", type=Path)
    ask.add_argument("--tell", action="store_true")
    ask.add_argument("--out", type=Path, default=network.WEIGHTS)
    said = ask.parse_args()
    figures = list[list[str]]()
    for aim in said.aims.split(","):
        told = layout(SEATS, aim == "wins")
        levels = solved(told, said.solved)
        print(f"{aim} at the start, from who begins on: {levels[0].worth[0]}")
        rows = tell(told, network.learned(told), levels, "now" if said.tell else "before")
        if said.tell:
            figures += [[aim, *row] for row in rows]
            continue
        nets = training.learn(told, start_of(told), levels, progress(f"{aim}, learned"), said.seed)
        figures += [[aim, *row] for row in tell(told, nets, levels, "after")]
        stored = dict(np.load(said.out)) if said.out.exists() else {}
        others = {name: array for name, array in stored.items() if not name.startswith(aim)}
        found = others | training.arrays(told, nets, levels[: network.EARLY])
        np.savez_compressed(said.out, **dict(sorted(found.items())))
    save("learn", ["numpy", "numba"], lines(HEADINGS, figures))


def start_of(told: KeyLayout) -> int:
    """The key of the start."""
    return key_of(Junior().start(SEATS, 0), told.to_win)


def progress(what: str) -> Progress:
    """A callback that prints the progress."""
    began, used = perf_counter(), process_time()

    def come(done: int, parts: int) -> None:
        took, worked = perf_counter() - began, process_time() - used
        print(f"{what}: {done} of {parts}; {took:.0f} s, {worked:.0f} s of processor time", flush=True)

    return come


def solved(told: KeyLayout, folder: Path | None) -> list[JuniorLevel]:
    """The levels before the turns that are solved on request."""
    name = "wins" if told.to_win else "columns"
    files = [folder / f"{name}{turn}.npz" for turn in range(network.LATE)] if folder else []
    if files and all(file.exists() for file in files):
        return [JuniorLevel(turn, **np.load(file)) for turn, file in enumerate(files)]
    start, come = start_of(told), progress(f"{name}, solved")
    if told.to_win:
        levels = compiled.solve(SEATS, np.array([start]), 0, network.LATE, come)
    else:
        levels = solve(told, np.array([start]), 0, network.LATE, come)
    for file, level in zip(files, levels, strict=bool(files)):
        np.savez(file, keys=level.keys, worth=level.worth)
    return levels


def tell(
    told: KeyLayout, nets: dict[int, network.JuniorNetwork], levels: list[JuniorLevel], when: str
) -> list[list[str]]:
    """Prints the error of the networks on held-out positions, and the loss of turns that use them."""
    rows = list[list[str]]()
    chance = np.random.default_rng(77)
    for turn, net in sorted(nets.items()):
        keys = held_out(told, turn, chance)
        wrong = np.abs(network.estimate(told, net, keys) - worths(levels[turn], keys))
        mean, root = wrong.mean(), np.sqrt((wrong**2).mean())
        row = [str(turn), str(len(keys)), *(f"{error:.5f}" for error in (mean, root, wrong.max()))]
        print(f"{when}: {turn} turns played, {len(keys):,} positions: ", end="")
        print(f"mean {row[2]}, root mean square {row[3]}, largest {row[4]}; ", end="")
        keys = levels[turn].keys[training.held_out(levels[turn].keys)]
        all_wrong = np.abs(network.estimate(told, net, keys) - worths(levels[turn], keys)).max()
        print(f"of all {len(keys):,} that there are {all_wrong:.5f}", flush=True)
        keys = held_out(told, turn - 1, chance)[:COSTS]
        cost = lost(told, nets[turn], levels, turn - 1, keys)
        print(f"{when}: the turn before, {len(keys):,} positions: it loses ", end="")
        print(f"{cost.mean():.6f} on average, {cost.max():.5f} at most", flush=True)
        rows.append([*row, f"{all_wrong:.5f}", f"{cost.mean():.6f}", f"{cost.max():.5f}"])
    return rows


def held_out(told: KeyLayout, turn: int, chance: np.random.Generator) -> Ints:
    """Held-out positions, drawn as turns lead to them."""
    keys = training.positions(told, start_of(told), turn, MEASURED, chance)
    return chance.permutation(keys[training.held_out(keys)])


def worths(level: JuniorLevel, keys: Ints) -> Worth:
    """(m, seats): the solved worths of positions."""
    return np.asarray(level.worth[np.searchsorted(level.keys, keys)])


def lost(
    told: KeyLayout, net: network.JuniorNetwork, levels: list[JuniorLevel], turn: int, keys: Ints
) -> Worth:
    """(m,): the loss of the seat to play if the next turn's network rates its choices in this turn."""
    ends = outcomes(told, keys, turn)
    distinct, places = np.unique(ends.after, return_inverse=True)
    distinct = np.maximum(distinct, levels[turn + 1].keys[0])
    both = [network.estimate(told, net, distinct), worths(levels[turn + 1], distinct)]
    own = np.stack([worth[:, -1] for worth in both], axis=-1)[places.reshape(ends.after.shape)]
    if not told.to_win:
        own += ends.column[..., None]
    return np.asarray(worths(levels[turn], keys)[:, 0] - turns_worth(ends.column, own, 1)[:, 1])


if __name__ == "__main__":
    main()
