"""Patterns of a roll: totals, dice alike, full house, straights."""

from fivedice.core.dice import ROLLS, Dice


def alike(roll: Dice) -> int:
    """The largest number of dice that show one face."""
    return max(map(roll.count, roll))


def is_yahtzee(roll: Dice) -> bool:
    """Five dice of one number."""
    return roll[0] == roll[-1]


def is_full_house(roll: Dice) -> bool:
    """Three dice of one number and two of another; five alike are none (R3)."""
    return sorted(map(roll.count, set(roll))) == [2, 3]


def run(roll: Dice) -> int:
    """The length of the longest sequence of numbers among the dice."""
    faces = set(roll)
    best = length = 0
    for face in range(1, 7):
        length = length + 1 if face in faces else 0
        best = max(best, length)
    return best


ALIKE: dict[Dice, int] = {roll: alike(roll) for roll in ROLLS}
RUN: dict[Dice, int] = {roll: run(roll) for roll in ROLLS}
FULL_HOUSES: frozenset[Dice] = frozenset(filter(is_full_house, ROLLS))
YAHTZEES: frozenset[Dice] = frozenset(filter(is_yahtzee, ROLLS))
