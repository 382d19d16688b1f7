"""Means of independent values with 95% confidence intervals.

A mean has Student's interval, which is long for few values. The interval of a share is longer on the side
with more room and allows for values that have not been seen yet.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from math import exp, inf, lgamma, log, log1p, sqrt
from statistics import fmean, variance

from msgspec import Struct
from msgspec.structs import astuple

CONFIDENCE = 0.95
TAIL = (1 - CONFIDENCE) / 2
"""The chance that the true value lies above an interval; the chance that it lies below is the same."""
ROUNDED = 1 / 12
"""The variance that rounding may hide: whole numbers are taken to vary by at least this."""
EXACT = 1e-14
"""A factor this close to 1 ends the evaluation of a continued fraction."""
HALVINGS = 64
"""The number of bisections of the range 0 to 1."""


class Estimate(Struct, frozen=True):
    """A mean and its 95% confidence interval, which is infinite for a single value."""

    value: float
    low: float
    high: float


def around(mean: float, error: float, number: int) -> Estimate:
    """A mean of this many values with its interval, from its estimated standard error."""
    margin = student(number - 1) * error if number > 1 else inf
    return Estimate(mean, mean - margin, mean + margin)


def estimate(values: Sequence[float], *, exact: bool = False) -> Estimate:
    """The mean of independent values, with its interval; exact values are not taken to be rounded."""
    mean, number = fmean(values), len(values)
    spread = variance(values, mean) if number > 1 else inf
    if not exact and all(float(value).is_integer() for value in values):
        spread = max(spread, ROUNDED)
    return around(mean, sqrt(spread / number), number)


def share(values: Sequence[float]) -> Estimate:
    """The mean of values from 0 to 1, such as shares of a win; the interval stays within these bounds.

    For values of only 0 and 1 it is the exact interval of a count (Clopper and Pearson 1934). Values between,
    as from several matches on the same dice, make it shorter.
    """
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, 0.0, 1.0)
    return Estimate(mean, 1 - _most([1 - value for value in values]), _most(values))


def cut(estimated: Estimate) -> Estimate:
    """An estimate limited to 0 to 1, for shares whose values may be outside, as after luck is subtracted."""
    return Estimate(*(min(max(number, 0.0), 1.0) for number in astuple(estimated)))


def _most(values: Sequence[float]) -> float:
    """The upper end of the interval of a share.

    By Gaffke (2005): one more value is added, the highest possible, and the weights of all are uniformly
    random, like the pieces of a line cut at random. The mean then has a beta distribution if every value is 0
    or 1, or if all are equal; otherwise a beta distribution of the same mean and variance approximates it.
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
    """Half an interval in standard errors: Student's t by degrees of freedom; 1.96 for many."""
    square = beta_quantile(CONFIDENCE, 0.5, freedom / 2)
    return sqrt(freedom * square / (1 - square))


def beta_quantile(chance: float, a: float, b: float) -> float:
    """The quantile of a beta distribution."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if beta_below(middle, a, b) < chance else (low, middle)
    return (low + high) / 2


def beta_below(x: float, a: float, b: float) -> float:
    """The chance that a beta distribution is below x: the regularized incomplete beta function.

    Uses its continued fraction, DLMF 8.17.22, on the side where that converges fast.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_below(1 - x, b, a)
    first = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    return first / _fraction(_terms(x, a, b))


def _terms(x: float, a: float, b: float) -> Iterator[float]:
    """The terms of the continued fraction in `beta_below`."""
    for m in count():
        yield -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        yield (m + 1) * (b - m - 1) * x / ((a + 2 * m + 1) * (a + 2 * m + 2))


def _fraction(terms: Iterator[float]) -> float:
    """1 + d1 / (1 + d2 / (1 + ...)) of terms d, evaluated from the front (Lentz 1976)."""
    value, over, under, step = 1.0, 1.0, 0.0, 0.0
    while abs(step - 1) > EXACT:
        term = next(terms)
        under = 1 / (1 + term * under)
        over = 1 + term / over
        step = over * under
        value *= step
    return value
