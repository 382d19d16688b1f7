"""Who plays whom: the rules of a club night, one by one and as laws."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivedice.club.night import ClubNight, next_round, past
from fivedice.club.pairing import Pairing, Past, stay, swiss, table_sizes
from tests.club.nights import moved_at_random, night, played_at_random

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


def ours(now: ClubNight) -> tuple[int, float]:
    """The cost of our pairing."""
    paired = next_round(now)
    return cost(now, [(a, b) for a, b in paired.tables], paired.byes)


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
        assert ours(now) == best(now)
        now = played_at_random(now, chance)


def test_at_tables_of_four_few_meet_twice() -> None:
    chance, now = Random(39), night(32, seats=4, rounds=4, deals=1, pairing="swiss")
    for _ in range(4):
        now = played_at_random(now, chance)
    assert max(past(now).met.values()) == 1
