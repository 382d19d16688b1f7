"""A whole turn as straight code against the lattice of keeps, and the rows that it works on."""

import mmap

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fivedice.solve.kernel.compile import compiled
from fivedice.solve.kernel.lanes import Rows, blank, blank_slices, load, store
from fivedice.solve.kernel.lattice import (
    KEEP_COUNT,
    ROLL_COUNT,
    Lattice,
    best_keeps,
    lattice,
    mean_roll,
    throw,
)
from fivedice.solve.kernel.pages import Pages
from fivedice.solve.kernel.turns import straight, turn
from fivedice.solve.kernel.width import LANES
from fivedice.worth import FIRST_ROLL, Worth, turn_worth
from tests.laws.test_texts import law

ANY = st.integers(0, 2**32 - 1)


@compiled
def by_straight_code(rolls: Rows, code: int) -> Rows:
    """(1, LANES): the worth of a turn."""
    keeps, told = blank_slices(KEEP_COUNT), blank(1)
    for roll in range(ROLL_COUNT):
        store(keeps, FIRST_ROLL + roll, load(rolls, roll))
    turn(code, keeps)
    store(told, 0, load(keeps, 0))
    return told


@compiled
def by_the_lattice(rolls: Rows, known: Lattice) -> Rows:
    """The same, keep by keep."""
    keeps, told = blank(KEEP_COUNT), blank(1)
    for roll in range(ROLL_COUNT):
        store(keeps, FIRST_ROLL + roll, load(rolls, roll))
    for _ in range(2):
        throw(keeps, known)
        best_keeps(keeps, known)
    store(told, 0, mean_roll(keeps, known))
    return told


@compiled
def through_slices(rows: Rows) -> Rows:
    """The rows, written to slices and read again."""
    slices, told = blank_slices(len(rows)), blank(len(rows))
    for row in range(len(rows)):
        store(slices, row, load(rows, row))
    for row in range(len(rows)):
        store(told, row, load(slices, row))
    return told


def drawn(seed: int, count: int) -> NDArray[np.float64]:
    """Rows of numbers of either sign, some of them the same."""
    return np.random.default_rng(seed).integers(-40, 340, (count, LANES)) / 7


@settings(law, max_examples=25)
@given(seed=ANY)
def test_straight_code_is_the_lattice_to_the_last_bit(seed: int) -> None:
    """A turn is two throws, each after the best keep; the plain reckoning of worths says the same."""
    rolls = drawn(seed, ROLL_COUNT)
    told = by_straight_code(rolls, straight())[0]
    np.testing.assert_array_equal(told, by_the_lattice(rolls, lattice())[0])
    for lane in range(LANES):
        assert told[lane] == pytest.approx(turn_worth(rolls[:, lane]).turn, abs=1e-9)


@settings(law, max_examples=25)
@given(seed=ANY, count=st.integers(1, 40))
def test_rows_are_read_from_slices_as_they_were_written(seed: int, count: int) -> None:
    """Whether an array of rows is cut into slices is nobody's matter but its own."""
    rows = drawn(seed, count)
    np.testing.assert_array_equal(through_slices(rows), rows)


@settings(law, max_examples=40)
@given(count=st.integers(0, 3000), part=st.floats(0, 1))
def test_what_is_given_back_takes_nothing_else_with_it(count: int, part: float) -> None:
    """Memory is lent as zeros; when its beginning is given back, the rest is as it was."""
    pages, gone = Pages(count), int(count * part)
    numbers: Worth = pages.numbers[:count]
    assert not numbers.any()
    numbers[:] = np.arange(1, count + 1)
    pages.give_back(gone)
    assert numbers[gone:].tolist() == list(range(gone + 1, count + 1))


def test_whole_pages_are_given_back() -> None:
    """What is given back is empty again, as far as it fills pages, where the system takes memory back."""
    a_page = mmap.PAGESIZE // 8
    pages = Pages(3 * a_page)
    pages.numbers[:] = 1.0
    pages.give_back(2 * a_page + 1)
    gone = 0 if hasattr(mmap, "MADV_DONTNEED") else 1
    assert [int(pages.numbers[at]) for at in (0, 2 * a_page - 1, 2 * a_page)] == [gone, gone, 1]
