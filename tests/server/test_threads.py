"""Work in threads: how much of it is done at once, and what becomes of who waits for it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from threading import Event

import pytest

from fivedice.server.compute.solving import Threads

PATIENCE = 30.0


@asynccontextmanager
async def held_up() -> AsyncIterator[tuple[Threads, Event]]:
    """One thread, and what work in it waits for."""
    go_on = Event()
    try:
        async with asyncio.timeout(PATIENCE):
            yield Threads(1), go_on
    finally:
        go_on.set()


def held(go_on: Event, begun: list[str], name: str) -> Callable[[], str]:
    """Work that says when it begins, and ends when it may."""

    def work() -> str:
        begun.append(name)
        go_on.wait(PATIENCE)
        return name

    return work


async def test_what_somebody_waited_for_keeps_its_thread_when_they_go() -> None:
    """Who asks for long work and leaves, again and again, has no more of it done at once than who stays."""
    async with held_up() as (threads, go_on):
        begun: list[str] = []
        first = asyncio.create_task(threads.do(held(go_on, begun, "first")))
        while not begun:
            await asyncio.sleep(0.01)
        first.cancel()
        second = asyncio.create_task(threads.do(held(go_on, begun, "second")))
        await asyncio.wait([first, second], timeout=0.2)
        assert (first.cancelled(), begun) == (True, ["first"])
        go_on.set()
        assert await second == "second"


async def test_what_is_given_up_leaves_its_turn_to_the_next() -> None:
    """After its seconds it counts no more, though its thread goes on."""
    async with held_up() as (threads, go_on):
        begun: list[str] = []
        with pytest.raises(TimeoutError, match=r"no result after 0\.05 seconds"):
            await threads.do_within(0.05, held(go_on, begun, "first"))
        assert await threads.do(lambda: "second") == "second"
        assert (begun, go_on.is_set()) == (["first"], False)


async def test_what_work_raises_is_raised_where_it_is_waited_for() -> None:
    """And the thread is free again."""
    async with held_up() as (threads, _):
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                await threads.do(lambda: 1 / 0)
