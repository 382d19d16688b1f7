"""The learner of `research.learning`, on a task that it learns within seconds."""

from pathlib import Path

import numpy as np
import pytest
from research.learning.network import Network
from research.learning.q_learning import Settings, learn, load

from fivedice import study


@pytest.mark.proof
def test_the_learner_finds_best_play_of_one_box(tmp_path: Path) -> None:
    """And what it saves plays as well."""
    settings = Settings(rung="last 1", millions=0.5, games=256, width=64, rate=0.003, checks=1)
    _, curve = learn(settings, tmp_path / "learned.npz")
    values, saved, _ = load(tmp_path / "learned.npz")
    lost = study.regret(values, rung="last 1").regret.value
    assert lost < 0.02 * study.task(rung="last 1").optimum
    assert curve[-1, 4] == pytest.approx(lost, abs=0.2)
    assert saved == settings


def test_slopes_are_those_of_half_the_squared_error() -> None:
    """By differences, for every weight."""
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
