"""The summary of a table in a few fields, stored as text once the table no longer changes."""

from typing import Any

import msgspec
from msgspec import Struct

from fivedice.games import GAMES
from fivedice.language import speaking
from fivedice.language.languages import SOURCE
from fivedice.names import localized
from fivedice.narration import results
from fivedice.server.storage import errors
from fivedice.table.protocol import player_view
from fivedice.table.state import TableState

FIELDS = (
    *("code", "game", "title", "board", "games", "options", "days", "practice", "stage", "closed"),
    *("because", "club", "next", "chairs", "scores", "winners", "credit", "unit"),
)
WORDED = {"told", "place"}
"""The fields of a credit that are sentences, which are not stored."""


class TableSummary(Struct, frozen=True):
    """The fields of a table that lists show, and the holders of its chairs."""

    holders: tuple[str, ...]
    """The digest of the first token of each chair, or ""."""
    fields: dict[str, Any]
    watching: bool
    """Whether people without a chair may see the table."""
    tokens: tuple[str, ...] = ()
    """The digest of the token that holds each chair now; it names a device once the seat has moved."""

    @property
    def goes_on(self) -> bool:
        """Whether the table is neither finished nor closed."""
        return self.fields["stage"] != "over" and not self.fields["closed"]

    @property
    def gathers(self) -> bool:
        """Whether the match can still begin."""
        return self.fields["stage"] == "gathering" and not self.fields["closed"]

    @property
    def never_began(self) -> bool:
        """Whether the table was closed before a match began."""
        return self.fields["stage"] == "gathering" and bool(self.fields["closed"])

    def seats(self, name: str) -> bool:
        """Whether a person with this name sits there."""
        return any(chair["name"] == name and not chair["bot"] for chair in self.fields["chairs"])

    def chair_of(self, holder: str) -> int | None:
        """The chair of the token with this digest, also on a device that handed it over."""
        whose = holder.partition(".")[0]
        return self.holders.index(whose) if whose and whose in self.holders else None


def changes(table: TableState) -> bool:
    """Whether a table may still change; a table that only shows a record does not."""
    shows = table.match is not None and not table.people
    return not (table.is_over or table.closed or shows)


def of(table: TableState, code: str) -> TableSummary:
    """The summary of a table."""
    with speaking(SOURCE):
        picture = msgspec.json.decode(msgspec.json.encode(player_view.picture(table, code)))
    picture |= picture["terms"] | {"because": table.closed_because}
    fields = {key: picture[key] for key in FIELDS if key in picture} | {"asked": list(table.waits_for.asked)}
    if "credit" in fields:
        fields["credit"] = [{key: one[key] for key in one if key not in WORDED} for one in fields["credit"]]
    tokens = tuple(".".join(filter(None, (chair.holder, chair.device))) for chair in table.chairs)
    return TableSummary(tuple(chair.holder for chair in table.chairs), fields, table.terms.watching, tokens)


def worded(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields with title, names and the host's reason to close the table in the reader's language.
    Summaries of earlier versions have a sentence instead, in the language of whoever played last.
    """
    words, because = dict(fields), fields.get("because")
    if fields["game"] in GAMES:
        words["title"] = GAMES[fields["game"]].title
    words["chairs"] = [chair | {"name": localized(chair["name"])} for chair in fields["chairs"]]
    if because is not None:
        words["closed_told"] = results.closing(because, fields["club"]) if because else ""
    return words


def text(summary: TableSummary) -> str:
    """A summary as one line of JSON."""
    return msgspec.json.encode(summary).decode()


def read(code: str, line: str) -> TableSummary:
    """Parses a summary. Raises `Damaged`."""
    with errors.reading(code):
        return msgspec.json.decode(line, type=TableSummary)
