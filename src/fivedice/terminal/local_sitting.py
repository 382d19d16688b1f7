"""A match at this keyboard: throws the dice, and stores every event before it is shown.

Uses the same table state as the server.
"""

from msgspec.structs import replace

from fivedice import external_bots
from fivedice.analysis.solver_api import Knowing
from fivedice.bots import away
from fivedice.bots.forfeits import Forfeit
from fivedice.deals.places import trail
from fivedice.language import mark, tr
from fivedice.match.events import Decision, Event
from fivedice.match.external_bots import PATIENCE
from fivedice.match.match import EventMatch, begin
from fivedice.match.state import State
from fivedice.notation import record, write
from fivedice.runtime.store import Log, printable
from fivedice.table import advance, seating, terms
from fivedice.table.log import Entry as LogEntry
from fivedice.table.log import Happened, TakenBack
from fivedice.table.state import TableState, Throws, last_entered
from fivedice.table.terms import Detail, check_detail
from fivedice.terminal import dealing
from fivedice.terminal.dealing import LocalDice
from fivedice.terminal.sitting import Sitting

KEYBOARD = "keyboard"
"""The holder of all local chairs, in place of a server's token."""


class LocalSitting(Sitting):
    """A table, the log of its match and its dice. The game plays for absent players (R6), even for all."""

    def __init__(
        self,
        match: EventMatch,
        log: Log,
        dice: LocalDice,
        knowing: Knowing,
        throws: Throws = "opening",
        *,
        patience: float = PATIENCE,
        detail: Detail = "every",
        since: int | None = None,
    ) -> None:
        """All players are present. People throw by `throws`: "every" with real dice, of whose turns `detail`
        is entered. External bots have `patience` seconds per decision. Events before number `since` (default:
        those of the match so far) are never taken back. Raises `IllegalMove` for an impossible detail.
        """
        last = len(match.events)
        super().__init__(
            _begin_table(match, throws, detail), knowing, last if since is None else min(since, last)
        )
        self.log, self._dice = log, dice
        bots = {player.bot for player in match.setup.players if player.bot}
        self._bots = {bot: external_bots.make(bot, knowing, patience) for bot in bots}

    def where(self) -> str:
        """As `Sitting` says."""
        return tr("The record is in {path}", path=printable(self.log.path))

    def automatic(self) -> Event | None:
        """The next automatic event; None if a player must act, or the match is over."""
        if self.decider() is not None:
            return None
        return advance.automatic(self.table, self._dice.happen, self._decide)

    def throw(self) -> Event:
        """Throws the dice that the match awaits."""
        return self._dice.happen(self.table)

    # --- Events -------------------------------------------------------------------------------

    def restore(self) -> None:
        """Writes the whole match to a new file if its record was deleted or changed. Raises `StoreError`."""
        if self.log.is_in_place():
            return
        log = self.log.again(*record.text(self.match, self._secret_to_reveal(self.table)).splitlines())
        if not self.table.is_over:
            self._dice.keep(log.path)
        self.log.close()
        self.log = log
        lost = mark(
            "The record was deleted or changed by another program; "
            "the whole match has been written again to {file}."
        )
        self._notices.append(tr(lost, file=printable(log.path.name)))

    def _happen(self, *entries: LogEntry) -> None:
        """Stores events and the result, then applies all entries; leaving and returning are not stored."""
        steps = advance.steps(self.table, entries)
        events = [entry.event for entry in entries if isinstance(entry, Happened)]
        lines = [write.event(event) for event in events]
        if lines:
            self.restore()
            if record.version(events) > record.version(self.match.events):
                self.log.overwrite(record.upgraded(self.log.read()))
            self.log.append(*lines, *self._last_lines(steps[-1].table))
        if steps:
            before, self.table = self.match.state.position, steps[-1].table
            self._look_ahead(before)

    def _last_lines(self, after: TableState) -> list[str]:
        """The result of a match that is over, and the secret of its dice."""
        if not after.is_over or after.match is None:
            return []
        secret = self._secret_to_reveal(after)
        return [record.result(after.match), *([record.revealed(secret)] if secret else [])]

    def _secret_to_reveal(self, table: TableState) -> str:
        """The secret of the dice in hexadecimal, once they are all thrown; "" for real dice."""
        return self._dice.secret.hex() if table.is_over and not self.manual_dice else ""

    def end(self) -> None:
        """Closes the record; the secret beside it is removed once the record reveals it."""
        if self.table.is_over:
            dealing.forget(self.log.path)
        self.log.close()

    def take_back(self) -> None:
        """As `Sitting` says; then the record ends before the entry. If that fails, nothing changes."""
        self.restore()
        events = last_entered(self.table)
        before = self.table.after(TakenBack(0, events))
        self.log.drop(events + self.table.is_over)
        self.table = before

    def rematch(self) -> None:
        """Starts the same setup again in a new record. Raises `StoreError`; then nothing changes."""
        setup, dice = replace(self.match.setup, dice=None), LocalDice(self._dice.drawn)
        if not self.manual_dice:
            setup = dice.promised(setup)
        log = Log.create(self.log.path.parent, setup.game.name, record.header(setup))
        self.end()
        self.log, self._dice = log, dice
        dice.keep(log.path)
        self.table = _begin_table(begin(setup), self.table.throws, self.table.detail)
        self.since = 0

    def _decide(self, state: State, seat: int, bot: str) -> Decision:
        try:
            return self._bots[bot](state, seat, self._dice.drawn) if bot else away(state, seat)
        except Forfeit as why:
            forfeits = mark("{why} It forfeits; the computer plays for {name} from now on.")
            self._notices.append(tr(forfeits, why=why, name=self.names[seat]))
            self.leave(seat)
            return away(state, seat)


def _begin_table(match: EventMatch, throws: Throws, detail: Detail) -> TableState:
    """The table of a match whose people are all at this keyboard. Raises `IllegalMove`."""
    chairs, agreed = seating.chairs_of(match.setup.players, KEYBOARD), terms.of_setup(match.setup)
    agreed = replace(agreed, dice="own") if throws == "every" else agreed
    check_detail(agreed, detail)
    begun = TableState(agreed, chairs, throws=throws, pauses=False, detail=detail)
    return replace(begun, match=match, trail=trail(match))
