"""A seat at a table on a server, over the table's WebSocket: sends requests and receives events."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import msgspec
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from fivedice.core.rules import IllegalMove
from fivedice.language import mark, sentences, spoken, tr
from fivedice.match.events import Event
from fivedice.match.match import EventMatch
from fivedice.notation import read, record
from fivedice.notation.read import BadText
from fivedice.notation.record import BadRecord
from fivedice.runtime import server_client
from fivedice.runtime.server_client import PATIENCE
from fivedice.runtime.store import StoreError
from fivedice.table.protocol.messages import BackMessage, HelloMessage, Wish

GOODBYE = 1
"""Seconds to wait for a server's goodbye, which does not arrive while older messages are unread."""
ELSEWHERE = mark("The match has gone on elsewhere.")


class LinkError(StoreError):
    """The connection is lost; `connect` may bring it back."""


class TableLink:
    """The connection of one seat. Every method raises `StoreError` with a sentence about the failure."""

    def __init__(self, server: str, code: str, token: str) -> None:
        """Does not connect yet. `token` proves who holds the seat."""
        self.server, self._code, self._token = server, code, token
        self._socket: ClientConnection | None = None
        self._ends = ExitStack()
        self.number = 0
        """The number of the last entry received; a move refers to it as `after`."""

    def connect(self) -> EventMatch:
        """Takes the seat and returns the match so far; `receive` returns later events."""
        self.close()
        try:
            address = f"{self.server.replace('http', 'ws', 1)}/ws/{self._code}"
            self._socket = self._ends.enter_context(connect(address, close_timeout=GOODBYE))
            self.send(HelloMessage(self._token, language=spoken()))
            table = next(message for message in self._messages() if message["type"] == "table")
            if table["you"]["seat"] is None:
                raise StoreError(tr(ELSEWHERE))
            if table["picture"]["chairs"][table["you"]["seat"]]["away"]:
                self.send(BackMessage())
            so_far = server_client.ask_table(self.server, self._code, self._token, "so-far")
            self.number, replayed = so_far["number"], record.replay(so_far["record"])
        except (OSError, WebSocketException, KeyError, TypeError, BadRecord):
            raise LinkError(server_client.unreachable(self.server)) from None
        return replayed.match

    def send(self, wish: Wish) -> None:
        """Sends a message to the table."""
        try:
            self._open.send(msgspec.json.encode(wish).decode())
        except (OSError, WebSocketException):
            raise self._lost() from None

    def receive(self) -> Event:
        """Waits for the next event of the match."""
        try:
            return next(event for message in self._messages() if (event := self._event(message)))
        except (KeyError, TypeError):
            raise self._lost() from None

    def close(self) -> None:
        """Closes the connection; the seat is kept."""
        with suppress(OSError, WebSocketException):
            self._ends.close()
        self._socket = None

    def _event(self, message: dict[str, Any]) -> Event | None:
        """The new event of the match in a message, if any. Raises `StoreError` if the table is closed."""
        if message["type"] != "told" or message["number"] <= self.number:
            return None
        self.number = message["number"]
        if message["entry"]["entry"] == "closed":
            raise StoreError(sentences(*message["told"]))
        if message["entry"]["entry"] != "happened":
            return None
        try:
            return read.event(msgspec.json.encode(message["entry"]["event"]))
        except (BadText, IllegalMove) as error:
            raise StoreError(str(error)) from None

    @property
    def _open(self) -> ClientConnection:
        if self._socket is None:
            raise self._lost()
        return self._socket

    def _messages(self) -> Iterator[dict[str, Any]]:
        """Messages as they arrive. Raises a refusal as `StoreError`, unless it is about an outdated move."""
        while True:
            try:
                message: dict[str, Any] = msgspec.json.decode(self._open.recv(timeout=PATIENCE))
            except (OSError, WebSocketException, msgspec.DecodeError):
                raise self._lost() from None
            if message["type"] == "refused" and not message.get("stale"):
                raise StoreError(message["sentence"])
            yield message

    def _lost(self) -> LinkError:
        self.close()
        return LinkError(tr("The connection to {server} is lost.", server=self.server))
