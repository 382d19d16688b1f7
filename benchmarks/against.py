"""The same figures from this checkout and from another, in one run. Measures nothing itself.

A script that can be compared writes its figures as one line of JSON, seconds by the name of what took them,
when it is started with the word `--figures`; `write` does that. It is run so by both checkouts in fresh
processes, a round each in turn, so that whatever else the machine does falls on both. The other checkout is
run by its own `.venv` where it has one, and always by this checkout's script: what it times must be there
under the same names in both.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from rich.progress import track

FIGURES = "--figures"
AGAINST = "--against"

HERE = Path(__file__).resolve().parents[1]


def other() -> Path | None:
    """The checkout to compare with, from the command line: `--against ../base`."""
    words = sys.argv[1:]
    return Path(words[words.index(AGAINST) + 1]).resolve() if AGAINST in words else None


def write(figures: Mapping[str, float]) -> None:
    """Hands the figures of this process to the one that compares."""
    print(json.dumps(figures))


def compared(script: str, checkout: Path, rounds: int, *arguments: str) -> dict[str, tuple[float, float]]:
    """The fewest seconds of each figure that both checkouts have: in this one, and in the other."""
    best: dict[Path, dict[str, float]] = {HERE: {}, checkout: {}}
    for _ in track(range(rounds), f"Against {checkout.name}", transient=True):
        for tree, fewest in best.items():
            for name, seconds in _figures(script, tree, arguments).items():
                fewest[name] = min(seconds, fewest.get(name, seconds))
    ours, theirs = best.values()
    return {name: (ours[name], theirs[name]) for name in ours if name in theirs}


def _figures(script: str, tree: Path, arguments: tuple[str, ...]) -> dict[str, float]:
    """What the script writes when the code of this checkout runs it."""
    own = tree / ".venv" / "bin" / "python"
    python = str(own) if own.exists() else sys.executable
    code = {**os.environ, "PYTHONPATH": str(tree / "src")}
    words = [python, script, FIGURES, *arguments]
    done = subprocess.run(words, env=code, check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures
