"""A match on a server, played in this terminal: the server throws the dice and keeps the record."""

from collections import deque

from msgspec.structs import replace

from fivedice.analysis.solver_api import Knowing
from fivedice.language import tr
from fivedice.match.events import Choose, Event, HintTaken, Keep, Spend
from fivedice.notation import write
from fivedice.runtime.store import StoreError
from fivedice.runtime.table_link import ELSEWHERE, LinkError, TableLink
from fivedice.table import advance, seating
from fivedice.table.log import Entry as LogEntry
from fivedice.table.log import Happened
from fivedice.table.protocol import messages
from fivedice.table.state import TableState, Throws
from fivedice.table.terms import Terms
from fivedice.terminal.sitting import Sitting


class ServerSitting(Sitting):
    """A table with one person, who plays here, and bots in the other seats. No decision is hidden (R5)."""

    is_local = False

    def __init__(self, link: TableLink, terms: Terms, knowing: Knowing, throws: Throws, goes_on: str) -> None:
        """Connects to the table, which has these terms. `goes_on` says how to continue the match after
        leaving it. Raises `StoreError`.
        """
        self._link = link
        match = link.connect()
        chairs = seating.chairs_of(match.setup.players, "here")
        table = TableState(terms, chairs, match=match, throws=throws, pauses=False)
        super().__init__(table, knowing, len(match.events))
        self.goes_on = goes_on
        self._coming = deque[Event]()

    def where(self) -> str:
        """As `Sitting` says."""
        return tr("The match is stored on {server}.", server=self._link.server)

    def restore(self) -> None:
        """Does nothing, because the server stores every event before sending it."""

    def automatic(self) -> Event | None:
        """As `Sitting` says; waits for the server. Raises `StoreError`."""
        if self.decider() is not None or self.thrower() is not None or self.table.is_over:
            return None
        return self._next(self._opening())

    def throw(self) -> Event:
        """As `Sitting` says. Raises `StoreError`."""
        return self._next(self._opening())

    def _happen(self, *entries: LogEntry) -> None:
        """Requests events that the server has not sent yet, and applies events as they arrive."""
        advance.steps(self.table, entries)
        for entry in entries:
            assert isinstance(entry, Happened)
            if self._next(_move(entry.event, self._link.number)) != entry.event:
                while self._coming:
                    self._apply()
                raise StoreError(tr(ELSEWHERE))
            self._apply()

    def _apply(self) -> None:
        before = self.match.state.position
        self.table = self.table.after(Happened(self._coming.popleft()))
        self._look_ahead(before)

    def _next(self, wish: messages.Move | None) -> Event:
        """The next event, not yet applied; `wish` requests it. Reconnects once if the connection is lost."""
        try:
            return self._receive(wish)
        except LinkError:
            now, known = self._link.connect(), len(self.match.events)
            self._coming = deque(now.events[known:])
            return self._receive(wish)

    def _receive(self, wish: messages.Move | None) -> Event:
        if not self._coming:
            if wish is not None:
                self._link.send(wish)
            self._coming.append(self._link.receive())
        return self._coming[0]

    def _opening(self) -> messages.ThrowMessage | None:
        """The request for an opening throw, for which a server waits until the player presses."""
        opens = replace(self.table, throws="opening").waits_for.thrower is not None
        return messages.ThrowMessage(self._link.number) if opens else None


def _move(event: Event, after: int) -> messages.Move | None:
    """The message that requests an event; None for a throw, which is automatic or already requested."""
    match event:
        case Keep():
            return messages.KeepMessage(write.dice(event.dice), after)
        case Spend():
            return messages.UseMessage(event.use, after)
        case Choose():
            return messages.ChooseMessage(event.option, after)
        case HintTaken():
            return messages.HintMessage(after)
    return None
