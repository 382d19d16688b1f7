"""A turn worked out by compiled code over the lattice of keeps."""

import os
import subprocess
import sys
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fivedice.core.worth import FIRST_ROLL, Worth, turn_worth
from fivedice.solve.kernel import mixed
from fivedice.solve.kernel.compile import compiled
from fivedice.solve.kernel.lanes import Rows, blank
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, lattice, turn
from fivedice.solve.kernel.settings import LANES
from tests.laws.test_texts import law


def rolls_of(seed: int) -> NDArray[np.float64]:
    """(252, LANES): worths of either sign, some of them the same."""
    return np.random.default_rng(seed).integers(-40, 340, (ROLL_COUNT, LANES)) / 7


@compiled
def whole_turn(keeps: Rows, lattice: Lattice) -> None:
    """Only compiled code can call the solver's own."""
    turn(keeps, lattice)


def worths(rolls: NDArray[np.float64]) -> list[float]:
    """What sixteen turns are worth."""
    keeps = blank(KEEP_COUNT)
    keeps[FIRST_ROLL:] = rolls
    whole_turn(keeps, lattice())
    return keeps[0].tolist()


@settings(law, max_examples=25)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_turn_is_worth_what_the_plain_code_says(seed: int) -> None:
    rolls = rolls_of(seed)
    expected = [turn_worth(rolls[:, lane]).turn for lane in range(LANES)]
    assert worths(rolls) == pytest.approx(expected, abs=1e-9)


ON_ANOTHER = """
from tests.solve.test_kernel import rolls_of, worths
print(*map(float.hex, worths(rolls_of(7))))
"""


@pytest.mark.proof
def test_a_turn_is_worth_the_same_on_every_processor() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ON_ANOTHER],
        env={**os.environ, "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "-avx512f"},
        cwd=Path(__file__).parents[2],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert done.stdout.split() == [worth.hex() for worth in worths(rolls_of(7))]


# --- Games of two sides that choose at once -----------------------------------------------------------------


def value(game: Worth) -> float:
    """What the first side secures: where one choice each is best that, else by all chances that leave the
    other side indifferent between as many choices, the one that nobody gains by leaving.
    """
    game = undominated(undominated(game, 1).T, -1).T
    sizes = range(1, min(game.shape) + 1)
    for size in sizes:
        supports = product(combinations(range(game.shape[0]), size), combinations(range(game.shape[1]), size))
        for rows, columns in supports:
            part = game[np.ix_(rows, columns)]
            first, second = indifferent(part.T), indifferent(part)
            if first is not None and second is not None:
                low, high = (first @ game[list(rows)]).min(), (game[:, list(columns)] @ second).max()
                if high - low < 1e-12:
                    return float(low)
    raise AssertionError(game)


def indifferent(part: Worth) -> Worth | None:
    """The chances of columns by which every row is worth the same, if there are such."""
    size = len(part)
    same = np.block([[part, -np.ones((size, 1))], [np.ones((1, size)), np.zeros((1, 1))]])
    try:
        chances = np.linalg.solve(same, [*[0] * size, 1])[:-1]
    except np.linalg.LinAlgError:
        return None
    return chances if (chances > -1e-12).all() else None


def undominated(game: Worth, sign: int) -> Worth:
    """Without rows that another, which comes first if they are alike, is never worse than."""
    rows = list(np.unique(game * sign, axis=0))[::-1]
    kept = [r for n, r in enumerate(rows) if not any((o >= r).all() for m, o in enumerate(rows) if m != n)]
    return np.array(kept) * sign


def drawn(choose: np.random.Generator, *, coarse: bool) -> tuple[Worth, NDArray[np.bool_], NDArray[np.bool_]]:
    m, n = choose.integers(1, 7, 2)
    games = choose.integers(0, 4, (8, m, n)) / 3 if coarse else choose.random((8, m, n))
    rows, columns = choose.random((8, m)) < 0.8, choose.random((8, n)) < 0.8
    rows[:, 0], columns[:, -1] = True, True
    return games, rows, columns


@pytest.mark.parametrize("easy", [mixed.EASY, 3, 0], ids=["quick", "some", "careful"])
def test_values_are_those_of_a_naive_method_and_proved(monkeypatch: pytest.MonkeyPatch, easy: int) -> None:
    monkeypatch.setattr(mixed, "EASY", easy)
    choose, several = np.random.default_rng(5), 0
    for number in range(16):
        games, rows, columns = drawn(choose, coarse=number % 2 == 0)
        solved = mixed.mixed(games, rows, columns)
        assert (solved.first[~rows] == 0).all()
        assert (solved.second[~columns] == 0).all()
        for each in range(len(games)):
            game = games[each][np.ix_(rows[each], columns[each])]
            first, second = solved.first[each][rows[each]], solved.second[each][columns[each]]
            assert [first.sum(), second.sum()] == pytest.approx([1, 1], abs=1e-12)
            assert min(first.min(), second.min()) > -1e-12
            assert (first @ game).min() == pytest.approx(solved.value[each], abs=1e-12)
            assert (game @ second).max() == pytest.approx(solved.value[each], abs=1e-12)
            assert solved.value[each] == pytest.approx(value(game), abs=1e-12)
            several += (first > 1e-9).sum() > 2
    assert several > 10
