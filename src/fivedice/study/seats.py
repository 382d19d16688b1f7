"""Environments of several seats: PettingZoo's interfaces for every game, and gymnasium's against bots.

All of them play a match of `fivedice.match`, and throw its dice: every random number follows from
`np_random`. An illegal action ends the episode at once for everyone: its seat gets `ILLEGAL`, the others 0.
"""

from collections.abc import Sequence
from typing import Any, Literal, get_args

import gymnasium
import numpy as np
from gymnasium.spaces import Dict, Discrete
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import aec_to_parallel_wrapper
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from fivedice import bots
from fivedice.api import coerce, solvers
from fivedice.api.coerce import Playable
from fivedice.core import texts
from fivedice.core.rules import WrongCall
from fivedice.core.texts import AnyFirst
from fivedice.match import questions
from fivedice.match.events import Decision
from fivedice.match.match import EventMatch, begin
from fivedice.match.setup import Player, Setup
from fivedice.runtime import chance
from fivedice.study.observing import Encoding, Observation
from fivedice.study.spaces import METADATA, check_choice, check_going_on, render, spaces, whole_action

Reward = Literal["wins", "score"]
"""At the end, the winners share 1, and every seat pays 1 / seats; or every change of a seat's own score."""
ILLEGAL = -1.0


def aec(game: Playable, seats: int = 2, **options: Any) -> AECEnv[str, Observation, Any]:
    """PettingZoo's environment in which one seat after another decides; see `SeatsEnv` for the options.

    `env.unwrapped.match` is the match so far. Raises `IllegalMove` for arguments that cannot be played.
    """
    return OrderEnforcingWrapper(SeatsEnv(game, seats, **options))


def parallel(
    game: Playable = "challenge", seats: int = 2, **options: Any
) -> ParallelEnv[str, Observation, Any]:
    """PettingZoo's environment in which all seats of challenge decide at once; otherwise like `aec`."""
    env = SeatsEnv(game, seats, **options)
    if not env.match.setup.game.shares_throws:
        raise WrongCall("Only in challenge do all seats decide at once.")
    env.metadata["is_parallelizable"] = True
    return _TogetherEnv(env)  # type: ignore[no-untyped-call]


