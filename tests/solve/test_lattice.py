"""A turn worked out by compiled code over the lattice of keeps."""

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
from fivedice.solve.kernel.lanes import blank
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, lattice, turn
from fivedice.solve.kernel.settings import LANES
from tests.laws.test_texts import law


def rolls_of(seed: int) -> NDArray[np.float64]:
    """(252, LANES): worths of either sign, some of them the same."""
    return np.random.default_rng(seed).integers(-40, 340, (ROLL_COUNT, LANES)) / 7


def worths(rolls: NDArray[np.float64]) -> list[float]:
    """What sixteen turns are worth."""
    keeps = blank(KEEP_COUNT)
    keeps[FIRST_ROLL:] = rolls
    turn(keeps, lattice())
    return keeps[0].tolist()


@settings(law, max_examples=25)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_turn_is_worth_what_the_plain_code_says(seed: int) -> None:
    rolls = rolls_of(seed)
    expected = [turn_worth(rolls[:, lane]).turn for lane in range(LANES)]
    assert worths(rolls) == pytest.approx(expected, abs=1e-9)


ON_ANOTHER = """
from tests.solve.test_lattice import rolls_of, worths
print(*map(float.hex, worths(rolls_of(7))))
"""


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
