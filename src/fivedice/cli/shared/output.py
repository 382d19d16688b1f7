"""Results of commands: progress bars, tables of figures, and one line of JSON."""

import sys
from collections.abc import Iterable, Mapping, Sequence
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


VERSION = 1
"""The version of the JSON formats, their first key (command-json.md). A new key needs no new version;
any other change does."""


def json_text(command: str, fields: Mapping[str, Any] | msgspec.Struct) -> str:
    """What a command found, as a Struct or as plain values."""
    versioned = {f"fivedice_{command}": VERSION, **msgspec.to_builtins(fields)}
    return msgspec.json.encode(versioned).decode()


def match_fields(played: Match) -> dict[str, Any]:
    """A match as `records`, `show` and `verify` have it: what was agreed and how it stands."""
    finished = questions.is_over(played.state)
    return {
        "setup": write.setup(played.setup),
        "events": len(played.events),
        "finished": finished,
        "scores": list(played.scores),
        "winners": list(played.winners) if finished else [],
    }


FiveChances = tuple[float, float, float]
"""Of none, one, and two or more, which there are only where further ones bring a bonus."""


def line_of_fives(form: ScoreCard, chances: FiveChances) -> str:
    """By the name of the box that is for five alike."""
    from fivedice.solve.cards.layout import layout  # noqa: PLC0415 - slow to load, and no help needs it

    none, one, more = (f"{100 * chance:.2f}%" for chance in chances)
    places = layout(form)
    further = f", two or more {more}" if form.further and form.further.bonus else ""
    return f"{title(places.names[places.five])}: none {none}, one {one}{further}"
