"""A hand on the screen, and which dice the player means to keep.

Setting dice aside is no event: until the throw it can be taken back. A kept die stays in its place on the
screen, whichever slot of equal dice the turn gives it.
"""

from fivedice.core.dice import FIVE, Dice
from fivedice.core.turn import EMPTY, NO_DICE

EVERY = frozenset(range(FIVE))


class Laid:
    """Five places on the screen, with those set aside to keep."""

    def __init__(self, slots: Dice = NO_DICE) -> None:
        self.slots = slots
        self.kept: frozenset[int] = frozenset()
        self._before: list[frozenset[int]] = []

    def toggle(self, place: int) -> None:
        """Sets a die aside to keep, or puts it back."""
        self._set(self.kept ^ {place})

    def toggle_all(self) -> None:
        """Sets all five aside, or puts all back."""
        self._set(frozenset() if self.kept == EVERY else EVERY)

    def set_aside(self, dice: Dice) -> None:
        """Sets just these dice aside."""
        if self.keep != dice:
            self._set(self.places(dice))

    def undo(self) -> bool:
        """Takes back the last change; false when there is none since the throw."""
        if not self._before:
            return False
        self.kept = self._before.pop()
        return True

    @property
    def changed(self) -> bool:
        """Whether there is something to take back."""
        return bool(self._before)

    @property
    def keep(self) -> Dice:
        """The dice set aside, sorted."""
        return tuple(sorted(self.slots[place] for place in self.kept))

    def places(self, dice: Dice) -> frozenset[int]:
        """Where these dice lie: of equal ones first those set aside, then from the left."""
        left, chosen = list(dice), set()
        for place in sorted(EVERY, key=lambda place: (place not in self.kept, place)):
            if self.slots[place] in left:
                left.remove(self.slots[place])
                chosen.add(place)
        return frozenset(chosen)

    def hand_in(self) -> None:
        """The dice not set aside leave the table; nothing can be taken back any more."""
        self.slots = tuple(face if place in self.kept else EMPTY for place, face in enumerate(self.slots))
        self._before.clear()

    def take(self, thrown: Dice) -> None:
        """Dice just thrown fill the empty places from the left."""
        coming = iter(thrown)
        self.slots = tuple(face or next(coming, EMPTY) for face in self.slots)

    def agrees(self, hand: Dice) -> bool:
        """Whether these are the dice of that hand, in whatever order."""
        return sorted(self.slots) == sorted(hand)

    def _set(self, kept: frozenset[int]) -> None:
        self._before.append(self.kept)
        self.kept = kept
