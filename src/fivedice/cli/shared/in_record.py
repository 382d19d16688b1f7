"""Finds the place in a record where somebody is asked to decide."""

from pathlib import Path

from msgspec import Struct

from fivedice.cli.shared import console, open_record
from fivedice.match.match import Match
from fivedice.match.questions import is_over
from fivedice.match.setup import no_game
from fivedice.match.state import State, begin, step
from fivedice.notation.read import BadText
from fivedice.notation.record import BadRecord
from fivedice.runtime import store

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
        match = open_record.so_far(path).match
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
    path = open_record.find(name) if name else open_record.newest()
    if path != open_record.STDIN and not path.exists():
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
