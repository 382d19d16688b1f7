"""`fivedice/Solo-v0`: one score card alone as an environment of gymnasium, with exact labels."""

from typing import Any

import gymnasium
import numpy as np

from fivedice.api.coerce import Playable
from fivedice.api.match import Match
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core import texts
from fivedice.core.dice import ROLLS, Dice
from fivedice.core.turn import THROWS
from fivedice.games.cardgame import CardPosition
from fivedice.study.observing import Observation
from fivedice.study.spaces import METADATA, check_choice, check_going_on, render, whole_action
from fivedice.study.vector import CardReward, Flags, SoloVector


class Solo(gymnasium.Env[Any, Any]):
    """A card played alone, from empty to full.

    An action keeps dice or fills a box (`fivedice.core.actions`). The reward is the points of the step,
    bonuses included, or with `reward="regret"` minus the regret of the action. An illegal action ends the
    episode, and with it all points to come. `info` has the `action_mask` and whether the action was
    `illegal`; with `labels` also the `worth` of the state (points to come under best play), `regrets` (what
    each action loses; infinite if illegal), and the `regret` of the action taken.
    """

    metadata = METADATA

    def __init__(
        self,
        card: Playable = "traditional",
        rung: str = "full",
        reward: CardReward = "points",
        render_mode: str | None = None,
        labels: bool = True,
        **options: object,
    ) -> None:
        """For `card`, `rung` and options see `fivedice.study.task`. Raises `IllegalMove`."""
        if render_mode is not None:
            check_choice("render mode", render_mode)
        self.games = SoloVector(1, card, rung, reward, labels, "Disabled", **options)
        """The game, as a vector of one."""
        self.task, self.render_mode = self.games.task, render_mode
        self.actions = self.task.actions
        self.action_space = self.games.single_action_space
        self.observation_space = self.games.single_observation_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins an episode, on an empty card or at `options["position"]`. A seed begins a sequence of
        episodes; without one it goes on.
        """
        super().reset(seed=texts.whole(seed))
        self.games.reset(seed=seed, options=options)
        return self.games.batch.observation(0), self.games.info(0)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes an action."""
        number, games = whole_action(action), self.games
        games.advance(np.array([number if 0 <= number < self.actions else -1]))
        reward, over = float(games.rewards()[0]), bool(games.batch.state.over[0])
        return games.batch.observation(0), reward, over, False, games.info(0)

    def action_masks(self) -> Flags:
        """The legal actions, under the name by which sb3-contrib asks for them."""
        mask: Flags = self.games.action_masks()[0]
        return mask

    def render(self) -> Any:
        """The card and the dice as text, or as a picture (rows, columns, 3); None by default."""
        check_going_on(begun=self.games.begun, over=False)
        return render(self.match, self.task.encoding, self.render_mode)

    @property
    def match(self) -> Match:
        """The game as a match that begins here."""
        table = (self.roll, THROWS - self.left) if self.left >= 0 else ()
        return Match.at(self.task.game, CardPosition((self.card,), 0), *table)

    @property
    def card(self) -> Card:
        """The card so far."""
        form, state = self.task.form, self.games.batch.state
        card = Card(tuple(None if points < 0 else points for points in state.boxes[0].tolist()))
        further = int(state.total[0]) - filling.total(form, card)
        return Card(card.boxes, further // form.further.bonus if form.further else 0)

    @property
    def roll(self) -> Dice:
        """The dice on the table."""
        return ROLLS[self.games.batch.state.roll[0]]

    @property
    def left(self) -> int:
        """The throws left in this turn; -1 once the episode is over."""
        return int(self.games.batch.state.left[0])
