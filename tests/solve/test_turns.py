"""A whole turn as straight code against the lattice of keeps, and the rows that it works on."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fivedice.core.worth import FIRST_ROLL, turn_worth
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
from fivedice.solve.kernel.turns import straight, turn
from fivedice.solve.kernel.width import LANES
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


NARROW = """
from fivedice.solve.kernel.lanes import SLICE
from tests.solve.test_turns import ROLL_COUNT, by_straight_code, drawn, straight
print(SLICE, *map(float.hex, by_straight_code(drawn(7, ROLL_COUNT), straight())[0].tolist()))
"""


def test_a_turn_is_worth_the_same_on_every_processor() -> None:
    """A processor without wide vectors has narrower slices, and the same worths to the last bit."""
    told = by_straight_code(drawn(7, ROLL_COUNT), straight())[0].tolist()
    done = subprocess.run(
        [sys.executable, "-c", NARROW],
        env={**os.environ, "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "-avx512f"},
        cwd=Path(__file__).parents[2],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert done.stdout.split() == ["4", *map(float.hex, told)]
