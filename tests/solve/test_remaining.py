"""The points still to come on score cards: exact with few boxes open, as quantiles with more."""

import numpy as np
import pytest

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard, Section
from fivedice.core.worth import Worth
from fivedice.games.cardgame import CardPosition
from fivedice.solve.cards.columns import place_of
from fivedice.solve.cards.distribution import distribution
from fivedice.solve.cards.remaining import EXACT, SLICES, UNIT, work_out
from fivedice.solve.cards.table import numbers
from fivedice.solve.cards.wins import CardWins
from tests.solve.conftest import solved
from tests.solve.test_wins import HALF, LAST_TURNS, cards_of, without
from tests.spread import spread
from tests.thirteen import CHANCE, EMPTY, FORCED

SHORT = ScoreCard((Section("All", FORCED.sections[1].boxes[: EXACT + 1]),))


def with_open(vacant: int) -> Card:
    """A card with so many open boxes, from Chance upwards, and 62 points in its Upper section or fewer."""
    return Card(
        tuple([3, 6, 9, 12, 15, 18, 22, 16, 25, 0, 40, 50, 22][: CHANCE + 1 - vacant]) + (None,) * vacant
    )


def exactly(card: Card, form: ScoreCard = FORCED) -> Worth:
    """The chance of each number of points still to come, as all plays of the card come out."""
    return distribution(solved(form), card).chances[filling.total(form, card) :]


def slice_means(chances: Worth) -> list[float]:
    """The mean of each of equally likely slices, counted in tiny parts."""
    parts = np.repeat(np.arange(len(chances)), np.rint(chances * SLICES * 20_000).astype(int))
    return [float(part.mean()) for part in np.array_split(parts, SLICES)]


def test_the_mean_is_the_solved_worth(champion: CardWins) -> None:
    for card in (card for seed in range(40) for card in cards_of(seed, 10)):
        low, chances = champion.remaining.to_come(card)
        exact = card.boxes.count(None) <= EXACT
        assert chances.min() > -1e-12
        assert chances.sum() == pytest.approx(1, abs=1e-9)
        mean = (low + np.arange(len(chances))) @ chances
        rel, least = (3e-6, 2e-4) if exact else (None, 1e-6)
        assert mean == pytest.approx(solved(FORCED).worth(card), rel=rel, abs=least)


@pytest.mark.parametrize("vacant", spread([0, EXACT + 1, 5, 8, 13], 0, 5))
def test_quantiles_are_means_of_equally_likely_slices(champion: CardWins, vacant: int) -> None:
    """They rise, and each is what the exact distribution has, rounded as it is stored; so it is where they
    are worked out here, for a short card.
    """
    form, card, known = FORCED, with_open(vacant), champion.remaining
    if not vacant:
        form, card, known = SHORT, filling.empty(SHORT), work_out(solved(SHORT))
    offsets = known.offsets[numbers(form)[0][place_of(form, card)] - len(known.rows.low)]
    assert (np.diff(offsets) >= 0).all()
    expected = np.array(slice_means(exactly(card, form)))
    assert offsets * UNIT == pytest.approx(expected - expected.mean(), abs=UNIT / 2 + 0.3)


@pytest.mark.parametrize("card", spread([HALF, EMPTY], HALF))
def test_an_early_card_comes_out_as_its_exact_distribution(champion: CardWins, card: Card) -> None:
    """A card of eight open boxes, and the start: the deviation within 3%, and the chance of every total."""
    exact = exactly(card)
    low, chances = champion.remaining.to_come(card)
    points = low + np.arange(len(chances))
    mean = points @ chances
    deviation = np.sqrt((np.arange(len(exact)) - mean) ** 2 @ exact)
    assert np.sqrt((points - mean) ** 2 @ chances) == pytest.approx(deviation, rel=0.03)
    for total in range(0, 400, 20):
        assert chances[points >= total].sum() == pytest.approx(exact[total:].sum(), abs=0.03)


@pytest.mark.parametrize("card", LAST_TURNS)
def test_the_last_boxes_are_exact(champion: CardWins, card: Card) -> None:
    for early in (card, without(card, 0)):
        exact = exactly(early)
        low, chances = champion.remaining.to_come(early)
        told = np.zeros(len(exact))
        told[low : low + len(chances)] = chances
        assert told == pytest.approx(exact, abs=2e-6)


@pytest.mark.parametrize("pairs", spread([2, 40], 2))
def test_chances_to_win_are_near_the_exact_ones(champion: CardWins, pairs: int) -> None:
    """Of random pairs of cards, against all pairs of totals: 0.01 off on average, 0.05 at most."""
    errors = []
    for seed in range(pairs):
        cards = tuple(cards_of(seed, 2))
        mine, other = (distribution(solved(FORCED), card).chances for card in cards)
        other = np.concatenate([other, np.zeros(max(len(mine) - len(other), 0))])[: len(mine)]
        level = other.cumsum() - other / 2
        errors.append(abs(champion.worth(CardPosition(cards, 0), 0) - float(mine @ level)))
    assert np.mean(errors) < 0.01
    assert max(errors) < 0.05
