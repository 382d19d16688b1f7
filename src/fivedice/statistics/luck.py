"""The rank of a player's luck among all matches: exact on score cards, measured in other games."""

from bisect import bisect_left
from functools import cache, reduce
from importlib.resources import files
from math import ceil

import msgspec
import numpy as np
from msgspec import Struct

from fivedice.analysis.annotate import ROUNDING
from fivedice.core.worth import Worth

DIGITS = 3
"""The decimals of measured luck."""


class Measured(Struct, frozen=True):
    """The luck of expert bots in matches of one kind; research/luck.py measured it."""

    count: int
    """The number of measured values, one for each seat of a match."""
    quantiles: tuple[float, ...]
    """Values in ascending order. Between any two neighbours lie the same number of measured values."""


@cache
def measured() -> dict[str, Measured]:
    """The measurements, by kind of match."""
    data = files(__package__).joinpath("luck.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, Measured])


def with_less(luck: float, kind: str, games: int, chances: Worth | None) -> float | None:
    """The share of matches of the same kind (see `kinds`) with less luck; None if unknown.

    `chances` are the chances of each total of one game of best play. Best play loses nothing, so its luck is
    its total minus the mean. Without `chances`, the measured matches of expert bots are used.
    """
    if chances is not None:
        totals = reduce(np.convolve, [chances] * games)
        mean = float(np.arange(len(totals)) @ totals)
        return float(totals[: max(0, ceil(mean + luck - ROUNDING))].sum())
    if kind not in measured():
        return None
    known = measured()[kind].quantiles
    return bisect_left(known, round(luck, DIGITS)) / len(known)
