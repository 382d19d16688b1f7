"""What people do at a table: a move counts once, for the seat that is asked, or is refused in a sentence."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fivedice.core.rules import IllegalMove
from fivedice.match.events import Throw
from fivedice.table.log import Closed, Happened, PhraseSaid, RematchOpened, SeatLeft, SeatTaken
from fivedice.table.protocol import messages as say
from fivedice.table.state import MOST_PHRASES, PHRASES, Stale, check_reason, opened
from fivedice.table.terms import Terms, check_terms
from tests.laws.matches import NAMES, seeds
from tests.spread import every_game
from tests.table.anything import any_message, move
from tests.table.refusals import refusal
from tests.table.tables import ended, holder, playing, some_of, terms

law = settings(derandomize=True, deadline=None, max_examples=4, database=None)
TWO = Terms("traditional", ("", ""), first=0)
ROUND_TABLE = Terms("challenge", ("", "", ""), first=0)


def test_a_move_on_what_is_no_longer_so_is_stale() -> None:
    room = move(playing(TWO), 0, say.ThrowMessage(3))
    assert room.asked_since == room.number == 4
    with pytest.raises(Stale):
        move(room, 0, say.ThrowMessage(3))
    with pytest.raises(Stale):
        move(room, 0, say.KeepMessage("", 3))
    assert move(room, 0, say.KeepMessage("", 4)).number == 5


def test_a_move_after_what_has_not_happened_is_refused() -> None:
    room = playing(TWO)
    with pytest.raises(IllegalMove):
        move(room, 0, say.ThrowMessage(room.number + 1))


def test_a_number_is_not_repeated_whole() -> None:
    room, number = playing(TWO), 10**1900
    for message in (say.ThrowMessage(number), say.SayMessage(number)):
        assert len(str(refusal(move, room, 0, message))) < 100


def test_what_does_not_change_the_question_makes_no_move_stale() -> None:
    room = move(playing(ROUND_TABLE), 0, say.ThrowMessage(4))
    seen = room.number
    for seat, message in [
        (1, say.SayMessage(0)),
        (1, say.HintMessage(seen)),
        (1, say.KeepMessage("", seen)),
        (2, say.LeaveMessage()),
    ]:
        room = move(room, seat, message)
    assert room.number == seen + 4
    assert move(room, 0, say.KeepMessage("", seen)).number == room.number + 1


def test_nobody_moves_for_another() -> None:
    room = playing(TWO)
    thrown = move(room, 0, say.ThrowMessage(3))
    use = say.UseMessage("chance", 4)
    for seat in (1, None):
        for where, message in [(room, say.ThrowMessage(3)), (thrown, say.KeepMessage("", 4)), (thrown, use)]:
            with pytest.raises(IllegalMove):
                move(where, seat, message)
    with pytest.raises(IllegalMove):
        move(move(room, 0, say.LeaveMessage()), 0, say.ThrowMessage(3))


def test_a_use_named_early_stops_first() -> None:
    room = move(playing(TWO), 0, say.ThrowMessage(3))
    used = move(room, 0, say.UseMessage("chance", room.number))
    assert used.number == room.number + 2
    assert used.match is not None
    assert used.match.awaited.seats == (1,)


def test_hints_are_barred_where_the_terms_say_so() -> None:
    for hints in (False, True):
        room = move(playing(Terms("traditional", ("", ""), first=0, hints=hints)), 0, say.ThrowMessage(3))
        assert (refusal(move, room, 0, say.HintMessage(4)) is None) == hints


def test_costs_are_shown_only_where_hints_are_allowed() -> None:
    for hints in (False, True):
        terms = Terms("traditional", ("", ""), hints=hints, costs=True)
        assert (refusal(check_terms, terms) is None) == hints


def test_a_decision_has_one_hint_of_a_seat() -> None:
    room = move(playing(ROUND_TABLE), 0, say.ThrowMessage(4))
    for seat, message in [(0, say.HintMessage(5)), (1, say.HintMessage(5)), (2, say.KeepMessage("", 5))]:
        room = move(room, seat, message)
    for seat in (0, 1):
        assert move(room, seat, say.HintMessage(room.number, "wins")).number == room.number
    for seat in (0, 1):
        room = move(room, seat, say.KeepMessage("", room.number))
    thrown = room.after(Happened(Throw(0, (1, 2, 3, 4, 5))))
    assert move(thrown, 0, say.HintMessage(thrown.number)).number == thrown.number + 1


def test_a_seat_that_left_is_played_by_the_rule_of_the_absent() -> None:
    """R6: all kept, then the use that pays the most; and the person goes on when back, not before."""
    room = move(move(playing(TWO), 0, say.ThrowMessage(3)), 0, say.LeaveMessage())
    next_ = room.waits_for.due
    assert next_ is not None
    assert (next_.kind, next_.seat) == ("decide", 0)
    with pytest.raises(IllegalMove, match="You are away"):
        move(room, 0, say.KeepMessage("", room.number))
    room = move(room, 0, say.BackMessage())
    assert room.waits_for.due is None
    assert room.waits_for.asked == (0,)


def test_a_closed_table_takes_nothing_more() -> None:
    room = playing(TWO).after(Closed())
    assert room.waits_for.due is None
    with pytest.raises(IllegalMove):
        room.after(PhraseSaid(0, 0))


@pytest.mark.parametrize("reason", ["", "  ", "a\nb", "a\x1b[2Jb", "a\u202eb", "a" * 201])
def test_a_reason_that_players_cannot_read_is_refused(reason: str) -> None:
    with pytest.raises(IllegalMove, match=r"\.$"):
        check_reason(reason)
    check_reason("Ä" * 200)


def test_one_rematch_follows_the_end() -> None:
    with pytest.raises(IllegalMove):
        playing(TWO).after(RematchOpened("ABCDEF"))
    over = ended(TWO, 5).after(RematchOpened("ABCDEF"))
    assert over.next == "ABCDEF"
    for other in (RematchOpened("FEDCBA"), RematchOpened("FEDCBA", instead="GHJKLM")):
        with pytest.raises(IllegalMove):
            over.after(other)
    assert over.after(RematchOpened("FEDCBA", instead="ABCDEF")).next == "FEDCBA"


def test_only_the_phrases_are_said() -> None:
    room = opened(Terms("traditional", ("", "greedy"))).after(SeatTaken(0, NAMES[0], holder(0)))
    assert room.after(PhraseSaid(0, len(PHRASES) - 1)).number == 2
    for chair, phrase in [(0, len(PHRASES)), (0, -1), (1, 0), (7, 0), (-1, 0)]:
        with pytest.raises(IllegalMove):
            room.after(PhraseSaid(chair, phrase))


def test_who_speaks_is_back_unless_it_was_left_on_purpose() -> None:
    room = playing(TWO)
    late = move(room.after(SeatLeft(0, late=True)), 0, say.SayMessage(0))
    assert (late.chairs[0].away, late.number) == (False, room.number + 3)
    left = move(move(room, 0, say.LeaveMessage()), 0, say.SayMessage(0))
    assert (left.chairs[0].away, left.number) == (True, room.number + 2)


def test_one_speaks_so_often_between_two_moves() -> None:
    room = playing(TWO)
    for moved in (say.ThrowMessage(0), say.KeepMessage("", 0)):
        for _ in range(MOST_PHRASES):
            room = move(room, 1, say.SayMessage(0))
        for message in (say.SayMessage(0), say.SayMessage(1)):
            assert "enough for now" in str(refusal(move, room, 1, message))
        room = move(room, 0, say.SayMessage(0))
        assert refusal(move, room, 1, say.SayMessage(0))
        room = move(room, 0, replace(moved, after=room.number))


def test_what_was_said_before_there_was_a_limit_is_read() -> None:
    room = playing(TWO)
    for _ in range(3 * MOST_PHRASES):
        room = room.after(PhraseSaid(1, 0))
    assert room.number == 3 + 3 * MOST_PHRASES


@every_game
@law
@given(data=st.data(), seed=seeds)
def test_any_message_at_any_time_is_a_move_or_refused(name: str, data: st.DataObject, seed: int) -> None:
    for step in some_of(data.draw(terms(name)), seed, 15):
        message = data.draw(any_message(step.after.number))
        seat = data.draw(st.sampled_from([None, *step.after.people]))
        if refusal(move, step.after, seat, message) is None:
            assert move(step.after, seat, message).number > step.after.number
