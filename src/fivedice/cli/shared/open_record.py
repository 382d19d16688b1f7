"""Finds and reads the record that an argument names, and the place in it where somebody decides."""

import sys
from pathlib import Path

from msgspec import Struct

from fivedice.cli.shared import console
from fivedice.match.match import Match
from fivedice.match.questions import is_over
from fivedice.match.setup import no_game
from fivedice.match.state import State, begin, step
from fivedice.notation import record
from fivedice.notation.read import BadText
from fivedice.notation.record import BadRecord, Replay
from fivedice.runtime import store
from fivedice.runtime.store import StoreError

STDIN = Path("-")
"""What the standard input is called."""


class Opened(Struct, frozen=True):
    """A record that may still be written on: the match so far, and how many of its bytes are good."""

    match: Match
    complete: bool
    length: int


def find(name: str) -> Path:
    """The file of that name, in the present folder or among this user's records; `-` is `STDIN`."""
    path = Path(name)
    if path == STDIN or path.exists() or path.name != name:
        return path
    kept = store.folder() / name
    return kept if kept.exists() else path


def newest() -> Path:
    """The newest record of this user that can be read. Raises `StoreError` where there is none."""
    where = store.folder()
    path = next(filter(_is_good, reversed(store.records(where))), None)
    if path is None:
        raise StoreError(f"No match is kept yet in {store.shown(where)}.")
    return path


def _is_good(path: Path) -> bool:
    try:
        so_far(path)
    except (BadRecord, StoreError):
        return False
    return True


def whole(name: str) -> Replay:
    """The record of that name as it stands. Raises `StoreError` or `BadRecord`."""
    return record.replay(_read(find(name)))


def so_far(path: Path) -> Opened:
    """The record without a last line that was cut short as it was written."""
    return opened(_read(path))


def _read(path: Path) -> bytes:
    """The bytes of a record. Raises `StoreError`."""
    return store.read_from(sys.stdin.buffer, "The standard input") if path == STDIN else store.read(path)


def opened(data: bytes) -> Opened:
    """The same of a record's bytes. Raises `BadRecord`."""
    good = record.complete_lines(data) or data
    replayed = record.replay(good)
    return Opened(replayed.match, replayed.complete, len(good))


def good_part(data: bytes) -> tuple[Opened, BadRecord | None]:
    """The same of a record that may be damaged: what comes before the damage, and the damage.

    Raises `BadRecord` where that is nothing to go on with: no header, or a match that has its result.
    """
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
    """A point of a record where somebody is asked to decide: the state, and the event that follows."""

    path: Path
    event: int
    state: State


def to_decide(name: str, event: int | None) -> Point:
    """The state before an event of a record, or where somebody last had to decide if none is named.

    Without a name it is the newest record; one that does not hold ends the command. Raises `BadText` or
    `StoreError`.
    """
    path = _path(name)
    try:
        match = so_far(path).match
    except BadRecord as error:
        console.fail(f"{store.shown(path.name)}: {error}", console.code_of(error))
    if event is None:
        return Point(path, *_last(match))
    return Point(path, event, _asked(match, event))


def decided_on(state: State) -> State:
    """The same state. Raises `BadText` where nobody is asked to decide."""
    if is_over(state):
        raise BadText("The game is over; there is nothing to choose.")
    if state.awaited.kind not in DECISIONS:
        raise BadText("Here dice are thrown; say the dice that lie, such as 22345@2, to have choices.")
    return state


def _asked(match: Match, event: int) -> State:
    """The state before an event that is somebody's decision. Raises `BadText` for any other."""
    state = _before(match, event)
    if not is_over(state) and state.awaited.kind not in DECISIONS:
        raise BadText(
            f"At event {event} dice are thrown, and nobody decides; fivedice show numbers the events."
        )
    return decided_on(state)


def _path(name: str) -> Path:
    path = find(name) if name else newest()
    if path != STDIN and not path.exists():
        raise BadText(f"There is no record {name!r}. {no_game(name)}")
    return path


def _before(match: Match, event: int) -> State:
    if not 1 <= event <= len(match.events):
        raise BadText(f"The record has the events 1 to {len(match.events)}; there is no event {event}.")
    state = begin(match.setup)
    for happened in match.events[: event - 1]:
        state = step(state, happened)
    return state


def _last(match: Match) -> tuple[int, State]:
    """The last state of the match in which somebody was asked to decide, and the event that followed."""
    last, state = None, begin(match.setup)
    for number, happened in enumerate((*match.events, None), start=1):
        last = (number, state) if state.awaited.kind in DECISIONS else last
        state = state if happened is None else step(state, happened)
    if last is None:
        raise BadText("Nobody has been asked to decide in this match yet.")
    return last
