"""Reads records, cards and table logs in threads, with caches.

Tables, cards and reviews have threads of their own: who uploads long records keeps nobody from a table.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from cachetools import LRUCache

from fivedice.cards import written
from fivedice.core.rules import Game, IllegalMove
from fivedice.games.owncard import OWN, OwnCard
from fivedice.match.match import Course, Match, course
from fivedice.notation import record
from fivedice.runtime.library import check_known
from fivedice.server.compute.catalog import offer
from fivedice.server.compute.threads import Threads
from fivedice.server.storage.database import Kept
from fivedice.server.tables.subscribers import LINES
from fivedice.table import log, terms
from fivedice.table.protocol import narrated
from fivedice.table.protocol.messages import Line
from fivedice.table.seating import Chair
from fivedice.table.state import TableState, opened

Result = TypeVar("Result")

CARDS = 100
"""How many of the cards that were read last are kept."""
KEPT = 8
"""How many of the records and matches that were looked at last are kept."""


class RecordReader:
    """What is read of one worker's database, and what was made of it lately."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._tables, self._records, self._reviews = Threads(1), Threads(1), Threads(1)
        self._cards = Threads(1)
        self._one = asyncio.Lock()
        self._uploaded = LRUCache[str, TableState](KEPT)
        self._courses = LRUCache[str, Course](KEPT)
        self._written = LRUCache[str, OwnCard](CARDS)

    async def table(self, kept: Kept) -> tuple[TableState, list[Line]]:
        """A table from its log, and what was told lately."""
        return await self._tables.do(lambda: _fold(kept))

    async def record(self, text: str | bytes) -> TableState:
        """A record as a table that only shows it. Raises `BadRecord`."""
        return await self.work(lambda: brought(text))

    async def card(self, text: str) -> OwnCard:
        """The game on a card that somebody wrote down; one is read after another. Raises `BadCard`."""
        if text not in self._written:
            self._written[text] = await self._cards.do(lambda: OwnCard(written.read(text)))
        return self._written[text]

    def has_read(self, text: str) -> bool:
        """Whether a card as it is written was read lately."""
        return text in self._written

    async def offered(self, text: str) -> dict[str, Any]:
        """What that game offers. Whether it can be solved may take seconds to find out. Raises `BadCard`."""
        game = await self.card(text)
        return await self._cards.do(lambda: offer(game))

    async def measured(self, game: Game) -> None:
        """Finds out how large a card of one's own is, which may take seconds; from then on it is known."""
        if game.name == OWN:
            with suppress(IllegalMove):
                await self._cards.do(lambda: check_known(game))

    async def uploaded(self, code: str, find: Callable[[str], Awaitable[str | None]]) -> TableState | None:
        """The same of an uploaded record; `find` gives the text of it where there is one."""
        known = self._uploaded.get(code)
        text = None if known else await find(code)
        if text is None:
            return known
        async with self._one:  # another request may have read it meanwhile
            if code not in self._uploaded:
                self._uploaded[code] = await self.record(text)
            return self._uploaded[code]

    async def course(self, code: str, match: Match) -> Course:
        """How the match of a table that has ended came about."""
        async with self._one:
            known = self._courses.get(code)
            if known and len(known.match.events) == len(match.events):
                return known
            known = self._courses[code] = await self.work(lambda: course(match))
            return known

    async def work(self, work: Callable[[], Result]) -> Result:
        """What comes of work on a record, however long."""
        return await self._records.do(work)

    async def review(self, work: Callable[[], Result]) -> Result:
        """What comes of looking back at a match, which takes longer still."""
        return await self._reviews.do(work)


def room(kept: Kept) -> TableState:
    """A table from its log."""
    room = opened(msgspec.json.decode(kept.terms, type=terms.Terms))
    for text in kept.entries:
        room = room.after(log.entry(text))
    return room


def _fold(kept: Kept) -> tuple[TableState, list[Line]]:
    room, told = opened(msgspec.json.decode(kept.terms, type=terms.Terms)), list[Line]()
    for text in kept.entries:
        entry, before = log.entry(text), room
        room = before.after(entry)
        if room.number > len(kept.entries) - LINES:
            told.append(narrated.line(entry, before, room))
    return room, told


def brought(text: str | bytes) -> TableState:
    """A table that only shows the match of a record; nobody plays on there. Raises `BadRecord`."""
    match = record.replay(text).match
    chairs = tuple(Chair(player.name, player.bot) for player in match.setup.players)
    return TableState(terms.of(match.setup), chairs, len(match.events), match, closed=True)
