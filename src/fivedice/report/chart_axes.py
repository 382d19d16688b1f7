"""The axes of charts: their ends, and round numbers between them with labels."""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Any

import numpy as np

from fivedice.analysis.annotate import ROUNDING
from fivedice.analysis.solver_api import fewest, is_chance
from fivedice.core.worth import Worth
from fivedice.language import decimal, percent

STEPS = (1, 2, 2.5, 5, 10)
BIN = 5
"""The ends of an axis of totals are multiples of this."""
RARE = 0.005
"""A distribution is cut off where the remaining chance is less than this."""


def axis(worths: Sequence[float], aim: str) -> dict[str, Any]:
    """The axis for a chart of these worths."""
    low, high = (0.0, 1.0) if is_chance(aim) else (min(worths), max(worths))
    if high - low < ROUNDING:
        low, high = low - 1, high + 1
    return _axis(low, high, 4 if is_chance(aim) else 5, aim)


def axis_of_course(values: Sequence[float]) -> dict[str, Any]:
    """The axis for a chart of values over time, with 0; its ends have labels, so that no value is beyond."""
    low = min(0.0, *values)
    high = max(0.0, low + 1, *values)
    first, second, *_ = ticks(low, high, 4)
    step = second - first
    low, high = step * floor(low / step), step * ceil(high / step)
    return _axis(low, high, round((high - low) / step), "score")


def axis_of_totals(chances: Worth, totals: Sequence[int]) -> dict[str, Any]:
    """The axis for the distribution of totals of best play, with these totals."""
    below = np.cumsum(chances)
    low = min(int(np.searchsorted(below, RARE)), *totals, len(chances)) // BIN * BIN
    high = max(int(np.searchsorted(below, 1 - RARE)), *totals, 0)
    return _axis(max(low - BIN, 0), (high // BIN + 2) * BIN, 8, "score")


def ticks(low: float, high: float, number: int) -> list[float]:
    """About `number` round numbers from low to high."""
    raw = (high - low) / max(number, 1)
    unit = 10.0 ** floor(log10(raw))
    step = next(unit * size for size in STEPS if unit * size >= raw * (1 - 1e-9))
    return [step * n for n in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def _axis(low: float, high: float, number: int, aim: str) -> dict[str, Any]:
    labels = [[value, _label(value, aim)] for value in ticks(low, high, number)]
    return {"low": low, "high": high, "ticks": labels}


def _label(value: float, aim: str) -> str:
    return percent(value) if is_chance(aim) else decimal(value, fewest(value, 4))
