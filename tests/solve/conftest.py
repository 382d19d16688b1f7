"""What the tests of solving share: one solved table for each reading of the Joker rules, and one spread."""

import pytest

from fivedice.games.scorecard import BOXES, Joker
from fivedice.solve.cards.spread import Spread, work_out
from fivedice.solve.cards.table import CardTable, solve
from fivedice.solve.cards.wins import CardWins

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


@pytest.fixture(scope="session")
def spread() -> Spread:
    """The spread of all cards of the forced joker."""
    return work_out(solved("forced"))


@pytest.fixture(scope="session")
def champion(spread: Spread) -> CardWins:
    """What is known of the traditional game by who plays to win."""
    return CardWins(solved("forced"), spread, BOXES)
