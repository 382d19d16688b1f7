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
"""Seconds before somebody is called: a page that is loaded again is there by then."""


class TurnAlert(Struct, frozen=True):
    """Somebody's turn has come at a table; of the match it says who is in it, and nothing of dice."""

    code: str
    holder: str
    question: int
    """The number of the entry that put the question; a seat is called once for each."""
    title: str
    others: tuple[str, ...]
    days: int


class Post(Protocol):
    """Who carries calls to browsers, and keeps nobody waiting for that."""

    key: str
    """What a browser has to know of this server before it takes its calls."""
    outside: EgressPolicy

    def take(self, call: TurnAlert) -> None:
        """Takes a call along."""

    async def keep(self, browser: Subscription, seats: Sequence[Held]) -> None:
        """A browser is called for these seats from now on."""

    async def forget(self, endpoint: str) -> None:
        """The browser with this endpoint is called no more."""


class TurnAlerts:
    """Those of one table."""

    def __init__(self, table: Attended, presence: Presence, post: Post, pause: float) -> None:
        self._table, self._presence, self._post = table, presence, post
        self._pause = min(PAUSE, pause)

    def after(self, before: TableState, now: TableState) -> None:
        """Who is asked anew by what this worker has just kept is called soon, if nobody is there then."""
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