class SeatsEnv(AECEnv[str, Observation, Any]):
    """A match whose seats are the agents `player_0`, `player_1` and so on.

    `first` is the seat that starts, or "random"; further options are house options of the game.
    """

    def __init__(
        self,
        game: Playable,
        seats: int = 2,
        *,
        reward: Reward = "wins",
        first: AnyFirst = 0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_choice("reward", reward, get_args(Reward))
        if render_mode is not None:
            check_choice("render mode", render_mode)
        rules = coerce.game(game, **options)
        self.metadata = METADATA | {"name": f"fivedice_{rules.name}_v0"}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        players = tuple(map(Player, self.possible_agents))
        self.match: EventMatch = begin(Setup(rules, players, first=texts.first(first)))
        """The match so far."""
        self.encoding = Encoding(rules, seats)
        self.np_random: np.random.Generator | None = None
        self._reward = reward
        sizes = self.encoding.length, len(self.encoding.action_names)
        self._spaces = {agent: spaces(*sizes) for agent in self.possible_agents}
        self.agents, self.terminations = [], {}

    def observation_space(self, agent: str) -> Dict:
        """The space of `Observation`."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Discrete:
        """One number for each of the encoding's `action_names`."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begins a new match."""
        if seed is not None or self.np_random is None:
            self.np_random, _ = seeding.np_random(texts.whole(seed))
        self._chance = chance.generator_from(self.np_random)
        self.match = begin(self.match.setup)
        self.agents = list(self.possible_agents)
        self.truncations = dict.fromkeys(self.agents, False)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.follow()

    def step(self, action: Any) -> None:
        """Plays the action of `agent_selection`; None after the end."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number, seat, state = whole_action(action), self.possible_agents.index(agent), self.match.state
        self._cumulative_rewards[agent] = 0.0
        if number in range(len(self.encoding.action_names)) and self.infos[agent]["action_mask"][number]:
            self.follow(*self.encoding.decisions(state, seat, number))
        else:
            self._settle([ILLEGAL if other == agent else 0.0 for other in self.agents], over=True)

    def follow(self, *decisions: Decision) -> None:
        """Continues the match with legal decisions, and the throws that come after them."""
        before = self.match.scores
        for decision in decisions:
            self.match = self.match.step(decision)
        while self.match.awaited.kind in ("throw", "first"):
            self.match = self.match.step(chance.happen(self.match.awaited, self._chance))
        gained = [after - was for after, was in zip(self.match.scores, before, strict=True)]
        self._settle(_shares(self.match) if self._reward == "wins" else gained, over=self.match.over)

    def observe(self, agent: str) -> Observation:
        """What the agent sees; others' decisions stay hidden until all have decided."""
        seat = self.possible_agents.index(agent)
        return self.encoding.observation(questions.view(self.match.state, seat), seat)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The match in the render mode."""
        return render(self.match, self.encoding, self.render_mode)

    def _settle(self, rewards: Sequence[float], *, over: bool) -> None:
        """Pays the rewards, selects the next agent, and gives every agent its mask."""
        state = self.match.state
        self.rewards = dict(zip(self.agents, map(float, rewards), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, over)
        self.agent_selection = self.agents[next(iter(state.awaited.seats), 0)]
        masks = [self.encoding.mask(state, seat) for seat in range(len(self.agents))]
        self.infos = {agent: {"action_mask": mask} for agent, mask in zip(self.agents, masks, strict=True)}


def _shares(match: EventMatch) -> list[float]:
    """Each seat's reward for "wins", 0 before the end; they add up to 0."""
    seats, winners = len(match.setup.players), match.winners
    share = 1 / len(winners) if winners else 0.0
    return [share * (seat in winners) - (1 / seats if winners else 0.0) for seat in range(seats)]


class _TogetherEnv(aec_to_parallel_wrapper[str, Observation, Any]):
    """All seats decide at once. The first seat with an illegal action ends the episode for everyone."""

    def step(self, actions: dict[str, Any]) -> Any:
        """Plays the actions of all agents; only the last one, or an illegal one, can earn a reward."""
        env = self.aec_env
        check_going_on(begun=bool(env.agents), over=any(env.terminations.values()))
        for agent in env.agents:
            if not env.terminations[agent]:
                env.step(actions[agent])
        self.agents = [agent for agent in env.agents if not env.terminations[agent]]
        observations = {agent: env.observe(agent) for agent in env.agents}
        return observations, env.rewards, env.terminations, env.truncations, env.infos


class AgainstBotsEnv(gymnasium.Env[Observation, np.int64]):
    """The first seat's match against bots of one name. Further options are those of `SeatsEnv`, except that
    by default the seat that starts is drawn.
    """

    metadata = METADATA

    def __init__(self, game: Playable, seats: int = 2, bot: str = "greedy", **options: Any) -> None:
        self.seats = SeatsEnv(game, seats, **{"first": "random", **options})
        """The environment of all seats."""
        self.render_mode = self.seats.render_mode
        agent = self.seats.possible_agents[0]
        self.observation_space = self.seats.observation_space(agent)
        self.action_space = self.seats.action_space(agent)
        self._bot = bots.make(bot, solvers.library())

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:  # noqa: ARG002
        """Begins a new match, and plays to the first decision of the first seat: observation and info."""
        super().reset(seed=texts.whole(seed))
        self.seats.np_random = self.np_random
        self.seats.reset()
        self._thinking = chance.generator_from(self.np_random)
        observation, *_, info = self._played_on()
        return observation, info

    def step(self, action: Any) -> Any:
        """Plays an action, and the bots until the first seat decides again."""
        check_going_on(begun=bool(self.seats.agents), over=any(self.seats.terminations.values()))
        self.seats.step(action)
        return self._played_on()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name by which sb3-contrib asks for them."""
        check_going_on(begun=bool(self.seats.agents), over=False)
        mask: NDArray[np.int8] = self.seats.infos[self.seats.possible_agents[0]]["action_mask"]
        return mask.astype(np.bool_)

    def render(self) -> Any:
        """The match in the render mode."""
        return self.seats.render()

    def _played_on(self) -> Any:
        env, agent = self.seats, self.seats.possible_agents[0]
        while not env.terminations[agent] and env.agent_selection != agent:
            seat = env.match.awaited.seats[0]
            env.follow(self._bot(questions.view(env.match.state, seat), seat, self._thinking))
        last: Any = env.last()
        if last[2]:
            last[0]["action_mask"][:] = last[4]["action_mask"][:] = 1
        return last
