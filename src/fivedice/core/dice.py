"""The 252 rolls and 462 keeps of five dice, and which keeps are part of which roll."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, product

Dice = tuple[int, ...]
"""Dice by their numbers 1 to 6; sorted when they stand for a roll or a keep."""

FACES = (1, 2, 3, 4, 5, 6)
FIVE = 5

KEEPS: tuple[Dice, ...] = tuple(
    dice for size in range(FIVE + 1) for dice in combinations_with_replacement(FACES, size)
)
"""The 462 multisets of zero to five dice, by size, then in numerical order."""

ROLLS: tuple[Dice, ...] = KEEPS[-252:]
"""The 252 rolls: the keeps of five dice."""

_ONE: dict[Dice, Dice] = {keep: keep for keep in KEEPS}
"""Each keep is one and the same tuple wherever it is looked up: it is found faster, and held once."""

ROLL_OF: dict[Dice, Dice] = {dice: _ONE[tuple(sorted(dice))] for dice in product(FACES, repeat=FIVE)}
"""The roll that five dice make, for each of the 7,776 orders in which they can lie."""

KEEP_OF: dict[Dice, Dice] = {
    **{dice: _ONE[tuple(sorted(dice))] for size in range(FIVE) for dice in product(FACES, repeat=size)},
    **ROLL_OF,
}
"""The keep that up to five dice make, for each order in which they can lie."""

WAYS: dict[Dice, int] = dict(Counter(ROLL_OF.values()))
"""In how many of the 7,776 orders each roll can lie."""


def keeps_of(roll: Dice) -> tuple[Dice, ...]:
    """Every different keep inside a roll, from none of the dice to all of them."""
    inside = {keep for size in range(len(roll) + 1) for keep in combinations(roll, size)}
    return tuple([_ONE[keep] for keep in sorted(inside)])


KEEPS_OF: dict[Dice, tuple[Dice, ...]] = {roll: keeps_of(roll) for roll in ROLLS}


_IN: dict[Dice, frozenset[Dice]] = {roll: frozenset(keeps) for roll, keeps in KEEPS_OF.items()}


def lie_in(keep: Dice, roll: Dice) -> bool:
    """Whether each of the kept dice is among those of the roll."""
    return keep in _IN[roll]


def are_dice(dice: Dice, number: int) -> bool:
    """Whether these are that many dice showing 1 to 6."""
    for face in dice:
        if type(face) is not int or not 1 <= face <= 6:
            return False
    return len(dice) == number
