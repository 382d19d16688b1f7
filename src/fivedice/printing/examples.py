"""Five dice that show what a box needs."""

from fivedice.cards.boxes import Box, dice_of
from fivedice.core.dice import ROLLS, Dice

TYPICAL: tuple[Dice, ...] = (
    *((1, 3, 4, 4, 6), (5, 5, 5, 1, 2), (1, 1, 1, 4, 6), (2, 2, 2, 1, 5), (3, 3, 3, 2, 6)),
    *((4, 4, 4, 1, 3), (6, 6, 6, 2, 3), (2, 2, 2, 2, 6), (2, 2, 5, 5, 6), (3, 3, 3, 5, 5)),
    *((2, 3, 4, 5, 5), (1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (4, 4, 4, 4, 4), (4, 5, 5, 6, 6)),
)
"""Rolls for pictures, the plain ones first."""


def example(box: Box) -> Dice:
    """A roll that shows what a box needs: three dice of its number, or just the dice that it requires."""
    least = 3 if box.face else 1
    counts = dice_of(box.needs)
    return next(roll for roll in (*TYPICAL, *ROLLS) if len(counts(tuple(sorted(roll)))) >= least)
