"""Finds and reads the record that an argument names, and a decision in it."""

import sys
from itertools import accumulate
from pathlib import Path

from msgspec import Struct

from fivedice.cli.shared import console
from fivedice.core.rules import quoted
from fivedice.language import mark, sentences, tr, with_label
from fivedice.match.match import EventMatch, course
from fivedice.match.questions import is_over
from fivedice.match.setup import no_game
from fivedice.match.state import CAME, State, begin, step
from fivedice.notation import record
from fivedice.notation.read import BadText
from fivedice.notation.record import BadRecord, Replay
from fivedice.runtime import store
from fivedice.runtime.program import program

STDIN = Path("-")
"""The name of standard input."""


class OpenedRecord(Struct, frozen=True):
    """A record that can be continued: the match so far, and the length of its good part in bytes."""

    match: EventMatch
    complete: bool
    length: int


def find(name: str) -> Path:
    """The file with this name, in the current folder or among the user's records; `-` is `STDIN`."""
    path = Path(name)
    if path == STDIN or path.exists() or path.name != name:
        return path
    kept = store.folder() / name
    return kept if kept.exists() else path


def newest() -> Path:
    """The newest readable record of the user. Raises `StoreError` if there is none."""
    where = store.folder()
    paths = reversed(store.records(where))
    path = next((path for path in paths if isinstance(try_so_far(path), OpenedRecord)), None)
    if path is None:
        raise store.StoreError(tr("No matches are saved yet in {folder}.", folder=store.printable(where)))
    return path


def whole(name: str) -> Replay:
    """Replays the whole record with this name. Raises `StoreError` or `BadRecord`."""
    return record.replay(data(name))


def data(name: str) -> bytes:
    """The bytes of the record with this name. Raises `StoreError`."""
    return _read(find(name))


def so_far(path: Path) -> OpenedRecord:
    """The record without an incomplete last line. Raises `StoreError` or `BadRecord`."""
    return opened(_read(path))


def try_so_far(path: Path) -> OpenedRecord | str:
    """The same, or a sentence about a record that cannot be read."""
    try:
        return so_far(path)
    except (BadRecord, store.StoreError) as error:
        return str(error)


def valid(path: Path, name: str = "") -> OpenedRecord:
    """Reads a record like `so_far`; an invalid one ends the command. The message uses `name` if given."""
    try:
        return so_far(path)
    except BadRecord as error:
        console.fail(with_label(store.printable(name or path.name), str(error)), console.code_of(error))


def _read(path: Path) -> bytes:
    return store.read_from(sys.stdin.buffer, "The standard input") if path == STDIN else store.read(path)


def opened(data: bytes) -> OpenedRecord:
    """Reads the bytes of a record. Raises `BadRecord`."""
    good = record.complete_lines(data) or data
    replayed = record.replay(good)
    return OpenedRecord(replayed.match, replayed.complete, len(good))


def good_part(data: bytes) -> tuple[OpenedRecord, BadRecord | None]:
    """The good part of a record, and its damage. Raises `BadRecord` if that part cannot be continued."""
    try:
        return opened(data), None
    except BadRecord as damage:
        good = b"".join(line + b"\n" for line in data.split(b"\n")[: damage.line - 1])
        part = opened(good) if good else None
        if part is None or part.complete:
            raise
        return part, damage


DECISIONS = ("keep", "use", "choose")


class Point(Struct, frozen=True):
    """A decision in a record: the state, and the number of the event that follows."""

    path: Path
    event: int
    state: State


def to_decide(name: str, event: int | None) -> Point:
    """The state before an event of a record, default: its last decision. Raises `BadText` or `StoreError`."""
    path = find(name) if name else newest()
    if path != STDIN and not path.exists():
        raise BadText(sentences(tr("There is no record {name}.", name=quoted(name)), no_game(name)))
    match = valid(path).match
    if event is None:
        return Point(path, *_last(match))
    if not 1 <= event <= len(match.events):
        wrong = mark("The record has the events 1 to {count}; there is no event {event}.")
        raise BadText(tr(wrong, count=len(match.events), event=event))
    state = course(match).after(event - 1).state
    if state.awaited.kind not in DECISIONS:
        wrong = mark("Event {event} is {what}, not a decision; {program} show numbers the events.")
        what = tr(CAME[type(match.events[event - 1])])
        raise BadText(tr(wrong, event=event, what=what, program=program()))
    return Point(path, event, state)


def decided_on(state: State) -> State:
    """Returns the state. Raises `BadText` if nobody decides in it."""
    if is_over(state):
        raise BadText(tr("The game is over; there is nothing to choose."))
    if state.awaited.kind not in DECISIONS:
        raise BadText(tr("The dice are not thrown yet; add dice, such as 22345@2, to get choices."))
    return state


def _last(match: EventMatch) -> tuple[int, State]:
    """The last decision of the match: the number of the event that follows, and the state."""
    last = None
    for number, state in enumerate(accumulate(match.events, step, initial=begin(match.setup)), start=1):
        last = (number, state) if state.awaited.kind in DECISIONS else last
    if last is None:
        raise BadText(tr("Nobody has been asked to decide in this match yet."))
    return last
