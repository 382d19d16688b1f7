"""A match at this keyboard: throws the dice, and stores every event before it is shown.

Uses the same table state as the server; both user interfaces build on it.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from fivedice import external_bots
from fivedice.analysis.solver_api import Foresees, Knowing
from fivedice.bots import away
from fivedice.bots.forfeits import Forfeit
from fivedice.deals.places import trail
from fivedice.match import match as matches
from fivedice.match.events import Decision, Entry, Event, Throw
from fivedice.match.external_bots import PATIENCE
from fivedice.match.match import Match
from fivedice.match.questions import is_over
from fivedice.match.state import Awaited, State, step
from fivedice.notation import record, write
from fivedice.runtime import chance
from fivedice.runtime.store import Log, shown
from fivedice.runtime.waiting import begun
from fivedice.table import advance, seating, terms
from fivedice.table.log import Back, Detailed, Happened, Left
from fivedice.table.log import Entry as LogEntry
from fivedice.table.state import TableState, Throws, asks_for_throw, deciding, entering, last_entered
from fivedice.table.terms import Detail, check_detail
from fivedice.terminal import dealing

KEYBOARD = "keyboard"
"""The holder of all local chairs, in place of a server's token."""
THROW_FIRST = "Throw first, then ask for a hint."
NO_THROWS = "Hints on what to keep need the detail every."
NOTHING_TO_DECIDE = "There is nothing to decide now."


