"""Solves games on demand, once for all tables, in threads that can be abandoned.

Requests for the same knowledge wait for the same task, and a waiting request holds no thread.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from typing import Any, TypeVar

from fivedice.analysis.solver_api import Beside, Knowledge
from fivedice.cards import written
from fivedice.core.rules import Game, IllegalMove
from fivedice.games.cardgame import card_of
from fivedice.games.owncard import OwnCard
from fivedice.match.setup import Setup
from fivedice.runtime.library import Library, is_foreseen, make_room
from fivedice.runtime.waiting import run_in_thread
from fivedice.server import metrics
from fivedice.solve.cards.distribution import Distribution

Result = TypeVar("Result")


class Threads:
    """Runs at most `at_once` functions at a time, each in its own thread."""

    def __init__(self, at_once: int) -> None:
        self._free = asyncio.Semaphore(at_once)

    async def do(self, work: Callable[[], Result]) -> Result:
        """Runs work. It occupies its slot until it ends, even if the caller is cancelled."""
        await self._free.acquire()
        loop, under_way = asyncio.get_running_loop(), run_in_thread(work)
        under_way.add_done_callback(lambda _: self._ended(loop))
        return await asyncio.wrap_future(under_way)

    async def do_within(self, seconds: float, work: Callable[[], Result]) -> Result:
        """Runs work, but raises `TimeoutError` after this many seconds.

        Abandoned work may continue, but its slot is free again.
        """
        async with self._free:
            try:
                return await asyncio.wait_for(asyncio.wrap_future(run_in_thread(work)), seconds)
            except TimeoutError:
                raise TimeoutError(f"no result after {seconds:g} seconds") from None

    def _ended(self, loop: asyncio.AbstractEventLoop) -> None:
        """Frees the slot; called in the thread that ends."""
        with suppress(RuntimeError):  # the loop has ended too
            loop.call_soon_threadsafe(self._free.release)


Wanted = tuple[Game, int, str]
"""A game, the number of its seats, and an aim."""

SOLVERS = 8
OWN_AT_ONCE = 1
"""The number of own cards solved at a time; limited, because strangers may keep sending new ones."""
OWN_KEPT = 6
"""The number of own cards whose solutions stay in memory; the others stay on disk."""
OWN_FILLINGS = 2_000_000
"""The most fillings of an own card that is solved. A card of 15 boxes with one bonus has 1.4 million."""
SMALLEST = OwnCard(
    written.read(
        'title = "Two boxes"\n[[sections]]\ntitle = "All"\n'
        'boxes = [{ name = "Sixes", needs = "face 6", pays = "these dice" }, { name = "Chance" }]'
    )
)
"""A tiny card; solving it compiles the solver."""
log = logging.getLogger(__name__)


class Unsolved(Exception):  # noqa: N818 - not a failure
    """The knowledge is not available yet."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__(wanted)
        self.wanted = wanted


