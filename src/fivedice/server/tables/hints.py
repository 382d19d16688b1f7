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
    """The part of a table session that this module needs."""

    state: TableState

    def seat_of(self, client: Client) -> int | None:
        """The seat of a client, or None for an onlooker."""


class HintRunner:
    """Computes hints for the clients of one table."""

    def __init__(self, table: Asking, runner: BotRunner) -> None:
        self._table, self._runner = table, runner
        self._under_way: dict[Client, asyncio.Task[None]] = {}

    def begin(self, client: Client, aim: Aim) -> None:
        """Starts a hint for the open question of a client's seat, and cancels an earlier one."""
        self.forget(client)
        seat, state = self._table.seat_of(client), self._table.state
        if seat is not None and _is_asked(state, seat):
            task = asyncio.ensure_future(self._give(client, state, seat, aim))
            self._under_way[client] = task
            task.add_done_callback(lambda task: self._ended(client, task))

    def forget(self, client: Client) -> None:
        """Cancels a client's hint."""
        if client in self._under_way:
            self._under_way.pop(client).cancel()

    def close(self) -> None:
        """Cancels all hints."""
        for client in tuple(self._under_way):
            self.forget(client)

    def _ended(self, client: Client, task: "asyncio.Task[None]") -> None:
        if self._under_way.get(client) is task:
            del self._under_way[client]

    async def _give(self, client: Client, state: TableState, seat: int, aim: Aim) -> None:
        """Sends a hint, unless the seat has decided meanwhile."""
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
            log.exception("A hint failed.")
            return Refused("The hint could not be computed.")


def _is_asked(state: TableState, seat: int) -> bool:
    return state.match is not None and seat in state.match.awaited.seats
