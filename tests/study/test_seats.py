"""Environments of several seats: the checks of their libraries, and that they play by the rules."""

import random
from typing import Any

import numpy as np
import pettingzoo.test
import pytest
from gymnasium.utils.env_checker import check_env

from fivedice.api.match import start
from fivedice.core.rules import IllegalMove
from fivedice.core.turn import Turn
from fivedice.games import FIVE_GAMES
from fivedice.games.junior import JuniorPosition
from fivedice.match import questions
from fivedice.match.events import Spend
from fivedice.study import seats
from fivedice.study.spaces import METADATA
from tests.spread import one_in
from tests.typed import as_a

checks: Any = pettingzoo.test
OF_DICTS_AND_ENDS = ("ignore:Observation", "ignore:Action mask numpy array is all zeros")
"""Warnings of PettingZoo: observations are dictionaries, and after the end nothing is legal."""


def played(env: Any, seed: int) -> list[dict[str, float]]:
    rewards, luck = [], np.random.default_rng(seed)
    env.reset(seed=seed)
    while not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(luck.choice(np.flatnonzero(mask))))
        rewards.append(dict(env.rewards))
    return rewards


@pytest.mark.filterwarnings(*OF_DICTS_AND_ENDS)
@pytest.mark.parametrize("game", one_in(2, FIVE_GAMES))
def test_every_game_passes_the_checks_of_pettingzoo(game: str) -> None:
    checks.api_test(seats.aec(game, 3), num_cycles=300)
    checks.seed_test(lambda: seats.aec(game, 2, first="random"), num_cycles=100)


def test_challenge_passes_the_checks_of_parallel_environments() -> None:
    checks.parallel_api_test(seats.parallel(seats=3))
    checks.parallel_seed_test(lambda: seats.parallel(seats=2))


@pytest.mark.filterwarnings("ignore:.*not having a spec")
@pytest.mark.parametrize("mode", METADATA["render_modes"])
def test_games_against_bots_pass_the_checks_of_gymnasium(mode: str) -> None:
    for game in ("junior", "showdown"):
        check_env(seats.AgainstBotsEnv(game, render_mode=mode))


@pytest.mark.parametrize("reward", ["wins", "score"])
@pytest.mark.parametrize("game", FIVE_GAMES)
def test_a_random_match_is_a_match_by_the_rules(game: str, reward: seats.Reward) -> None:
    env = seats.SeatsEnv(game, 3, reward=reward)
    rewards = played(env, 4)
    replayed = start(game, *env.possible_agents)
    for event in env.match.events:
        replayed = replayed.step(event)
    assert replayed.over
    assert replayed.scores == env.match.scores
    shares = [(seat in replayed.winners) / len(replayed.winners) - 1 / 3 for seat in range(3)]
    sums = [sum(step[agent] for step in rewards) for agent in env.possible_agents]
    assert sums == pytest.approx(shares if reward == "wins" else replayed.scores)


@pytest.mark.parametrize("game", FIVE_GAMES)
def test_the_mask_has_every_decision_but_needless_zeros(game: str) -> None:
    env, luck = seats.SeatsEnv(game, 2), random.Random(6)
    env.reset(seed=6)
    while not env.match.over:
        seat, state = env.match.awaited.seats[0], env.match.state
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
        decided = [env.encoding.decisions(state, seat, action) for action in legal]
        assert {one for one, *_ in decided} == {
            one for one in questions.decisions(state, seat) if "zero-" not in getattr(one, "use", "")
        }
        uses = [made[-1].use for made in decided if isinstance(made[-1], Spend)]
        may_use = state.awaited.kind == "use" or (state.awaited.kind == "keep" and game != "challenge")
        offered = [use.name for use in questions.uses(state, seat) if may_use and not use.waives]
        assert sorted(uses) == sorted(offered)
        assert len(set(decided)) == len(legal)
        env.step(int(luck.choice(legal)))


def test_an_illegal_action_ends_the_episode_for_everyone() -> None:
    env = seats.aec("traditional", 2)
    env.reset(seed=1)
    env.step(31)  # all five
    assert env.rewards == {"player_0": seats.ILLEGAL, "player_1": 0}
    assert all(env.terminations.values())
    together = seats.parallel(seats=2)
    together.reset(seed=1)
    _, rewards, ended, *_ = together.step({"player_0": 0, "player_1": 44})
    assert rewards == {"player_0": 0, "player_1": seats.ILLEGAL}
    assert all(ended.values())
    assert not together.agents


def test_hidden_decisions_change_nothing_that_others_see() -> None:
    seen = []
    for action in (0, 31):
        env = seats.SeatsEnv("challenge", 2)
        env.reset(seed=2)
        env.step(action)
        seen.append(env.observe("player_1"))
    assert seen[0]["action_mask"].any()
    assert all(np.array_equal(seen[0][part], seen[1][part]) for part in seen[0])


def test_the_observation_is_as_documented() -> None:
    env = seats.SeatsEnv("junior", 2)
    env.reset(seed=3)
    env.step(int(np.flatnonzero(env.observe("player_0")["action_mask"])[-1]))  # uses the first throw
    (points, _), tokens = env.match.scores, as_a(JuniorPosition, env.match.state.position).tokens[0]
    seen = env.observe("player_1")["observation"]
    dice = [as_a(Turn, env.match.state.turn).hands[0].count(face) / 5 for face in range(1, 7)]
    filled, shares = [int(token is not None) for token in tokens], [(token or 0) / 5 for token in tokens]
    lead = (1 + points / 25) / 2
    expected = [*dice, *[0] * 6, 0, 0, 1, *[0] * 5, *filled, *[0] * 5, *shares, lead]
    assert seen.tolist() == pytest.approx(expected)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(IllegalMove, match="for 2 to 4 players"):
        seats.aec("showdown", 1)
    with pytest.raises(IllegalMove, match="Only in challenge"):
        seats.parallel("junior")
    with pytest.raises(IllegalMove, match="wins or score, not 'luck'"):
        seats.aec("junior", reward="luck")
