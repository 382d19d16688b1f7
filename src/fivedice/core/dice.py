"""The 252 rolls and 462 keeps of five dice, full houses and five alike."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, product

Dice = tuple[int, ...]
"""Dice as numbers from 1 to 6, sorted if they are a roll or a keep."""

FACES = (1, 2, 3, 4, 5, 6)
FIVE = 5

KEEPS: tuple[Dice, ...] = tuple(
    dice for size in range(FIVE + 1) for dice in combinations_with_replacement(FACES, size)
)
"""The 462 multisets of zero to five dice, by size, then in numerical order."""

ROLLS: tuple[Dice, ...] = KEEPS[-252:]
"""The 252 rolls: the keeps of five dice."""

_ONE: dict[Dice, Dice] = {keep: keep for keep in KEEPS}
"""One shared tuple for each keep: lookups are faster, and each is stored once."""

ROLL_OF: dict[Dice, Dice] = {dice: _ONE[tuple(sorted(dice))] for dice in product(FACES, repeat=FIVE)}
"""The roll of five dice, by each of the 7,776 orders in which they can fall."""

KEEP_OF: dict[Dice, Dice] = {
    **{dice: _ONE[tuple(sorted(dice))] for size in range(FIVE) for dice in product(FACES, repeat=size)},
    **ROLL_OF,
}
"""The keep of up to five dice, by each order in which they can fall."""

WAYS: dict[Dice, int] = dict(Counter(ROLL_OF.values()))
"""The number of orders, of 7,776, that make each roll."""


def keeps_of(roll: Dice) -> tuple[Dice, ...]:
    """Every different keep of a roll, from none of the dice to all of them."""
    inside = {keep for size in range(len(roll) + 1) for keep in combinations(roll, size)}
    return tuple([_ONE[keep] for keep in sorted(inside)])


KEEPS_OF: dict[Dice, tuple[Dice, ...]] = {roll: keeps_of(roll) for roll in ROLLS}


_IN: dict[Dice, frozenset[Dice]] = {roll: frozenset(keeps) for roll, keeps in KEEPS_OF.items()}


def lie_in(keep: Dice, roll: Dice) -> bool:
    """Whether all the kept dice are in the roll."""
    return keep in _IN[roll]


def are_dice(dice: Dice, number: int) -> bool:
    """Whether these are `number` dice, each from 1 to 6."""
    for face in dice:
        if type(face) is not int or not 1 <= face <= 6:
            return False
    return len(dice) == number


FULL_HOUSES = frozenset(roll for roll in ROLLS if sorted(map(roll.count, set(roll))) == [2, 3])
"""Three dice show one number and two another; five alike do not count (R3)."""
YAHTZEES = frozenset(roll for roll in ROLLS if len(set(roll)) == 1)
