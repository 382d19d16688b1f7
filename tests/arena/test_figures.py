"""Means, intervals and Elo, held against numbers that are known beforehand."""

from math import inf, isclose, sqrt
from random import Random

import pytest

from fivedice.arena.figures import elo, figures
from fivedice.arena.plan import Plan, Played
from fivedice.games import GAMES
from fivedice.intervals import estimate, share
from fivedice.play.setup import Player


def a_plan(bots: int = 2, *, duplicate: bool = True) -> Plan:
    """A plan of piecepack between A, B and so on; nothing of it is played here."""
    return Plan(GAMES["piecepack"], tuple(Player(name) for name in "ABCD"[:bots]), 1, duplicate)


def test_an_interval_is_196_standard_errors_to_either_side() -> None:
    """Of a hundred values of variance 1/4 the mean is known to 1.96 x 0.05, up to the n - 1 of a sample."""
    found = estimate([0.0, 1.0] * 50)
    margin = 1.959964 * sqrt(0.25 * 100 / 99 / 100)
    assert found.value == 0.5
    assert found.high - 0.5 == pytest.approx(margin, abs=1e-6)
    assert 0.5 - found.low == pytest.approx(margin, abs=1e-6)


def test_19_of_20_intervals_hold_the_truth() -> None:
    """Of 2,000 intervals, each from 60 deals of known mean, 95% hold it, give or take 1.5%."""
    chance = Random(1)
    held = 0
    for _ in range(2000):
        found = estimate([chance.uniform(-3, 1) for _ in range(60)])
        held += found.low <= -1 <= found.high
    assert abs(held / 2000 - 0.95) < 0.015


def test_deals_are_independent_and_their_matches_are_not() -> None:
    """Where the dice decide all, A has half of every pair: its share is known, its scores by pair means."""
    pairs = [(100 + 7 * (deal % 5), 200 - 3 * (deal % 5)) for deal in range(1, 51)]
    played = [Played(n, ((a, b), (b, a)), ((1,), (0,))) for n, (a, b) in enumerate(pairs, start=1)]
    found = figures(a_plan(), played)
    means = [(a + b) / 2 for a, b in pairs]
    deviation = sqrt(sum((mean - sum(means) / 50) ** 2 for mean in means) / 49)
    assert found.bots[0].wins.value == 0.5
    assert found.pairs[0].score == estimate([0.0] * 50)
    assert found.bots[0].score.high - found.bots[0].score.value == pytest.approx(
        1.959964 * deviation / sqrt(50), abs=1e-4
    )


def test_pairs_on_the_same_dice_need_fewer_matches() -> None:
    """Luck of 40 points a match and a lead of 5: in pairs the lead shows, in single matches it does not."""
    chance = Random(2)
    rows = [(chance.gauss(0, 40), chance.gauss(0, 40)) for _ in range(100)]
    paired = [
        Played(n, ((round(a + 5), round(b)), (round(b + 5), round(a))), ((0,), (1,)))
        for n, (a, b) in enumerate(rows, start=1)
    ]
    single = [Played(n, (deal.scores[0],), ((0,),)) for n, deal in enumerate(paired, start=1)]
    assert figures(a_plan(), paired).pairs[0].score.low > 4
    assert figures(a_plan(duplicate=False), single).pairs[0].score.low < 0


def test_a_shared_win_counts_half() -> None:
    """Two that share a match have half of it each, three a third, and the shares make up the matches."""
    played = [Played(1, ((9, 9, 1),), ((0, 1),)), Played(2, ((5, 5, 5),), ((0, 1, 2),))]
    shares = [bot.wins.value for bot in figures(a_plan(3, duplicate=False), played).bots]
    assert shares == pytest.approx([5 / 12, 5 / 12, 1 / 6])


def test_who_wins_is_ahead_however_it_was_decided() -> None:
    """A tie broken by a roll-off puts its winner ahead; among those who did not win the score tells."""
    played = [Played(1, ((9, 9, 1),), ((1,),)), Played(2, ((9, 9, 1),), ((1,),))]
    found = {(p.name, p.against): p.points.value for p in figures(a_plan(3, duplicate=False), played).pairs}
    assert found == {("A", "B"): 0, ("B", "A"): 1, ("A", "C"): 1, ("C", "A"): 0, ("B", "C"): 1, ("C", "B"): 0}


@pytest.mark.parametrize(
    ("points", "lead"), [(0.5, 0.0), (10 / 11, 400.0), (0.64, 99.95), (0.0, -inf), (1.0, inf)]
)
def test_elo_is_the_logistic_one(points: float, lead: float) -> None:
    """Ten points to one are 400, and all of the points are more than any number."""
    found = elo(share([points] * 2))
    assert isclose(found.value, lead, abs_tol=0.01)
    assert found.low <= found.value <= found.high


def test_a_bot_that_won_all_may_still_lose() -> None:
    """From 100 wins of 100 the share is at least 0.025^(1/100), as in the exact binomial interval."""
    found = share([1.0] * 100)
    assert found.value == found.high == 1
    assert found.low == pytest.approx(0.025 ** (1 / 100))


def test_one_deal_proves_nothing() -> None:
    """From a single deal no spread is known: a mean may be anything, a share anything from 0 to 1."""
    found = figures(a_plan(), [Played(1, ((9, 1), (8, 1)), ((0,), (0,)))])
    assert (found.bots[0].score.low, found.bots[0].score.high) == (-inf, inf)
    assert (found.bots[0].wins.low, found.bots[0].wins.high) == (0, 1)
