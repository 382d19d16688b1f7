"""Clients subscribed to a table: the queue of each connection, and the view that each may see."""

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.frames import CloseCode

from fivedice.language import speaking, spoken, tr
from fivedice.language.languages import SOURCE
from fivedice.table.log import Entry
from fivedice.table.protocol import narrated, player_view, visibility
from fivedice.table.protocol.messages import CostedMessage, FromTable, LogLine, RefusedMessage, TableMessage
from fivedice.table.protocol.narrated import RECENT_LINES, RecentEntries
from fivedice.table.protocol.player_view import PictureCache
from fivedice.table.state import TableState

LONGEST_QUEUE = 512
LAST_WORDS = 2.0
"""Seconds to send the queued messages before a connection is closed."""


class Client:
    """One connection to a table. A client that does not read its messages is disconnected.

    `holder` is the digest of its token, which may hold a seat.
    """

    __slots__ = ("_close_code", "_is_ended", "_queue", "_timeout", "holder", "language")

    def __init__(self, language: str = SOURCE, holder: str = "") -> None:
        self.language, self.holder = language, holder
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._timeout: asyncio.Timeout | None = None
        self._is_ended, self._close_code = False, int(CloseCode.POLICY_VIOLATION)

    def send(self, message: FromTable) -> None:
        """Queues a message."""
        self.send_text(msgspec.json.encode(message).decode())

    def send_text(self, message: str) -> None:
        """Queues a message that is encoded already."""
        if self._is_ended:
            return
        if self._queue.qsize() >= LONGEST_QUEUE:
            self.end()
        else:
            self._queue.put_nowait(message)

    def end(self, close_code: int = CloseCode.POLICY_VIOLATION) -> None:
        """Closes the connection after the messages that are queued now."""
        if self._is_ended:
            return
        self._is_ended, self._close_code = True, close_code
        self._queue.put_nowait(None)
        if self._timeout is not None:
            self._timeout.reschedule(asyncio.get_running_loop().time() + LAST_WORDS)

    async def deliver(self, socket: WebSocket) -> None:
        """Sends the queued messages until `end`, then closes the connection.

        Raises `TimeoutError` for a client that does not read the last messages.
        """
        # uvicorn raises RuntimeError if it has closed the connection itself
        with suppress(WebSocketDisconnect, RuntimeError):
            try:
                async with asyncio.timeout(None) as self._timeout:
                    while (message := await self._queue.get()) is not None:
                        await socket.send_text(message)
                    await socket.close(self._close_code)
            finally:
                self._is_ended = True


COST = "cost"
"""The kind of log lines about the cost of choices."""
Costed = tuple[int, Callable[[], tuple[str, ...]]]
"""The number of an entry, and what says the cost of its choices in the language spoken there."""


def no_spectators() -> RefusedMessage:
    """The refusal of a client without a seat."""
    return RefusedMessage(tr(visibility.NO_SPECTATORS))


class Subscribers:
    """The clients of one table, and the recent log lines."""

    def __init__(self, code: str, recent: RecentEntries) -> None:
        self._recent, self._costs = recent, deque[Costed](maxlen=RECENT_LINES)
        self._pictures = defaultdict[str, PictureCache](lambda: PictureCache(code))
        self.clients = set[Client]()

    def seats(self, state: TableState) -> set[int]:
        """The seats of connected players."""
        holders = {client.holder for client in self.clients}
        return {seat for holder in holders if (seat := state.chair_of(holder)) is not None}

    def show(self, client: Client, state: TableState, left: float | None) -> None:
        """Sends the whole table to one client, with the seconds left on the clock."""
        with speaking(client.language):
            picture = self._pictures[spoken()].picture(state)
            you = player_view.seen_by(state, *state.view_of(client.holder))
            client.send(TableMessage(picture, you, left, self._lines()))

    def _lines(self) -> tuple[LogLine, ...]:
        costs = [LogLine(number, COST, sentences()) for number, sentences in self._costs]
        lines = sorted([*self._recent.lines(), *costs], key=lambda line: line.number)
        return tuple(lines[-RECENT_LINES:])

    def renew(self, recent: RecentEntries, state: TableState, left: float | None) -> None:
        """Sends the whole table to all clients, with other recent entries."""
        self._recent = recent
        self._costs.clear()
        for client in self.clients:
            self.show(client, state, left)
        self.dismiss(state)

    def tell(self, entry: Entry, before: TableState, after: TableState, left: float | None) -> None:
        """Sends an entry and the table after it to all clients; encodes one message per language and seat."""
        self._recent.add(entry, after)
        for language, clients in self._by_language().items():
            with speaking(language):
                picture = msgspec.Raw(msgspec.json.encode(self._pictures[language].picture(after)))
                message = narrated.update(entry, before, after, picture, left)
                encoded: dict[tuple[int | None, int | None], str] = {}
                for client in clients:
                    view = after.view_of(client.holder)
                    if view not in encoded:
                        own = narrated.seen_by(*view, message, entry, after)
                        encoded[view] = msgspec.json.encode(own).decode()
                    client.send_text(encoded[view])

    def _by_language(self) -> dict[str, list[Client]]:
        groups = defaultdict[str, list[Client]](list)
        for client in self.clients:
            groups[client.language].append(client)
        return groups

    def tell_costs(self, number: int, sentences: Callable[[], tuple[str, ...]]) -> None:
        """Sends everyone the cost of the choices that became public with entry `number`."""
        self._costs.append((number, sentences))
        for language, clients in self._by_language().items():
            with speaking(language):
                message = CostedMessage(number, sentences())
            for client in clients:
                client.send(message)

    def send_all(self, message: FromTable) -> None:
        """Sends a message without sentences to all clients."""
        text = msgspec.json.encode(message).decode()
        for client in self.clients:
            client.send_text(text)

    def dismiss(self, state: TableState) -> None:
        """Disconnects clients without a seat if the table has no spectators."""
        for client in tuple(self.clients):
            if not visibility.is_open(state, state.seat_of(client.holder)):
                with speaking(client.language):
                    client.send(no_spectators())
                client.end()
