"""The test of proficiency: the same for everyone with a seed, unbiased, and no longer than it needs to be."""

from itertools import pairwise
from random import Random
from statistics import fmean, stdev

import pytest

from fivedice.analysis.annotate import MISTAKE_THRESHOLDS
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.training import proficiency, shipped
from fivedice.training.proficiency import FEWEST, MOST
from tests.spread import spread


def answers(game: str, seed: str, share: float) -> proficiency.ProficiencyResult:
    """Somebody who loses `share` of what is at stake on average, all of it in a quarter of the choices."""
    chance, costs = Random(seed), list[float]()
    while not (found := proficiency.TestAttempt(game, seed, tuple(costs)).result).over:
        stake = proficiency.question(game, seed, len(costs)).weight
        costs.append(4 * share * stake if chance.random() < 0.25 else 0.0)
    return found


@pytest.mark.parametrize("game", spread(FIVE_GAMES, "showdown", "junior"))
def test_it_measures_what_is_lost_a_game(game: str) -> None:
    known = shipped.positions()[game]
    truth = 0.5 * fmean(sample.weight for sample in known.test) * known.decisions
    found = [answers(game, str(seed), 0.5) for seed in range(300)]
    lost = [one.lost for one in found]
    assert fmean(lost) == pytest.approx(truth, rel=0.1)
    assert fmean(one.error for one in found) == pytest.approx(stdev(lost), rel=0.3)
    assert all(FEWEST <= one.answers <= MOST for one in found)


def test_a_seed_gives_everyone_the_same_positions() -> None:
    asked = [
        [proficiency.question("traditional", seed, number) for number in range(MOST)]
        for seed in ("a", "a", "b")
    ]
    assert asked[0] == asked[1] != asked[2]
    assert len({(one.position, one.turn) for one in asked[0]}) == MOST


@pytest.mark.parametrize(
    ("lost", "error", "told", "place"),
    [
        (291.8, 78.1, "more than 98.9 points per game", "below Pip"),
        (110.0, 9.0, "about 110.0 ± 9.0 points", "like Pip"),
        (60.0, 3.0, "about 60.0 ± 3.0 points", "between Milo"),
        (36.0, 7.0, "about 36.0 ± 7.0 points", "like Juno (a good player) or Milo (a casual player)."),
        (1.0, 1.5, "about 1.0 ± 1.5 points", "like Ada (an expert)."),
    ],
)
def test_a_result_has_a_place_among_the_bots(lost: float, error: float, told: str, place: str) -> None:
    found = proficiency.ProficiencyResult(lost, error, MOST, over=True)
    assert found.sentence("traditional").startswith(f"You lose {told}")
    assert found.standing("traditional").startswith(f"You play {place}")
    assert ("±" in found.sentence("traditional")) == (lost < 200)


@pytest.mark.parametrize("game", FIVE_GAMES)
def test_bots_on_the_scale_can_be_told_apart(game: str) -> None:
    lost = list(proficiency.scale(game).values())
    least = 4 * MISTAKE_THRESHOLDS[GAMES[game].unit][0]
    assert all(after - before >= least for before, after in pairwise(lost))
    assert len(lost) >= 3


def test_best_play_loses_nothing_and_is_known_soon() -> None:
    found = proficiency.TestAttempt("traditional", "x", (0.0,) * FEWEST).result
    assert found.lost == 0
    assert found.error > 0
    assert proficiency.TestAttempt("traditional", "x", (0.0,) * MOST).result.over
    assert proficiency.TestAttempt("traditional", "x").result.answers == 0
