"""What the tests of solving share: a solved table for each card that they name, and what comes of it."""

from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from fivedice.analysis.solver_api import Knowledge
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import KEEPS, ROLLS, Dice
from fivedice.core.rules import Game
from fivedice.core.worth import ROLL_NUMBER, TurnWorth, Worth, best_keep, turn_worth
from fivedice.games.cardgame import CardPosition
from fivedice.solve.cards import distribution, remaining
from fivedice.solve.cards.distribution import Distribution
from fivedice.solve.cards.pays import YAHTZEE_ROLLS
from fivedice.solve.cards.table import CardPoints, CardTable, file_of, load_or_solve
from fivedice.solve.cards.wins import CardWins
from fivedice.solve.kernel import tables
from tests import shared
from tests.thirteen import FORCED, READINGS


@pytest.fixture(params=READINGS)
def table(request: pytest.FixtureRequest) -> CardTable:
    """The solved table of each of the three readings in turn."""
    return solved(READINGS[request.param])


@cache
def solved(form: ScoreCard) -> CardTable:
    """The solved table of a card; solved once in a run."""
    with shared.tables("worths") as folder:
        return load_or_solve(form, folder)


def assert_uses_agree(
    game: Game,
    known: Knowledge,
    position: Any,
    anew: Knowledge | None = None,
    every: int = 25,
) -> None:
    """The uses of every so many rolls are those of the game, each worth what the position after it is worth,
    which is asked of `anew`; the best of them is the roll's.
    """
    seat, rolls = position.seat, known.rolls(position, position.seat)
    for roll in (*ROLLS[::every], (4, 4, 4, 4, 4)):
        uses = known.uses(position, seat, roll)
        assert list(uses) == [use.name for use in game.uses(position, seat, roll)]
        assert max(uses.values()) == pytest.approx(rolls[ROLL_NUMBER[roll]], abs=1e-12)
        after = {name: game.use(position, seat, roll, name) for name in uses}
        worths = {name: (anew or known).worth(each, seat) for name, each in after.items()}
        assert uses == pytest.approx(worths, abs=1e-8)


def box_worth(table: CardTable, card: Card) -> Worth:
    """(252, boxes): the points to come with each roll in each box."""
    return CardPoints(table).box_worth(CardPosition((card,), 0), 0) - filling.total(table.form, card)


def random_card(choose: np.random.Generator, form: ScoreCard) -> Card:
    card = filling.empty(form)
    for _ in range(choose.integers(len(form.names))):
        yahtzee = choose.random() < 0.2
        roll = YAHTZEE_ROLLS[choose.integers(6)] if yahtzee else ROLLS[choose.integers(len(ROLLS))]
        uses = filling.uses(form, card, roll)
        card = filling.book(form, card, roll, uses[choose.integers(len(uses))].name)
    return card


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


@cache
def exact_totals(form: ScoreCard) -> Distribution:
    """The distribution from an empty card, as it comes with the package."""
    with shared.tables("totals") as folder:
        tables.install(file_of(form, "totals", folder))
        return distribution.load_or_work_out(solved(form), folder)


@pytest.fixture(scope="session")
def champion() -> CardWins:
    """What is known of the traditional game by who plays to win, as it comes with the package."""
    table = solved(FORCED)
    with shared.tables("remaining") as folder:
        tables.install(file_of(FORCED, remaining.FILE, folder))
        return CardWins(table, remaining.load_or_work_out(table, folder))
