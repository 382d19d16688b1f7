"""Bots and hints, worked out in threads so that no table waits for another's. Holds no table."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TypeVar

import msgspec

from fivedice import bots
from fivedice.bots import Bot
from fivedice.coach import explain, judge
from fivedice.coach.knowledge import Beside, Knowledge
from fivedice.library import Library
from fivedice.notation import write
from fivedice.play.events import Decision
from fivedice.play.questions import view
from fivedice.play.state import State
from fivedice.web.solving import Solving, Unsolved
from fivedice.wire.messages import Choice, Hinted

Found = TypeVar("Found")

THREADS = 4


class Thinking:
    """What bots decide and hints say, by no more than the seat may see."""

    def __init__(self, library: Library, chance: Random) -> None:
        """Bots draw from `chance`; knowledge comes from the library."""
        self.solving, self._chance = Solving(library), chance
        self._threads = ThreadPoolExecutor(THREADS, "thinking")
        self._bots: dict[str, Bot] = {}

    async def decide(self, state: State, seat: int, bot: str) -> Decision:
        """What a bot decides in a seat; without a bot the game plays for who is away (R6)."""
        seen = view(state, seat)
        if not bot:
            return bots.away(seen, seat)
        decides = self._bots.setdefault(bot, bots.make(bot, self.solving.at_hand))
        return await self.work(lambda: decides(seen, seat, self._chance))

    async def hint(self, state: State, seat: int, number: int) -> Hinted:
        """The choices of a seat that is asked, ranked. Raises `IllegalMove` where nothing is known."""
        asked = state.setup.game, len(state.setup.players), "score"
        known, others = await self.solving.knowledge(*asked), await self.solving.beside(*asked)
        seen = view(state, seat)
        return await self.work(lambda: _hint(seen, seat, number, known, others))

    async def work(self, work: Callable[[], Found]) -> Found:
        """What comes of work in a thread; it waits outside for knowledge that is not at hand yet."""
        while True:
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, work)
            except Unsolved as unsolved:
                await self.solving.knowledge(*unsolved.wanted)

    def close(self) -> None:
        """Thinks no more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.solving.close()


def _hint(seen: State, seat: int, number: int, known: Knowledge, others: tuple[Beside, ...]) -> Hinted:
    choices = tuple(
        Choice(
            msgspec.json.decode(write.event(choice.decision)),
            choice.worth,
            choice.cost,
            explain.beside(seen, seat, choice.decision, known, others) if others else {},
            explain.why(seen, seat, choice, known),
        )
        for choice in judge.rate(seen, seat, known)
    )
    return Hinted(number, known.aim, known.exact, choices)
