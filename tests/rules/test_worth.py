"""Worths of keeps, against a naive oracle that throws ordered dice and against a known chance."""

from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from fivedice.core.dice import KEEPS, KEEPS_OF, ROLL_OF, ROLLS, Dice
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
