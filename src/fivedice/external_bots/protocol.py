"""Questions to and answers from an external bot: one JSON object per line (own-bot.md).

A question holds what a person in that seat sees at a table, no more: the same picture. An answer is one of
the decisions that it lists, spelled as in a record.
"""

from random import Random

from msgspec.structs import replace

from fivedice.match import questions
from fivedice.match.events import Decision
from fivedice.match.history import History
from fivedice.match.match import Match
from fivedice.match.state import State
from fivedice.notation import read, write
from fivedice.notation.read import BadText
from fivedice.table import seating, terms
from fivedice.table.protocol import player_view
from fivedice.table.state import TableState

VERSION = 1
HERE = "guest"
"""What holds the chair of a guest, as a token does at a server."""


def question(seen: State, seat: int, chance: Random) -> bytes:
    """The line that asks a seat, from the state as it may see it."""
    room = _room(seen, seat)
    decisions = [write.fields(decision) for decision in questions.decisions(seen, seat)]
    asked = {
        "fivedice_bot": VERSION,
        "seat": seat,
        "asked": seen.awaited.kind,
        "decisions": decisions,
        "chance": chance.random(),
        "picture": player_view.picture(room, ""),
        "you": player_view.seen_by(room, seat),
    }
    return write.line(asked).encode() + b"\n"


def _room(seen: State, seat: int) -> TableState:
    """A table at which the seat is a person's, so that its picture is a person's."""
    chairs = list(seating.taken(seen.setup.players, ""))
    chairs[seat] = replace(chairs[seat], bot="", holder=HERE)
    return TableState(
        terms.of(seen.setup), tuple(chairs), match=Match(seen.setup, History(), seen), throws="none"
    )


def answer(line: bytes, seen: State, seat: int) -> Decision:
    """The decision of a line. Raises `BadText` where it is none of those that the question listed."""
    decision = read.event(line)
    for offered in questions.decisions(seen, seat):
        if decision == offered:
            return offered
    raise BadText("It is none of the decisions of the question.")
