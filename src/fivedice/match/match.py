"""A match as a value: setup, events and state; and whole matches, replayed or played without people."""

from collections.abc import Callable
from itertools import islice
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from fivedice.core import texts
from fivedice.core.rules import Use
from fivedice.core.texts import AnyDice
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Event, Final, First, Keep, Spend, Throw
from fivedice.match.history import History
from fivedice.match.questions import PossibleScore
from fivedice.match.setup import Setup
from fivedice.match.state import Awaited, State, may_enter, step
from fivedice.match.state import begin as begin_state


class EventMatch(Struct, frozen=True):
    """An immutable match; every step returns a new one or raises `IllegalMove`."""

    setup: Setup
    """The game, its options and the players."""
    events: History
    """Everything that has happened, the oldest first."""
    state: State
    """The state after the last event."""

    def step(self, event: Event) -> Self:
        """The match with one more event."""
        event = _plain(event)
        after = step(self.state, event)
        return type(self)(self.setup, self.events.plus(event), after)

    @property
    def awaited(self) -> Awaited:
        """The kind of event that the match waits for, and from which seats."""
        return self.state.awaited

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return questions.is_over(self.state)

    def throw(self, dice: AnyDice) -> Self:
        """Adds the awaited throw, for example "14466" or (1, 4, 4, 6, 6)."""
        return self.step(Throw(self._seat(), texts.dice(dice)))

    def draw_first(self, seat: int) -> Self:
        """Adds the draw of the first seat."""
        return self.step(First(seat))

    def keep(self, dice: AnyDice, seat: int | None = None) -> Self:
        """Keeps dice, for example "66" or (6, 6); "" keeps none."""
        return self.step(Keep(self._seat(seat), texts.dice(dice)))

    def use(self, name: str, seat: int | None = None) -> Self:
        """Uses the final dice, for example for "full-house" or, as on rule sheets, "Sm. Straight"."""
        seat = self._seat(seat)
        if isinstance(name, str) and seat in self.awaited.seats:
            name = texts.meant(name, [use.name for use in questions.uses(self.state, seat)])
        return self.step(Spend(seat, name))

    def choose(self, option: str, seat: int | None = None) -> Self:
        """Chooses an option."""
        return self.step(Choose(self._seat(seat), option))

    def final(self, dice: AnyDice, seat: int | None = None) -> Self:
        """Enters the final dice of a turn in place of its throws and keeps, for example "22345"."""
        return self.step(Final(self._entering(seat), texts.dice(dice)))

    def score(self, use: str, pays: int, seat: int | None = None, *, five: bool | None = None) -> Self:
        """Enters the score of a turn without its dice, for example ("full-house", 25). `five` says whether
        the dice were five of a kind; by default, they were only if no other dice score this.
        """
        entering = self._entering(seat)
        return self.step(questions.score(self.state, entering, use, texts.whole(pays), five=five))

    def possible_scores(self, seat: int | None = None) -> tuple[PossibleScore, ...]:
        """The scores that the seat's turn can have, for the buttons of a score pad."""
        return questions.possible_scores(self.state, self._valid_seat(self._entering(seat)))

    def decisions(self, seat: int | None = None) -> tuple[Decision, ...]:
        """The legal decisions of the seat."""
        return questions.decisions(self.state, self._valid_seat(seat))

    def uses(self, seat: int | None = None) -> tuple[Use, ...]:
        """The possible uses of the seat's dice if they were final; empty without five dice."""
        return questions.uses(self.state, self._valid_seat(seat))

    @property
    def scores(self) -> tuple[int, ...]:
        """The current score of every seat."""
        return questions.scores(self.state)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty before the end."""
        return questions.winners(self.state) if self.over else ()

    def _entering(self, seat: int | None) -> int:
        """The given seat, or the first whose turn may be entered without throws."""
        return next(iter(may_enter(self.state)), self._seat()) if seat is None else texts.whole(seat)

    def _seat(self, seat: int | None = None) -> int:
        """The given seat, or the first one that the match waits for."""
        return next(iter(self.awaited.seats), 0) if seat is None else texts.whole(seat)

    def _valid_seat(self, seat: int | None = None) -> int:
        """A valid seat. Raises `IllegalMove`."""
        return questions.seat_of(self.state, self._seat(seat))


def _plain(event: Event) -> Event:
    """The event with its seat as a Python `int`."""
    seat = getattr(event, "seat", 0)
    return event if type(seat) is int else replace(event, seat=texts.whole(seat))


def begin(setup: Setup) -> EventMatch:
    """A match before its first event. Raises `IllegalMove` for an invalid setup."""
    return EventMatch(setup, History(), begin_state(setup))


# --- Whole matches ---------------------------------------------------------------------------------------

APART = 50
"""The number of events between two stored states, and so the most to replay for any other state."""


class MatchStates(Struct, frozen=True):
    """A match with the states it went through: before its first event, after `APART` events, and so on."""

    match: EventMatch
    states: tuple[State, ...]

    def after(self, number: int) -> EventMatch:
        """The match after this number of its events, from 0 to all."""
        events = self.match.events.first(number)
        now = self.states[number // APART]
        for event in islice(events, number - number % APART, number):
            now = step(now, event)
        return EventMatch(self.match.setup, events, now)


def course(match: EventMatch) -> MatchStates:
    """Replays a match once, so that any of its states can be found without replaying it again."""
    now = begin(match.setup).state
    states = [now]
    for number, event in enumerate(match.events, start=1):
        now = step(now, event)
        if number % APART == 0:
            states.append(now)
    return MatchStates(match, tuple(states))


Chance = Callable[[State], Throw | First]
"""Returns the chance event that a state awaits."""
Decides = Callable[[State, int], Decision]
"""Returns a seat's decision, given the state as the seat sees it."""


def played(setup: Setup, dice: Chance, decides: Decides) -> EventMatch:
    """Plays a match without people; of several seats, the first decides. Raises `IllegalMove`."""
    now, events = begin_state(setup), list[Event]()
    while (awaited := now.awaited).kind != "over":
        if awaited.kind in ("throw", "first"):
            event: Event = dice(now)
        else:
            seat = awaited.seats[0]
            event = decides(questions.view(now, seat), seat)
        now = step(now, event)
        events.append(event)
    return EventMatch(setup, History(events), now)
