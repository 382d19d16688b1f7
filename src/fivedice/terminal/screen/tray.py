"""The dice on the screen: each hand, the dice that its player plans to keep, and the last dice thrown."""

from typing import NamedTuple, cast

from fivedice.core.dice import FIVE, Dice
from fivedice.core.rules import Hands
from fivedice.core.turn import EMPTY, NO_DICE
from fivedice.match.events import Event, Keep, Score, Spend, Throw
from fivedice.match.state import State, hand

EVERY = frozenset(range(FIVE))


class Laid:
    """A hand on the screen, and the dice that its player plans to keep.

    Keeping is not an event: it can be taken back until the throw. A kept die stays in its place on the
    screen, whichever slot the turn gives it.
    """

    def __init__(self, slots: Dice = NO_DICE) -> None:
        self.slots = slots
        self.kept: frozenset[int] = frozenset()
        self._before: list[frozenset[int]] = []

    def toggle(self, place: int) -> None:
        """Keeps a die, or puts it back."""
        self._set(self.kept ^ {place})

    def toggle_all(self) -> None:
        """Keeps all five dice, or puts all back."""
        self._set(frozenset() if self.kept == EVERY else EVERY)

    def set_aside(self, dice: Dice) -> None:
        """Keeps exactly these dice."""
        if self.keep != dice:
            self._set(self.places(dice))

    def undo(self) -> None:
        """Takes back the last change, of which there must be one."""
        self.kept = self._before.pop()

    @property
    def changed(self) -> bool:
        """Whether there is something to take back."""
        return bool(self._before)

    @property
    def keep(self) -> Dice:
        """The kept dice, sorted."""
        return tuple(sorted(self.slots[place] for place in self.kept))

    def places(self, dice: Dice) -> frozenset[int]:
        """The places of these dice. Among equal dice, kept ones come first, then those further left."""
        left, chosen = list(dice), set()
        for place in sorted(EVERY, key=lambda place: (place not in self.kept, place)):
            if self.slots[place] in left:
                left.remove(self.slots[place])
                chosen.add(place)
        return frozenset(chosen)

    def hand_in(self) -> None:
        """Removes the dice that are not kept; nothing can be taken back any more."""
        self.slots = tuple(face if place in self.kept else EMPTY for place, face in enumerate(self.slots))
        self._before.clear()

    def take(self, thrown: Dice) -> None:
        """Fills the empty places with new dice from the left."""
        coming = iter(thrown)
        self.slots = tuple(face or next(coming, EMPTY) for face in self.slots)

    def _set(self, kept: frozenset[int]) -> None:
        self._before.append(self.kept)
        self.kept = kept


class Shown(NamedTuple):
    """Dice to draw: `state` is "free", "stale" (used) or "red"; `thrower` is the seat of used dice."""

    dice: Dice
    kept: frozenset[int]
    state: str
    thrower: int | None = None


class Tray:
    """The hands of the turn by seat; between turns, the last dice thrown, so that everybody sees them."""

    def __init__(self) -> None:
        self._hands: dict[int, Laid] = {}
        self._last = Shown(NO_DICE, frozenset(), "stale")

    def laid(self, state: State, seat: int) -> Laid:
        """The hand of a seat in this turn."""
        real = hand(state, seat)
        known = self._hands.get(seat)
        if known is None or sorted(known.slots) != sorted(real):
            known = self._hands[seat] = Laid(real)
        return known

    def drawing(self, state: State, seat: int) -> Shown:
        """The dice to draw for this seat."""
        turn = state.turn
        if turn is None or seat not in cast(Hands, state.game_awaits).seats:
            return self._last
        laid = self.laid(state, seat)
        opens = turn.step == 1 and laid.slots == NO_DICE
        return self._last if opens else Shown(laid.slots, laid.kept, "free")

    def follow(self, before: State, happened: Event, after: State) -> None:
        """Updates the dice after an event."""
        match happened:
            case Throw() if before.turn is None:
                red = Shown(happened.dice, frozenset(), "red")
                self._last = red._replace(state="stale", thrower=happened.seat) if before.rolloff else red
            case Throw():
                self._take(before, happened, after)
            case Keep() if after.turn != before.turn:
                self._hand_in(before, happened)
            case Spend():
                used = self.laid(before, happened.seat).slots
                self._last = Shown(used, frozenset(), "stale", happened.seat)
            case Score():
                self._last = Tray()._last
        if after.turn is None or after.position is not before.position:
            self._hands.clear()

    def _take(self, before: State, thrown: Throw, after: State) -> None:
        for seat in cast(Hands, before.game_awaits).seats:
            laid = self.laid(before, seat)
            if laid.slots == NO_DICE:
                self._hands[seat] = Laid(hand(after, seat))
            else:
                laid.take(thrown.dice)

    def _hand_in(self, before: State, last: Keep) -> None:
        """Removes the dice that were not kept, once all players have decided."""
        decided = [*(one for one in before.pending if isinstance(one, Keep)), last]
        for keep in decided:
            laid = self.laid(before, keep.seat)
            if laid.keep != keep.dice:
                laid.kept = laid.places(keep.dice)
            laid.hand_in()
