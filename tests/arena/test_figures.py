"""Means, intervals and Elo, held against numbers that are known beforehand."""

from math import inf, isclose, log10, sqrt
from random import Random

import pytest
from msgspec.structs import replace

from fivedice.arena.figures import elo, figures
from fivedice.arena.plan import ArenaPlan
from fivedice.arena.played import NO_LUCK, MatchLuck, PlayedDeal
from fivedice.games import GAMES
from fivedice.match.setup import Player
from fivedice.runtime.intervals import cut, estimate, share, student


def a_plan(bots: int = 2, *, duplicate: bool = True) -> ArenaPlan:
    """A plan of piecepack between A, B and so on; nothing of it is played here."""
    return ArenaPlan(GAMES["piecepack"], tuple(Player(name) for name in "ABCD"[:bots]), 1, duplicate)


@pytest.mark.parametrize(
    ("freedom", "errors"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (10, 2.228), (30, 2.042), (99, 1.984), (10**6, 1.960)],
)
def test_students_t_is_that_of_the_printed_tables(freedom: int, errors: float) -> None:
    """The column 0.975 of the table in the NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2."""
    assert student(freedom) == pytest.approx(errors, abs=5e-4)


def test_an_interval_is_as_many_standard_errors_to_either_side() -> None:
    """Of a hundred values of variance 1/4 the mean is known to 1.98 x 0.05, up to the n - 1 of a sample."""
    found = estimate([0.0, 1.0] * 50)
    margin = 1.984217 * sqrt(0.25 * 100 / 99 / 100)
    assert found.value == 0.5
    assert found.high - 0.5 == pytest.approx(margin, abs=1e-6)
    assert 0.5 - found.low == pytest.approx(margin, abs=1e-6)


def test_two_equal_scores_do_not_prove_a_mean() -> None:
    found = estimate([12, 12])
    assert found.high - 12 == 12 - found.low == pytest.approx(12.706 * sqrt(1 / 12 / 2), rel=1e-4)
    assert estimate([12] * 10_000).high < 12.01
    assert estimate([11, 14]) == estimate([11.0, 14.0])


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [
        (0, 10, 0, 0.3085),
        (1, 10, 0.0025, 0.4450),
        (5, 10, 0.1871, 0.8129),
        (0, 60, 0, 0.0596),
        (1, 60, 0.0004, 0.0894),
        (50, 100, 0.3983, 0.6017),
        (100, 100, 0.9638, 1),
    ],
)
def test_wins_and_losses_have_the_exact_interval_of_a_count(
    wins: int, matches: int, low: float, high: float
) -> None:
    """That of Clopper and Pearson, as tables of it have it."""
    found = share([1.0] * wins + [0.0] * (matches - wins))
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)


@pytest.mark.parametrize("chances", [(1, 2, 1), (2, 96, 2), (0, 95, 5)])
@pytest.mark.parametrize("deals", [2, 10, 60])
def test_at_least_19_of_20_intervals_hold_a_share_of_pairs(chances: tuple[int, int, int], deals: int) -> None:
    dice, truth, held = Random(3), (chances[1] / 2 + chances[2]) / sum(chances), 0
    for _ in range(200):
        found = share(dice.choices((0.0, 0.5, 1.0), chances, k=deals))
        assert 0 <= found.low <= found.value <= found.high <= 1
        held += found.low <= truth <= found.high
    assert held >= 190


def test_pairs_tell_more_than_as_many_matches() -> None:
    pairs, single = share([0.5] * 80 + [0.0, 1.0] * 10), share([0.0, 1.0] * 50)
    assert pairs.high - pairs.low < 0.6 * (single.high - single.low)


def test_a_share_less_luck_is_cut_off_at_0_and_1() -> None:
    found = cut(estimate([1.2, 0.9, 0.6]))
    assert found.value == pytest.approx(0.9)
    assert found.high == 1
    assert found.low < 0.6


def test_deals_are_independent_and_their_matches_are_not() -> None:
    """Where the dice decide all, A has half of every pair: its share is known, its scores by pair means."""
    pairs = [(100 + 7 * (deal % 5), 200 - 3 * (deal % 5)) for deal in range(1, 51)]
    played = [PlayedDeal(n, ((a, b), (b, a)), ((1,), (0,))) for n, (a, b) in enumerate(pairs, start=1)]
    found = figures(a_plan(), played)
    means = [(a + b) / 2 for a, b in pairs]
    deviation = sqrt(sum((mean - sum(means) / 50) ** 2 for mean in means) / 49)
    assert found.bots[0].wins.value == 0.5
    assert found.pairs[0].score == estimate([0.0] * 50)
    assert found.bots[0].score.high - found.bots[0].score.value == pytest.approx(
        2.009575 * deviation / sqrt(50), abs=1e-4
    )


