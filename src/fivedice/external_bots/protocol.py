"""Questions to and answers from an external bot, one JSON object per line (docs/guide/own-bot.md).

A question contains what a person in that seat sees, and lists the decisions that may be the answer.
"""

from random import Random

import msgspec
from msgspec.structs import replace

from fivedice.language import tr
from fivedice.match import questions
from fivedice.match.events import Decision
from fivedice.match.history import History
from fivedice.match.match import EventMatch
from fivedice.match.state import State
from fivedice.notation import read, write
from fivedice.notation.read import BadText
from fivedice.table import seating, terms
from fivedice.table.protocol import player_view
from fivedice.table.state import TableState

VERSION = 1
HERE = "guest"
"""The owner of the bot's chair, in place of a server's token digest."""


def question(view: State, seat: int, chance: Random) -> bytes:
    """The line that asks a seat for a decision, from the state that it may see."""
    room = _room(view, seat)
    decisions = [write.fields(decision) for decision in questions.decisions(view, seat)]
    message = {
        "fivedice_bot": VERSION,
        "seat": seat,
        "asked": view.awaited.kind,
        "decisions": decisions,
        "chance": chance.random(),
        "picture": player_view.picture(room, ""),
        "you": player_view.seen_by(room, seat),
    }
    return msgspec.json.encode(message) + b"\n"


def _room(view: State, seat: int) -> TableState:
    """A table with a person in the seat, whose view the bot gets."""
    chairs = list(seating.chairs_of(view.setup.players, ""))
    chairs[seat] = replace(chairs[seat], bot="", holder=HERE)
    match = EventMatch(view.setup, History(), view)
    return TableState(terms.of_setup(view.setup), tuple(chairs), match=match, throws="none")


def answer(line: bytes, view: State, seat: int) -> Decision:
    """The decision in a line. Raises `BadText` unless the question listed it."""
    decision = read.event(line)
    for offered in questions.decisions(view, seat):
        if decision == offered:
            return offered
    raise BadText(tr("It is not one of the decisions in the question."))
