"""`fivedice/Solo-v0`, alone and by the thousand: gymnasium's checks, exact labels, rungs, and equality."""

import copy
import pickle
import subprocess
import sys
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import fivedice
from fivedice import study
from fivedice.analysis import evaluate
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.rules import IllegalMove
from fivedice.games.cardgame import CardPosition
from fivedice.solve.cards import batch
from fivedice.solve.cards.table import CardPoints
from fivedice.study import seats
from fivedice.study.solo import Solo
from fivedice.study.vector import SoloVector
from tests.spread import one_in

ENVIRONMENTS: list[Any] = [
    lambda: Solo(rung="last 1"),
    lambda: seats.AgainstBotsEnv("junior"),
    lambda: seats.AgainstBotsEnv("showdown"),
    seats.parallel,
]


@pytest.mark.parametrize("mode", Solo.metadata["render_modes"])
def test_it_passes_the_checks_of_gymnasium(mode: str) -> None:
    check_env(gymnasium.make("fivedice/Solo-v0", render_mode=mode).unwrapped)


def test_the_action_of_least_regret_loses_nothing() -> None:
    env = Solo("yatzy", reward="regret")
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, info = env.step(int(info["regrets"].argmin()))
            assert reward == 0 == info["regret"]


@pytest.mark.parametrize("action", [31, -1, 1 << 70])
def test_an_illegal_action_ends_the_episode_and_loses_everything(action: Any) -> None:
    env = Solo()
    _, info = env.reset(seed=1)
    _, reward, over, _, after = env.step(action)
    assert (reward, over, after["illegal"], after["regret"]) == (0, True, True, info["worth"])


@pytest.mark.parametrize("make", ENVIRONMENTS)
def test_an_action_is_a_whole_number_in_every_environment(make: Any) -> None:
    env = make()
    env.reset(seed=1)
    for action in ("a", None, float("nan"), 1.0, True, np.array([1]), np.bool_(True)):
        with pytest.raises(TypeError, match="An action is a whole number, not"):
            env.step(dict.fromkeys(env.possible_agents, action) if make is seats.parallel else action)


@pytest.mark.parametrize("make", ENVIRONMENTS)
def test_no_environment_goes_on_before_a_reset_or_after_the_end(make: Any) -> None:
    """All but the turn-based one of PettingZoo, which asks for None after the end, as its library does."""
    env = make()
    if make is not seats.parallel:
        with pytest.raises(ResetNeeded, match="No episode has begun"):
            env.unwrapped.action_masks()
    for said in ("No episode has begun", "The episode is over"):
        wrong = dict.fromkeys(env.possible_agents, 31) if make is seats.parallel else 31
        with pytest.raises(ResetNeeded, match=rf"{said}: call reset\(\)."):
            env.step(wrong)
        env.reset(seed=1)
        env.step(wrong if make is not seats.parallel else dict.fromkeys(env.possible_agents, 40))