def test_pairs_on_the_same_dice_need_fewer_matches() -> None:
    """Luck of 40 points a match and a lead of 5: in pairs the lead shows, in single matches it does not."""
    chance = Random(2)
    rows = [(chance.gauss(0, 40), chance.gauss(0, 40)) for _ in range(100)]
    paired = [
        PlayedDeal(n, ((round(a + 5), round(b)), (round(b + 5), round(a))), ((0,), (1,)))
        for n, (a, b) in enumerate(rows, start=1)
    ]
    single = [PlayedDeal(n, (deal.scores[0],), ((0,),)) for n, deal in enumerate(paired, start=1)]
    assert figures(a_plan(), paired).pairs[0].score.low > 4
    assert figures(a_plan(duplicate=False), single).pairs[0].score.low < 0


def test_a_shared_win_counts_half() -> None:
    played = [PlayedDeal(1, ((9, 9, 1),), ((0, 1),)), PlayedDeal(2, ((5, 5, 5),), ((0, 1, 2),))]
    shares = [bot.wins.value for bot in figures(a_plan(3, duplicate=False), played).bots]
    assert shares == pytest.approx([5 / 12, 5 / 12, 1 / 6])


def test_who_wins_is_ahead_however_it_was_decided() -> None:
    played = [PlayedDeal(1, ((9, 9, 1),), ((1,),)), PlayedDeal(2, ((9, 9, 1),), ((1,),))]
    found = {(p.name, p.against): p.points.value for p in figures(a_plan(3, duplicate=False), played).pairs}
    assert found == {("A", "B"): 0, ("B", "A"): 1, ("A", "C"): 1, ("C", "A"): 0, ("B", "C"): 1, ("C", "B"): 0}


def test_of_three_bots_elo_says_who_wins_more_than_a_third() -> None:
    """A wins two of four matches and is last in the others, so it is behind half the time and yet leads: by
    log10(2) x 400, as twice as strong as either of the others. A fair share is no lead.
    """
    rows = [((9, 5, 1), (0,)), ((9, 1, 5), (0,)), ((1, 9, 5), (1,)), ((1, 5, 9), (2,))]
    found = figures(
        a_plan(3, duplicate=False), [PlayedDeal(n, (s,), (w,)) for n, (s, w) in enumerate(rows, 1)]
    )
    assert found.bots[0].elo.value == pytest.approx(400 * log10(2))
    assert found.bots[1].elo.value < 0
    assert [pair.points.value for pair in found.pairs if pair.name == "A"] == [0.5, 0.5]
    third = share([1 / 3] * 10)
    assert elo(third, 2).value == pytest.approx(0, abs=1e-9)


def test_half_the_lead_in_luck_is_taken_off_who_is_ahead() -> None:
    """Of three bots A won both matches, one by luck alone; its points, and so its Elo, are what is left."""
    lucky = ((MatchLuck(0.6, 9), MatchLuck(-0.2, 0), MatchLuck(-0.4, 0)), (NO_LUCK,) * 3)
    played = [
        PlayedDeal(deal, ((9, 5, 1),), ((0,),), luck=(luck,)) for deal, luck in enumerate(lucky, start=1)
    ]
    adjusted = replace(a_plan(3, duplicate=False), adjusted=True)
    found = figures(adjusted, played)
    points = {pair.name + pair.against: pair.points.value for pair in found.pairs}
    assert points == pytest.approx({"AB": 0.8, "AC": 0.75, "BA": 0.2, "CA": 0.25, "BC": 0.95, "CB": 0.05})
    elos = {pair.name + pair.against: pair.elo.value for pair in found.pairs}
    assert elos["AC"] == pytest.approx(400 * log10(3))
    assert found.bots[0].wins.value == pytest.approx(0.7)
    assert found.bots[0].score.value == pytest.approx(9 - 9 / 2)


@pytest.mark.parametrize(
    ("points", "lead"), [(0.5, 0.0), (10 / 11, 400.0), (0.64, 99.95), (0.0, -inf), (1.0, inf)]
)
def test_elo_is_the_logistic_one(points: float, lead: float) -> None:
    """Ten points to one are 400, and all of the points are more than any number."""
    found = elo(share([points] * 2))
    assert isclose(found.value, lead, abs_tol=0.01)
    assert found.low <= found.value <= found.high


def test_one_deal_proves_nothing() -> None:
    """From a single deal no spread is known: a mean may be anything, a share anything from 0 to 1."""
    found = figures(a_plan(), [PlayedDeal(1, ((9, 1), (8, 1)), ((0,), (0,)))])
    assert (found.bots[0].score.low, found.bots[0].score.high) == (-inf, inf)
    assert (found.bots[0].wins.low, found.bots[0].wins.high) == (0, 1)
