"""The worth of each action as two networks estimate it, from nothing but what an observation shows."""

from typing import NamedTuple

import numpy as np

from fivedice.core.actions import ALL_FIVE, KEEP_ACTIONS, KEPT
from fivedice.core.dice import FACES, FIVE, ROLLS
from fivedice.core.turn import THROWS
from fivedice.study.regret import Observations
from fivedice.study.tasks import Task
from research.learning.network import Floats, Ints, Network

POINTS = 50
"""The points that are 1 to the networks."""
KEEPS = int(KEPT[:, :ALL_FIVE].max()) + 1
"""The number of keeps of fewer than five dice."""
HOPE = 25
"""The points that an action seems to gain until it has been tried: one that seems worse would never be."""
STEPS = 16
"""A share of a goal is shown to the networks as so many numbers that rise one after the other."""

_FIRST = len(FACES) + THROWS
_POWERS = (FIVE + 1) ** np.arange(len(FACES))
_ROLL = np.zeros((FIVE + 1) ** len(FACES), np.int64)
_ROLL[[[roll.count(face) for face in FACES] @ _POWERS for roll in ROLLS]] = np.arange(len(ROLLS))


class Seen(NamedTuple):
    """What observations show, in numbers that suit the networks."""

    card: Floats
    dice: Floats
    roll: Ints
    left: Ints


def seen(observed: Floats, boxes: int) -> Seen:
    """The features of the card and of the dice, the number of the roll, and the throws left."""
    number, card = len(observed), observed[:, _FIRST:]
    steps = (card[:, boxes:, None] * STEPS - np.arange(STEPS, dtype=np.float32)).clip(0, 1)
    counts = np.rint(observed[:, : len(FACES)] * FIVE).astype(np.int64)
    dice = (counts[:, :, None] == np.arange(FIVE + 1)).reshape(number, -1).astype(np.float32)
    card = np.concatenate([card, steps.reshape(number, -1)], axis=1)
    return Seen(card, dice, _ROLL[counts @ _POWERS], observed[:, len(FACES) : _FIRST].argmax(axis=1))


class Values:
    """Estimates of points to come; as a policy, it takes the best.

    * `opening` sees the card alone: one output for a turn that begins, and one for each keep with two throws
      left and with one left. So a keep is worth the same whatever else lies on the table.
    * `closing` sees card and dice: one output for each box, whatever throws are left.
    """

    def __init__(self, task: Task, width: int, chance: np.random.Generator) -> None:
        self.boxes = len(task.form.names)
        flags = len(task.features) - _FIRST
        inputs = flags + (flags - self.boxes) * STEPS
        dice = len(FACES) * (FIVE + 1)
        self.opening = Network(inputs, width, 1 + (THROWS - 1) * KEEPS, 1, chance)
        self.opening.parts[-1][:] = HOPE / POINTS
        self.closing = Network(inputs + dice, width, self.boxes, len(ROLLS), chance)
        self.closing.parts[-1][:] = HOPE / POINTS

    def having(self, opening: Floats, closing: Floats) -> "Values":
        """The same with other weights."""
        other = object.__new__(Values)
        other.boxes = self.boxes
        other.opening, other.closing = self.opening.having(opening), self.closing.having(closing)
        return other

    def averaged(self) -> "Values":
        """The same with the averages of the weights during training."""
        return self.having(self.opening.average, self.closing.average)

    def __call__(self, observations: Observations) -> Ints:
        """The best actions."""
        return self.actions(observations)[0].argmax(axis=1)

    def actions(self, observations: Observations) -> tuple[Floats, Floats]:
        """(n, actions): the points to come after each action, -inf if it is illegal; and (n,): those before
        the first throw of the turn.
        """
        known = seen(observations["observation"], self.boxes)
        hidden, kinds = self.opening.hidden(known.card)[1], np.zeros(len(known.left), np.int64)
        before = self.opening.values(hidden, kinds, slice(1))
        found = np.zeros((len(before), KEEP_ACTIONS + self.boxes), np.float32)
        both = np.concatenate([known.card, known.dice], axis=1)
        found[:, KEEP_ACTIONS:] = before + self.closing.values(self.closing.hidden(both)[1], known.roll)
        for left in range(1, THROWS):
            rows = np.flatnonzero(known.left == left)
            span = slice(output(left, 0), output(left, KEEPS))
            values = self.opening.values(hidden[rows], kinds[rows], span)
            keeps = KEPT[known.roll[rows], :ALL_FIVE].astype(np.int64)
            found[rows, :ALL_FIVE] = np.take_along_axis(values, keeps, axis=1)
        found[observations["action_mask"] == 0] = -np.inf
        return found, before[:, 0]


def output(left: Ints | int, keep: Ints | int) -> Ints | int:
    """The output of `opening` for a keep with so many throws left; output 0 is for a turn that begins."""
    return 1 + (THROWS - 1 - left) * KEEPS + keep
