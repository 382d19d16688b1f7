"""The events of a match: throws, the draw of the first seat, and decisions."""

from msgspec import Struct
from msgspec.structs import force_setattr

from fivedice.core.dice import KEEP_OF, Dice


class Throw(Struct, frozen=True, gc=False):
    """Dice thrown, as they lie: those of a turn, one red die, or the five of a roll-off."""

    seat: int
    dice: Dice


class First(Struct, frozen=True, gc=False):
    """A random seat drawn to start."""

    seat: int


class Keep(Struct, frozen=True, gc=False):
    """The dice a seat keeps; all five means that it stops.

    They may be named in any order: two keeps of the same dice are the same keep, with its dice sorted.
    """

    seat: int
    dice: Dice

    def __post_init__(self) -> None:
        """Sorts the dice; what are none stays as it is, for `step` to refuse."""
        if type(self.dice) is tuple:
            force_setattr(self, "dice", KEEP_OF.get(self.dice, self.dice))


class Spend(Struct, frozen=True, gc=False):
    """What a seat uses its final dice for."""

    seat: int
    use: str


class Choose(Struct, frozen=True, gc=False):
    """A plain choice."""

    seat: int
    option: str


class Hint(Struct, frozen=True, gc=False):
    """A seat that is asked took a hint; nothing else changes."""

    seat: int


Decision = Keep | Spend | Choose
Event = Throw | First | Hint | Decision
