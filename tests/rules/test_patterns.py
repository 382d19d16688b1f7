"""Patterns of a roll: alike, full house, straights."""

from itertools import product
from math import factorial, prod

import pytest

from fivedice.core.dice import (
    ALIKE,
    FULL_HOUSES,
    KEEP_OF,
    KEEPS,
    KEEPS_OF,
    ROLL_OF,
    ROLLS,
    RUN,
    YAHTZEES,
    are_dice,
    keeps_of,
    lie_in,
)


def orders(roll: tuple[int, ...]) -> int:
    """In how many of the 7,776 ways five dice lie as this roll."""
    return factorial(5) // prod(factorial(roll.count(face)) for face in set(roll))


def test_there_are_252_rolls_and_462_keeps_over_7776_ways_to_fall() -> None:
    assert (len(ROLLS), len(KEEPS), len(ROLL_OF)) == (252, 462, 7776)
    assert sum(map(orders, ROLLS)) == 7776
    assert all(ROLL_OF[dice] == tuple(sorted(dice)) for dice in product(range(1, 7), repeat=5))


def test_the_keeps_of_a_roll_are_its_parts() -> None:
    assert len(keeps_of((1, 2, 3, 4, 5))) == 32
    assert keeps_of((6, 6, 6, 6, 6)) == ((), (6,), (6, 6), (6, 6, 6), (6, 6, 6, 6), (6, 6, 6, 6, 6))
    assert sum(map(len, KEEPS_OF.values())) == 4368
    assert all(lie_in(keep, roll) for roll in ROLLS for keep in KEEPS_OF[roll])
    assert not lie_in((2, 2), (1, 2, 3, 4, 5))


def test_a_keep_is_one_tuple_wherever_it_is_looked_up() -> None:
    one = {id(keep) for keep in KEEPS}
    assert {id(keep) for held in (ROLL_OF, KEEP_OF) for keep in held.values()} == one
    assert {id(keep) for keeps in KEEPS_OF.values() for keep in keeps} == one


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (1,), (1, 2, 3), (True, 2)])
def test_only_the_asked_number_of_dice_from_1_to_6_are_dice(dice: tuple[int, ...]) -> None:
    assert are_dice((1, 6), 2)
    assert not are_dice(dice, 2)


def test_alike_counts_the_commonest_face() -> None:
    by_count = [sum(orders(roll) for roll in ROLLS if ALIKE[roll] == count) for count in range(1, 6)]
    assert by_count == [720, 5400, 1500, 150, 6]


def test_a_full_house_is_three_of_one_number_and_two_of_another() -> None:
    assert (len(FULL_HOUSES), sum(map(orders, FULL_HOUSES))) == (30, 300)
    assert not FULL_HOUSES & YAHTZEES
    assert (2, 2, 2, 3, 3) in FULL_HOUSES
    assert not FULL_HOUSES & {(2, 2, 3, 3, 4), (2, 2, 2, 2, 3), (2, 2, 2, 3, 4)}


def test_a_small_straight_is_any_four_in_sequence() -> None:
    small = {roll for roll in ROLLS if RUN[roll] >= 4}
    assert sum(map(orders, small)) == 1200
    assert {(1, 2, 3, 4, 6), (2, 3, 4, 4, 5), (1, 3, 4, 5, 6), (2, 3, 4, 5, 6)} <= small
    assert not small & {(1, 2, 3, 5, 6), (1, 2, 4, 5, 6), (1, 1, 2, 3, 3)}


def test_a_large_straight_is_one_of_two_rolls() -> None:
    assert {roll for roll in ROLLS if RUN[roll] == 5} == {(1, 2, 3, 4, 5), (2, 3, 4, 5, 6)}


def test_there_are_six_yahtzees() -> None:
    assert {(face,) * 5 for face in range(1, 7)} == YAHTZEES
