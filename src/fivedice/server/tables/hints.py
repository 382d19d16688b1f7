"""Hints being computed at one table, the latest for each client."""

import asyncio
import logging
from typing import Protocol

from fivedice.core.rules import IllegalMove
from fivedice.notation.read import BadText
from fivedice.server.compute.bot_runner import BotRunner
from fivedice.server.tables.subscribers import Client
from fivedice.table.protocol.messages import Aim, Hinted, Refused
from fivedice.table.state import TableState

log = logging.getLogger(__name__)


class Asking(Protocol):
    """What is needed of a table whose seats take hints."""

    state: TableState

    def seat_of(self, client: Client) -> int | None:
        """The seat of a client, or None for an onlooker."""


class HintRunner:
    """The hints that are being worked out."""

    def __init__(self, table: Asking, runner: BotRunner) -> None:
        self._table, self._runner = table, runner
        self._under_way: dict[Client, asyncio.Task[None]] = {}

    def begin(self, client: Client, aim: Aim) -> None:
        """A client gets a hint on what its seat is asked now, in place of one that it may still wait for."""
        self.forget(client)
        seat, state = self._table.seat_of(client), self._table.state
        if seat is not None and _is_asked(state, seat):
            task = asyncio.ensure_future(self._give(client, state, seat, aim))
            self._under_way[client] = task
            task.add_done_callback(lambda task: self._ended(client, task))

    def forget(self, client: Client) -> None:
        """A client waits for no hint any more."""
        if client in self._under_way:
            self._under_way.pop(client).cancel()

    def close(self) -> None:
        """Nobody does."""
        for client in tuple(self._under_way):
            self.forget(client)

    def _ended(self, client: Client, task: "asyncio.Task[None]") -> None:
        if self._under_way.get(client) is task:
            del self._under_way[client]

    async def _give(self, client: Client, state: TableState, seat: int, aim: Aim) -> None:
        """Sends it, unless the seat has decided meanwhile."""
        answer = await self._answer(state, seat, aim)
        now = self._table.state
        if now.asked_since == state.asked_since and _is_asked(now, seat):
            client.send(answer)

    async def _answer(self, state: TableState, seat: int, aim: Aim) -> Hinted | Refused:
        assert state.match is not None
        try:
            return await self._runner.hint(state.match.state, seat, state.number, aim)
        except (IllegalMove, BadText) as error:
            return Refused(str(error))
        except Exception:
            log.exception("A hint ended in an error.")
            return Refused("This hint cannot be worked out now.")


def _is_asked(state: TableState, seat: int) -> bool:
    return state.match is not None and seat in state.match.awaited.seats
