"""Checks that all dice of a record follow from its secret and contributions (docs/reference/dice.md)."""

from typing import Literal

from msgspec import Struct

from fivedice.deals import deal
from fivedice.deals.places import Trail
from fivedice.deals.source import happen
from fivedice.language import mark, sentences, tr
from fivedice.match.events import Entry, Event, First, Throw
from fivedice.match.match import EventMatch, begin
from fivedice.match.state import step
from fivedice.notation import record, write


class DiceCheck(Struct, frozen=True):
    """The verdict on the dice of a record; `line` is the first wrong line."""

    verdict: Literal["verified", "wrong", "hidden", "unknown"]
    sentence: str
    line: int | None = None


REAL = mark("People threw the dice of this match themselves, so they cannot be verified.")
UNKNOWN = mark(
    "The record does not name the source of its dice: they were real dice, or the record is older than "
    "dice that can be verified."
)
HIDDEN = mark(
    "These dice can be checked once their secret is revealed; that of today's deal is revealed the day after."
)
NOT_PROMISED = mark("The secret is not the one that was promised in line 1, or line 1 was changed.")


def check(replayed: record.Replay) -> DiceCheck:
    """The dice of a record whose moves are legal."""
    match, promise = replayed.match, replayed.match.setup.dice
    if promise is None:
        real = any(isinstance(event, Entry) for event in match.events)
        return DiceCheck("unknown", tr(REAL if real else UNKNOWN))
    if not replayed.secret:
        return DiceCheck("hidden", tr(HIDDEN))
    dealt = deal.of(bytes.fromhex(replayed.secret), promise)
    if dealt.promise.commitment != promise.commitment:
        return DiceCheck("wrong", tr(NOT_PROMISED), len(match.events) + 2 + replayed.complete)
    return _compare(match, dealt)


def check_above(text: bytes, line: int) -> DiceCheck | None:
    """A fault in the dice above a line that breaks the rules: a changed die makes a later line wrong."""
    lines = text.rstrip(b"\n").split(b"\n")
    try:
        report = check(record.replay(b"\n".join([*lines[: line - 1], lines[-1]]) + b"\n"))
    except record.BadRecord:
        return None
    return report if report.verdict == "wrong" and report.line is not None and report.line < line else None


def _compare(match: EventMatch, dealt: deal.Deal) -> DiceCheck:
    now, trail, throws = begin(match.setup).state, Trail(), 0
    for line, event in enumerate(match.events, start=2):
        if isinstance(event, Throw | First | Entry):
            wrong = _differs(event, happen(dealt, now, trail))
            if wrong:
                return DiceCheck("wrong", wrong, line)
            throws += 1
        trail, now = trail.after(now, event), step(now, event)
    sentence = tr(
        "All {throws} throws were fixed before the match, and none was changed: they follow from the secret"
        " and the contribution of each seat.",
        throws=throws,
    )
    return DiceCheck("verified", sentences(sentence, _replayed(match)))


def _replayed(match: EventMatch) -> str:
    """A sentence on the player whose dice a solo match has, or ""."""
    seat = match.setup.dice.opens.partition("/")[0] if match.setup.dice else ""
    theirs = mark("They are the dice that player {number} met in another match.")
    return tr(theirs, number=int(seat) + 1) if seat else ""


def _differs(event: Event, due: Throw | First) -> str:
    if event == due:
        return ""
    if isinstance(event, Throw) and isinstance(due, Throw):
        wrong = mark("The dice fixed for this throw were {due}, not {dice}.")
        return tr(wrong, due=write.dice(due.dice), dice=write.dice(event.dice))
    if isinstance(event, First):
        return tr("The seat fixed to start was {due}, not {seat}.", due=due.seat, seat=event.seat)
    return tr("This turn was entered by hand, so its dice do not follow from the secret.")
