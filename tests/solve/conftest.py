"""What the tests of solving share: one solved table for each reading of the Joker rules."""

import pytest

from fivedice.games.scorecard import Joker
from fivedice.solve.cards import CardTable, solve

_SOLVED: dict[Joker, CardTable] = {}


@pytest.fixture(params=["forced", "free", "none"])
def table(request: pytest.FixtureRequest) -> CardTable:
    """The solved table of each of the three readings in turn."""
    return solved(request.param)


def solved(joker: Joker) -> CardTable:
    """The solved table of one reading; solved once in a process."""
    if joker not in _SOLVED:
        _SOLVED[joker] = solve(joker)
    return _SOLVED[joker]
