"""One turn: five dice, up to three throws, keep any, stop at any time; the patterns of a roll."""

from itertools import product
from math import factorial, prod

import pytest

from fivedice.api.match import start
from fivedice.cards.boxes import dice_of
from fivedice.core import turn
from fivedice.core.dice import (
    FULL_HOUSES,
    KEEP_OF,
    KEEPS,
    KEEPS_OF,
    ROLL_OF,
    ROLLS,
    YAHTZEES,
    Dice,
    are_dice,
    keeps_of,
    lie_in,
)
from fivedice.core.rules import IllegalMove
from fivedice.core.turn import Turn


def after(first: str, *keeps_and_throws: tuple[str, str]) -> Turn:
    """The turn of one hand after a first throw, and then after keeps each followed by a throw."""
    now = turn.throw(turn.start(), tuple(map(int, first)))
    for kept, thrown in keeps_and_throws:
        now = turn.keep(now, (tuple(map(int, kept)),))
        now = turn.throw(now, tuple(map(int, thrown)))
    return now


def is_final(now: Turn) -> bool:
    """Whether the dice can no longer change."""
    return now.step == turn.THROWS and not turn.dice_to_throw(now)


def test_the_first_throw_is_of_all_five_dice() -> None:
    assert turn.dice_to_throw(turn.start()) == 5
    assert after("31415").hands == ((3, 1, 4, 1, 5),)


def test_the_dice_not_kept_are_thrown() -> None:
    now = turn.keep(after("31415"), ((1, 1),))
    assert turn.dice_to_throw(now) == 3
    assert ROLL_OF[turn.throw(now, (6, 6, 6)).hands[0]] == (1, 1, 6, 6, 6)


def test_a_die_kept_once_may_be_thrown_later() -> None:
    now = after("31415", ("11", "666"), ("666", "62"))
    assert ROLL_OF[now.hands[0]] == (2, 6, 6, 6, 6)


def test_nothing_need_be_kept() -> None:
    now = after("11111", ("", "22222"), ("", "33333"))
    assert ROLL_OF[now.hands[0]] == (3, 3, 3, 3, 3)
    assert is_final(now)


def test_three_throws_are_the_most() -> None:
    assert not is_final(after("31415", ("11", "666")))
    assert is_final(after("31415", ("11", "666"), ("666", "12")))
    match = start("piecepack", "Ann").throw("31415").keep("11").throw("666").keep("666").throw("12")
    assert match.awaited.kind == "use"
    with pytest.raises(IllegalMove, match="waits for a use"):
        match.keep("66666")


@pytest.mark.parametrize("step", [1, 2])
def test_the_player_may_stop_after_any_throw(step: int) -> None:
    match = start("piecepack", "Ann").throw("31415")
    match = match.keep("11").throw("666") if step == 2 else match
    assert match.keep("11666" if step == 2 else "11345").awaited.kind == "use"


def test_nothing_need_be_declared_before_the_dice_are_final() -> None:
    match = start("piecepack", "Ann").throw("66623")
    with pytest.raises(IllegalMove, match="waits for a keep"):
        match.use("nulls")
    match = match.keep("666").throw("22").keep("22").throw("222")
    assert len(match.decisions()) >= 13


def test_only_dice_on_the_table_can_be_kept() -> None:
    with pytest.raises(IllegalMove, match="Only dice on the table can be kept"):
        start("piecepack", "Ann").throw("12346").keep("66")


def test_who_throws_n_dice_again_takes_the_first_n_of_one_common_sequence() -> None:
    now = turn.throw(turn.start(5), (1, 1, 1, 1, 1))
    now = turn.keep(now, tuple((1,) * kept for kept in range(5)))
    for die in (2, 3, 4, 5, 6):
        assert turn.dice_to_throw(now) == 1
        now = turn.throw(now, (die,))
    sequence = (2, 3, 4, 5, 6)
    assert now.hands == tuple((1,) * kept + sequence[: 5 - kept] for kept in range(5))
    assert turn.dice_to_throw(now) == 0


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


def rolls_with(needs: str) -> set[Dice]:
    """The rolls that have the dice that a box may need."""
    return {roll for roll in ROLLS if dice_of(needs)(roll)}


def test_alike_counts_the_commonest_face() -> None:
    at_least = [sum(map(orders, rolls_with(f"{count} alike"))) for count in range(2, 6)]
    assert at_least == [5400 + 1500 + 150 + 6, 1500 + 150 + 6, 150 + 6, 6]


def test_a_full_house_is_three_of_one_number_and_two_of_another() -> None:
    assert (len(FULL_HOUSES), sum(map(orders, FULL_HOUSES))) == (30, 300)
    assert not FULL_HOUSES & YAHTZEES
    assert (2, 2, 2, 3, 3) in FULL_HOUSES
    assert not FULL_HOUSES & {(2, 2, 3, 3, 4), (2, 2, 2, 2, 3), (2, 2, 2, 3, 4)}


def test_a_small_straight_is_any_four_in_sequence() -> None:
    small = rolls_with("run of 4")
    assert sum(map(orders, small)) == 1200
    assert {(1, 2, 3, 4, 6), (2, 3, 4, 4, 5), (1, 3, 4, 5, 6), (2, 3, 4, 5, 6)} <= small
    assert not small & {(1, 2, 3, 5, 6), (1, 2, 4, 5, 6), (1, 1, 2, 3, 3)}


def test_a_large_straight_is_one_of_two_rolls() -> None:
    assert rolls_with("run of 5") == {(1, 2, 3, 4, 5), (2, 3, 4, 5, 6)}


def test_there_are_six_yahtzees() -> None:
    assert {(face,) * 5 for face in range(1, 7)} == YAHTZEES
