"""The summary of a table in a few fields, stored as text once the table no longer changes."""

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from fivedice.match.setup import game_called
from fivedice.server.storage import errors
from fivedice.table.protocol import player_view
from fivedice.table.state import TableState, asked

FIELDS = (
    "code",
    "game",
    "title",
    "board",
    "games",
    "options",
    "days",
    "practice",
    "stage",
    "closed",
    "next",
    "chairs",
    "scores",
    "winners",
    "credit",
    "result",
    "unit",
)


NEEDED = ("game", "options", "stage", "closed", "chairs")
"""What every list reads of these."""


class Summary(Struct, frozen=True):
    """What a list of tables shows of a table, and who holds its chairs."""

    holders: tuple[str, ...]
    """By chair the digest of the token that holds it, or nothing."""
    fields: dict[str, Any] = msgspec.field(name="told")
    watching: bool | None = None
    """Whether it is shown to whoever holds no chair, too."""

    @property
    def goes_on(self) -> bool:
        """Whether anybody may yet be asked there."""
        return self.fields["stage"] != "over" and not self.fields["closed"]

    @property
    def gathers(self) -> bool:
        """Whether people wait there for others: the match has not begun, and yet may."""
        return self.fields["stage"] == "gathering" and not self.fields["closed"]

    @property
    def never_began(self) -> bool:
        """Whether nobody can play there any more, nor ever has."""
        return self.fields["stage"] == "gathering" and bool(self.fields["closed"])

    def seats(self, name: str) -> bool:
        """Whether a person called so sits there."""
        return any(chair["name"] == name and not chair["bot"] for chair in self.fields["chairs"])

    def chair_of(self, holder: str) -> int | None:
        """The chair that this digest of a token holds."""
        return self.holders.index(holder) if holder and holder in self.holders else None


def changes(room: TableState) -> bool:
    """Whether anything may still become of a table; of one that only shows a record nothing does."""
    shows = room.match is not None and not room.people
    return not (room.is_over or room.closed or shows)


def of(room: TableState, code: str) -> Summary:
    """The summary of a table as it stands."""
    seen = player_view.picture(room, code)
    fields = {key: seen[key] for key in FIELDS if key in seen} | {"asked": list(asked(room))}
    return Summary(tuple(chair.holder for chair in room.chairs), fields, room.terms.watching)


def text(summary: Summary) -> str:
    """A summary as one line of JSON."""
    return msgspec.json.encode(summary).decode()


def read(code: str, line: str) -> Summary:
    """A summary from its line. Raises `Damaged`."""
    with errors.reading(code):
        return _read(line)


def _read(line: str) -> Summary:
    """The first ones said neither what a screen calls the game nor who may look on.

    Of these a table that had chairs is shown to who holds one, as it may have been private.
    """
    summary = msgspec.json.decode(line, type=Summary)
    _ = [summary.fields[name] for name in NEEDED]
    if summary.watching is None:
        summary = replace(summary, watching=not any(summary.holders))
    if "title" in summary.fields:
        return summary
    game = game_called(summary.fields["game"], summary.fields["options"])
    return replace(summary, fields={**summary.fields, "title": game.title, "board": game.board})
