"""What happens in a club night and what is refused; who plays whom, and how much of it is luck."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivedice.club import entries
from fivedice.club.entries import (
    ClubEnded,
    ClubOpened,
    ClubPlan,
    DealPlayed,
    Entry,
    PlayerArrived,
    PlayerLeft,
    ResultCorrected,
    RoundBegun,
    RoundOver,
    TableDealt,
    TableResult,
)
from fivedice.club.night import MOST_PLAYERS, ClubNight, folded, match_points, next_round, open_night, past
from fivedice.club.pairing import Pairing, Past, stay, swiss, table_sizes
from fivedice.club.standings import Standing, luck, standings
from fivedice.core.rules import IllegalMove
from fivedice.notation.read import BadText


def night(players: int = 0, **plan: Any) -> ClubNight:
    """A club night of traditional, to which these many have come."""
    made = open_night(ClubOpened(ClubPlan("traditional", **plan)))
    return after(made, *(PlayerArrived(f"Player {number}", f"guest {number}") for number in range(players)))


def after(night: ClubNight, *entries: Entry) -> ClubNight:
    """The club night with these entries."""
    for entry in entries:
        night = night.after(entry)
    return night


def begun(night: ClubNight) -> ClubNight:
    """The club night with its next round."""
    paired = next_round(night)
    return night.after(RoundBegun(paired.tables, paired.byes))


def result(*scores: int) -> TableResult:
    """A result in which the highest score wins."""
    return TableResult(scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores)))


def played(night: ClubNight, *results: tuple[int, ...]) -> ClubNight:
    """A whole round of one deal with the scores of each table."""
    night = begun(night)
    for table, scores in enumerate(results):
        night = after(night, TableDealt(table, f"T{table}"), DealPlayed(table, result(*scores)))
    return night.after(RoundOver())


def played_at_random(night: ClubNight, chance: Random, skill: float = 0) -> ClubNight:
    """A whole round; a higher number plays better by `skill` points each."""
    night = begun(night)
    assert night.round
    for number, table in enumerate(night.round.tables):
        for deal in range(night.plan.deals):
            scores = [round(chance.gauss(200 + skill * player, 40)) for player in table.players]
            night = after(night, TableDealt(number, f"{number}-{deal}"), DealPlayed(number, result(*scores)))
    return night.after(RoundOver())


def moved_at_random(night: ClubNight, chance: Random) -> ClubNight:
    """Some leave, some return, some are new."""
    for number, player in enumerate(night.players):
        if chance.random() < 0.1:
            night = night.after(
                PlayerLeft(number) if player.here else PlayerArrived(player.name, player.guest)
            )
    late = len(night.players)
    return after(
        night,
        *(PlayerArrived(f"Late {late + n}", f"guest {late + n}") for n in range(chance.choice((0, 0, 1, 2)))),
    )


TWO, UP_TO_FOUR = range(2, 3), range(2, 5)
law = settings(derandomize=True, deadline=None, max_examples=12, database=None)
seeds = st.integers(0, 2**32)


def tables(pairing: Pairing) -> set[frozenset[int]]:
    return set(map(frozenset, pairing.tables))


@pytest.mark.parametrize(
    ("number", "seats", "sizes", "idle"),
    [
        (6, TWO, (2, 2, 2), 0),
        (7, TWO, (2, 2, 2), 1),
        (9, UP_TO_FOUR, (3, 3, 3), 0),
        (5, UP_TO_FOUR, (3, 2), 0),
        (1, UP_TO_FOUR, (), 1),
        (5, range(3, 5), (4,), 1),
        (3, range(1, 2), (1, 1, 1), 0),
    ],
)
def test_tables_are_few_and_even(number: int, seats: range, sizes: tuple[int, ...], idle: int) -> None:
    assert table_sizes(number, seats) == (sizes, idle)


def test_in_the_first_round_players_sit_down_as_they_arrive() -> None:
    assert stay(range(4), TWO, Past()) == Pairing(((0, 1), (2, 3)))


def test_then_everybody_stays_and_chairs_change() -> None:
    once = Counter({(0, 0): 1, (1, 1): 1, (2, 0): 1, (3, 1): 1})
    assert stay(range(4), TWO, Past(((0, 1), (2, 3)), chairs=once)).tables == ((1, 0), (3, 2))


def test_a_late_arrival_takes_the_chair_of_one_who_has_left() -> None:
    assert tables(stay([0, 2, 3, 4], TWO, Past(((0, 1), (2, 3))))) == {frozenset({0, 4}), frozenset({2, 3})}


def test_with_an_odd_number_the_last_to_arrive_sits_out_and_then_another() -> None:
    first = stay(range(5), TWO, Past())
    second = stay(range(5), TWO, Past(first.tables, byes=Counter(first.byes)))
    assert (first.byes, second.byes) == ((4,), (3,))
    assert frozenset({0, 1}) in tables(second)


def test_in_a_swiss_round_equals_meet_who_have_not_met() -> None:
    points, met = {0: 2.0, 1: 2.0, 2: 1.0, 3: 1.0}, {(0, 1): 1}
    assert tables(swiss(range(4), TWO, Past(points=points))) == {frozenset({0, 1}), frozenset({2, 3})}
    assert frozenset({0, 1}) not in tables(swiss(range(4), TWO, Past(points=points, met=met)))


def test_the_bye_goes_to_the_lowest_who_has_had_none() -> None:
    points = {0: 2.0, 1: 1.0, 2: 0.0}
    assert swiss(range(3), TWO, Past(points=points)).byes == (2,)
    assert swiss(range(3), TWO, Past(points=points, byes={2: 1})).byes == (1,)
    assert swiss(range(3), TWO, Past()).byes == (2,)


def test_larger_tables_are_cut_by_score_and_swap_players_who_have_met() -> None:
    points = {player: float(8 - player) for player in range(8)}
    level = tables(swiss(range(8), UP_TO_FOUR, Past(points=points)))
    assert level == {frozenset(range(4)), frozenset(range(4, 8))}
    met = {(0, 1): 1}
    assert all(
        not {0, 1} <= table for table in tables(swiss(range(8), UP_TO_FOUR, Past(points=points, met=met)))
    )


@law
@given(
    seed=seeds,
    players=st.integers(4, 24),
    seats=st.integers(1, 5),
    pairing=st.sampled_from(["stay", "swiss"]),
)
def test_laws_of_any_club_night(seed: int, players: int, seats: int, pairing: str) -> None:
    chance, now = Random(seed), night(players, seats=seats, rounds=5, deals=1, pairing=pairing)
    for _ in range(5):
        if len(now.present) < max(2, seats):
            return
        paired = next_round(now)
        assert sorted([*sum(paired.tables, ()), *paired.byes]) == sorted(now.present)
        assert len(paired.byes) <= (1 if seats == 2 else 0)
        had = past(now).byes
        assert all(had[one] == min(had[other] for other in now.present) for one in paired.byes)
        now = moved_at_random(played_at_random(now, chance), chance)


def cost(now: ClubNight, paired: list[tuple[int, int]], byes: tuple[int, ...]) -> tuple[int, float]:
    """Second byes and repeated meetings, then squared gaps."""
    known = past(now)
    lowest = min(known.points[one] for one in now.present)
    gaps = [known.points[a] - known.points[b] for a, b in paired]
    gaps += [known.points[one] - lowest for one in byes]
    repeats = sum(known.meetings(pair) for pair in paired)
    return repeats + len(now.present) * sum(known.byes[one] for one in byes), sum(gap**2 for gap in gaps)


def best(now: ClubNight) -> tuple[int, float]:
    """The least cost of all pairings, by trying every one."""

    def pairings(players: tuple[int, ...]) -> list[list[tuple[int, int]]]:
        first, *others = players
        return [
            [(first, other), *rest]
            for other in others
            for rest in (pairings(tuple(set(others) - {other})) if len(others) > 1 else [[]])
        ]

    byes = now.present if len(now.present) % 2 else (None,)
    return min(
        cost(now, pairs, () if bye is None else (bye,))
        for bye in byes
        for pairs in pairings(tuple(one for one in now.present if one != bye))
    )


@law
@given(seed=seeds, players=st.integers(2, 8))
def test_no_pairing_of_up_to_eight_is_better(seed: int, players: int) -> None:
    chance, now = Random(seed), night(players, rounds=4, deals=1, pairing="swiss")
    for _ in range(4):
        ours = next_round(now)
        assert cost(now, [(a, b) for a, b in ours.tables], ours.byes) == best(now)
        now = played_at_random(now, chance)


def test_at_tables_of_four_few_meet_twice() -> None:
    chance, now = Random(39), night(32, seats=4, rounds=4, deals=1, pairing="swiss")
    for _ in range(4):
        now = played_at_random(now, chance)
    assert max(past(now).met.values()) == 1


def lines(now: ClubNight) -> dict[int, Standing]:
    return {line.player: line for line in standings(now)}


def test_one_is_compared_with_those_who_had_the_same_chair() -> None:
    now = lines(played(night(6, deals=1), (200, 100), (180, 210), (180, 150)))
    assert [now[player].cross for player in range(6)] == [20, -80, -10, 85, -10, -5]


def test_the_order_is_by_cross_points_and_then_by_match_points() -> None:
    now = standings(played(night(6, deals=1), (200, 100), (180, 210), (180, 150)))
    assert [line.player for line in now] == [3, 0, 5, 4, 2, 1]


def test_in_a_swiss_system_the_order_is_by_match_points_first() -> None:
    now = night(6, deals=1, pairing="swiss").after(RoundBegun(((0, 1), (2, 3), (4, 5))))
    for table, scores in enumerate(((200, 100), (180, 210), (180, 150))):
        now = after(now, TableDealt(table, "A"), DealPlayed(table, result(*scores)))
    assert [line.player for line in standings(now)] == [3, 0, 4, 5, 2, 1]


def test_equal_players_share_a_rank() -> None:
    now = standings(played(night(4, deals=1), (200, 200), (200, 200)))
    assert [line.rank for line in now] == [1, 1, 1, 1]


def test_each_deal_counts_the_same_however_many_have_finished_it() -> None:
    now = begun(night(6, deals=2, rounds=1))
    for table, first, second in ((0, 200, 100), (1, 150, 120), (2, 160, None)):
        now = after(now, TableDealt(table, "A"), DealPlayed(table, result(first, 0)), TableDealt(table, "B"))
        now = now.after(DealPlayed(table, result(second, 0) if second else None))
    assert lines(now)[0].cross == (45 - 20) / 2
    assert lines(now)[4].matches == 1


def test_a_table_with_fewer_chairs_has_other_dice_and_is_not_compared() -> None:
    now = played(night(5, seats=3, deals=1), (3, 2, 1), (9, 8))
    assert all(line.cross is None for line in standings(now))
    assert luck(now) is None
    assert lines(now)[3].points == 1


def test_a_correction_changes_the_order_of_all() -> None:
    now = played(night(4, deals=1), (200, 100), (180, 210))
    assert standings(now)[0].player in (0, 3)
    now = now.after(ResultCorrected(0, 0, 0, result(20, 10)))
    assert (lines(now)[0].cross, lines(now)[2].cross) == (-160, 160)


def test_who_has_played_less_than_half_comes_last() -> None:
    now = night(4, rounds=3, deals=1)
    now = played(played(now, (2, 2), (1, 1)), (2, 2), (1, 1))
    now = after(now, PlayerArrived("Late", "late"), PlayerArrived("Later", "later"))
    now = played(now, (1, 1), (2, 2), (9, 9))
    assert {line.player for line in standings(now)[-2:]} == {4, 5}


def test_costs_are_shown_as_far_as_they_are_known() -> None:
    now = begun(night(2, deals=2))
    for deal in "AB":
        now = after(now, TableDealt(0, deal), DealPlayed(0, result(2, 1)))
    now = now.after(RoundOver())
    known = {line.player: line.cost for line in standings(now, {("A", 0): 1.0, ("A", 1): 3.5})}
    assert known == {0: 1.0, 1: 3.5}


def test_all_are_first_before_anything_is_played() -> None:
    assert standings(night()) == ()
    assert luck(night(2)) is None
    assert [line.rank for line in standings(night(2))] == [1, 1]


@pytest.mark.parametrize(("pairing", "least"), [("stay", 0.025), ("swiss", 0.005)])
def test_of_equal_players_luck_exceeds_its_bound_at_most_one_time_in_20(pairing: str, least: float) -> None:
    """Nor is it so wide that it says nothing; a Swiss system keeps differences smaller."""
    chance, beyond, pairs = Random(39), 0, 0
    for _ in range(40):
        now = night(12, deals=4, rounds=3, pairing=pairing)
        for _ in range(3):
            now = played_at_random(now, chance)
        bound, by = luck(now), "points" if pairing == "swiss" else "cross"
        assert bound
        for one, other in combinations(standings(now), 2):
            pairs += 1
            beyond += abs(getattr(one, by) - getattr(other, by)) > bound
    assert least < beyond / pairs < 0.06


@settings(derandomize=True, deadline=None, max_examples=25, database=None)
@given(seed=st.integers(0, 2**32), players=st.integers(4, 20), seats=st.integers(1, 4))
def test_laws_of_any_order(seed: int, players: int, seats: int) -> None:
    now = played_at_random(night(players, seats=seats, deals=2, rounds=1), Random(seed))
    order = standings(now)
    assert sum(line.cross for line in order if line.cross is not None) == pytest.approx(0, abs=1e-6)
    byes = len(now.rounds[0].byes)
    assert sum(line.points for line in order) == pytest.approx(2 * (len(now.rounds[0].tables) + byes))
    assert [line.rank for line in order] == sorted(line.rank for line in order)


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
        (ClubPlan("traditional", minutes=-1), "The minutes must be 0 to 240, not −1."),
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