def test_every_game_of_a_vector_needs_a_whole_number() -> None:
    many = SoloVector(3)
    with pytest.raises(ResetNeeded, match="No episode has begun"):
        many.step(np.zeros(3, int))
    many.reset(seed=1)
    wrong: tuple[Any, ...] = (np.zeros(2, int), np.zeros((3, 1), int), np.zeros(3))
    for actions in wrong:
        with pytest.raises(ValueError, match="3 games need as many whole numbers"):
            many.step(actions)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: SoloVector(0), "The number of games is a whole number from 1, not 0."),
        (lambda: SoloVector(True), "The number of games is a whole number from 1, not True."),
        (lambda: Solo(render_mode="human"), "The render mode is ansi or rgb_array, not 'human'."),
        (lambda: seats.aec("junior", render_mode="human"), "The render mode is ansi or rgb_array"),
        (lambda: cast(Any, seats.AgainstBotsEnv)("junior", bot=3), "A bot is called by its name, not 3."),
        (lambda: cast(Any, Solo)(reward="total"), "The reward is points or regret, not 'total'."),
        (lambda: Solo(render_mode="ansi").render(), r"No episode has begun: call reset\(\)."),
        (lambda: Solo().reset(options={"position": "nope=5"}), "nope"),
        (lambda: Solo(rung="last 1").reset(options={"position": Card((5,))}), "one card with an open box"),
        (lambda: SoloVector(2).reset(options={"reset_mask": [1, 0]}), "has 2 booleans"),
        (lambda: SoloVector(2).reset(seed=[1]), "There are 2 environments and 1 seeds."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(make: Any, sentence: str) -> None:
    with pytest.raises((ValueError, ResetNeeded), match=sentence):
        make()


@pytest.mark.parametrize("make", [*ENVIRONMENTS[:2], lambda: SoloVector(2, labels=True)])
def test_copied_and_pickled_environments_go_on_alike(make: Any) -> None:
    env = make()
    env.reset(seed=np.int64(3))
    copies = [env, pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    for _ in range(3):
        masks = [one.action_masks() for one in copies]
        outcomes = [one.step(mask.argmax(axis=-1)) for one, mask in zip(copies, masks, strict=True)]
        assert data_equivalence(outcomes[0], outcomes[1])
        assert data_equivalence(outcomes[0], outcomes[2])


@pytest.mark.parametrize("mode", AutoresetMode)
def test_a_vector_resets_and_informs_as_gymnasium_does(mode: AutoresetMode) -> None:
    ours = SoloVector(3, rung="last 1", autoreset_mode=mode, labels=True)
    theirs = SyncVectorEnv([lambda: Solo(rung="last 1")] * 3, autoreset_mode=mode)
    assert ours.metadata["autoreset_mode"] is mode
    both: list[Any] = [env.reset(seed=4) for env in (ours, theirs)]
    for step in range(8):
        for part in zip(*both, strict=True):
            assert data_equivalence(*map(values_of, part))
        ends = both[0][2].copy() if step and len(both[0]) == 5 else np.zeros(3, np.bool_)
        if mode is AutoresetMode.DISABLED and ends.any():
            both = [env.reset(options={"reset_mask": ends.copy()}) for env in (ours, theirs)]
        else:
            actions = np.array([32, 0 if step % 3 < 2 else 32, 31 if step == 5 else 32])
            both = [env.step(actions) for env in (ours, theirs)]


def values_of(part: Any) -> Any:
    """A part of an outcome without values that do not count and without their types."""
    if not isinstance(part, dict) or "observation" in part:
        return part
    found = dict[str, Any]()
    for key, mask in [(key, part[f"_{key}"]) for key in part if f"_{key}" in part]:
        value = values_of(part[key])
        listed = (
            value if isinstance(value, dict) else [one for one, said in zip(value, mask, strict=True) if said]
        )
        found |= {key: repr(listed) if key == "final_obs" else listed, f"_{key}": mask}
    return {key: np.array(value, float) if isinstance(value, list) else value for key, value in found.items()}


@pytest.mark.parametrize("rung", ["full", "turn"])
def test_an_episode_begins_at_a_position_and_the_next_one_does_not(rung: str) -> None:
    env, card = Solo(rung=rung), Card((5, *[None] * 10, 50, None), 1)
    for position in ("aces=5, yahtzee=50, 1 bonus", CardPosition((card,), 0), card):
        _, info = env.reset(seed=1, options={"position": position})
        assert env.card == card
        if rung == "full":
            worth = evaluate.worth(env.match.state, 0, CardPoints(env.task.table))
            assert info["worth"] == pytest.approx(worth - env.match.scores[0])
    assert env.step(33)[2] == (rung == "turn")
    env.reset()
    assert env.card == filling.empty(env.task.form)


def test_nothing_is_paid_minus_zero() -> None:
    env, alone = seats.SeatsEnv("junior", 2), Solo(reward="regret", rung="last 1")
    env.reset(seed=1)
    env.step(31)
    _, info = alone.reset(seed=1)
    rewards = [*env.rewards.values(), alone.step(int(info["regrets"].argmin()))[1]]
    assert not np.signbit([reward for reward in rewards if reward == 0]).any()


def test_masks_of_all_environments_lie_in_one_kind_of_space() -> None:
    spaces = [make().observation_space for make in ENVIRONMENTS]
    masks = [(space if isinstance(space, Dict) else space("player_0"))["action_mask"] for space in spaces]
    assert {(type(mask), mask.dtype) for mask in masks} == {(Box, np.dtype(np.int8))}


def test_labels_need_no_code_that_is_compiled_anew() -> None:
    """Compiling takes half a minute; with and without labels, and at every rung, arrays have one type."""
    for env in (Solo(labels=False), Solo(), Solo(rung="turn"), copy.deepcopy(Solo())):
        env.reset(seed=1)
        env.step(0)
    assert len(cast(Any, batch.advance).signatures) == 1


def test_a_name_with_its_module_needs_no_import() -> None:
    """Gymnasium 1 reads no entry points of others; it imports the module before a colon."""
    code = 'import gymnasium; print(gymnasium.make("fivedice.study:fivedice/Solo-v0", rung="turn").spec.id)'
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("fivedice/Solo-v0\n", "")


@pytest.mark.parametrize("rung", one_in(3, study.RUNGS))
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
