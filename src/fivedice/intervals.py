"""Means of independent values with their 95% confidence intervals. Knows numbers only.

The interval is the normal one, to be trusted from some thirty values on.
"""

from collections.abc import Sequence
from math import inf, sqrt
from statistics import NormalDist, fmean, variance

from msgspec import Struct
from msgspec.structs import astuple

CONFIDENCE = 0.95
WIDTH = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""Half an interval in standard errors: 1.96."""


class Estimate(Struct, frozen=True):
    """A mean, and the interval that holds the true one with 95% confidence; infinite where all is open."""

    value: float
    low: float
    high: float


def around(mean: float, error: float) -> Estimate:
    """A mean of known standard error, with its interval."""
    return Estimate(mean, mean - WIDTH * error, mean + WIDTH * error)


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, with its interval."""
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, -inf, inf)
    return around(mean, sqrt(variance(values, mean) / len(values)))


def share(values: Sequence[float]) -> Estimate:
    """The same for what is from 0 to 1 on average, such as shares of a win; the interval stays between them.

    Where all values are equal, none other has been seen, and those that are not seen among n may still have
    a chance of up to 1 - 0.025^(1/n).
    """
    estimated = estimate(values)
    if len(values) > 1 and len(set(values)) == 1:
        unseen = 1 - ((1 - CONFIDENCE) / 2) ** (1 / len(values))
        seen = (1 - unseen) * estimated.value
        return Estimate(estimated.value, seen, seen + unseen)
    return Estimate(*(min(max(number, 0.0), 1.0) for number in astuple(estimated)))
