"""A match at this keyboard with its record: stores every event before it is shown, and throws the dice.

What happens next is the room's business, as at a server; screens ask this and hand it what people decide.
"""

from random import Random
from typing import Any

from msgspec.structs import replace

from fivedice import external_bots
from fivedice.analysis.solver_api import Foresees, Knowing
from fivedice.bots import away
from fivedice.bots.forfeits import Forfeit
from fivedice.match import match as matches
from fivedice.match.events import Decision, Event, First, Hint, Throw
from fivedice.match.external_bots import PATIENCE
from fivedice.match.match import Match
from fivedice.match.questions import is_over
from fivedice.match.state import Awaited, State, step
from fivedice.notation import record, write
from fivedice.runtime import chance
from fivedice.runtime.store import Log, shown
from fivedice.runtime.threads import begun
from fivedice.table import advance, seating, terms
from fivedice.table.log import Back, Entry, Happened, Left
from fivedice.table.state import TableState, Throws, asks_for_throw, deciding

KEYBOARD = "keyboard"
"""What holds the chairs of all persons here, as a token does at a server."""
THROW_FIRST = "Throw first, then ask for a hint."
NOTHING_TO_DECIDE = "There is nothing to decide now."


class Sitting:
    """A room, the log its match is kept in, and the source of its dice.

    Who is away has left for a while: the game plays for these seats (R6), also where nobody is left. What
    bots may want to know of the game they ask of `knowing`.
    """

    def __init__(
        self,
        match: Match,
        log: Log,
        dice: Random,
        knowing: Knowing,
        throws: Throws = "opening",
        patience: float = PATIENCE,
    ) -> None:
        """Everybody is here, and the match goes on where it stands. Guests have so many seconds to decide."""
        self.log = log
        self.knowing = knowing
        self._dice = dice
        sitting = match.setup.players
        self._bots = {one.bot: external_bots.make(one.bot, knowing, patience) for one in sitting if one.bot}
        self._notices = list[str]()
        self._sit(match, throws)

    def _sit(self, match: Match, throws: Throws) -> None:
        chairs = seating.taken(match.setup.players, KEYBOARD)
        self.table = TableState(terms.of(match.setup), chairs, match=match, throws=throws, rests=False)
        self._begun = len(match.events)

    @property
    def match(self) -> Match:
        """The match as it stands."""
        assert self.table.match is not None
        return self.table.match

    @property
    def awaited(self) -> Awaited:
        """What the match waits for."""
        return self.match.awaited

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return tuple(chair.name for chair in self.table.chairs)

    @property
    def manual_dice(self) -> bool:
        """Whether people throw real dice and type what they show."""
        return self.table.throws == "every"

    # --- Who is here, and what is next --------------------------------------------------------------

    def people(self) -> tuple[int, ...]:
        """The seats of people at this keyboard."""
        return self.table.people

    @property
    def away(self) -> set[int]:
        """The seats of those who have left for a while."""
        return {seat for seat in self.table.people if self.table.chairs[seat].away}

    @property
    def here(self) -> tuple[int, ...]:
        """The seats of the others."""
        return tuple(seat for seat in self.table.people if self.table.chairs[seat].is_here)

    def leave(self, seat: int) -> None:
        """The game plays for this seat from now on."""
        self._happen(Left(seat))

    def come_back(self, *seats: int) -> None:
        """Whoever sits there plays again."""
        self._happen(*map(Back, seats))

    def asked(self) -> int | None:
        """The person who must decide now, if one must; of several the lowest seat."""
        return next(iter(deciding(self.table)), None)

    def thrower(self) -> int | None:
        """The seat for which a person must throw now, if one must."""
        return asks_for_throw(self.table)

    def hint_refusal(self) -> str:
        """Why there is no hint now; empty where a person here decides."""
        if self.asked() is not None:
            return ""
        throws = self.thrower() in self.here and self.match.state.rolloff is None
        return THROW_FIRST if throws else NOTHING_TO_DECIDE

    def automatic(self) -> Event | None:
        """The next event that needs no person; None where somebody must act first, or the match is over."""
        return advance.automatic(self.table, self._chance, self._decide) if self.asked() is None else None

    def throw(self) -> Event:
        """The dice that the match awaits, thrown here."""
        return self._chance(self.awaited)

    # --- What happens -------------------------------------------------------------------------------

    def step(self, *events: Event) -> None:
        """Plays these events, stored together before they count.

        Raises `IllegalMove` or `StoreError`, and then nothing has changed.
        """
        self._happen(*map(Happened, events))

    def restore(self) -> None:
        """Writes the whole match to a new file where its record was deleted, replaced or changed.

        To be called before anybody is told that the match is kept. Raises `StoreError` where that is not so.
        """
        if self.log.is_in_place():
            return
        log = self.log.again(*record.text(self.match).splitlines())
        self.log.close()
        self.log = log
        lost = "The record was deleted or changed by another program"
        self._notices.append(f"{lost}; the whole match is written again, to {shown(log.path.name)}.")

    def _happen(self, *entries: Entry) -> None:
        """The record has a line for each event, and for the result; who comes and goes is not written."""
        made = advance.steps(self.table, entries)
        lines = [write.event(entry.event) for entry in entries if isinstance(entry, Happened)]
        if lines:
            self.restore()
            after = made[-1].table
            self.log.append(*lines, *([record.result(after.match)] if after.is_over and after.match else []))
        if made:
            before, self.table = self.match.state.position, made[-1].table
            self._look_ahead(before)

    def _look_ahead(self, before: Any) -> None:
        """A new position is foreseen while the dice are thrown, so that nobody waits for a hint."""
        game, position, knowing = self.match.setup.game, self.match.state.position, self.knowing
        if self.here and position is not None and position is not before and isinstance(knowing, Foresees):
            begun(lambda: knowing.foresee(game, position))

    def mistyped(self) -> Throw | None:
        """The last throw, as long as it can be taken back: people typed it here, and none has decided since.

        What bots and the game did with these dice counts for nothing, and neither does a hint: it is where
        people see that they mistyped.
        """
        if self.manual_dice:
            for event in reversed(self.match.events[self._begun :]):
                if isinstance(event, Throw):
                    return event
                if not isinstance(event, First | Hint) and event.seat in self.here:
                    return None
        return None

    def take_back(self) -> None:
        """The last throw has not been thrown, nor what came after it; the record says no word of them.

        Raises `StoreError`, and then nothing has changed.
        """
        self.restore()
        events = self.match.events
        place = max(number for number, event in enumerate(events) if isinstance(event, Throw))
        state = matches.begin(self.match.setup).state
        for event in events[:place]:
            state = step(state, event)
        self.log.drop(len(events) - place + is_over(self.match.state))
        by_game = frozenset(number for number in self.table.decided_by_game if number <= place)
        match = Match(self.match.setup, events.first(place), state)
        self.table = replace(self.table, match=match, decided_by_game=by_game)

    def rematch(self) -> None:
        """The same players begin the same again, in a new record. After a `StoreError` nothing changed."""
        setup = self.match.setup
        log = Log.create(self.log.path.parent, setup.game.name, record.header(setup))
        self.log.close()
        self.log = log
        self._sit(matches.begin(setup), self.table.throws)

    def _chance(self, awaited: Awaited) -> Event:
        return chance.happen(awaited, self._dice)

    def _decide(self, seen: State, seat: int, bot: str) -> Decision:
        try:
            return self._bots[bot](seen, seat, self._dice) if bot else away(seen, seat)
        except Forfeit as why:
            self._notices.append(f"{why} It forfeits; the game plays for {self.names[seat]} from now on.")
            self.leave(seat)
            return away(seen, seat)

    def notices(self) -> tuple[str, ...]:
        """What is to be told since this was asked last: a bot forfeited, or the record was written again."""
        told = tuple(self._notices)
        self._notices.clear()
        return told
