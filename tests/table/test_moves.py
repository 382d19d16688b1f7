"""What people do at a table counts once or is refused; what the game decides for who is away (R6)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fivedice.core.faces import DRAWN
from fivedice.core.rules import IllegalMove
from fivedice.match.events import Decision, Event, Keep, Spend, Throw
from fivedice.match.match import EventMatch
from fivedice.narration import moves
from fivedice.table import credit
from fivedice.table.credit import Credit
from fivedice.table.log import Closed, Happened, PhraseSaid, RematchOpened, SeatLeft, SeatReturned, SeatTaken
from fivedice.table.protocol import messages as say
from fivedice.table.protocol import narrated, player_view
from fivedice.table.state import MOST_PHRASES, PHRASES, Stale, TableState, check_reason, opened
from fivedice.table.terms import Terms, check_terms
from tests.laws.matches import NAMES, seeds
from tests.spread import every_game
from tests.table.anything import any_message, move
from tests.table.refusals import refusal
from tests.table.tables import Step, ended, holder, life, playing, some_of, terms
from tests.typed import as_a

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


away_law = settings(law, max_examples=6)


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
@away_law
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
@away_law
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
