"""Reads records, cards and table logs in threads, with caches.

Tables, cards, records and reviews have separate threads, so that a long record does not block a table.
"""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from cachetools import LRUCache
from msgspec.structs import replace

from fivedice.cards import written
from fivedice.core.rules import Game, IllegalMove
from fivedice.games.owncard import OwnCard
from fivedice.match.match import EventMatch, MatchStates, course
from fivedice.notation import record
from fivedice.runtime.library import check_known
from fivedice.server.compute.catalog import offer
from fivedice.server.compute.solving import Threads
from fivedice.server.storage import table_rows
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.table_rows import StoredTable
from fivedice.table import log, terms
from fivedice.table.protocol.narrated import RecentEntries
from fivedice.table.state import TableState, of_match, opened

CARDS = 100
"""The number of cards in the cache."""
KEPT = 8
"""The number of records, matches and reviews in each cache."""
TERMS = msgspec.json.Decoder(terms.Terms)


class RecordReader:
    """Reads and caches records for one worker."""

    def __init__(self, storage: AsyncDatabase) -> None:
        self._storage = storage
        self.records, self.reviews = Threads(1), Threads(1)
        """For work on records, and on reviews."""
        self._tables, self._cards = Threads(1), Threads(1)
        self._one = asyncio.Lock()
        self._uploaded = LRUCache[str, TableState](KEPT)
        self._courses = LRUCache[str, MatchStates](KEPT)
        self._written = LRUCache[str, OwnCard](CARDS)

    async def table(self, stored: StoredTable) -> tuple[TableState, RecentEntries]:
        """A table from its log, and its latest entries."""
        return await self._tables.do(lambda: _fold(stored))

    async def record(self, text: str | bytes) -> TableState:
        """A record as a read-only table. Raises `BadRecord`."""
        return await self.records.do(lambda: of_record(text))

    async def card(self, text: str) -> OwnCard:
        """The game of a player's own card; reads one card at a time. Raises `BadCard`."""
        if text not in self._written:
            self._written[text] = await self._cards.do(lambda: OwnCard(written.read(text)))
        return self._written[text]

    def has_read(self, text: str) -> bool:
        """Whether a card is in the cache."""
        return text in self._written

    async def describe(self, text: str) -> dict[str, Any]:
        """Describes the game of a card, which may take seconds. Raises `BadCard`."""
        game = await self.card(text)
        return await self._cards.do(lambda: offer(game))

    async def measure(self, game: Game) -> None:
        """Measures a player's own card, which may take seconds and is cached."""
        if game.is_own_card:
            with suppress(IllegalMove):
                await self._cards.do(lambda: check_known(game))

    async def uploaded(self, code: str) -> TableState | None:
        """An uploaded record as a table."""
        known = self._uploaded.get(code)
        text = None if known else await self._storage.ask(table_rows.uploaded, code)
        if text is None:
            return known
        async with self._one:  # another request may have read it
            if code not in self._uploaded:
                self._uploaded[code] = await self.record(text)
            return self._uploaded[code]

    def forget(self, code: str) -> None:
        """Removes an uploaded record from the cache."""
        self._uploaded.pop(code, None)

    async def course(self, code: str, match: EventMatch) -> MatchStates:
        """A finished match with all its intermediate states."""
        async with self._one:
            known = self._courses.get(code)
            is_same = known and known.match.setup.players == match.setup.players
            if known and is_same and len(known.match.events) == len(match.events):
                return known
            known = self._courses[code] = await self.records.do(lambda: course(match))
            return known


def state(stored: StoredTable) -> TableState:
    """The state of a table from its log."""
    return _fold(stored)[0]


def _fold(stored: StoredTable) -> tuple[TableState, RecentEntries]:
    table = opened(TERMS.decode(stored.terms))
    recent = RecentEntries(table)
    for entry in map(log.entry, stored.entries):
        table = table.after(entry)
        recent.add(entry, table)
    return table, recent


def of_record(text: str | bytes) -> TableState:
    """A closed table that shows the match of a record. Raises `BadRecord`."""
    replayed = record.replay(text)
    return replace(of_match(replayed.match), secret=replayed.secret)
