"""The laws of a table, held against random tables of all games: it is its log, and it is never stuck."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivedice.bots import BOTS
from fivedice.core.rules import IllegalMove
from fivedice.notation import record
from fivedice.server.tables.policy import TablePolicy
from fivedice.table import log
from fivedice.table.log import Arranged, Entry, SeatGivenUp, SeatTaken, Started
from fivedice.table.protocol import messages as say
from fivedice.table.protocol import narrated
from fivedice.table.state import Stale, check_arranges, open_chair, opened
from fivedice.table.terms import LONGEST_ABSENCE, LONGEST_CLOCK, MOST_DAYS, Terms, check_terms
from tests.laws.matches import seeds
from tests.spread import every_game
from tests.table.anything import any_entry, move
from tests.table.refusals import refusal
from tests.table.tables import life, some_of, terms

law = settings(derandomize=True, deadline=None, max_examples=4, database=None)
broad_law = settings(law, max_examples=60)
TWO = Terms("traditional", ("", ""))
BROUGHT = {"mine": "mybots:mine", "yours": "program:node yours.js", "Pip": "casual:1", "Juno": "greedy"}


@every_game
@law
@given(data=st.data(), seed=seeds)
def test_a_room_is_the_fold_of_the_texts_of_its_log(name: str, data: st.DataObject, seed: int) -> None:
    agreed = data.draw(terms(name))
    folded, length = opened(agreed), 0
    for step in life(agreed, seed):
        folded = folded.after(log.entry(log.text(step.entry)))
        room, length = step.after, length + 1
    assert folded == room
    assert room.match is not None
    assert record.replay(record.text(room.match)).match == room.match
    assert room.number == length


@every_game
@law
@given(data=st.data(), seed=seeds)
def test_a_table_never_sticks_nor_decides_for_who_is_here(name: str, data: st.DataObject, seed: int) -> None:
    """At every point something is due, or a person here is asked, or it is over, or nobody is here."""
    for step in life(data.draw(terms(name)), seed):
        room, next_ = step.after, step.after.waits_for.due
        here = [seat for seat in room.people if not room.chairs[seat].away]
        if room.match is not None and not room.is_over:
            assert bool(here) == bool(next_ or room.waits_for.asked)
            assert set(room.waits_for.asked) <= {*here} & {*room.match.awaited.seats}
        if next_ is not None:
            chair = room.chairs[next_.seat]
            assert not room.waits_for.asked if next_.kind == "chance" else chair.bot or chair.away


@every_game
@law
@given(data=st.data(), seed=seeds)
def test_a_refused_entry_changes_nothing_and_is_a_sentence(name: str, data: st.DataObject, seed: int) -> None:
    for step in some_of(data.draw(terms(name)), seed, 15):
        entry = data.draw(any_entry)
        if refusal(step.after.after, entry) is None:
            assert step.after.after(entry).number == step.after.number + 1


@broad_law
@given(any_entry)
def test_an_entry_reads_back(entry: Entry) -> None:
    assert log.entry(log.text(entry)) == entry


def test_a_chair_is_taken_once_and_a_name_too() -> None:
    room = opened(Terms("junior", ("", "greedy", ""))).after(SeatTaken(0, "Ann", "a"))
    for chair, name in [(0, "Ben"), (1, "Ben"), (2, "Ann"), (3, "Ben"), (-1, "Ben"), (2, " Ben"), (2, "")]:
        with pytest.raises(IllegalMove):
            room.after(SeatTaken(chair, name, "b"))
    assert open_chair(room) == 2
    assert room.after(SeatTaken(2, "Ben", "b")).people == (0, 2)


def test_a_chair_given_back_is_open_again() -> None:
    room = (
        opened(Terms("junior", ("", "greedy", "", "")))
        .after(SeatTaken(0, "Ann", "a"))
        .after(SeatTaken(2, "Ben", "b"))
    )
    room = move(room, 0, say.LeaveMessage())
    assert (room.people, room.chair_of("a"), open_chair(room)) == ((2,), None, 0)
    assert room.chairs[0] == opened(room.terms).chairs[0]
    again = room.after(SeatTaken(0, "Ann", "c"))
    assert (again.people, again.chair_of("c"), again.number) == ((0, 2), 0, 4)


def test_only_a_person_gives_a_chair_back_and_only_before_the_match() -> None:
    room = opened(Terms("junior", ("", "greedy", ""))).after(SeatTaken(0, "Ann", "a"))
    for chair in (1, 2, 3, -1):
        with pytest.raises(IllegalMove):
            room.after(SeatGivenUp(chair))
    begun = room.after(Started("greedy"))
    with pytest.raises(IllegalMove):
        begun.after(SeatGivenUp(0))
    assert move(begun, 0, say.LeaveMessage()).chairs[0].away


def test_who_is_here_moves_up_when_open_chairs_go_away() -> None:
    room = (
        opened(Terms("junior", ("", "", ""))).after(SeatTaken(0, "Ann", "a")).after(SeatTaken(1, "Ben", "b"))
    )
    begun = room.after(SeatTaken(2, "Cy", "c")).after(SeatGivenUp(0)).after(Started())
    assert [chair.name for chair in begun.chairs] == ["Ben", "Cy"]
    assert [begun.chair_of(holder) for holder in "abc"] == [None, 0, 1]


REMOVED = "Ann removes Ben from the table"
ANN_AND_BEN = (
    opened(Terms("junior", ("", "", "greedy")))
    .after(SeatTaken(0, "Ann", "a"))
    .after(SeatTaken(1, "Ben", "b"))
)


@pytest.mark.parametrize(
    ("entry", "bots", "told"),
    [
        (Arranged(1), ["", "", "greedy"], (f"{REMOVED}.", "A chair is open.")),
        (Arranged(1, "random"), ["", "random", "greedy"], (f"{REMOVED}.", "Dodo sits down.")),
        (Arranged(2), ["", "", ""], ("A chair is open.",)),
        (Arranged(3), ["", "", "greedy", ""], ("A chair is open.",)),
        (Arranged(3, "greedy"), ["", "", "greedy", "greedy"], ("Juno sits down.",)),
    ],
)
def test_a_chair_is_arranged(entry: Arranged, bots: list[str], told: tuple[str, ...]) -> None:
    after = ANN_AND_BEN.after(entry)
    assert [chair.bot for chair in after.chairs] == bots == [*after.terms_now.chairs]
    assert after.chairs[entry.chair].is_open != bool(entry.bot)
    assert after.chair_of("b") == (None if entry.chair == 1 else 1)
    assert narrated.lines(entry, ANN_AND_BEN, after) == told
    names = [chair.name for chair in after.after(Started("greedy")).chairs]
    assert len(set(names)) == len(names) == len(bots)


@pytest.mark.parametrize("wrong", [Arranged(-1), Arranged(4), Arranged(2, "greedy"), Arranged(2, "nobody")])
def test_a_chair_that_cannot_be_arranged_is_refused(wrong: Arranged) -> None:
    begun = ANN_AND_BEN.after(Started())
    for room, entry in ((ANN_AND_BEN, wrong), (begun, Arranged(2))):
        with pytest.raises(IllegalMove):
            room.after(entry)


def test_chairs_are_arranged_by_the_opener_only() -> None:
    check_arranges(ANN_AND_BEN, 0, 1, "Ben")
    check_arranges(ANN_AND_BEN, 0, 2, "")
    check_arranges(ANN_AND_BEN.after(SeatGivenUp(0)), 1, 0, "")
    for room, seat, chair, name in [(ANN_AND_BEN, 1, 0, "Ann"), (ANN_AND_BEN, 0, 0, "Ann")]:
        with pytest.raises(IllegalMove):
            check_arranges(room, seat, chair, name)
    for chair, name in [(1, ""), (1, "Cy"), (2, "Cy")]:
        with pytest.raises(Stale):
            check_arranges(ANN_AND_BEN, 0, chair, name)
    with pytest.raises(IllegalMove):
        check_arranges(ANN_AND_BEN.after(Started()), 0, 1, "Ben")


def test_open_chairs_go_to_a_bot_or_away() -> None:
    room = opened(Terms("challenge", ("", "", ""))).after(SeatTaken(0, "Juno", "a"))
    filled = room.after(Started("greedy")).match
    alone = room.after(Started()).match
    assert filled is not None
    assert alone is not None
    assert [player.name for player in filled.setup.players] == ["Juno", "Juno 2", "Juno 3"]
    assert len(alone.setup.players) == 1


def test_too_few_cannot_begin() -> None:
    room = opened(Terms("showdown", ("", ""))).after(SeatTaken(0, "Ann", "a"))
    with pytest.raises(IllegalMove):
        room.after(Started())


@pytest.mark.parametrize(
    "bot", ["nobody", "casual:11", "casual:x", "greedy:3", "casual:07", "casual:\u0661", "casual:", "greedy:"]
)
def test_a_bot_that_there_is_not_gets_no_chair(bot: str) -> None:
    with pytest.raises(IllegalMove):
        check_terms(Terms("traditional", ("", bot)))
    with pytest.raises(IllegalMove):
        TablePolicy().check_fill(TWO, bot)
    with pytest.raises(IllegalMove):
        opened(TWO).after(SeatTaken(0, "Ann", "a")).after(Started(bot))


@pytest.mark.parametrize("bot", [*BOTS, "casual:0", "casual:10"])
def test_every_bot_gets_a_chair(bot: str) -> None:
    check_terms(Terms("traditional", ("", bot)))
    assert opened(TWO).after(SeatTaken(0, "Ann", "a")).after(Started(bot)).chairs[1].bot == bot


@pytest.mark.parametrize(
    "wrong",
    [
        Terms("chess", ("",)),
        Terms("traditional", ("greedy",)),
        Terms("traditional", ("", *["greedy"] * 10)),
        Terms("traditional", ("",), {"joker": "no"}),
        Terms("traditional", ("",), {"colour": "red"}),
        Terms("showdown", ("", ""), games=2),
        Terms("challenge", ("",), first="roll"),
        Terms("traditional", ("",), first=1),
        Terms("traditional", ("",), clock=-1),
        Terms("traditional", ("",), clock=LONGEST_CLOCK + 1),
        Terms("traditional", ("",), absence=-1),
        Terms("traditional", ("",), absence=LONGEST_ABSENCE + 1),
        Terms("traditional", ("",), days=-1),
        Terms("traditional", ("",), days=MOST_DAYS + 1),
        Terms("traditional", ("",), days=1, clock=10),
        Terms("traditional", ("",), days=1, absence=60),
    ],
)
def test_terms_of_which_no_match_comes_are_refused(wrong: Terms) -> None:
    assert refusal(check_terms, wrong) is not None


def test_a_match_with_a_bot_of_ones_own_is_played_on_without_it() -> None:
    players = [{"name": name, "bot": bot} for name, bot in BROUGHT.items()]
    header = {"fivedice": 1, "game": "junior", "options": {}, "games": 1, "first": 0, "players": players}
    match = record.replay(json.dumps(header) + "\n").match
    agreed = TablePolicy().from_here(match.state, 3)
    assert agreed.chairs == ("expert", "expert", "casual:1", "")
    check_terms(agreed)
