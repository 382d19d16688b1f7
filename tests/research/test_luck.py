"""The luck of expert bots that comes with the package is that of new matches."""

import numpy as np
import pytest

from fivedice.folders import NOWHERE
from fivedice.games import GAMES
from fivedice.runtime.library import Library
from fivedice.statistics import kinds, luck
from research import luck as measuring

RARELY = 1.63
"""Kolmogorov and Smirnov: a sample is further away in one case of a hundred, in units of its error."""


@pytest.mark.proof
@pytest.mark.parametrize(("game", "seats", "matches"), [("junior", 2, 100), ("showdown", 4, 8)])
def test_new_matches_have_luck_like_that(game: str, seats: int, matches: int) -> None:
    setup = measuring.setup_of(GAMES[game], seats)
    made = measuring.lucks(setup, range(matches), 2, Library(NOWHERE)).ravel()
    told = [luck.with_less(one, kinds.kind(setup), 1, None) for one in made]
    found = [(made < one).mean() for one in made]
    known = luck.measured()[kinds.kind(setup)]
    assert np.abs(np.array(told) - found).max() < RARELY * (1 / made.size + 1 / known.count) ** 0.5


def test_quantiles_are_lucks_that_occurred() -> None:
    made = np.arange(1000).reshape(500, 2) / 10
    assert measuring.quantiles(made) == tuple(number + 0.4 for number in range(100))
