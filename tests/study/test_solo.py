"""`fivedice/Solo-v0`, alone and by the thousand: gymnasium's checks, exact labels, rungs, and equality."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from research.solo_check import compare

import fivedice
from fivedice import study
from fivedice.cards import filling
from fivedice.core.rules import IllegalMove
from fivedice.study.solo import Solo
from fivedice.study.vector import SoloVector

CARDS = [
    ("traditional", "full"),
    ("yatzy", "full"),
    ("piecepack", "full"),
    ("kniffel", "upper"),
    ("yams", "last 3"),
]


@pytest.mark.parametrize("mode", Solo.metadata["render_modes"])
def test_it_passes_the_checks_of_gymnasium(mode: str) -> None:
    check_env(gymnasium.make("fivedice/Solo-v0", render_mode=mode).unwrapped)


@pytest.mark.parametrize(("card", "rung"), CARDS)
def test_the_vector_plays_step_by_step_as_the_plain_one_does(card: str, rung: str) -> None:
    """Random and sometimes illegal actions; observations, rewards, ends and labels of every step."""
    compare(card, rung, games=6, seed=30, episodes=2)


def test_the_action_of_least_regret_loses_nothing() -> None:
    env = Solo("yatzy", reward="regret")
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, info = env.step(int(info["regrets"].argmin()))
            assert reward == 0 == info["regret"]


@pytest.mark.parametrize("action", [31, 45, -1, 0.5, "3", None])
def test_an_illegal_action_ends_the_episode_and_loses_everything(action: Any) -> None:
    env = Solo()
    _, info = env.reset(seed=1)
    _, reward, over, _, after = env.step(action)
    assert (reward, over, after["illegal"], after["regret"]) == (0, True, True, info["worth"])


def test_no_action_does_anything_after_the_end() -> None:
    env = Solo(rung="last 1")
    env.reset(seed=1)
    env.step(32)
    total = filling.total(env.task.form, env.card)
    for action in (0, 30, 31, 32):
        assert env.step(action)[1:3] == (0, True)
    assert filling.total(env.task.form, env.card) == total


def test_every_game_of_a_vector_needs_a_whole_number() -> None:
    many = SoloVector(3)
    many.reset(seed=1)
    wrong: tuple[Any, ...] = (np.zeros(2, int), np.zeros((3, 1), int), np.zeros(3))
    for actions in wrong:
        with pytest.raises(ValueError, match="3 games need as many whole numbers"):
            many.step(actions)


@pytest.mark.parametrize("rung", study.RUNGS)
def test_the_optimum_of_a_rung_is_the_mean_worth_after_the_first_throw(rung: str) -> None:
    many = SoloVector(4_000, rung=rung, labels=True)
    worths = many.reset(seed=1)[1]["worth"]
    assert worths.mean() == pytest.approx(many.task.optimum, abs=4 * worths.std() / 4_000**0.5)


def test_a_task_is_any_card() -> None:
    house = fivedice.card('title = "H"\n[[sections]]\ntitle = "All"\nboxes = [{ name = "Chance" }]')
    assert study.task(house).optimum == pytest.approx(70 / 3)
    for card, rung, sentence in [
        ("junior", "full", "no solver|Only games"),
        ("yatzy", "last 0", "A rung is"),
    ]:
        with pytest.raises(IllegalMove, match=sentence):
            study.task(card, rung)
    with pytest.raises(IllegalMove, match="reward"):
        Solo(reward="total")


def test_gymnasium_makes_the_vector() -> None:
    many = gymnasium.make_vec("fivedice/Solo-v0", 3)
    assert isinstance(many, SoloVector)
    assert many.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    first, _ = many.reset(seed=[1, 2, 1])
    assert (first["observation"][0] == first["observation"][2]).all()
    assert many.observation_space.contains(first)


def test_a_reset_in_the_middle_of_games_has_no_regret() -> None:
    many = SoloVector(2, "yatzy", labels=True)
    _, info = many.reset(seed=1)
    many.step(info["regrets"].argmin(axis=1))
    assert (many.reset()[1]["regret"] == 0).all()