class SolverPool:
    """Access to a library from the event loop and from the threads that run bots."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: dict[Wanted, Knowledge] = {}
        self._under_way: dict[Hashable, asyncio.Task[Any]] = {}
        self._threads, self._own_threads = Threads(SOLVERS), Threads(OWN_AT_ONCE)
        self._own: dict[Game, None] = {}
        """Own cards in the order of use, the most recent last."""
        self._in_background: dict[Wanted, asyncio.Task[Knowledge]] = {}

    def at_hand(self, game: Game, seats: int, aim: str) -> Knowledge:
        """The knowledge that is ready, from any thread. After `Unsolved`, wait for `soon` and ask again."""
        wanted = _wanted(game, seats, aim)
        known = self._known.get(wanted)
        if known is None and wanted in self._in_background:
            known = self._known.get(_wanted(game, 1, "score"))
        if known is None:
            raise Unsolved(wanted)
        return known

    async def when_known(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Runs work, which occupies no thread while it waits for a game to be solved."""
        while True:
            try:
                return await work()
            except Unsolved as unsolved:
                await self.soon(*unsolved.wanted)

    async def soon(self, game: Game, seats: int, aim: str) -> Knowledge:
        """The knowledge of a game. It has expected points as long as slow chances to win are being computed.

        Raises `IllegalMove` if there is none.
        """
        wanted = _wanted(game, seats, aim)
        if not await self._takes_long(wanted):
            return await self.knowledge(*wanted)
        points = await self.knowledge(game, 1, "score")
        if wanted not in self._in_background:
            task = asyncio.ensure_future(self.knowledge(*wanted))
            task.add_done_callback(lambda task: self._learned(wanted, task))
            self._in_background[wanted] = task
        return points

    async def _takes_long(self, wanted: Wanted) -> bool:
        game, _, aim = wanted
        if wanted in self._known or wanted in self._in_background or aim != "wins":
            return wanted in self._in_background
        return await self._threads.do(lambda: self._library.takes_long(game, aim))

    def _learned(self, wanted: Wanted, task: asyncio.Task[Any]) -> None:
        """After a failure, hints continue to count points."""
        if not task.cancelled() and (error := task.exception()):
            log.error("The chances to win could not be computed.", exc_info=error)
        else:
            del self._in_background[wanted]

    async def knowledge(self, game: Game, seats: int, aim: str) -> Knowledge:
        """The knowledge of a game. Raises `IllegalMove` if there is none."""
        wanted = _wanted(game, seats, aim)
        self._keep_few(game)
        if wanted not in self._known:
            if wanted != _wanted(game, 1, "score"):
                await self._cards(game)
            with metrics.SOLVE_SECONDS.time():
                known = await self._once(game, wanted, lambda: self._library(*wanted))
            make_room(self._known)[wanted] = known
            # before anyone reaches the last rounds
            self._start(game, ("endings", wanted), known.compile_endings)
        return self._known[wanted]

    async def of_scores(self, setup: Setup) -> Knowledge | None:
        """The knowledge of the scores of a match, if there is any."""
        with suppress(IllegalMove):
            return (await self.knowledge(setup.game, len(setup.players), "score")).at_leisure()
        return None

    def has(self, game: Game, seats: int, aim: str) -> bool:
        """Whether this knowledge is loaded."""
        return _wanted(game, seats, aim) in self._known

    async def beside(self, game: Game, seats: int, aim: str) -> tuple[Beside, ...]:
        """The figures of a hint besides the worths for this aim."""
        await self._cards(game)
        key = "beside", game, seats, aim
        return await self._once(game, key, lambda: self._library.beside(game, seats, aim))

    def compile_solver(self) -> None:
        """Starts compiling the solver, so that the first own card does not have to wait."""
        self._start(SMALLEST, "solver", lambda: self._library(SMALLEST, 1, "score"))

    def prepare(self, game: Game) -> None:
        """Starts computing the additional figures of hints in the background."""
        self._start(game, ("prepared", game), lambda: self._library.prepare(game))

    def foresee(self, game: Game, position: Any) -> None:
        """Starts computing the values for which hints on a position would otherwise have to wait."""
        if is_foreseen(game, len(game.scores(position))):
            self._start(game, ("foreseen", game, position), lambda: self._library.foresee(game, position))

    async def distribution(self, game: Game) -> Distribution:
        """The distribution of final totals. Raises `IllegalMove` if it is not known."""
        await self._cards(game)
        return await self._once(game, ("distribution", game), lambda: self._library.distribution(game))

    async def best_play(self, game: Game) -> Distribution | None:
        """The distribution of final totals, if it is known."""
        try:
            return await self.distribution(game)
        except IllegalMove:
            return None

    async def _cards(self, game: Game) -> None:
        """Solves a score card for expected points first, because everything else builds on them."""
        if card_of(game) is not None:
            await self.knowledge(game, 1, "score")

    def _keep_few(self, game: Game) -> None:
        """Forgets the least recently used own cards."""
        if not game.is_own_card:
            return
        self._own.pop(game, None)
        self._own[game] = None
        while len(self._own) > OWN_KEPT:
            oldest = next(iter(self._own))
            del self._own[oldest]
            self._known = {wanted: known for wanted, known in self._known.items() if wanted[0] != oldest}
            self._library.forget(oldest)

    async def _once(self, game: Game, key: Hashable, solve: Callable[[], Result]) -> Result:
        """Runs `solve` once for all callers; it continues if the first caller is cancelled."""
        result: Result = await asyncio.shield(self._start(game, key, solve))
        return result

    def _start(self, game: Game, key: Hashable, solve: Callable[[], Result]) -> asyncio.Task[Any]:
        if key not in self._under_way:
            threads = self._own_threads if game.is_own_card else self._threads
            task = asyncio.ensure_future(threads.do(solve))
            task.add_done_callback(lambda task: self._ended(key, task))
            self._under_way[key] = task
        return self._under_way[key]

    def _ended(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        del self._under_way[key]
        if not task.cancelled():
            task.exception()  # marks it as handled


def _wanted(game: Game, seats: int, aim: str) -> Wanted:
    """Normalizes a key: one seat has one aim, and the points of a card do not depend on seats."""
    aim = "score" if seats == 1 else aim
    return game, 1 if aim == "score" and card_of(game) is not None else seats, aim
