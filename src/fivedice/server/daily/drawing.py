"""Draws the deals of each day on the day before, so that they are committed before anybody plays."""

import asyncio
import time
from contextlib import suppress
from datetime import tzinfo

from fivedice.games import GAMES
from fivedice.runtime import days
from fivedice.runtime.store import StoreError
from fivedice.server.storage import attempts
from fivedice.server.storage.append_entries import Conflict
from fivedice.server.storage.async_database import AsyncDatabase

EVERY = 30.0
"""Seconds between two checks of the clock, because somebody may change it."""


async def work(storage: AsyncDatabase, zone: tzinfo) -> None:
    """Draws the missing deals of today and tomorrow, until cancelled."""
    last = ""
    while True:
        today = days.today(time.time(), zone)
        with suppress(StoreError, Conflict):
            if today.date != last:
                for day in (today, days.tomorrow(today, zone)):
                    await storage.ask(attempts.draw, day, GAMES.values())
                last = today.date
        await asyncio.sleep(EVERY)
