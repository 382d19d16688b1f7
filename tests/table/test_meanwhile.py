"""Who was away is told what the game has played for the seat (R6), until that person plays on."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivedice.core.faces import DRAWN
from fivedice.games import GAMES
from fivedice.match.events import Decision, Event, Keep, Spend, Throw
from fivedice.narration import sentences
from fivedice.table.log import Happened, SeatLeft, SeatReturned
from fivedice.table.protocol import player_view
from fivedice.table.state import TableState
from fivedice.table.terms import Terms
from tests.laws.matches import seeds
from tests.table.tables import Step, life, playing, terms

law = settings(derandomize=True, deadline=None, max_examples=6, database=None)


def told(room: TableState, seat: int | None) -> list[str]:
    """What a seat is told of the time when it was away."""
    return list(player_view.seen_by(room, seat).meanwhile)


def decision_of(step: Step) -> Decision | None:
    """The decision that an entry is, if it is one."""
    event = step.entry.event if isinstance(step.entry, Happened) else None
    return event if isinstance(event, Decision) else None


def played_on(step: Step) -> int | None:
    """The seat whose person has decided, or has made the first throw of a turn."""
    event = step.entry.event if isinstance(step.entry, Happened) else None
    if not isinstance(event, Decision | Throw) or step.before.chairs[event.seat].away:
        return None
    turn = step.before.match.state.turn if step.before.match else None
    return None if isinstance(event, Throw) and turn and turn.step > 1 else event.seat


@pytest.mark.parametrize("name", GAMES)
@law
@given(data=st.data(), seed=seeds)
def test_every_use_and_choice_of_an_absence_is_told(name: str, data: st.DataObject, seed: int) -> None:
    """In every game: a line for each, in their order, to that seat alone; to play on ends it."""
    agreed = data.draw(terms(name))
    uses: dict[int, int] = dict.fromkeys(range(len(agreed.chairs)), 0)
    for step in life(agreed, seed, restless=0.2):
        made = decision_of(step)
        seat = played_on(step)
        if seat is not None:
            uses[seat] = 0
            assert told(step.after, seat) == []
        elif made is not None:
            uses[made.seat] += not isinstance(made, Keep)
            _check_last(step, made)
        for seat in step.after.people if step.after.match else ():
            assert len([line for line in told(step.after, seat) if not line.startswith("kept")]) == uses[seat]
        assert told(step.after, None) == []


def after(room: TableState, *events: Event) -> TableState:
    for event in events:
        room = room.after(Happened(event))
    return room


def _check_last(step: Step, made: Decision) -> None:
    """The newest line is of this decision; what was kept before a use is not told besides it."""
    assert step.before.match is not None
    lines = told(step.after, made.seat)
    assert lines[-1] == sentences.made(step.before.match.state, made, DRAWN)
    if isinstance(made, Spend):
        assert not any(line.startswith("kept") for line in lines)


def test_what_is_told_in_words() -> None:
    """What was kept while the turn goes on, then what the dice were used for; both outlast the return."""
    room = playing(Terms("traditional", ("", ""), first=0))
    for entry in (Happened(Throw(0, (5, 1, 6, 2, 2))), SeatLeft(0), Happened(Keep(0, (1, 2, 2, 5, 6)))):
        room = room.after(entry)
    assert told(room, 0) == ["kept ⚀ ⚁ ⚁ ⚄ ⚅"]
    room = room.after(Happened(Spend(0, "chance")))
    assert told(room, 0) == ["⚀ ⚁ ⚁ ⚄ ⚅: Chance 16"]
    assert (
        told(room.after(SeatReturned(0)), 0)
        == told(room.after(SeatReturned(0)).after(SeatLeft(0)), 0)
        == told(room, 0)
    )
    assert told(room, 1) == []


def test_who_throws_again_has_read_it() -> None:
    """A throw of one's own takes it away; one that follows what the game kept, or another's, does not."""
    room = playing(Terms("traditional", ("", ""), first=0)).after(SeatLeft(0))
    room = after(room, Throw(0, (5, 1, 6, 2, 2)), Keep(0, (2, 2)))
    room = room.after(SeatReturned(0)).after(Happened(Throw(0, (1, 3, 4))))
    assert told(room, 0) == ["kept ⚁ ⚁"]
    room = after(room.after(SeatLeft(0)), Keep(0, (1, 2, 2, 3, 4)), Spend(0, "chance"))
    room = room.after(SeatReturned(0)).after(Happened(Throw(1, (1, 1, 1, 1, 1))))
    assert told(room, 0) == ["⚀ ⚁ ⚁ ⚂ ⚃: Chance 12"]
    room = after(room, Keep(1, (1, 1, 1, 1, 1)), Spend(1, "aces"))
    assert told(room, 0)
    assert told(room.after(Happened(Throw(0, (1, 2, 3, 4, 5)))), 0) == []
