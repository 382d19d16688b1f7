"""What happens in a club night, and what is refused, entry by entry."""

import pytest

from fivedice.club import entries
from fivedice.club.entries import (
    ClubEnded,
    ClubOpened,
    ClubPlan,
    DealPlayed,
    PlayerArrived,
    PlayerLeft,
    ResultCorrected,
    RoundBegun,
    RoundOver,
    TableDealt,
    TableResult,
)
from fivedice.club.night import MOST_PLAYERS, ClubNight, folded, match_points, next_round, open_night
from fivedice.core.rules import IllegalMove
from fivedice.notation.read import BadText
from tests.club.nights import after, begun, night, played, result

LINES: dict[str, entries.Entry] = {
    '{"entry":"opened","plan":{"game":"traditional","pairing":"swiss"}}': ClubOpened(
        ClubPlan("traditional", pairing="swiss")
    ),
    '{"entry":"arrived","name":"Ann","guest":"d2"}': PlayerArrived("Ann", "d2"),
    '{"entry":"arrived","name":"Ann","guest":"d2","holders":["d3"]}': PlayerArrived("Ann", "d2", ("d3",)),
    '{"entry":"left","player":0}': PlayerLeft(0),
    '{"entry":"begun","tables":[[0,1]],"byes":[2],"ends":5,"commitment":"c0"}': RoundBegun(
        ((0, 1),), (2,), 5, "c0"
    ),
    '{"entry":"dealt","table":0,"code":"ABCDEF"}': TableDealt(0, "ABCDEF"),
    '{"entry":"played","table":0,"result":{"scores":[200,180],"winners":[0]}}': DealPlayed(
        0, TableResult((200, 180), (0,))
    ),
    '{"entry":"played","table":0,"result":null}': DealPlayed(0, None),
    '{"entry":"corrected","round":0,"table":0,"deal":0,"result":{"scores":[2,1],"winners":[0]}}': (
        ResultCorrected(0, 0, 0, TableResult((2, 1), (0,)))
    ),
    '{"entry":"over"}': RoundOver(),
    '{"entry":"ended"}': ClubEnded(),
}
"""What is in a database, and what it means."""


@pytest.mark.parametrize("line", LINES)
def test_a_stored_line_is_read_and_written_alike(line: str) -> None:
    assert entries.entry(line) == LINES[line]
    assert entries.text(LINES[line]) == line