class Sitting:
    """A table, the log of its match, and the source of its dice.

    The game plays for absent players (R6), even if nobody is left. Bots use `knowing` for solved games.
    """

    def __init__(
        self,
        match: Match,
        log: Log,
        dice: Random,
        knowing: Knowing,
        throws: Throws = "opening",
        patience: float = PATIENCE,
        detail: Detail = "every",
        since: int | None = None,
        secret: bytes = b"",
    ) -> None:
        """All players are present. External bots have `patience` seconds per decision. With real dice,
        `detail` is what is entered of a turn; events before number `since` (default: those of `match`) are
        never taken back. `secret` is that of the deal which the match has promised; without it, `dice` are
        thrown. Raises `IllegalMove` for a detail that the game does not allow.
        """
        self.log = log
        self.knowing = knowing
        self.on_detail: Callable[[], None] = lambda: None
        """Called when what is entered of a turn has changed."""
        self._dice, self._secret = dice, secret
        sitting = match.setup.players
        self._bots = {one.bot: external_bots.make(one.bot, knowing, patience) for one in sitting if one.bot}
        self._notices = list[str]()
        self._sit(match, throws, detail)
        self.since = len(match.events) if since is None else min(since, len(match.events))

    def _sit(self, match: Match, throws: Throws, detail: Detail) -> None:
        chairs, agreed = seating.taken(match.setup.players, KEYBOARD), terms.of(match.setup)
        agreed = replace(agreed, dice="own") if throws == "every" else agreed
        check_detail(agreed, detail)
        begun = TableState(agreed, chairs, throws=throws, rests=False, detail=detail)
        self.table = replace(begun, match=match, trail=trail(match))

    @property
    def match(self) -> Match:
        """The match so far."""
        assert self.table.match is not None
        return self.table.match

    @property
    def awaited(self) -> Awaited:
        """What the match awaits."""
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
        """From the next turn on, this is entered of each. Raises `IllegalMove`."""
        self._happen(Detailed(0, detail))
        self.on_detail()

    # --- Presence and next events --------------------------------------------------------------

    def people(self) -> tuple[int, ...]:
        """The seats of the players at this keyboard."""
        return self.table.people

    @property
    def away(self) -> set[int]:
        """The seats of absent players."""
        return {seat for seat in self.table.people if self.table.chairs[seat].away}

    @property
    def here(self) -> tuple[int, ...]:
        """The seats of present players."""
        return tuple(seat for seat in self.table.people if self.table.chairs[seat].is_here)

    def leave(self, seat: int) -> None:
        """The game plays for this seat from now on."""
        self._happen(Left(seat))

    def come_back(self, *seats: int) -> None:
        """The players of these seats return."""
        self._happen(*map(Back, seats))

    def asked(self) -> int | None:
        """The lowest seat whose player must decide now, if any."""
        return next(iter(deciding(self.table)), None)

    def thrower(self) -> int | None:
        """The seat whose player must throw now, if any."""
        return asks_for_throw(self.table)

    def entering(self) -> int | None:
        """The lowest seat whose turn is entered without throws now, if any."""
        return next(iter(entering(self.table)), None)

    def hint_refusal(self) -> str:
        """Why there is no hint now; empty if a player here decides."""
        if self.asked() is not None:
            return ""
        if self.entering() is not None:
            return NO_THROWS
        throws = self.thrower() in self.here and self.match.state.rolloff is None
        return THROW_FIRST if throws else NOTHING_TO_DECIDE

    def automatic(self) -> Event | None:
        """The next automatic event; None if a player must act, or the match is over."""
        return advance.automatic(self.table, self._chance, self._decide) if self.asked() is None else None

    def throw(self) -> Event:
        """Throws the dice that the match awaits."""
        return self._chance(self.table)

    # --- Events -------------------------------------------------------------------------------

    def step(self, *events: Event) -> None:
        """Stores and plays events together. Raises `IllegalMove` or `StoreError`; then nothing changes."""
        self._happen(*map(Happened, events))

    def restore(self) -> None:
        """Writes the whole match to a new file if its record was deleted, replaced or changed.

        Call this before saying that the match is stored. Raises `StoreError` if that fails.
        """
        if self.log.is_in_place():
            return
        log = self.log.again(*record.text(self.match, self._revealed(self.table)).splitlines())
        if not is_over(self.match.state):
            self._keep_secret(log)
        self.log.close()
        self.log = log
        lost = "The record was deleted or changed by another program"
        self._notices.append(f"{lost}; the whole match has been written again to {shown(log.path.name)}.")

    def _happen(self, *entries: LogEntry) -> None:
        """Stores events and the result, but not who leaves or returns, then applies them."""
        made = advance.steps(self.table, entries)
        events = [entry.event for entry in entries if isinstance(entry, Happened)]
        lines = [write.event(event) for event in events]
        if lines:
            self.restore()
            if record.version(events) > record.version(self.match.events):
                self.log.overwrite(record.upgraded(self.log.read()))
            self.log.append(*lines, *self._last_lines(made[-1].table))
        if made:
            before, self.table = self.match.state.position, made[-1].table
            self._look_ahead(before)

    def _last_lines(self, after: TableState) -> list[str]:
        """The result of a match that is over, and the secret of its dice."""
        if not after.is_over or after.match is None:
            return []
        secret = self._revealed(after)
        return [record.result(after.match), *([record.revealed(secret)] if secret else [])]

    def _revealed(self, table: TableState) -> str:
        """The secret of the dice in hexadecimal, once they are all thrown; "" for real dice."""
        return self._secret.hex() if table.is_over and not self.manual_dice else ""

    def _keep_secret(self, log: Log) -> None:
        if self._secret:
            dealing.keep(log.path, self._secret)

    def end(self) -> None:
        """Closes the record; the secret beside it is removed once the record reveals it."""
        if is_over(self.match.state):
            dealing.forget(self.log.path)
        self.log.close()

    def _look_ahead(self, before: Any) -> None:
        """Prepares hints for a new position in the background."""
        game, position, knowing = self.match.setup.game, self.match.state.position, self.knowing
        if self.here and position is not None and position is not before and isinstance(knowing, Foresees):
            begun(lambda: knowing.foresee(game, position))

    def last_entered(self) -> Event | None:
        """What `take_back` takes back: with real dice, what a person entered or decided last."""
        number = last_entered(self.table) if self.manual_dice else 0
        return self.match.events[-number] if 0 < number <= len(self.match.events) - self.since else None

    def mistyped(self) -> Throw | Entry | None:
        """The same if it was typed and no person has decided since.

        Moves of bots and hints do not count; a hint is where players notice the mistake.
        """
        last = self.last_entered()
        return last if isinstance(last, Throw | Entry) else None

    def take_back(self) -> None:
        """Removes what was entered last and everything after it from the match and its record.

        Raises `StoreError`; then nothing changes.
        """
        self.restore()
        events = self.match.events
        place = len(events) - last_entered(self.table)
        state = matches.begin(self.match.setup).state
        for event in events[:place]:
            state = step(state, event)
        self.log.drop(len(events) - place + is_over(self.match.state))
        by_game = frozenset(number for number in self.table.decided_by_game if number <= place)
        match = Match(self.match.setup, events.first(place), state)
        self.table = replace(self.table, match=match, decided_by_game=by_game)

    def rematch(self) -> None:
        """Starts the same setup again in a new record. Raises `StoreError`; then nothing changes."""
        setup, secret = replace(self.match.setup, dice=None), b""
        if not self.manual_dice:
            setup, secret = dealing.promised(setup, self._dice)
        log = Log.create(self.log.path.parent, setup.game.name, record.header(setup))
        self.end()
        self.log, self._secret = log, secret
        self._keep_secret(log)
        self._sit(matches.begin(setup), self.table.throws, self.table.detail)
        self.since = 0

    def _chance(self, table: TableState) -> Event:
        dice = chance.source(self.match.setup.dice, self._secret, self._dice)
        return dice(self.match.state, table.trail)

    def _decide(self, seen: State, seat: int, bot: str) -> Decision:
        try:
            return self._bots[bot](seen, seat, self._dice) if bot else away(seen, seat)
        except Forfeit as why:
            self._notices.append(f"{why} It forfeits; the computer plays for {self.names[seat]} from now on.")
            self.leave(seat)
            return away(seen, seat)

    def notices(self) -> tuple[str, ...]:
        """New notices since the last call: a bot forfeited, or the record was written again."""
        told = tuple(self._notices)
        self._notices.clear()
        return told
