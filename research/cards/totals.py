"""The cost of questions about final totals: the exact distribution, and the best chance of 300 or more.

Run: python -m research.cards.totals [--against CHECKOUT]

For the empty traditional card with the forced Joker, each in a separate process: first without compiled code,
then with compiled code on disk, including the time to read it. Peak memory is that of the process.
"""

import json
import os
import resource
import subprocess
import sys
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.against import answers
from benchmarks.machine import facts
from benchmarks.results import save
from rich import print as show
from rich.table import Table

from fivedice.cards import filling
from fivedice.games.cardgame import CardPosition
from fivedice.games.thirteen import CARDS
from fivedice.solve.cards.distribution import distribution as work_out
from fivedice.solve.cards.reach import TargetChance
from fivedice.solve.cards.table import solve

FORCED = CARDS["forced"]
EMPTY = filling.empty(FORCED)
TOTAL = 300
ROUNDS = 2


def main() -> None:
    """Prints a line for each answer."""
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(one(sys.argv[2])))
    elif not answers(__spec__.name, figures, ROUNDS, "numpy", "numba"):
        table = Table("What", title=facts("fivedice", "numpy", "numba"), title_justify="left")
        table.add_column("figure", justify="right")
        for name, figure in figures().items():
            what, _, unit = name.rpartition(", ")
            table.add_row(what or unit, f"{figure:.3g} {unit}" if what else f"{figure:.10g}")
        show(table)
        save("totals", ["numpy", "numba"], table)


def figures() -> dict[str, float]:
    """All figures to compare with another checkout."""
    told: dict[str, float] = {}
    for what in ("distribution", "reach"):
        with TemporaryDirectory() as folder:
            first, again = apart(what, folder), apart(what, folder)
        told |= {f"{what}, compiling, s": first["seconds"], f"{what}, peak, compiling, MB": first["memory"]}
        told |= {f"{what}, compiled, s": again["seconds"], f"{what}, peak, compiled, MB": again["memory"]}
        told[f"{what}: chance of {TOTAL}"] = again["chance"]
    return told


def apart(what: str, folder: str) -> dict[str, float]:
    """The figures from a separate process."""
    told = subprocess.run(
        [sys.executable, "-m", __spec__.name, "--one", what],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"FIVEDICE_COMPILED": folder},
    )
    figures: dict[str, float] = json.loads(told.stdout)
    return figures


def one(what: str) -> dict[str, float]:
    """Seconds after the table of worths is solved, the chance of the total, and peak memory in MB."""
    chance, seconds = distribution() if what == "distribution" else reach()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    return {"seconds": seconds, "chance": chance, "memory": memory}


def distribution() -> tuple[float, float]:
    """The chance under best play for the mean, and seconds without those for the table of worths."""
    table = solve(FORCED)
    begun = perf_counter()
    chance = work_out(table).at_least(TOTAL)
    return chance, perf_counter() - begun


def reach() -> tuple[float, float]:
    """The chance under best play for the total, and seconds."""
    begun = perf_counter()
    chance = TargetChance(FORCED, TOTAL).worth(CardPosition((EMPTY,), 0), 0)
    return chance, perf_counter() - begun


if __name__ == "__main__":
    main()
