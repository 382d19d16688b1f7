"""Means of independent values with 95% confidence intervals.

A mean has Student's interval, which is long where there are few values. A share has one that is longer on
the side with more room, and that allows for what has not been seen yet.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from math import exp, inf, lgamma, log, log1p, sqrt
from statistics import fmean, variance

from msgspec import Struct
from msgspec.structs import astuple

CONFIDENCE = 0.95
TAIL = (1 - CONFIDENCE) / 2
"""The chance that the true value lies above an interval, and that it lies below."""
ROUNDED = 1 / 12
"""The variance within a whole number: so much may whole numbers vary although all are equal."""
EXACT = 1e-14
"""A factor as near to 1 as this changes nothing."""
HALVINGS = 64
"""How often what lies between 0 and 1 is halved to find a number there."""


class Estimate(Struct, frozen=True):
    """A mean, and the interval that holds the true one with 95% confidence; infinite where all is open."""

    value: float
    low: float
    high: float


def around(mean: float, error: float, number: int) -> Estimate:
    """A mean of so many values with its interval, by its standard error as their spread tells it."""
    margin = student(number - 1) * error if number > 1 else inf
    return Estimate(mean, mean - margin, mean + margin)


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, with its interval."""
    mean, number = fmean(values), len(values)
    spread = variance(values, mean) if number > 1 else inf
    if all(float(value).is_integer() for value in values):
        spread = max(spread, ROUNDED)
    return around(mean, sqrt(spread / number), number)


def share(values: Sequence[float]) -> Estimate:
    """The same for values from 0 to 1, such as shares of a win; the interval stays between them.

    Of values that are all 0 or 1 it is the exact one of a count (Clopper and Pearson 1934). Values between,
    as of several matches on the same dice, make it shorter.
    """
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, 0.0, 1.0)
    return Estimate(mean, 1 - _most([1 - value for value in values]), _most(values))


def cut(estimated: Estimate) -> Estimate:
    """The same of a share whose values may lie beyond 0 and 1, as where luck is taken off."""
    return Estimate(*(min(max(number, 0.0), 1.0) for number in astuple(estimated)))


def _most(values: Sequence[float]) -> float:
    """The upper end of the interval of a share.

    As Gaffke (2005) has it: one more value is added, as high as can be, and how much each weighs is as open
    as how long the pieces of a line are that is cut at random. The mean has a beta distribution then where
    every value is 0 or 1, or all are equal; elsewhere it is taken for one of the same mean and variance.
    """
    least = min(values)
    if least >= 1:
        return 1.0
    room = 1 - least
    points = [(value - least) / room for value in (*values, 1.0)]
    mean = fmean(points)
    spread = fmean((point - mean) ** 2 for point in points) / (len(points) + 1)
    sizes = mean * (1 - mean) / spread - 1
    return least + room * beta_quantile(1 - TAIL, sizes * mean, sizes * (1 - mean))


# --- Distributions ------------------------------------------------------------------------------------------


def student(freedom: int) -> float:
    """Half an interval in standard errors: Student's t, by its degrees of freedom; 1.96 for many."""
    square = beta_quantile(CONFIDENCE, 0.5, freedom / 2)
    return sqrt(freedom * square / (1 - square))


def beta_quantile(chance: float, a: float, b: float) -> float:
    """The number from 0 to 1 that a beta distribution stays below with this chance."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if beta_below(middle, a, b) < chance else (low, middle)
    return (low + high) / 2


def beta_below(x: float, a: float, b: float) -> float:
    """The chance that a beta distribution stays below x: the regularized incomplete beta function.

    By its continued fraction, DLMF 8.17.22, on the side where that converges fast.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_below(1 - x, b, a)
    first = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    return first / _fraction(_terms(x, a, b))


def _terms(x: float, a: float, b: float) -> Iterator[float]:
    """The terms of that fraction from the first on."""
    for m in count():
        yield -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        yield (m + 1) * (b - m - 1) * x / ((a + 2 * m + 1) * (a + 2 * m + 2))


def _fraction(terms: Iterator[float]) -> float:
    """1 + d1 / (1 + d2 / (1 + ...)) of terms d, worked out from its front (Lentz 1976)."""
    value, over, under, step = 1.0, 1.0, 0.0, 0.0
    while abs(step - 1) > EXACT:
        term = next(terms)
        under = 1 / (1 + term * under)
        over = 1 + term / over
        step = over * under
        value *= step
    return value
