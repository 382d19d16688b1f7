"""The cost of solving junior for each number of seats, and the error of the estimates.

Run: python -m benchmarks.solve_junior [SEATS ...]   (default: 1 to 4; the errors take minutes)
     python -m benchmarks.solve_junior --against CHECKOUT   (two seats)

Each number of seats is solved in its own process, first into an empty folder, then read from it.
"""

import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np
from research.junior import training
from rich import print as show
from rich.table import Table

from benchmarks.against import answers
from benchmarks.machine import facts
from benchmarks.results import save
from fivedice.games.junior import Junior
from fivedice.solve.junior import compiled, exact, levels, network
from fivedice.solve.junior.board import key_of, layout

GAME = Junior()
HINTS = 50
ROUNDS = 3
CHECKED = {True: {7: 2_000, 6: 100}, False: {7: 200, 6: 16}}
"""Positions solved before each turn to measure the estimates: for wins (compiled) and for columns."""


def main() -> None:
    """Prints one table of times, and one of errors if there are estimates."""
    if answers(__spec__.name, figures, ROUNDS, "numpy"):
        return
    if sys.argv[1:2] == ["--one"]:
        print(*one(int(sys.argv[2]), Path(sys.argv[3])), sep="|")
        return
    seats = [int(word) for word in sys.argv[1:]] or [1, 2, 3, 4]
    table = Table("Seats", title=facts("fivedice", "numpy"), title_justify="left")
    for heading in ("Start", "Positions", "Solved in", "Read in", "One turn's rolls", "Peak memory"):
        table.add_column(heading, justify="right")
    with TemporaryDirectory() as folder:
        for number in seats:
            cold, warm = (apart(number, folder) for _ in range(2))
            start, positions, solved, rolls, memory = cold
            table.add_row(str(number), start, positions, solved, warm[2], rolls, memory)
        show(table)
    wrong = [errors(number, to_win) for number in seats if number > 3 for to_win in (True, False)]
    for printed in wrong:
        show(printed)
    save("solve_junior", ["fivedice", "numpy"], table, *wrong)


def figures() -> dict[str, float]:
    """Figures to compare with another checkout: the first time in a process, and the best later one."""
    took = []
    for _ in range(8):
        begun = perf_counter()
        exact.knowledge(2, None)
        took.append(perf_counter() - begun)
    return {"two seats from nothing, s": took[0], "the same again, s": min(took[1:])}


def apart(seats: int, folder: str) -> list[str]:
    """The figures from a separate process."""
    told = subprocess.run(
        [sys.executable, "-m", __spec__.name, "--one", str(seats), folder],
        check=True,
        capture_output=True,
        text=True,
    )
    return told.stdout.strip().split("|")


def one(seats: int, folder: Path) -> tuple[str, ...]:
    """Worth of the start, positions, seconds to solve, milliseconds for the rolls of a turn, and memory."""
    begun = perf_counter()
    known = exact.knowledge(seats, folder, whole=True)
    seconds = perf_counter() - begun
    begun = perf_counter()
    for _ in range(HINTS):
        known.rolls(GAME.start(seats, 0), 0)
    rolls = (perf_counter() - begun) / HINTS
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    start = " ".join(f"{known.worth(GAME.start(seats, 0), seat):.4f}" for seat in range(seats))
    counted: Any = getattr(known, "table", known)
    return (start, f"{counted.positions:,}", f"{seconds:.2f} s", f"{rolls * 1000:.2f} ms", f"{memory:.0f} MB")


def errors(seats: int, to_win: bool) -> Table:
    """The error of the networks on held-out positions, drawn as turns lead to them."""
    told, start = layout(seats, to_win), key_of(GAME.start(seats, 0), to_win)
    nets, chance = network.learned(told), np.random.default_rng(77)
    counted = "a chance to win" if to_win else "columns to come"
    table = Table("Turns played", title=f"{seats} seats: error of {counted}", title_justify="left")
    for heading in ("Positions", "Mean", "Root mean square", "Largest"):
        table.add_column(heading, justify="right")
    for turn, number in CHECKED[to_win].items():
        drawn = training.positions(told, start, turn, 2 * training.HELD_OUT * number, chance)
        keys = np.sort(chance.permutation(drawn[training.held_out(drawn)])[:number])
        true = (
            compiled.solve(seats, keys, turn, turn + 1)[0].worth
            if to_win
            else levels.solve(told, keys, turn)[0].worth
        )
        wrong = np.abs(network.estimate(told, nets[turn], keys) - true)
        figures = (wrong.mean(), np.sqrt((wrong**2).mean()), wrong.max())
        table.add_row(str(turn), str(len(keys)), *(f"{figure:.4f}" for figure in figures))
    return table


if __name__ == "__main__":
    main()
