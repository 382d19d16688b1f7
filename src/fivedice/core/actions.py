"""The numbers of actions in all environments: 32 sets of dice to keep, then the uses of a turn.

Action k < 32 keeps the dice of the sorted roll whose bits are set in k, the lowest die first, and throws the
others. Where equal dice make two numbers mean the same, only the smaller one is legal. Keeping all five is
legal only where a hand may open slots again, in challenge (R21); elsewhere a turn ends with its use.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from fivedice.core.dice import FIVE, ROLLS, Dice
from fivedice.core.worth import KEEP_NUMBER, ROLL_NUMBER

KEEP_ACTIONS = 1 << FIVE
"""The number of sets of dice to keep; the actions from here on are uses, in the order of the card."""
ALL_FIVE = KEEP_ACTIONS - 1


def kept(roll: Dice, action: int) -> Dice:
    """The dice that an action keeps of a roll."""
    return tuple(die for place, die in enumerate(roll) if action >> place & 1)


KEPT: NDArray[np.int16] = np.array(
    [[KEEP_NUMBER[kept(roll, action)] for action in range(KEEP_ACTIONS)] for roll in ROLLS], np.int16
)
"""(252, 32): the number of the keep, in the order of `KEEPS`, that each action makes of each roll."""

KEEP_MASK: NDArray[np.int8] = np.array(
    [[list(row).index(keep) == action for action, keep in enumerate(row)] for row in KEPT.tolist()], np.int8
)
"""(252, 32): the actions that are the smallest number of their keep."""


@cache
def keep_action(roll: Dice, dice: Dice) -> int:
    """The number of the action that keeps these dice, sorted, of a roll."""
    kept_by_action: list[int] = KEPT[ROLL_NUMBER[roll]].tolist()
    return kept_by_action.index(KEEP_NUMBER[dice])
