"""Nobody waits while Python's garbage collector walks tables, and nothing stays in memory for that."""

import asyncio
import gc
import time
import weakref
from datetime import UTC

import pytest
from prometheus_client import REGISTRY

from fivedice.server import garbage_collection, metrics
from fivedice.server.garbage_collection import is_due


@pytest.mark.parametrize(
    ("people", "seconds", "hour", "due"),
    [(0, 61, 15, True), (0, 59, 3, False), (1, 3601, 4, True), (1, 3601, 5, False), (1, 3599, 4, False)],
)
def test_all_is_collected_while_nobody_plays_and_in_the_small_hours(
    people: int, seconds: float, hour: int, due: bool
) -> None:
    assert is_due(people, seconds, hour) is due


class Cycle:
    """Refers to itself."""

    def __init__(self) -> None:
        self.itself = self


async def test_a_cycle_that_died_among_people_is_found_when_they_are_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(garbage_collection, "EVERY", 0.001)
    present = 1
    work = asyncio.create_task(garbage_collection.maintain(lambda: present, UTC))
    cycle = Cycle()
    found = weakref.ref(cycle)
    await asyncio.sleep(0.1)
    del cycle
    gc.collect()
    assert found() is not None
    present = 0
    monkeypatch.setattr(garbage_collection, "EMPTY", 0.0)
    await asyncio.sleep(0.1)
    work.cancel()
    assert found() is None


async def test_the_longest_stops_are_exported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "EVERY", 0.2)
    work = asyncio.create_task(metrics.sample(lambda: (1, 1)))
    await asyncio.sleep(0.05)
    metrics.COLLECTIONS.add(0.2)
    time.sleep(0.1)  # the stop
    await asyncio.sleep(0.3)
    work.cancel()
    assert (REGISTRY.get_sample_value("fivedice_longest_loop_stop_seconds") or 0) > 0.05
    assert (REGISTRY.get_sample_value("fivedice_longest_collection_seconds") or 0) >= 0.2
