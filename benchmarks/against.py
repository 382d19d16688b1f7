"""The same figures from this checkout and from another, in one run.

A script that can be compared gives its figures by the name of what they are of, the less the better: seconds,
or bytes. With the word `--figures` it writes them as one line of JSON. With `--against CHECKOUT` it is run so
by both checkouts in fresh processes, a round each in turn, so that whatever else the machine does falls on
both; the least of each counts. The other checkout is run by its own `.venv` where it has one, and always by
this checkout's script: what it times must be there under the same names in both.
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
    """Whether the command line asked for figures, or to compare them; then that is done.

    All other words go on to the processes that measure.
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
    """The figures of both, and how many times as much the other needs."""
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
    """Hands the figures of this process to the one that compares."""
    print(json.dumps(figures))


def compared(script: str, checkout: Path, rounds: int, *arguments: str) -> dict[str, tuple[float, float]]:
    """The least of each figure that both checkouts have: in this one, and in the other."""
    best: dict[Path, dict[str, float]] = {HERE: {}, checkout: {}}
    for _ in track(range(rounds), f"Against {checkout.name}", transient=True):
        for tree, fewest in best.items():
            for name, figure in _figures(script, tree, arguments).items():
                fewest[name] = min(figure, fewest.get(name, figure))
    ours, theirs = best.values()
    return {name: (ours[name], theirs[name]) for name in ours if name in theirs}


def _figures(script: str, tree: Path, arguments: tuple[str, ...]) -> dict[str, float]:
    """What the script writes when the code of this checkout runs it."""
    own = tree / ".venv" / "bin" / "python"
    python = str(own) if own.exists() else sys.executable
    code = {**os.environ, "PYTHONPATH": str(tree / "src")}
    words = [python, "-m", script, FIGURES, *arguments]
    done = subprocess.run(words, cwd=HERE, env=code, check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures
