"""One turn: throws, keeps, patterns of a roll; worths of keeps, against a naive oracle with ordered dice."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial, prod

import numpy as np
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
from fivedice.core.worth import (
    KEEP_NUMBER,
    ROLL_NUMBER,
    Worth,
    best_keep,
    best_keep_worth,
    follow,
    keep_worth,
    turn_worth,
)


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


SOME_KEEPS: tuple[Dice, ...] = ((), (1,), (6, 6), (1, 2, 5), (2, 3, 4, 5), (4, 4, 4, 4, 4))


class Oracle:
    """Worths in fractions by the words of the rules: all orders of the dice thrown, all keeps of a roll."""

    def __init__(self, worth: Worth) -> None:
        self.final = [Fraction(value) for value in worth.tolist()]
        self.keep = cache(self._keep)
        self.roll = cache(self._roll)

    def _keep(self, kept: Dice, left: int) -> Fraction:
        """The mean over all ways in which the other dice can fall."""
        ways = list(product(range(1, 7), repeat=5 - len(kept)))
        return sum((self.roll(ROLL_OF[kept + thrown], left - 1) for thrown in ways), Fraction()) / len(ways)

    def _roll(self, roll: Dice, left: int) -> Fraction:
        """The best keep, or the worth itself when no throw is left."""
        if not left:
            return self.final[ROLL_NUMBER[roll]]
        return max(self.keep(kept, left) for kept in KEEPS_OF[roll])


@pytest.fixture(scope="module")
def worth() -> Worth:
    """An uneven worth of each roll."""
    return np.random.default_rng(5).integers(0, 60, 252).astype(float)


def test_keep_worth_is_the_mean_over_ordered_dice(worth: Worth) -> None:
    oracle, keeps = Oracle(worth), keep_worth(worth)
    wrong = [kept for kept in KEEPS if abs(keeps[KEEP_NUMBER[kept]] - oracle.keep(kept, 1)) > 1e-12]
    assert not wrong


def test_best_keep_worth_is_the_best_of_all_keeps_of_the_roll(worth: Worth) -> None:
    keeps = keep_worth(worth)
    best, numbers = best_keep_worth(keeps), best_keep(keeps)
    for place, roll in enumerate(ROLLS):
        assert best[place] == max(keeps[KEEP_NUMBER[kept]] for kept in KEEPS_OF[roll])
        assert KEEPS[numbers[place]] in KEEPS_OF[roll]
        assert keeps[numbers[place]] == best[place]


def test_a_turn_is_worth_what_the_recursion_over_three_throws_says(worth: Worth) -> None:
    oracle, whole = Oracle(worth), turn_worth(worth)
    for kept in SOME_KEEPS:
        assert whole.one_left[KEEP_NUMBER[kept]] == pytest.approx(float(oracle.keep(kept, 1)), abs=1e-12)
        assert whole.two_left[KEEP_NUMBER[kept]] == pytest.approx(float(oracle.keep(kept, 2)), abs=1e-12)
    assert whole.turn == pytest.approx(float(oracle.keep((), 3)), abs=1e-12)
    kept = (1, 2, 5)
    assert whole.three_left[KEEP_NUMBER[kept]] == pytest.approx(float(oracle.keep(kept, 3)), abs=1e-12)


def test_of_equal_keeps_the_largest_is_taken() -> None:
    numbers = best_keep(np.ones(len(KEEPS)))
    assert [KEEPS[number] for number in numbers] == list(ROLLS)


def test_a_row_of_worths_is_solved_column_by_column() -> None:
    rows = np.random.default_rng(6).random((252, 3))
    together = turn_worth(rows)
    for column in range(3):
        alone = turn_worth(np.ascontiguousarray(rows[:, column]))
        for throws in ("turn", "three_left", "two_left", "one_left"):
            assert np.array_equal(getattr(together, throws)[..., column], getattr(alone, throws))


def test_each_throw_stays_what_it_was() -> None:
    """Worked out late, when the worths handed over have changed, or with others in its place."""
    worth = np.random.default_rng(7).random(252)
    whole, late = turn_worth(worth.copy()), turn_worth(worth)
    worth[:] = 0
    other = late.but(one_left=worth)
    for throws in ("turn", "three_left", "two_left"):
        assert np.array_equal(getattr(late, throws), getattr(whole, throws))
        assert np.array_equal(getattr(other, throws), getattr(whole, throws))
    assert other.one_left is worth
    assert np.array_equal(late.one_left, whole.one_left)


def test_rows_follow_the_best_keeps(worth: Worth) -> None:
    whole = turn_worth(worth)
    for chances, worths in zip(follow(whole, np.eye(252)), (whole.two_left, whole.one_left), strict=True):
        assert np.allclose(chances.sum(axis=1), 1, atol=1e-12)
        assert np.allclose(chances @ worth, worths, atol=1e-9)


def test_rounding_does_not_decide_between_keeps_worth_the_same() -> None:
    roll = ROLL_NUMBER[(1, 2, 2, 5, 5)]
    for noise in (0.0, 1e-13, -1e-13):
        keeps = np.zeros(len(KEEPS))
        for kept in ((), (2,), (2, 2), (5, 5)):
            keeps[KEEP_NUMBER[kept]] = 1 + noise * len(kept) - noise * (5 in kept)
        assert KEEPS[best_keep(keeps)[roll]] == (5, 5)
