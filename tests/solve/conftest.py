"""What the tests of solving share: one solved table for each card that they name, and one spread."""

import pytest

from fivedice.cards.scorecard import ScoreCard
from fivedice.solve.cards.spread import Spread, work_out
from fivedice.solve.cards.table import CardTable, solve
from fivedice.solve.cards.wins import CardWins
from tests.thirteen import FORCED, READINGS

_SOLVED: dict[ScoreCard, CardTable] = {}


@pytest.fixture(params=READINGS)
def table(request: pytest.FixtureRequest) -> CardTable:
    """The solved table of each of the three readings in turn."""
    return solved(READINGS[request.param])


def solved(form: ScoreCard) -> CardTable:
    """The solved table of a card; solved once in a process."""
    if form not in _SOLVED:
        _SOLVED[form] = solve(form)
    return _SOLVED[form]


@pytest.fixture(scope="session")
def spread() -> Spread:
    """The spread of all cards of the forced joker."""
    return work_out(solved(FORCED))


@pytest.fixture(scope="session")
def champion(spread: Spread) -> CardWins:
    """What is known of the traditional game by who plays to win."""
    return CardWins(solved(FORCED), spread)
