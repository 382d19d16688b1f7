"""Whose decisions they were: what the game decides for who is away is marked, and counts for nobody (R6)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivedice.games import GAMES
from fivedice.match.events import Decision
from fivedice.match.match import EventMatch
from fivedice.table import credit
from fivedice.table.credit import Credit
from fivedice.table.log import Happened, SeatLeft, SeatReturned
from fivedice.table.protocol import narrated, player_view
from fivedice.table.state import TableState
from fivedice.table.terms import Terms
from tests.laws.matches import seeds
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


@pytest.mark.parametrize("name", GAMES)
@law
@given(data=st.data(), seed=seeds)
def test_a_decision_is_the_game_s_just_where_the_seat_was_away(
    name: str, data: st.DataObject, seed: int
) -> None:
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
def test_a_match_counts_for_whoever_made_three_of_four_decisions(
    by_game: int, of: int, counts: bool, told: str
) -> None:
    share = Credit(by_game, of)
    end = "still counts" if counts else "does not count"
    said = f"{told} while you were away. The match {end}." if told else ""
    assert (share.counts, share.told) == (counts, said)


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
    assert narrated.told(last.entry, last.before, last.after)[-1] == told
    assert before is not None
    assert player_view.picture(before.after, "CODE").credit == ()


def test_who_is_back_in_time_has_won() -> None:
    """A first turn of five was the game's: two of ten decisions."""
    room = playing(Terms("junior", ("", ""), first=0)).after(SeatLeft(0))
    while not any(
        isinstance(event, Decision) and event.seat == 1 for event in as_a(EventMatch, room.match).events
    ):
        room = played_out(room)[0].after
    *_, last = played_out(room.after(SeatReturned(0)))
    assert [(one.by_game, one.of) for one in credit.by_seat(last.after)] == [(2, 10), (0, 10)]
    assert credit.names(last.after)[0] == room.chairs[0].name
