"""The match interface of line mode and full screen; subclasses store the record and provide the dice."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from fivedice.analysis.solver_api import Knowing, PreparesHints
from fivedice.language import mark, tr
from fivedice.match.events import Entry, Event, Throw
from fivedice.match.match import EventMatch
from fivedice.match.state import Awaited
from fivedice.runtime.program import program
from fivedice.runtime.store import StoreError
from fivedice.runtime.waiting import run_in_thread
from fivedice.table.log import Detailed, Happened, SeatLeft, SeatReturned
from fivedice.table.log import Entry as LogEntry
from fivedice.table.state import TableState, last_entered
from fivedice.table.terms import Detail

THROW_FIRST = mark("Throw first, then ask for a hint.")
NO_THROWS = mark("Hints on what to keep need the detail every.")
NO_HINTS = mark("This match is played without hints.")
NOT_HERE = mark("That is not possible at this table.")
NOTHING_TO_DECIDE = mark("There is nothing to decide now.")


class Sitting(ABC):
    """A table with some players at this terminal, whose decisions it asks for."""

    def __init__(self, table: TableState, knowing: Knowing, since: int) -> None:
        """The match of `table` has begun. Events before number `since` are never taken back."""
        self.table, self.knowing, self.since = table, knowing, since
        self.on_detail: Callable[[], None] = lambda: None
        """Called when the detail of entered turns has changed."""
        self.goes_on = tr("The match is saved. Continue later with: {program} resume", program=program())
        """A sentence that says how to continue a match after leaving it."""
        self._notices = list[str]()

    is_local = True
    """Whether the match is stored here. Only then can the computer play for absent players, or a rematch
    start.
    """

    @abstractmethod
    def where(self) -> str:
        """A sentence that says where the record of the finished match is."""

    @abstractmethod
    def automatic(self) -> Event | None:
        """The next event without a person, for `step`; None if a player must act, or the match is over."""

    @abstractmethod
    def throw(self) -> Event:
        """The dice that the match awaits, for `step`."""

    @abstractmethod
    def restore(self) -> None:
        """Makes sure that everything is stored, or raises `StoreError`."""

    def take_back(self) -> None:
        """Takes back the last entry and everything after it. Raises `StoreError`."""
        raise StoreError(tr(NOT_HERE))

    def rematch(self) -> None:
        """Starts the same setup again. Raises `StoreError`; then nothing changes."""
        raise StoreError(tr(NOT_HERE))

    @abstractmethod
    def _happen(self, *entries: LogEntry) -> None:
        """Stores entries together, then applies them. Raises `IllegalMove` or `StoreError`."""

    @property
    def match(self) -> EventMatch:
        """The match so far."""
        assert self.table.match is not None
        return self.table.match

    @property
    def awaited(self) -> Awaited:
        """The kind of event that the match waits for, and from which seats."""
        return self.match.awaited

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat."""
        return tuple(chair.name for chair in self.table.chairs)

    @property
    def manual_dice(self) -> bool:
        """Whether the players throw real dice and type them."""
        return self.table.throws == "every"

    def change_detail(self, detail: Detail) -> None:
        """Sets the detail that is entered of each turn, from the next turn on. Raises `IllegalMove`."""
        self._happen(Detailed(0, detail))
        self.on_detail()

    # --- Presence and next events --------------------------------------------------------------

    @property
    def away(self) -> set[int]:
        """The seats of absent players."""
        return {seat for seat in self.table.people if self.table.chairs[seat].away}

    @property
    def here(self) -> tuple[int, ...]:
        """The seats of present players."""
        return tuple(seat for seat in self.table.people if self.table.chairs[seat].is_present)

    def leave(self, seat: int) -> None:
        """The game plays for this seat from now on."""
        self._happen(SeatLeft(seat))

    def come_back(self, *seats: int) -> None:
        """The players of these seats return."""
        self._happen(*map(SeatReturned, seats))

    def decider(self) -> int | None:
        """The lowest seat whose player must decide now, if any."""
        return next(iter(self.table.waits_for.deciding), None)

    def thrower(self) -> int | None:
        """The seat whose player must throw now, if any."""
        return self.table.waits_for.thrower

    def entering(self) -> int | None:
        """The lowest seat whose turn is entered without throws now, if any."""
        return next(iter(self.table.waits_for.entering), None)

    def hint_refusal(self) -> str:
        """The reason why no hint is available now; empty if a player here decides."""
        if not self.table.terms.hints:
            return tr(NO_HINTS)
        if self.decider() is not None and self.awaited.kind != "first":
            return ""
        if self.entering() is not None:
            return tr(NO_THROWS)
        throws = self.thrower() in self.here and self.match.state.rolloff is None
        return tr(THROW_FIRST if throws else NOTHING_TO_DECIDE)

    # --- Events -------------------------------------------------------------------------------

    def step(self, *events: Event) -> None:
        """Stores and plays events together. Raises `IllegalMove` or `StoreError`; then nothing changes."""
        self._happen(*map(Happened, events))

    def last_entered(self) -> Event | None:
        """The event that `take_back` takes back: with real dice, the last entry or decision of a person."""
        number = last_entered(self.table) if self.manual_dice else 0
        return self.match.events[-number] if 0 < number <= len(self.match.events) - self.since else None

    def mistyped(self) -> Throw | Entry | None:
        """The last entry, if it was typed and no person has decided since; moves of bots do not count."""
        last = self.last_entered()
        return last if isinstance(last, Throw | Entry) else None

    def notices(self) -> tuple[str, ...]:
        """New notices since the last call: a bot forfeited, or the record was written again."""
        notices = tuple(self._notices)
        self._notices.clear()
        return notices

    def _look_ahead(self, before: Any) -> None:
        """Prepares hints for a new position in the background."""
        game, position, knowing = self.match.setup.game, self.match.state.position, self.knowing
        is_new = position is not None and position is not before
        if self.here and is_new and isinstance(knowing, PreparesHints):
            run_in_thread(lambda: knowing.foresee(game, position))
