"""The points still to come on score cards: exact with few boxes open, as quantiles with more."""

import numpy as np
import pytest

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.worth import Worth
from fivedice.games.cardgame import CardPosition
from fivedice.solve.cards.columns import place_of
from fivedice.solve.cards.distribution import distribution
from fivedice.solve.cards.remaining import EXACT, SLICES, UNIT, Remaining
from fivedice.solve.cards.table import numbers
from fivedice.solve.cards.wins import CardWins
from tests.solve.conftest import solved
from tests.solve.test_wins import LAST_TURNS, cards_of, without
from tests.thirteen import CHANCE, EMPTY, FORCED


def with_open(vacant: int) -> Card:
    """A card with so many open boxes, from Chance upwards, and 62 points in its Upper section or fewer."""
    return Card(
        tuple([3, 6, 9, 12, 15, 18, 22, 16, 25, 0, 40, 50, 22][: CHANCE + 1 - vacant]) + (None,) * vacant
    )


def exactly(card: Card) -> Worth:
    """The chance of each number of points still to come, as all plays of the card come out."""
    return distribution(solved(FORCED), card).chances[filling.total(FORCED, card) :]


def slice_means(chances: Worth) -> list[float]:
    """The mean of each of equally likely slices, counted in tiny parts."""
    parts = np.repeat(np.arange(len(chances)), np.rint(chances * SLICES * 20_000).astype(int))
    return [float(part.mean()) for part in np.array_split(parts, SLICES)]


@pytest.mark.parametrize("seed", range(40))
def test_the_mean_is_the_solved_worth(remaining: Remaining, seed: int) -> None:
    for card in cards_of(seed, 10):
        low, chances = remaining.to_come(card)
        exact = card.boxes.count(None) <= EXACT
        assert chances.min() > -1e-12
        assert chances.sum() == pytest.approx(1, abs=1e-9)
        mean = (low + np.arange(len(chances))) @ chances
        rel, least = (3e-6, 2e-4) if exact else (None, 1e-6)
        assert mean == pytest.approx(solved(FORCED).worth(card), rel=rel, abs=least)


@pytest.mark.parametrize("vacant", [EXACT + 1, 5, 8, 13])
def test_quantiles_are_means_of_equally_likely_slices(remaining: Remaining, vacant: int) -> None:
    """They rise, and each is what the exact distribution has, rounded as it is stored."""
    place = place_of(FORCED, with_open(vacant))
    offsets = remaining.offsets[numbers(FORCED)[0][place] - len(remaining.rows.low)]
    assert (np.diff(offsets) >= 0).all()
    expected = np.array(slice_means(exactly(with_open(vacant))))
    assert offsets * UNIT == pytest.approx(expected - expected.mean(), abs=UNIT / 2 + 0.3)


def test_an_early_card_comes_out_as_its_exact_distribution(remaining: Remaining) -> None:
    """A card of eight open boxes, and the start: the deviation within 3%, and the chance of every total."""
    for card in (Card((3, None, 9, None, None, None, None, None, 25, None, 40, None, 22)), EMPTY):
        exact = exactly(card)
        low, chances = remaining.to_come(card)
        points = low + np.arange(len(chances))
        mean = points @ chances
        deviation = np.sqrt((np.arange(len(exact)) - mean) ** 2 @ exact)
        assert np.sqrt((points - mean) ** 2 @ chances) == pytest.approx(deviation, rel=0.03)
        for total in range(0, 400, 20):
            assert chances[points >= total].sum() == pytest.approx(exact[total:].sum(), abs=0.03)


@pytest.mark.parametrize("card", LAST_TURNS)
def test_the_last_boxes_are_exact(remaining: Remaining, card: Card) -> None:
    for early in (card, without(card, 0)):
        exact = exactly(early)
        low, chances = remaining.to_come(early)
        told = np.zeros(len(exact))
        told[low : low + len(chances)] = chances
        assert told == pytest.approx(exact, abs=2e-6)


def test_chances_to_win_are_near_the_exact_ones(champion: CardWins) -> None:
    """Of random pairs of cards, against all pairs of totals: 0.01 off on average, 0.05 at most."""
    errors = []
    for seed in range(40):
        cards = tuple(cards_of(seed, 2))
        mine, other = (distribution(solved(FORCED), card).chances for card in cards)
        other = np.concatenate([other, np.zeros(max(len(mine) - len(other), 0))])[: len(mine)]
        level = other.cumsum() - other / 2
        errors.append(abs(champion.worth(CardPosition(cards, 0), 0) - float(mine @ level)))
    assert np.mean(errors) < 0.01
    assert max(errors) < 0.05
