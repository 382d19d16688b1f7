"""What the game decides for who is away is marked, counts for nobody, and is told on return (R6)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivedice.core.faces import DRAWN
from fivedice.match.events import Decision, Event, Keep, Spend, Throw
from fivedice.match.match import EventMatch
from fivedice.narration import moves
from fivedice.table import credit
from fivedice.table.credit import Credit
from fivedice.table.log import Happened, SeatLeft, SeatReturned
from fivedice.table.protocol import narrated, player_view
from fivedice.table.state import TableState
from fivedice.table.terms import Terms
from tests.laws.matches import seeds
from tests.spread import every_game
from tests.table.tables import Step, life, playing, terms
from tests.typed import as_a

law = settings(derandomize=True, deadline=None, max_examples=6, database=None)


def played_out(room: TableState) -> list[Step]:
    """All steps of a match of junior to its end, the seat 0 being away all the time, or never."""
    steps, dice = (
        list[Step](),
        ((2, 2, 2, 2, 3), (3, 3, 3, 3, 4), (4, 4, 4, 4, 5), (5, 5, 5, 5, 6), (6, 6, 6, 2, 3)),
    )
    while not room.is_over:
        assert room.match is not None
        seat, match = room.match.awaited.seats[0], room.match
        if match.awaited.kind == "throw":
            turn = sum(isinstance(event, Decision) and event.seat == seat for event in match.events) // 2
            match = match.throw(dice[turn] if seat == 0 else (2, 2, 3, 3, 4))
        elif match.awaited.kind == "keep":
            hand = match.state.turn.hands[0] if match.state.turn else ()
            match = match.keep(hand)
        else:
            match = match.use(match.uses()[0].name)
        entry = Happened(match.events[-1])
        steps.append(Step(room, entry, room.after(entry)))
        room = steps[-1].after
    return steps


@every_game
@law
@given(data=st.data(), seed=seeds)
def test_a_decision_is_the_game_s_where_the_seat_was_away(name: str, data: st.DataObject, seed: int) -> None:
    marked, last = set[int](), None
    for step in life(data.draw(terms(name)), seed, restless=0.2):
        event = step.entry.event if isinstance(step.entry, Happened) else None
        if isinstance(event, Decision) and step.before.chairs[event.seat].away:
            assert step.after.match is not None
            marked.add(len(step.after.match.events))
        assert step.after.decided_by_game == marked
        last = step.after
    assert last is not None
    assert sum(one.by_game for one in credit.by_seat(last)) == len(marked)


@pytest.mark.parametrize(
    ("by_game", "of", "counts", "told"),
    [
        (0, 38, True, ""),
        (1, 6, True, "The computer made 1 of your 6 decisions"),
        (9, 36, True, "The computer made 9 of your 36 decisions"),
        (10, 36, False, "The computer made 10 of your 36 decisions"),
        (26, 26, False, "The computer made all 26 of your decisions"),
        (0, 0, True, ""),
    ],
)
def test_a_match_counts_with_three_of_four_decisions(by_game: int, of: int, counts: bool, told: str) -> None:
    share = Credit(by_game, of)
    end = "still counts" if counts else "does not count"
    said = f"{told} while you were away. The match {end}." if told else ""
    assert (share.counts, share.sentence) == (counts, said)


@pytest.mark.parametrize("away", [True, False])
def test_the_result_says_for_whom_the_game_has_won(away: bool) -> None:
    begun = playing(Terms("junior", ("", ""), first=0))
    *_, before, last = [None, *played_out(begun.after(SeatLeft(0)) if away else begun)]
    assert last is not None
    name = begun.chairs[0].name + " (played by the computer)" * away
    told = f"The match is over: {name} wins with 19 columns."
    seen = player_view.picture(last.after, "CODE")
    assert seen.result == told
    assert seen.credit
    assert [one.counts for one in seen.credit] == [not away, True]
    assert narrated.lines(last.entry, last.before, last.after)[-1] == told
    assert before is not None
    assert player_view.picture(before.after, "CODE").credit == ()


def test_who_is_back_in_time_has_won() -> None:
    room = playing(Terms("junior", ("", ""), first=0)).after(SeatLeft(0))
    while not any(
        isinstance(event, Decision) and event.seat == 1 for event in as_a(EventMatch, room.match).events
    ):
        room = played_out(room)[0].after
    *_, last = played_out(room.after(SeatReturned(0)))
    assert [(one.by_game, one.of) for one in credit.by_seat(last.after)] == [(2, 10), (0, 10)]
    assert credit.names(last.after)[0] == room.chairs[0].name


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


@every_game
@law
@given(data=st.data(), seed=seeds)
def test_every_use_and_choice_of_an_absence_is_told(name: str, data: st.DataObject, seed: int) -> None:
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
    assert lines[-1] == moves.in_short(step.before.match.state, made, DRAWN)
    if isinstance(made, Spend):
        assert not any(line.startswith("kept") for line in lines)


def test_what_is_told_in_words() -> None:
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
