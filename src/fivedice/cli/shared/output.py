"""Results of commands: progress bars, tables of figures, and one line of JSON."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from fivedice.cards.scorecard import ScoreCard
from fivedice.core.rules import title
from fivedice.match import questions
from fivedice.match.match import Match
from fivedice.notation import write

if TYPE_CHECKING:
    from rich.progress import Progress

PIPE_WIDTH = 120


def bar() -> "Progress":
    """A progress bar on standard error, shown only at a terminal and removed at the end."""
    from rich.console import Console  # noqa: PLC0415 - slow to load
    from rich.progress import Progress  # noqa: PLC0415 - as above

    return Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())


def time_of(at: float) -> datetime | None:
    """A stored time in UTC; None if it is damaged: out of range or, in SQLite, not a number."""
    try:
        return datetime.fromtimestamp(at).astimezone(UTC)
    except (TypeError, ValueError, OverflowError, OSError):
        return None


def minute(at: float) -> str:
    """A stored time to the minute, in local time; "" if it is damaged."""
    time = time_of(at)
    return time.astimezone().strftime("%Y-%m-%d %H:%M") if time else ""


def plain(text: str) -> str:
    """Escapes brackets, which rich would read as markup."""
    from rich.markup import escape  # noqa: PLC0415 - as above

    return escape(text)


def print_table(
    title: str, named: Sequence[str], figures: Sequence[str], rows: Iterable[Sequence[str]]
) -> None:
    """Prints a table with columns of names and right-aligned columns of figures."""
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


VERSION = 1
"""The version of the JSON formats (docs/reference/command-json.md), stored in their first key. It stays the
same if a key is added; any other change raises it.
"""


def json_text(command: str, fields: Mapping[str, Any] | msgspec.Struct) -> str:
    """The result of a command as one line of JSON."""
    versioned = {f"fivedice_{command}": VERSION, **msgspec.to_builtins(fields)}
    return msgspec.json.encode(versioned).decode()


def match_fields(played: Match) -> dict[str, Any]:
    """A match as `records`, `show` and `verify` print it: its setup and its standing."""
    finished = questions.is_over(played.state)
    return {
        "setup": write.setup(played.setup),
        "events": len(played.events),
        "finished": finished,
        "scores": list(played.scores),
        "winners": list(played.winners) if finished else [],
    }


FiveChances = tuple[float, float, float]
"""The chances of scoring five alike never, once, and more often."""


def line_of_fives(form: ScoreCard, chances: FiveChances) -> str:
    """How often five alike scored, labelled with the name of their box."""
    from fivedice.solve.cards.columns import layout  # noqa: PLC0415 - slow to load

    none, one, more = (f"{100 * chance:.2f}%" for chance in chances)
    places = layout(form)
    further = f", two or more {more}" if form.further and form.further.bonus else ""
    return f"{title(places.names[places.five])}: none {none}, one {one}{further}"
