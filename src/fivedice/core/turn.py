"""A turn of one or more hands: five dice, at most three throws, keep any.

A hand has five slots; an empty slot waits for a die. Several hands share every throw: each hand with empty
slots takes the thrown dice (the rule of challenge; a single hand is the ordinary turn).
"""

from collections.abc import Iterable
from itertools import repeat

from msgspec import Struct

from fivedice.core.dice import FIVE, Dice

THROWS = 3
EMPTY = 0
NO_DICE: Dice = (EMPTY,) * FIVE


class Turn(Struct, frozen=True, gc=False):
    """The dice of a turn."""

    hands: tuple[Dice, ...]
    """The dice of each seat of the turn; 0 is an empty place."""
    step: int
    """The number of the throw, 1 to 3."""


def start(hands: int = 1) -> Turn:
    """A turn before its first throw."""
    return Turn((NO_DICE,) * hands, 1)


def dice_to_throw(turn: Turn) -> int:
    """The number of dice to throw: the fewest empty slots of a hand that has any, or 0."""
    if len(turn.hands) == 1:
        return turn.hands[0].count(EMPTY)
    empty = [hand.count(EMPTY) for hand in turn.hands if EMPTY in hand]
    return min(empty) if empty else 0


def throw(turn: Turn, dice: Dice) -> Turn:
    """Every hand with empty slots takes the thrown dice into its first empty slots."""
    return Turn(tuple(map(_fill, turn.hands, repeat(dice))), turn.step)


def keep(turn: Turn, keeps: Iterable[Dice]) -> Turn:
    """Every hand keeps its dice, and the next step begins. A single hand that keeps all five has stopped.
    Among several hands each may open slots again at the next step (R21).
    """
    hands = tuple(map(_empty, turn.hands, keeps))
    stopped = len(hands) == 1 and EMPTY not in hands[0]
    return Turn(hands, THROWS if stopped else turn.step + 1)


def _fill(hand: Dice, dice: Dice) -> Dice:
    if EMPTY not in hand:
        return hand
    if len(dice) == FIVE:
        return dice
    slots = list(hand)
    for die in dice:
        slots[slots.index(EMPTY)] = die
    return tuple(slots)


def _empty(hand: Dice, kept: Dice) -> Dice:
    """The kept dice in their slots, the other slots empty; among equal dice, the leftmost are kept."""
    slots, left = list(NO_DICE), list(hand)
    for die in kept:
        slot = left.index(die)
        slots[slot], left[slot] = die, EMPTY
    return tuple(slots)
