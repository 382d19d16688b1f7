"""`SoloVector`: thousands of games of `fivedice/Solo-v0`, advanced in compiled code on all processors.

    env = gymnasium.make_vec("fivedice/Solo-v0", 10_000)

A game that is over begins anew at the next step (next-step autoreset), which ignores its action.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from fivedice.api.coerce import Playable
from fivedice.core.worth import Worth
from fivedice.solve.cards.pays import Ints
from fivedice.study.solo import Observation, check_reward, new_key, observation_space
from fivedice.study.tasks import task

Flags = NDArray[np.bool_]


class SoloVector(VectorEnv[Observation, Ints, Any]):
    """Games of `Solo` side by side, each like one that was reset with the seed of its place.

    `labels` adds `worth`, `regret` and `regrets` to the infos and takes some thirty times as long a step.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as gymnasium declares it
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        num_envs: int = 1,
        card: Playable = "traditional",
        rung: str = "full",
        reward: str = "points",
        labels: bool = False,
        **options: object,
    ) -> None:
        """For `card`, `rung` and options see `fivedice.study.task`. Raises `IllegalMove`."""
        check_reward(reward)
        self.task, self.reward, self.num_envs = task(card, rung, **options), reward, num_envs
        self.rated = labels or reward == "regret"
        from fivedice.solve.cards.batch import CardBatch  # noqa: PLC0415 - compiles, for which `task` names the folder

        table = self.task.table if self.rated else None
        self.batch = CardBatch(self.task.form, num_envs, table, turns=self.task.turns)
        self.single_action_space = spaces.Discrete(self.task.actions)
        self.single_observation_space = observation_space(self.task)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - there are none
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all games. A seed begins sequences of episodes; without one they go on."""
        state = self.batch.state
        if seed is None and state.key.any():
            self.batch.begin(state.key, state.episode + 1)
        else:
            self.batch.begin(np.array([new_key(source) for source in self._sources(seed)], np.uint64))
        return self.batch.observation(), self._info()

    def _sources(self, seed: int | Sequence[int | None] | None) -> list[np.random.Generator]:
        if seed is None:
            return [self.np_random] * self.num_envs
        seeds = range(seed, seed + self.num_envs) if isinstance(seed, int) else seed
        if not isinstance(seed, int) and len(seed) != self.num_envs:
            raise ValueError(f"There are {self.num_envs} environments and {len(seed)} seeds.")
        return [np_random(one)[0] for one in seeds]

    def step(self, actions: Ints) -> tuple[Observation, Worth, Flags, Flags, dict[str, Any]]:
        """Takes an action in each game. ValueError unless there is one whole number for each."""
        self.batch.step(np.asarray(actions))
        state = self.batch.state
        rewards = -state.regret if self.reward == "regret" else state.reward.copy()
        return self.batch.observation(), rewards, state.over.copy(), np.zeros_like(state.over), self._info()

    def _info(self) -> dict[str, Any]:
        state = self.batch.state
        info: dict[str, NDArray[Any]] = {"action_mask": state.mask.copy(), "illegal": state.illegal.copy()}
        if self.rated:
            worth = state.worths.max(axis=1)
            info |= {"worth": worth, "regret": state.regret.copy(), "regrets": worth[:, None] - state.worths}
        return info
