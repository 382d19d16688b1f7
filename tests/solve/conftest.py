"""What the tests of solving share: a solved table for each card that they name, and one of points to come."""

from functools import lru_cache
from typing import NamedTuple

import pytest

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import KEEPS, Dice
from fivedice.core.worth import ROLL_NUMBER, TurnWorth, Worth, best_keep, turn_worth
from fivedice.games.cardgame import CardPosition
from fivedice.solve.cards.remaining import Remaining, load_or_work_out
from fivedice.solve.cards.table import CardPoints, CardTable, load_or_solve
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


def box_worth(table: CardTable, card: Card) -> Worth:
    """(252, boxes): the points to come with each roll in each box."""
    return CardPoints(table).box_worth(CardPosition((card,), 0), 0) - filling.total(table.form, card)


class Chosen(NamedTuple):
    """The choices of best play for a roll: what to keep with two throws left and with one, and the box."""

    two_left: Dice
    one_left: Dice
    box: int


def chosen(card: Card, roll: Dice) -> Chosen:
    """What best play for the mean does on a card of the forced joker."""
    worth, turn = _turn(card)
    number = ROLL_NUMBER[roll]
    two, one = (KEEPS[best_keep(left)[number]] for left in (turn.two_left, turn.one_left))
    return Chosen(two, one, int(worth[number].argmax()))


@lru_cache(maxsize=64)
def _turn(card: Card) -> tuple[Worth, TurnWorth]:
    worth = box_worth(solved(FORCED), card)
    return worth, turn_worth(worth.max(axis=1))


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
