"""What the tests of solving share: a solved table for each card that they name, and one of points to come."""

import pytest

from fivedice.cards.scorecard import ScoreCard
from fivedice.solve.cards.remaining import Remaining, load_or_work_out
from fivedice.solve.cards.table import CardTable, load_or_solve
from fivedice.solve.cards.wins import CardWins
from tests import shared
from tests.thirteen import FORCED, READINGS

_SOLVED: dict[ScoreCard, CardTable] = {}


@pytest.fixture(params=READINGS)
def table(request: pytest.FixtureRequest) -> CardTable:
    """The solved table of each of the three readings in turn."""
    return solved(READINGS[request.param])


def solved(form: ScoreCard) -> CardTable:
    """The solved table of a card; solved once in a run."""
    if form not in _SOLVED:
        with shared.tables("worths") as folder:
            _SOLVED[form] = load_or_solve(form, folder)
    return _SOLVED[form]


@pytest.fixture(scope="session")
def remaining() -> Remaining:
    """The points still to come on all cards of the forced joker."""
    table = solved(FORCED)
    with shared.tables("remaining") as folder:
        return load_or_work_out(table, folder)


@pytest.fixture(scope="session")
def champion(remaining: Remaining) -> CardWins:
    """What is known of the traditional game by who plays to win."""
    return CardWins(solved(FORCED), remaining)
