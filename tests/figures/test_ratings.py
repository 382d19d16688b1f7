"""Ratings predict, and follow the whole order with its ties."""

from itertools import permutations
from random import Random

import pytest

from fivedice.statistics.ratings import Rating, after, chance

STRENGTHS = (150, 165, 180, 200, 210, 215, 220, 240)
"""The mean scores of simulated players, whose scores deviate by `DEVIATION`."""
DEVIATION, MATCHES, LEARNING = 55, 2000, 200


def test_of_matches_predicted_at_60_percent_as_many_are_won() -> None:
    source, ratings = Random(1), [Rating()] * len(STRENGTHS)
    won = list[float]()
    for number in range(LEARNING + MATCHES):
        pair = source.sample(range(len(STRENGTHS)), 2)
        own, other = (round(source.gauss(STRENGTHS[one], DEVIATION)) for one in pair)
        share = (own > other) + (own == other) / 2
        likely = chance(*(ratings[one] for one in pair))
        if number >= LEARNING and 0.55 <= max(likely, 1 - likely) <= 0.65:
            won.append(share if likely >= 0.5 else 1 - share)
        places = (1 + (other > own), 1 + (own > other))
        for one, rating in zip(pair, after([ratings[one] for one in pair], places), strict=True):
            ratings[one] = rating
    assert len(won) > 300
    assert 0.57 <= sum(won) / len(won) <= 0.63


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_the_whole_order_of_three_counts_whatever_their_seats(order: tuple[int, ...]) -> None:
    found = after([Rating()] * 3, [1 + place for place in order])
    by_place = sorted(zip(order, found, strict=True))
    first, second, third = (rating.mu for _, rating in by_place)
    assert first > second > third
    assert second == pytest.approx(25)


def test_a_tie_of_equals_changes_no_mean_and_makes_it_surer() -> None:
    found = after([Rating(), Rating()], [1, 1])
    assert [one.mu for one in found] == pytest.approx([25, 25])
    assert all(one.sigma < Rating().sigma and one.matches == 1 for one in found)


def test_a_lead_of_100_means_64_of_100_matches() -> None:
    sure = Rating(sigma=0.1)
    lead = Rating(mu=25 + 100 / 23.7, sigma=0.1)
    assert (lead.shown, sure.shown) == (1600, 1500)
    assert chance(lead, sure) == pytest.approx(0.64, abs=0.002)