@pytest.mark.parametrize("line", ["", "{}", '{"entry":"danced"}', '{"entry":"left","player":"Ann"}'])
def test_any_other_line_is_refused(line: str) -> None:
    with pytest.raises(BadText, match=r"not an entry of a club night's log"):
        entries.entry(line)


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (ClubPlan("solitaire"), "There is no game 'solitaire'"),
        (ClubPlan("showdown", seats=1), "tables of 2 to 4 players, not 1"),
        (ClubPlan("traditional", rounds=0), "The rounds must be 1 to 20, not 0."),
        (ClubPlan("traditional", deals=11), "The deals must be 1 to 10, not 11."),
        (ClubPlan("traditional", minutes=-1), "The minutes must be 0 to 240, not -1."),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(plan: ClubPlan, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        open_night(ClubOpened(plan))


def refused(now: ClubNight, entry: entries.Entry) -> str:
    """The sentence with which a club night refuses an entry."""
    with pytest.raises(IllegalMove) as error:
        now.after(entry)
    return str(error.value)


def test_a_player_who_comes_back_keeps_name_and_number() -> None:
    now = after(night(2), PlayerLeft(0), PlayerArrived("Somebody else", "guest 0"))
    assert [(player.name, player.here) for player in now.players] == [("Player 0", True), ("Player 1", True)]


def test_who_may_come_and_go() -> None:
    now = night(1)
    assert refused(now, PlayerArrived("Player 0", "another")) == "Somebody here is already called 'Player 0'."
    assert refused(now, PlayerArrived("Player 0", "guest 0")) == "You are already there."
    assert refused(now, PlayerArrived("", "another")).startswith("Every player needs a name")
    assert refused(now, PlayerLeft(1)) == "This player is not there."
    assert refused(now.after(PlayerLeft(0)), PlayerLeft(0)) == "This player is not there."
    assert "at most" in refused(night(MOST_PLAYERS), PlayerArrived("One more", "another"))
    assert refused(now, ClubOpened(now.plan)) == "This club night is already open."


def test_only_those_who_are_there_are_paired() -> None:
    now = after(night(4), PlayerLeft(1))
    assert next_round(now).tables == ((0, 2),)
    assert refused(now, RoundBegun(((0, 1), (2, 3)))).startswith("A round must have each present player")
    assert refused(now, RoundBegun(((0, 2, 3),))) == "A table of this round has too many or too few players."


def test_a_round_needs_two_players_unless_everybody_plays_alone() -> None:
    with pytest.raises(IllegalMove, match="at least 2 players"):
        next_round(night(1))
    assert next_round(night(3, seats=1)).tables == ((0,), (1,), (2,))
    assert next_round(night(3, seats=4)).tables == ((0, 1, 2),)


def test_a_table_plays_its_deals_one_after_the_other() -> None:
    now = begun(night(2, deals=2))
    assert refused(now, DealPlayed(0, None)) == "This table has no deal in progress."
    now = now.after(TableDealt(0, "A"))
    assert refused(now, TableDealt(0, "B")) == "This table has no deal to begin."
    now = after(now, DealPlayed(0, result(3, 2)), TableDealt(0, "B"), DealPlayed(0, result(1, 2)))
    assert refused(now, TableDealt(0, "C")) == "This table has no deal to begin."
    assert refused(now, TableDealt(1, "C")) == "There is no table 2."


def test_what_the_clock_cuts_off_counts_as_not_played() -> None:
    now = after(begun(night(4, deals=2)), TableDealt(0, "A"), DealPlayed(0, result(3, 2)))
    now = after(now, TableDealt(0, "B"), RoundOver())
    assert now.round is None
    assert [table.results for table in now.rounds[0].tables] == [(result(3, 2), None), (None, None)]
    assert refused(now, DealPlayed(0, result(1, 2))) == "No round is being played."
    assert refused(now, RoundOver()) == "No round is being played."


def test_the_host_corrects_any_result_even_afterwards() -> None:
    now = played(night(4, deals=1), (200, 100), (150, 160))
    assert match_points(now) == {0: 1, 1: 0, 2: 0, 3: 1}
    now = after(now, ClubEnded(), ResultCorrected(0, 1, 0, result(160, 160)), ResultCorrected(0, 0, 0, None))
    assert match_points(now) == {0: 0, 1: 0, 2: 0.5, 3: 0.5}
    assert refused(now, ResultCorrected(0, 0, 1, None)) == "There is no result 2."
    assert refused(now, ResultCorrected(1, 0, 0, None)) == "There is no round 2."
    assert (
        refused(now, ResultCorrected(0, 0, 0, TableResult((1,), (0,))))
        == "A result of this table must have 2 scores."
    )
    assert refused(now, ResultCorrected(0, 0, 0, TableResult((1, 2), (2,)))).startswith("The winners of a")


def test_a_bye_counts_as_a_round_of_wins() -> None:
    assert match_points(begun(night(3, deals=2)))[2] == 2


def test_rounds_follow_one_another_up_to_the_last() -> None:
    now = night(2, rounds=1, deals=1)
    assert refused(begun(now), RoundBegun(((0, 1),))) == "The round is not over yet."
    assert refused(begun(now), ClubEnded()) == "The round is not over yet."
    now = played(now, (1, 2))
    assert refused(now, RoundBegun(((0, 1),))) == "All rounds have been played."
    with pytest.raises(IllegalMove, match="All rounds have been played"):
        next_round(now)
    assert refused(now.after(ClubEnded()), PlayerArrived("Late", "late")) == "This club night is over."
    with pytest.raises(IllegalMove, match="over"):
        next_round(now.after(ClubEnded()))


def test_who_comes_during_a_round_plays_in_the_next() -> None:
    now = after(begun(night(2, rounds=2, deals=1)), PlayerArrived("Late", "late"), PlayerLeft(0), RoundOver())
    assert next_round(now).tables == ((1, 2),)


def test_a_club_night_is_the_fold_of_its_log() -> None:
    log: list[entries.Entry] = [
        *(ClubOpened(ClubPlan("traditional", deals=1)), PlayerArrived("Ann", "a"), PlayerArrived("Bob", "b")),
        *(RoundBegun(((0, 1),)), TableDealt(0, "A"), DealPlayed(0, result(2, 1)), RoundOver()),
    ]
    now = folded(map(entries.entry, map(entries.text, log)))
    assert now.number == len(log)
    assert now.rounds[0].tables[0].results == (result(2, 1),)
    with pytest.raises(IllegalMove, match="must begin with its opening"):
        folded(log[1:])
