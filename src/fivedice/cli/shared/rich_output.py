"""Progress bars and tables of figures."""

import sys
from collections.abc import Iterable, Sequence
from threading import Timer
from typing import Self

from msgspec.structs import astuple
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from fivedice.cards.scorecard import ScoreCard
from fivedice.core.rules import title
from fivedice.runtime import waiting
from fivedice.runtime.intervals import Estimate
from fivedice.solve.cards.columns import layout

PIPE_WIDTH = 120


class Bar(Progress):
    """A progress bar by the rule of `waiting`, whose line it replaces. It is removed at the end."""

    def __init__(self) -> None:
        super().__init__(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
        self._appearing = Timer(waiting.SILENT, self.start)
        self._appearing.daemon = True

    def __enter__(self) -> Self:
        waiting.clear_line()
        waiting.working.has_bar = True
        self._appearing.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._appearing.cancel()
        self._appearing.join()
        self.stop()
        waiting.working.has_bar = False


def plain(text: str) -> str:
    """Escapes brackets, which rich would read as markup."""
    return escape(text)


def print_table(
    title: str, names: Sequence[str], figures: Sequence[str], rows: Iterable[Sequence[str]]
) -> None:
    """Prints a table with columns of names and right-aligned columns of figures."""
    table = Table(title=plain(title), title_justify="left", box=box.SIMPLE)
    for heading in names:
        table.add_column(heading, overflow="fold")
    for heading in figures:
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(*row)
    Console(width=None if sys.stdout.isatty() else PIPE_WIDTH).print(table)


FiveChances = tuple[float, float, float]
"""The chances of scoring five alike never, once, and more often."""


def line_of_fives(form: ScoreCard, chances: FiveChances) -> str:
    """How often five alike scored, labelled with the name of their box."""
    none, one, more = (f"{100 * chance:.2f}%" for chance in chances)
    places = layout(form)
    further = f", two or more {more}" if form.further and form.further.bonus else ""
    return f"{title(places.names[places.five])}: none {none}, one {one}{further}"


def percent(estimate: Estimate) -> str:
    """A share with its interval, in percent."""
    return f"{100 * estimate.value:.2f}% ({100 * estimate.low:.2f} to {100 * estimate.high:.2f})"


def number(estimate: Estimate, digits: int) -> str:
    """A number with its interval; without digits it has a sign."""
    sign = "+" if digits == 0 else ""
    value, low, high = (f"{figure:{sign}.{digits}f}" for figure in astuple(estimate))
    return f"{value} ({low} to {high})"
