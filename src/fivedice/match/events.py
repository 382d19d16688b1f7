"""The events of a match: throws, the draw of the first seat, decisions, and turns entered without throws."""

from msgspec import Struct
from msgspec.structs import force_setattr

from fivedice.core.dice import KEEP_OF, Dice, are_dice
from fivedice.core.rules import WrongCall, quoted


def _check(dice: object) -> None:
    """Raises `IllegalMove` for anything but a tuple of faces; `step` counts them."""
    if type(dice) is not tuple or not (dice in KEEP_OF or are_dice(dice, len(dice))):
        raise WrongCall(f"Dice are a tuple of numbers from 1 to 6, such as (6, 6), not {quoted(dice)}.")


class Throw(Struct, frozen=True, gc=False):
    """Thrown dice in order: the dice of a turn, one red die, or the five dice of a roll-off."""

    seat: int
    """The seat whose dice they are."""
    dice: Dice
    """The faces, 1 to 6; fewer than five where a seat kept some."""

    def __post_init__(self) -> None:
        """Raises `IllegalMove` for anything but dice."""
        _check(self.dice)


class First(Struct, frozen=True, gc=False):
    """The seat that starts, as drawn, or as entered by players with real dice."""

    seat: int
    """The number of the seat, from 0."""


class Keep(Struct, frozen=True, gc=False):
    """The dice that a seat keeps, sorted; all five means that it stops."""

    seat: int
    """The number of the seat, from 0."""
    dice: Dice
    """The faces that stay on the table, sorted."""

    def __post_init__(self) -> None:
        """Sorts the dice. Raises `IllegalMove` for anything else."""
        _check(self.dice)
        force_setattr(self, "dice", KEEP_OF.get(self.dice, self.dice))


class Spend(Struct, frozen=True, gc=False):
    """The use that a seat makes of its final dice."""

    seat: int
    """The number of the seat, from 0."""
    use: str
    """The name of a `Use`, such as "full-house"."""


class Choose(Struct, frozen=True, gc=False):
    """A choice between options."""

    seat: int
    """The number of the seat, from 0."""
    option: str
    """One of the options that the game offers."""


class HintTaken(Struct, frozen=True, gc=False):
    """A seat took a hint; nothing else changes."""

    seat: int
    """The number of the seat, from 0."""


class Final(Struct, frozen=True, gc=False):
    """The final dice of a turn, in the order in which they lie; its throws and keeps were not entered."""

    seat: int
    """The number of the seat, from 0."""
    dice: Dice
    """Five faces, 1 to 6."""

    def __post_init__(self) -> None:
        """Raises `IllegalMove` for anything but dice."""
        _check(self.dice)


class Score(Struct, frozen=True, gc=False):
    """The score of a turn; its dice were not entered."""

    seat: int
    """The number of the seat, from 0."""
    use: str
    """The name of a `Use`, such as "full-house"."""
    pays: int
    """The points that it adds to the total, bonuses included, as in `Use`."""
    five: bool = False
    """Whether the dice were five of a kind. Bonuses and Jokers depend on it."""


Decision = Keep | Spend | Choose
"""A decision of a seat."""
Entry = Final | Score
"""An entry that replaces the throws of a turn."""
Event = Throw | First | HintTaken | Decision | Entry
"""An event of a match. `HintTaken` notes that a seat took a hint; an entry is a `Final` or a `Score`."""
