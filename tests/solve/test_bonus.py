"""The chance of the Upper bonus of every card, against the exact distribution."""

from collections.abc import Callable

import numba
import pytest

from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.worth import Worth
from fivedice.games.cardgame import CardPosition
from fivedice.solve.cards import bonus
from fivedice.solve.cards.bonus import CardBonus, work_out
from fivedice.solve.cards.columns import Columns, columns
from fivedice.solve.cards.distribution import distribution
from tests.solve.conftest import solved
from tests.thirteen import EMPTY, FORCED, UPPER

CARDS = [
    Card((3, None, 9, None, None, None, None, None, 25, None, 40, None, 22)),
    Card((None, None, 6, 8, 15, None, 22, None, 25, 0, 40, 50, None), 1),
    Card((1, 4, 12, None, None, 24, None, 12, 25, 30, None, 0, 19)),
]


@pytest.fixture(scope="module")
def forced() -> CardBonus:
    return CardBonus(FORCED, UPPER, work_out(solved(FORCED)))


@pytest.mark.parametrize("card", CARDS)
def test_it_is_the_chance_of_the_exact_distribution(forced: CardBonus, card: Card) -> None:
    """Carried back over all that best play leads to, the chance of the bonus is the same to five digits."""
    assert forced.of(card) == pytest.approx(distribution(solved(FORCED), card).bonuses["Upper"], abs=1e-5)


def test_an_empty_card_has_the_known_chance(forced: CardBonus) -> None:
    """Best play with the forced joker ends with the bonus in 68.1 of 100 games."""
    assert forced.of(EMPTY) == pytest.approx(0.681222, abs=1e-5)


def test_what_is_earned_is_certain_and_what_is_out_of_reach_is_not_hoped_for(forced: CardBonus) -> None:
    """63 in the Upper Section has the bonus, whatever else is open; 32 with Sixes open never gets it."""
    assert forced.of(Card((3, 6, 9, 12, 15, 18, *(None,) * 7))) == 1
    assert forced.of(Card((2, 4, 6, 8, 12 - 2, None, *(None,) * 7))) == pytest.approx(
        distribution(solved(FORCED), Card((2, 4, 6, 8, 10, None, *(0,) * 7))).bonuses["Upper"], abs=1e-9
    )
    assert forced.worth(CardPosition((EMPTY, Card((0,) * 13)), 0), 1) == 0


def test_a_card_with_another_bonus_is_worked_out_by_the_same_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its columns are of the same types as a card's own, so nothing is compiled once more for them."""
    given: list[Columns] = []

    def solve_with(_: ScoreCard, with_more: Columns, *_more: object) -> Worth:
        given.append(with_more)
        return solved(FORCED).worths

    monkeypatch.setattr(bonus, "solve_with", solve_with)
    work_out(solved(FORCED))
    typeof: Callable[[object], object] = numba.typeof
    assert list(map(typeof, given)) == [typeof(columns(FORCED))]
