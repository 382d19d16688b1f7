"""The learner of `research.learning`, on a task that it learns within seconds."""

from pathlib import Path

import numpy as np
import pytest
from research.learning.network import Network
from research.learning.q_learning import Settings, learn, load

from fivedice import study
from fivedice.games import GAMES
from fivedice.runtime.library import Library
from fivedice.runtime.store import NOWHERE
from fivedice.statistics import kinds, luck
from research import luck as measuring


@pytest.mark.proof
def test_the_learner_finds_best_play_of_one_box(tmp_path: Path) -> None:
    settings = Settings(rung="last 1", millions=0.5, games=256, width=64, rate=0.003, checks=1)
    _, curve = learn(settings, tmp_path / "learned.npz")
    values, saved, _ = load(tmp_path / "learned.npz")
    lost = study.regret(values, rung="last 1").regret.value
    assert lost < 0.02 * study.task(rung="last 1").optimum
    assert curve[-1, 4] == pytest.approx(lost, abs=0.2)
    assert saved == settings


def test_slopes_are_those_of_half_the_squared_error() -> None:
    chance = np.random.default_rng(1)
    net = Network(3, 4, 5, 2, chance)
    net.weights[:] = chance.standard_normal(len(net.weights))
    rows, aims = chance.standard_normal((6, 3)).astype(np.float32), np.ones(6, np.float32)
    kinds, outputs = chance.integers(2, size=6), chance.integers(5, size=6)

    def error(weights: np.ndarray) -> float:
        values = net.having(weights).values(net.having(weights).hidden(rows)[1], kinds)[np.arange(6), outputs]
        return float(((values - aims).astype(float) ** 2).sum() / 2)

    steps = 0.003 * np.eye(len(net.weights))
    slopes = [(error(net.weights + step) - error(net.weights - step)) / 0.006 for step in steps]
    assert net.slope(rows, kinds, outputs, aims) == pytest.approx(np.array(slopes), rel=0.02, abs=0.05)


RARELY = 1.63
"""Kolmogorov and Smirnov: a sample is further away in one case of a hundred, in units of its error."""


@pytest.mark.proof
@pytest.mark.parametrize(("game", "seats", "matches"), [("junior", 2, 100), ("showdown", 4, 8)])
def test_new_matches_have_luck_like_that(game: str, seats: int, matches: int) -> None:
    setup = measuring.setup_of(GAMES[game], seats)
    made = measuring.lucks(setup, range(matches), 2, Library(NOWHERE)).ravel()
    told = [luck.with_less(one, kinds.kind(setup), 1, None) for one in made]
    found = [(made < one).mean() for one in made]
    known = luck.measured()[kinds.kind(setup)]
    assert np.abs(np.array(told) - found).max() < RARELY * (1 / made.size + 1 / known.count) ** 0.5


def test_quantiles_are_lucks_that_occurred() -> None:
    made = np.arange(1000).reshape(500, 2) / 10
    assert measuring.quantiles(made) == tuple(number + 0.4 for number in range(100))
