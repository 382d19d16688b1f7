"""`fivedice/Solo-v0`: one score card alone as an environment of gymnasium, with the exact worth of actions.

Written for reading, turn by turn on the values of the rules. `SoloVector` does the same for thousands of
games in compiled code, and a test holds both to each other.
"""

from functools import cached_property
from itertools import islice
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from fivedice.api.coerce import Playable
from fivedice.api.match import Match
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import Written
from fivedice.core.actions import ALL_FIVE, KEEP_ACTIONS, KEEP_MASK, KEPT, kept
from fivedice.core.dice import FACES, FIVE, ROLL_OF, Dice
from fivedice.core.rules import IllegalMove, quoted
from fivedice.core.turn import THROWS
from fivedice.core.worth import ROLL_NUMBER, Worth, turn_worth
from fivedice.games.cardgame import CardPosition
from fivedice.games.owncard import OwnCard
from fivedice.solve.cards.columns import layout
from fivedice.study.drawing import draw
from fivedice.study.tasks import Task, task

Observation = dict[str, NDArray[Any]]
REWARDS = ("points", "regret")
MOST = 50
"""The points that fill a bar of the picture."""


class Solo(gymnasium.Env[Any, Any]):
    """A card played alone, from empty to full.

    An action keeps dice or fills a box (`fivedice.core.actions`). The reward is the points of the step,
    bonuses included, or with `reward="regret"` minus the regret of the action. An illegal action ends the
    episode, and with it all points to come. `info` has the `action_mask`, the `worth` of the state (points
    to come under best play), `regrets` (what each action loses; infinite if illegal), the `regret` of the
    action taken, and whether it was `illegal`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as gymnasium declares it
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        card: Playable = "traditional",
        rung: str = "full",
        reward: str = "points",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """For `card`, `rung` and options see `fivedice.study.task`. Raises `IllegalMove`."""
        check_reward(reward)
        self.task = task(card, rung, **options)
        self.reward, self.render_mode = reward, render_mode
        self.action_space = spaces.Discrete(self.task.actions)
        self.observation_space = observation_space(self.task)
        self.roll: Dice = ()
        self.key: int | None = None
        self.episode = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins an episode. A seed begins a sequence of episodes; without one it goes on."""
        super().reset(seed=seed, options=options)
        if seed is not None or self.key is None:
            self.key, self.episode = new_key(self.np_random), -1
        self.episode += 1
        self._open(filling.empty(self.task.form))
        return self._observation(), self._info(0.0)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes an action."""
        legal = self.action_space.contains(action) and bool(self._mask()[int(action)])
        lost = float(self.worths.max() - (self.worths[action] if legal else 0))
        points = self._take(int(action)) if legal and not self.over else 0
        if not legal:
            self._end()
        reward = -lost if self.reward == "regret" else float(points)
        return self._observation(), reward, self.over, False, self._info(lost, illegal=not legal)

    def render(self) -> Any:
        """The card and the dice as text, or as a picture (rows, columns, 3); None by default."""
        if self.render_mode == "ansi":
            game = OwnCard(Written("Card", self.task.form.sections, self.task.form.further))
            return str(Match.at(game, CardPosition((self.card,), 0), *self._lying()))
        rows = [[None if points is None else min(points / MOST, 1)] for points in self.card.boxes]
        return draw(self.roll, max(self.left, 0), rows) if self.render_mode else None

    @cached_property
    def worths(self) -> Worth:
        """(actions,): the points to come if each action is followed by best play; -inf if it is illegal."""
        worths = np.full(self.task.actions, 0.0 if self.over else -np.inf)
        if not self.over:
            roll, mask = ROLL_NUMBER[self.roll], self._mask().astype(bool)
            worths[KEEP_ACTIONS:] = self.by_box[roll]
            if self.left:
                worths[:KEEP_ACTIONS] = self.ahead[self.left - 1][KEPT[roll]]
            worths[~mask] = -np.inf
        return worths

    def _open(self, card: Card) -> None:
        """Opens a turn: the worths of boxes and keeps, and the first throw."""
        self.card, self.left, self.over = card, THROWS, False
        self.by_box = self.task.by_box(card)
        turn = turn_worth(self.by_box.max(axis=1))
        self.ahead = turn.one_left, turn.two_left
        self._throw(())

    def _throw(self, keep: Dice) -> None:
        order = throws_of(self.key or 0, self.episode, filling.filled(self.card))[THROWS - self.left]
        self.roll, self.left = ROLL_OF[keep + tuple(islice(digits(order), FIVE - len(keep)))], self.left - 1
        vars(self).pop("worths", None)

    def _take(self, action: int) -> int:
        """Takes a legal action and returns its points."""
        if action < KEEP_ACTIONS:
            self._throw(kept(self.roll, action))
            return 0
        form, before = self.task.form, self.card
        after = filling.fill(form, before, action - KEEP_ACTIONS, self.roll)
        if filling.filled(after) == self.task.turns:
            self.card = after
            self._end()
        else:
            self._open(after)
        return filling.total(form, after) - filling.total(form, before)

    def _end(self) -> None:
        self.left, self.over = -1, True
        vars(self).pop("worths", None)

    def _mask(self) -> NDArray[np.int8]:
        if self.over:
            return np.ones(self.task.actions, np.int8)
        mask = np.zeros(self.task.actions, np.int8)
        if self.left > 0:
            mask[:ALL_FIVE] = KEEP_MASK[ROLL_NUMBER[self.roll]][:ALL_FIVE]
        for box in filling.open_boxes(self.task.form, self.card, self.roll):
            mask[KEEP_ACTIONS + box] = 1
        return mask

    def _observation(self) -> Observation:
        form, card = self.task.form, self.card
        features = [self.roll.count(face) / FIVE for face in FACES]
        features += [self.left == left for left in range(THROWS)]
        features += [points is not None for points in card.boxes]
        for place, _ in layout(form).sections:
            features.append(min(1, filling.section_total(form, card, place) / form.sections[place].goal))
        if layout(form).proved:
            features.append(bool(card.boxes[layout(form).order[layout(form).further]]))
        return {"observation": np.array(features, np.float32), "action_mask": self._mask()}

    def _info(self, lost: float, *, illegal: bool = False) -> dict[str, Any]:
        worth = float(self.worths.max())
        labels = {"worth": worth, "regret": lost, "regrets": worth - self.worths}
        return {"action_mask": self._mask(), "illegal": illegal, **labels}

    def _lying(self) -> tuple[Dice, int]:
        """The dice and the number of their throw, for a picture of the match; none once it is over."""
        return ((), 1) if self.over else (self.roll, THROWS - self.left)


def check_reward(reward: str) -> None:
    """Raises `IllegalMove` for an unknown kind of reward."""
    if reward not in REWARDS:
        raise IllegalMove(f"The reward is {' or '.join(REWARDS)}, not {quoted(reward)}.")


def observation_space(task: Task) -> spaces.Dict:
    """The space of observations of a task."""
    features = spaces.Box(0, 1, (len(task.features),), np.float32)
    return spaces.Dict({"action_mask": spaces.Box(0, 1, (task.actions,), np.int8), "observation": features})


def new_key(source: np.random.Generator) -> int:
    """A key that the dice of a sequence of episodes follow from."""
    return int(source.integers(1 << 64, dtype=np.uint64))


# --- Dice ------------------------------------------------------------------------------------------------

BITS = 1 << 64


def throws_of(key: int, episode: int, turn: int) -> tuple[int, int, int]:
    """The three throws of a turn as numbers below 6^5 (see `fivedice.solve.cards.batch`)."""
    bits = mixed(mixed(mixed(key) + episode) + turn)
    orders = len(FACES) ** FIVE
    return bits % orders, bits // orders % orders, bits // orders**2 % orders


def mixed(number: int) -> int:
    """The output of SplitMix64 with this number (Steele, Lea and Flood, 2014)."""
    bits = (number + 1) * 0x9E3779B97F4A7C15 % BITS
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 % BITS
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB % BITS
    return bits ^ bits >> 31


def digits(order: int) -> Any:
    """The dice of a throw: its digits in base 6, the lowest first."""
    while True:
        order, face = divmod(order, len(FACES))
        yield face + 1
