"""Counts finished matches for their players: in the background, by any worker, each once.

Counting and marking share a transaction, so a crash neither repeats nor loses a match.
"""

import asyncio
import logging
import time
from contextlib import suppress
from hashlib import sha256

from msgspec.structs import replace

from fivedice.analysis.luck_and_cost import MatchReview
from fivedice.core.rules import IllegalMove
from fivedice.language import tr
from fivedice.match.match import EventMatch
from fivedice.notation import record
from fivedice.runtime.store import StoreError
from fivedice.server.compute.reviewing import Busy
from fivedice.server.players import drill_store, results
from fivedice.server.players.results import PlayerSeat, RatedPlayer
from fivedice.server.storage import attempts
from fivedice.server.storage.append_entries import Conflict
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.errors import Damaged
from fivedice.server.tables.registry import NoTable, TableRegistry
from fivedice.statistics.figures import MatchFigures, figures, is_whole, places
from fivedice.statistics.ratings import BOT
from fivedice.table import credit
from fivedice.table.state import TableState
from fivedice.training import shipped
from fivedice.training.drills import Drill, from_review

EVERY = 5.0
"""Seconds between two searches for finished matches."""
AT_ONCE = 20
"""The most matches of one search."""
SETTLED = 120.0
"""Seconds for which the end of a match with real dice may be taken back before it is counted."""

log = logging.getLogger(__name__)


class Counting:
    """Counts matches for this worker."""

    def __init__(self, registry: TableRegistry, storage: AsyncDatabase) -> None:
        self._registry, self._storage = registry, storage
        self._failed = set[str]()
        """Tables that cannot be counted until the next start."""
        self._awake = asyncio.Event()

    async def work(self) -> None:
        """Counts until cancelled."""
        while True:
            with suppress(StoreError):
                await self.count_all()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._awake.wait(), EVERY)
            self._awake.clear()

    def hurry(self) -> None:
        """Searches again at once."""
        self._awake.set()

    async def count_all(self) -> None:
        """Counts the finished matches that are not yet counted."""
        most = AT_ONCE + len(self._failed)
        for code in await self._storage.ask(results.pending, most):
            if code not in self._failed:
                await self._count_safely(code)

    async def _count_safely(self, code: str) -> None:
        """Counts a table. Another worker may be faster; the next search finds matches that were left."""
        try:
            await self._count(code)
        except (Conflict, Busy):
            return
        except (NoTable, Damaged):
            self._failed.add(code)
        except StoreError:
            raise
        except Exception:
            log.exception("Table %s could not be counted.", code)
            self._failed.add(code)

    async def _count(self, code: str) -> None:
        table = await self._registry.find(code)
        at = await self._storage.ask(results.time_of, code)
        if table.terms.dice == "own" and table.is_over and time.time() < at + SETTLED:
            return
        seats = await self._storage.ask(results.seats_at, code)
        chairs = {one: table.chair_of(one.holder) for one in seats if not one.counted}
        by_seat, rated = dict[PlayerSeat, MatchFigures | None].fromkeys(chairs), list[RatedPlayer]()
        match = table.match
        dice = match.setup.dice if match else None
        practice = dice is not None and await self._storage.ask(attempts.is_practice, code, dice.commitment)
        if match and is_whole(match) and not practice:
            known = await self._figures(code, table, at)
            by_seat = {one: None if chair is None else known[chair] for one, chair in chairs.items()}
            rated = _rated(table, known, {one.holder: one.player for one in seats})
            await self._add_drills(code, table, match, chairs)
        await self._storage.ask(results.count, code, by_seat, rated)

    async def _add_drills(
        self, code: str, table: TableState, match: EventMatch, chairs: dict[PlayerSeat, int | None]
    ) -> None:
        """Makes drills of the costliest choices of these seats' players."""
        if shipped.missing(match.setup.game.name):
            return
        reviewed = await self._reviewed(code, match, table)
        if reviewed is None:
            return

        def work() -> dict[str, list[Drill]]:
            seated = ((one.player, chair) for one, chair in chairs.items() if chair is not None)
            return {player: from_review(reviewed, chair) for player, chair in seated}

        mistakes = await self._registry.reading.reviews.do(work)
        await self._storage.ask(drill_store.add_mistakes, mistakes, time.time())

    async def _reviewed(self, code: str, match: EventMatch, table: TableState) -> MatchReview | None:
        """The review that players read; None for a game without a solver."""
        progress = await self._registry.reviewing.summed(code, match, table.decided_by_game)
        if progress.has_failed:
            raise RuntimeError("The review failed.")
        return progress.reviewed

    async def import_(self, player: str, code: str, seat: int) -> bool:
        """Counts an uploaded record for a player; false if they have this match already.

        Raises `IllegalMove` and `NoTable`.
        """
        table = await self._registry.find(code)
        if table.people:
            raise IllegalMove(tr("Matches at a table of this server are counted automatically."))
        if table.match is None or not is_whole(table.match):
            raise IllegalMove(tr("This match began at a position, so it is not counted."))
        if not 0 <= seat < len(table.chairs):
            raise IllegalMove(tr("There is no seat {seat} in this match.", seat=seat))
        at = await self._storage.ask(results.time_of, code)
        own = (await self._figures(code, table, at))[seat]
        return await self._storage.ask(results.import_, player, replace(own, imported=True))

    async def _figures(self, code: str, table: TableState, at: float) -> list[MatchFigures]:
        """The figures of every seat, from the same review that players read."""
        match, by_seat = table.match, credit.by_seat(table)
        assert match
        reviewed = await self._reviewed(code, match, table)
        best = await self._registry.runner.solving.best_play(match.setup.game)
        chances = best.chances if best else None

        def work() -> list[MatchFigures]:
            about = {"at": at, "code": code, "record": sha256(record.text(match).encode()).hexdigest()}
            own = [one.counts for one in by_seat]
            each = (figures(match, seat, reviewed, chances, credited=own) for seat in range(len(own)))
            return [replace(one, **about) for one in each]

        return await self._registry.reading.reviews.do(work)


def _rated(table: TableState, known: list[MatchFigures], players: dict[str, str]) -> list[RatedPlayer]:
    """The known players and bots in the order in which they ended, except who used hints or was mostly away.
    Matches with real dice are not rated, nor matches on dice that somebody has played before.
    """
    assert table.match
    if table.terms.dice == "own" or table.terms.same:
        return []
    return [
        (name, place)
        for chair, place, own in zip(table.chairs, places(table.match), known, strict=True)
        if own.credited and not own.hints
        if (name := f"{BOT}{chair.bot}" if chair.bot else players.get(chair.holder, ""))
    ]
