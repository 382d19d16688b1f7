"""How lucky a player was, among all games of best play; all dice thrown, beside what fair dice do."""

from functools import cache
from math import exp, gamma

import pytest

from fivedice.analysis import luck_and_cost
from fivedice.core.worth import Worth
from fivedice.folders import NOWHERE
from fivedice.games import GAMES
from fivedice.narration.fair_dice import at_least, compare
from fivedice.report.summary import better_than, percent, totals
from fivedice.runtime.library import Library
from tests.report.conftest import Known, Playing


@cache
def chances(game: str) -> Worth:
    return Library(NOWHERE).distribution(GAMES[game]).chances


def luckier(review: luck_and_cost.MatchReview, seat: int) -> str:
    told = totals(review, chances(review.match.setup.game.name))
    assert told is not None
    return "Luckier" + str(told["seats"][seat]["told"]).partition(" Luckier")[2]


@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("game", ["traditional", "piecepack"])
def test_for_best_play_it_is_the_share_of_lower_totals(
    game: str, seed: int, played: Playing, known: Known
) -> None:
    """Who loses nothing by choices has more than the mean by luck alone."""
    match = played(game, "expert", seed=seed)
    review = luck_and_cost.review(match, known(match))
    less = percent(better_than(chances(game), match.scores[0]))
    assert luckier(review, 0) == f"Luckier than {less}% of games of best play."


def test_luck_does_not_depend_on_choices_alone(played: Playing, known: Known) -> None:
    """The worst player may be the luckiest: what counts is luck, in each seat's own games."""
    match = played("traditional", "random", "greedy", seed=3, games=2)
    review = luck_and_cost.review(match, known(match))
    told = [luckier(review, seat) for seat in range(2)]
    assert all(one.endswith("% of matches of best play.") for one in told)
    lucks = [review.accounts[seat].luck for seat in range(2)]
    shares = [int(one.split()[2].rstrip("%")) for one in told]
    assert (shares[0] < shares[1]) == (lucks[0] < lucks[1])


def density(squared: float) -> float:
    """Of chi-squared with five degrees of freedom."""
    return squared**1.5 * exp(-squared / 2) / (2**2.5 * gamma(2.5))


@pytest.mark.parametrize("squared", [0.5, 1.15, 4.35, 9.24, 11.07, 20.5])
def test_the_chance_of_a_deviation_is_the_area_beyond_it(squared: float) -> None:
    """Held against a sum over the density; 9.24 and 11.07 are the usual bounds of 10% and 5%."""
    step = 0.001
    area = sum(density(squared + (n + 0.5) * step) * step for n in range(100_000))
    assert at_least(squared) == pytest.approx(area, abs=1e-6)


def test_even_dice_are_in_the_band_and_uneven_ones_are_not() -> None:
    even, uneven = compare([1000] * 6), compare([1000] * 5 + [1300])
    assert even["low"] < 1000 < even["high"]
    assert (even["dice"], even["faces"]) == (6000, [1000] * 6)
    assert "look fair: fair dice come out at least this uneven in about 100 of 100" in even["sentence"]
    assert uneven["faces"][5] > uneven["high"]
    assert "look uneven: fair dice come out at least this uneven in fewer than 1 of 100" in uneven["sentence"]


def test_the_band_holds_95_of_100() -> None:
    """Of a face of 60,000 dice: 10,000 and 1.96 standard deviations of 91.3 on each side."""
    assert (compare([10_000] * 6)["low"], compare([10_000] * 6)["high"]) == (9821, 10_179)


@pytest.mark.parametrize("counts", [[0] * 6, [1, 0, 2, 0, 1, 3], [5, 5, 5, 5, 5, 4]])
def test_few_dice_say_nothing(counts: list[int]) -> None:
    assert compare(counts)["sentence"] == "Too few dice have been thrown to say anything."
    assert (compare(counts)["low"], compare(counts)["high"]) == (0, 0)
