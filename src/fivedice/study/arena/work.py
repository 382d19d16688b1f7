"""Distributes deals to this process, to several, or to a Dask cluster.

Deals are handed out in chunks and returned in order, so nothing depends on which process played them. Each
process opens the tables of its own machine. The first deal is played here, so that a missing table is solved
once and bots that cannot play the game say so at once.

Compiling and solving handle no signals until they are done. So deals are played in threads, and the main
thread, which waits for them, can be interrupted, here and in every process.
"""

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache, partial
from importlib import import_module
from multiprocessing import active_children, get_context
from types import FrameType
from typing import Any, NoReturn

from fivedice.analysis.solver_api import Knowing
from fivedice.core import extras
from fivedice.core.rules import Untranslated
from fivedice.runtime import stopping, store, waiting
from fivedice.runtime.library import Library
from fivedice.study.arena.plan import ArenaPlan, Play, PlayedDeal, player_of

Chunk = range
Timed = tuple[list[PlayedDeal], float]
"""The results, and the seconds that they took."""
Results = Generator[list[PlayedDeal], None, None]
CHUNKS_EACH = 20
LARGEST_CHUNK = 20
SECONDS = 1.0
"""The intended seconds per chunk. Unfinished chunks are lost when an arena is stopped."""
AHEAD = 2
"""The number of chunks that each process holds: one to play and one to continue with."""
PATIENCE = "10s"
"""Seconds that a cluster may take to answer."""


class ArenaStopped(Untranslated):
    """The arena stops; the message is a sentence with the reason."""


def here(plan: ArenaPlan, deals: Chunk, knowing: Knowing) -> Results:
    """Plays the deals one after another in this process."""
    play = waiting.wait_for(partial(player_of, plan, knowing))
    return ([waiting.wait_for(partial(play, deal))] for deal in deals)


def processes(plan: ArenaPlan, deals: Chunk, jobs: int, knowing: Knowing) -> Results:
    """Plays the first deal in this process and the others in several processes. Raises `ArenaStopped`."""
    yield from here(plan, deals[:1], knowing)
    if len(deals) > 1:
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), _leave_interrupts_to_the_parent)
        try:
            yield from paced(partial(_submit, pool, plan), deals[1:], jobs)
        except BrokenProcessPool:
            raise ArenaStopped("A process of the arena was killed, perhaps because memory ran out.") from None
        except BaseException:
            _end_children()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def _submit(pool: ProcessPoolExecutor, plan: ArenaPlan, chunk: Chunk) -> "Future[Timed]":
    """Hands out a chunk. A process started here ignores Ctrl+C from its very beginning."""
    with stopping.signal_blocked(signal.SIGINT):
        return pool.submit(_waited_for, plan, chunk)


def paced(submit: Callable[[Chunk], "Future[Timed]"], deals: Chunk, jobs: int) -> Iterator[list[PlayedDeal]]:
    """The deals in order, in chunks that are handed out as others return.

    Each should take `SECONDS` at the pace of the last one, so that little is lost with slow bots.
    """
    size, begun = 1, 0
    most = max(1, min(LARGEST_CHUNK, len(deals) // (jobs * CHUNKS_EACH)))
    waiting: deque[Future[Timed]] = deque()
    while waiting or begun < len(deals):
        while begun < len(deals) and len(waiting) < AHEAD * jobs:
            waiting.append(submit(deals[begun : begun + size]))
            begun += size
        played, seconds = waiting.popleft().result()
        size = int(max(1, min(most, 2 * size, len(played) * SECONDS / max(seconds, 1e-6))))
        yield played


def _waited_for(plan: ArenaPlan, deals: Chunk) -> "Timed":
    """`_timed` in a thread, so that this process still handles signals."""
    return waiting.wait_for(partial(_timed, plan, deals))


def _timed(plan: ArenaPlan, deals: Chunk) -> "Timed":
    """Plays a chunk and measures its seconds, without the preparation of the process."""
    play, begin = _player(plan), time.perf_counter()
    return [play(deal) for deal in deals], time.perf_counter() - begin


def _end_children() -> None:
    """Ends the processes at once, with the programs that they have started."""
    for child in active_children():
        child.terminate()


def cluster(plan: ArenaPlan, deals: Chunk, address: str) -> Results:
    """Plays on the machines of a Dask cluster. Raises `ArenaStopped` if one lacks fivedice or is lost."""
    with _client(address) as client:
        workers = sum(client.nthreads().values()) or 1
        try:
            yield from paced(partial(client.submit, _timed, plan, pure=False), deals, workers)
        except (OSError, RuntimeError, ImportError, CancelledError) as error:
            raise ArenaStopped(f"The cluster stopped: {' '.join(str(error).split())}.") from None


@lru_cache(maxsize=1)
def _player(plan: ArenaPlan) -> Play:
    return player_of(plan, Library(store.tables(), many=True))


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end_now)


def _end_now(number: int, _frame: FrameType | None) -> NoReturn:
    """Ends this process with the programs that it has started."""
    waiting.let_go()
    os._exit(128 + number)


@contextmanager
def _client(address: str) -> Iterator[Any]:
    extras.need("cluster")
    try:
        client = import_module("distributed").Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError):
        raise ArenaStopped(f"No Dask cluster answers at {address!r}.") from None
    with client:
        yield client
