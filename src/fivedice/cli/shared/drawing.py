"""Progress bars and tables of figures."""

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PIPE_WIDTH = 120


def bar() -> "Progress":
    """A bar on the error output, seen only at a terminal and gone when it ends."""
    from rich.console import Console  # noqa: PLC0415 - slow to load, and no help needs it
    from rich.progress import Progress  # noqa: PLC0415 - as above

    return Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())


def plain(text: str) -> str:
    """A text that is drawn as it is, also where it has brackets."""
    from rich.markup import escape  # noqa: PLC0415 - as above

    return escape(text)


def print_table(
    title: str, named: Sequence[str], figures: Sequence[str], rows: Iterable[Sequence[str]]
) -> None:
    """Prints rows under columns of names and columns of figures, which stand to the right."""
    from rich import box  # noqa: PLC0415 - as above
    from rich.console import Console  # noqa: PLC0415 - as above
    from rich.table import Table  # noqa: PLC0415 - as above

    table = Table(title=plain(title), title_justify="left", box=box.SIMPLE)
    for heading in named:
        table.add_column(heading)
    for heading in figures:
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(*row)
    Console(width=None if sys.stdout.isatty() else PIPE_WIDTH).print(table)
