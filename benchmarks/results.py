"""Saves a benchmark's tables as benchmarks/results/NAME.json; documents take their figures from there."""

import json
import re
import shlex
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from rich.table import Table

from benchmarks import machine

FOLDER = Path(__file__).parent / "results"
FIGURE = re.compile(r"(-?[\d,]*\.?\d+)(?: ([^\d\s]\S*))?")
"""A number, with commas between thousands and perhaps a unit."""

Cell = str | float | dict[str, str | float]


def save(name: str, packages: Sequence[str], *tables: Table, variant: str = "") -> None:
    """Writes the tables of a run with its command, date, machine and versions.

    Runs of another `variant` have a file of their own.
    """
    told = {
        "benchmark": f"{name}{variant}",
        "command": command(),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine.description(),
        "versions": {"python": machine.PYTHON} | {package: version(package) for package in packages},
        "tables": [rows(table) for table in tables],
    }
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps(told, ensure_ascii=False, indent=1)
    (FOLDER / f"{name}{variant}.json").write_text(text + "\n", encoding="utf-8")


def command() -> str:
    """The command of this process, with an ellipsis in place of a path or an address."""
    module = getattr(sys.modules["__main__"], "__spec__", None)
    words = ("…" if "/" in word else shlex.quote(word) for word in sys.argv[1:])
    return " ".join(["python", "-m", module.name if module else "…", *words])


def rows(table: Table) -> list[dict[str, Cell]]:
    """The rows by column heading, which names the unit unless the cell does."""
    headings = [str(column.header) for column in table.columns]
    return [
        dict(zip(headings, map(cell, line), strict=True))
        for line in zip(*(column.cells for column in table.columns), strict=True)
    ]


def cell(text: object) -> Cell:
    """A number, a number with its unit, or the unchanged text."""
    found = FIGURE.fullmatch(str(text))
    if found is None:
        return str(text)
    number = found[1].replace(",", "")
    value = float(number) if "." in number else int(number)
    return {"value": value, "unit": found[2]} if found[2] else value


def lines(headings: Sequence[str], figures: Sequence[Sequence[str]]) -> Table:
    """A table of figures that were printed line by line during the measurement."""
    table = Table(*headings)
    for one in figures:
        table.add_row(*one)
    return table
