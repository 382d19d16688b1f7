"""Ratings by openskill's Thurstone-Mosteller model; its Plackett-Luce model misrates ties (version 6.2)."""

from collections.abc import Sequence
from functools import cache
from math import hypot, sqrt
from statistics import NormalDist

from msgspec import Struct
from openskill.models import ThurstoneMostellerPart

MIDDLE, SCALE = 1500.0, 23.7
"""Ratings are shown around `MIDDLE`; a lead of 100 means 64 wins in 100 matches, as with Elo."""
BOT = "bot:"
"""The prefix of bots among the names of rated players."""


class Rating(Struct, frozen=True):
    """An estimate of strength: its mean, its deviation, and the number of matches."""

    mu: float = 25.0
    sigma: float = 25 / 3
    matches: int = 0

    @property
    def points(self) -> int:
        """The rating for display."""
        return round(MIDDLE + SCALE * (self.mu - 25))

    @property
    def error(self) -> int:
        """The deviation for display."""
        return round(SCALE * self.sigma)


def after(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a match of at least two players with these places; equal places are ties."""
    teams = [[_model().rating(mu=one.mu, sigma=one.sigma)] for one in ratings]
    rated = _model().rate(teams, ranks=[float(place) for place in places])
    pairs = zip(ratings, rated, strict=True)
    return [Rating(own.mu, own.sigma, before.matches + 1) for before, (own,) in pairs]


def chance(one: Rating, other: Rating) -> float:
    """The chance to finish ahead; a tie counts half. The library itself halves the scale: far too certain."""
    scale = 2 * hypot(one.sigma, other.sigma, sqrt(2) * _model().beta)
    return NormalDist().cdf((one.mu - other.mu) / scale)


@cache
def _model() -> ThurstoneMostellerPart:
    """The model without `gamma`, which slows the decrease of deviations, so that ratings stay noisy."""
    return ThurstoneMostellerPart(gamma=lambda *_: 1.0)
