"""Runs a benchmark in this checkout and in another one, and compares the figures.

A comparable script computes its figures by name, in seconds or bytes; lower is better. With `--figures` it
prints them as one line of JSON. With `--against CHECKOUT` both checkouts run it in fresh processes, in
alternating rounds, so that other load on the machine affects both. The lowest figure of each counts. The
other checkout uses its own `.venv` if it has one, but always this checkout's script: everything that the
script measures must have the same name in both.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from rich import print as show
from rich.progress import track
from rich.table import Table

from benchmarks.machine import facts

FIGURES = "--figures"
AGAINST = "--against"

HERE = Path(__file__).resolve().parents[1]


def answers(script: str, figures: Callable[[], Mapping[str, float]], rounds: int, *packages: str) -> bool:
    """Whether the command line asked for figures or a comparison, which is then done.

    All other words are passed to the processes that measure.
    """
    checkout = other()
    if FIGURES in sys.argv:
        write(figures())
    elif checkout:
        place = sys.argv.index(AGAINST)
        told = compared(script, checkout, rounds, *sys.argv[1:place], *sys.argv[place + 2 :])
        show(beside(told, checkout.name, facts("fivedice", *packages)))
    return FIGURES in sys.argv or checkout is not None


def beside(figures: dict[str, tuple[float, float]], checkout: str, title: str) -> Table:
    """The figures of both checkouts, with the other's as a multiple of this one's."""
    table = Table("What", title=title, title_justify="left")
    for heading in ("here", f"in {checkout}", "ratio"):
        table.add_column(heading, justify="right")
    for name, (ours, theirs) in figures.items():
        table.add_row(name, f"{ours:.3g}", f"{theirs:.3g}", f"{theirs / ours:.2f}")
    return table


def other() -> Path | None:
    """The checkout to compare with, from the command line: `--against ../base`."""
    words = sys.argv[1:]
    return Path(words[words.index(AGAINST) + 1]).resolve() if AGAINST in words else None


def write(figures: Mapping[str, float]) -> None:
    """Prints the figures of this process for the process that compares."""
    print(json.dumps(figures))


def compared(script: str, checkout: Path, rounds: int, *arguments: str) -> dict[str, tuple[float, float]]:
    """The lowest figure of each name that both checkouts have: in this one, and in the other."""
    best: dict[Path, dict[str, float]] = {HERE: {}, checkout: {}}
    for _ in track(range(rounds), f"Against {checkout.name}", transient=True):
        for tree, fewest in best.items():
            for name, figure in _figures(script, tree, arguments).items():
                fewest[name] = min(figure, fewest.get(name, figure))
    ours, theirs = best.values()
    return {name: (ours[name], theirs[name]) for name in ours if name in theirs}


def _figures(script: str, tree: Path, arguments: tuple[str, ...]) -> dict[str, float]:
    """The figures that the script prints when it runs the code of this checkout."""
    own = tree / ".venv" / "bin" / "python"
    python = str(own) if own.exists() else sys.executable
    code = {**os.environ, "PYTHONPATH": str(tree / "src")}
    words = [python, "-m", script, FIGURES, *arguments]
    done = subprocess.run(words, cwd=HERE, env=code, check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures
