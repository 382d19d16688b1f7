"""Push messages for players whose turn has come while they have no page of the table open."""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from msgspec import Struct

from fivedice.server.protection.addresses import EgressPolicy
from fivedice.server.push.subscriptions import Held, Subscription
from fivedice.server.tables.presence import Attended, Presence
from fivedice.table.state import TableState, asked

PAUSE = 5.0
"""Seconds before a push, so that a page that is being reloaded can reconnect."""


class TurnAlert(Struct, frozen=True):
    """A player's turn at a table; names the players but reveals nothing about the dice."""

    code: str
    holder: str
    question: int
    """The number of the entry that asked; a seat gets one push per question."""
    title: str
    others: tuple[str, ...]
    days: int


class Post(Protocol):
    """Sends push messages in the background."""

    key: str
    """The public key that a browser needs to subscribe."""
    outside: EgressPolicy

    def take(self, call: TurnAlert) -> None:
        """Queues a push."""

    async def keep(self, browser: Subscription, seats: Sequence[Held]) -> None:
        """Subscribes a browser for these seats."""

    async def forget(self, endpoint: str) -> None:
        """Removes the subscription with this endpoint."""


class TurnAlerts:
    """The turn alerts of one table."""

    def __init__(self, table: Attended, presence: Presence, post: Post, pause: float) -> None:
        self._table, self._presence, self._post = table, presence, post
        self._pause = min(PAUSE, pause)

    def after(self, before: TableState, now: TableState) -> None:
        """Schedules a push for each newly asked seat; it is sent if the player is still disconnected."""
        for seat in set(asked(now)) - set(asked(before)) - self._table.seats_here:
            self._table.later(self._pause, partial(self._call, seat, now.asked_since))

    async def _call(self, seat: int, question: int) -> None:
        if not self._waits(seat, question) or await self._presence.is_elsewhere(seat):
            return
        if self._waits(seat, question):
            self._post.take(_call(self._table.code, self._table.state, seat))

    def _waits(self, seat: int, question: int) -> bool:
        state = self._table.state
        is_open = state.asked_since == question and seat in asked(state)
        return is_open and seat not in self._table.seats_here


def _call(code: str, state: TableState, seat: int) -> TurnAlert:
    others = tuple(chair.name for place, chair in enumerate(state.chairs) if place != seat)
    holder, title = state.chairs[seat].holder, state.game.title
    return TurnAlert(code, holder, state.asked_since, title, others, state.terms.days)
