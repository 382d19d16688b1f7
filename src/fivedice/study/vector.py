"""`SoloVector`: thousands of games of `fivedice/Solo-v0`, advanced in compiled code on all processors.

env = gymnasium.make_vec("fivedice/Solo-v0", 10_000)
"""

from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from fivedice.api import coerce
from fivedice.api.coerce import Playable
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core import texts
from fivedice.core.rules import WrongCall, quoted
from fivedice.core.worth import Worth
from fivedice.games.cardgame import CardPosition
from fivedice.solve.cards.batch import CardBatch
from fivedice.solve.cards.pays import Ints
from fivedice.study.observing import Observation
from fivedice.study.spaces import check_choice, check_going_on, spaces
from fivedice.study.tasks import task

Flags = NDArray[np.bool_]
Seeds = int | Sequence[int | None] | None
CardReward = Literal["points", "regret"]


class SoloVector(VectorEnv[Observation, Ints, Any]):
    """Games of `Solo` side by side, each like one that was reset with the seed of its place.

    `labels` adds `worth`, `regret` and `regrets` to the infos and takes some thirty times as long a step.
    Games that are over begin anew as gymnasium's `autoreset_mode` says.
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
        reward: CardReward = "points",
        labels: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **options: object,
    ) -> None:
        """For `card`, `rung` and options see `fivedice.study.task`. Raises `IllegalMove`."""
        check_choice("reward", reward, get_args(CardReward))
        self.num_envs = texts.whole(num_envs)
        if type(self.num_envs) is not int or self.num_envs < 1:
            raise WrongCall(f"The number of games is a whole number from 1, not {quoted(num_envs)}.")
        self.mode, self.begun = AutoresetMode(autoreset_mode), False
        self.metadata = self.metadata | {"autoreset_mode": self.mode}
        self.task, self.reward = task(card, rung, **options), reward
        self.rated = labels or reward == "regret"
        table, again = self.task.table if self.rated else None, self.mode is AutoresetMode.NEXT_STEP
        self.batch = CardBatch(self.task.form, self.num_envs, table, turns=self.task.turns, again=again)
        single = spaces(len(self.task.features), self.task.actions)
        self.single_observation_space, self.single_action_space = single
        self.observation_space, self.action_space = (batch_space(space, self.num_envs) for space in single)

    def reset(
        self, *, seed: Seeds = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all games, or those of `options["reset_mask"]`, on an empty card, or at
        `options["position"]`. A seed begins sequences of episodes; without one they go on.
        """
        state, options = self.batch.state, options or {}
        which, card = self._which(options.get("reset_mask")), self._card(options.get("position"))
        if seed is None and self.begun:
            keys, episodes = state.key[which], state.episode[which] + 1
        else:
            sources = self._sources(seed)
            keys = np.array([new_key(source) for source in sources], np.uint64)[which]
            episodes = np.zeros(len(keys), np.int64)
        self.batch.begin(keys, episodes, which=None if which.all() else which, card=card)
        self.begun = True
        return self.batch.observation(), self._infos(which)

    def step(self, actions: Ints) -> tuple[Observation, Worth, Flags, Flags, dict[str, Any]]:
        """Takes an action in each game. ValueError unless there is one whole number for each."""
        self.advance(np.asarray(actions))
        rewards, state = self.rewards(), self.batch.state
        ends, final = state.over.copy(), dict[str, Any]()
        if self.mode is AutoresetMode.SAME_STEP and ends.any():
            final = self._final(ends)
            self.batch.begin(state.key[ends], state.episode[ends] + 1, which=ends)
        info = self._infos(np.ones(self.num_envs, np.bool_))
        return self.batch.observation(), rewards, ends, np.zeros_like(ends), info | final

    def advance(self, actions: Ints) -> None:
        """Takes an action in each game."""
        over = self.mode is AutoresetMode.DISABLED and bool(self.batch.state.over.any())
        check_going_on(begun=self.begun, over=over)
        self.batch.step(actions)

    def rewards(self) -> Worth:
        """The rewards of the last step."""
        state = self.batch.state
        return 0.0 - state.regret if self.reward == "regret" else state.reward.copy()

    def action_masks(self) -> Flags:
        """(games, actions): the legal actions, under the name by which sb3-contrib asks for them."""
        check_going_on(begun=self.begun, over=False)
        return self.batch.state.mask.astype(np.bool_)

    def _which(self, mask: Flags | None) -> Flags:
        """The games to reset, by gymnasium's option `reset_mask`."""
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if np.shape(mask) != (self.num_envs,) or np.asarray(mask).dtype != np.bool_ or not np.any(mask):
            raise ValueError(f"The reset_mask has {self.num_envs} booleans, at least one of them true.")
        return np.asarray(mask)

    def _card(self, position: object) -> Card | None:
        """The card of the option `position`: text, a position, or a `Card`; None for an empty one."""
        if position is None:
            return None
        given: Any = CardPosition((position,), 0) if isinstance(position, Card) else position
        reached = coerce.position(coerce.game(self.task.form), given, dice=False)
        (card,) = reached.cards if isinstance(reached, CardPosition) and len(reached.cards) == 1 else (None,)
        if card is None or filling.is_full(card):
            raise WrongCall("The position is one card with an open box.")
        return card

    def _sources(self, seed: Seeds) -> list[np.random.Generator]:
        if seed is None:
            return [self.np_random] * self.num_envs
        first = texts.whole(seed)
        seeds = range(first, first + self.num_envs) if isinstance(first, int) else list(first)
        if len(seeds) != self.num_envs:
            raise ValueError(f"There are {self.num_envs} environments and {len(seeds)} seeds.")
        return [np_random(texts.whole(one))[0] for one in seeds]

    def info(self, game: Any = ...) -> dict[str, Any]:
        """What is known of a game, or of all."""
        state = self.batch.state
        info: dict[str, Any] = {"action_mask": state.mask[game].copy(), "illegal": state.illegal[game].copy()}
        if self.rated:
            worths = state.worths[game]
            worth = worths.max(axis=-1)
            info |= {"worth": worth, "regret": state.regret[game].copy()}
            info["regrets"] = worth[..., None] - worths
        return info

    def _infos(self, which: Flags) -> dict[str, Any]:
        """The same with gymnasium's masks, which say whose values count."""
        info = self.info()
        return info | {f"_{key}": which.copy() for key in info}

    def _final(self, ends: Flags) -> dict[str, Any]:
        """The last observations and infos of the games that end, as gymnasium gives them."""
        last = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ends):
            last[game] = self.batch.observation(game)
        masks = {"_final_obs": ends.copy(), "_final_info": ends.copy()}
        return {"final_obs": last, "final_info": self._infos(ends), **masks}


def new_key(source: np.random.Generator) -> int:
    """A key that the dice of a sequence of episodes follow from."""
    return int(source.integers(1 << 64, dtype=np.uint64))
