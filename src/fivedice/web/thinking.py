"""Bots and hints, worked out in threads so that no table waits for another's. Holds no table."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Lock
from typing import TypeVar

import msgspec

from fivedice import bots, explain, judge
from fivedice.bots import Bot
from fivedice.knowledge import Knowledge
from fivedice.library import Library
from fivedice.notation import write
from fivedice.play.events import Decision
from fivedice.play.questions import view
from fivedice.play.state import State
from fivedice.rules import Game
from fivedice.wire.messages import Choice, Hinted

Found = TypeVar("Found")

THREADS = 4


class Thinking:
    """What bots decide and hints say; each table of knowledge is solved once, whoever asks first."""

    def __init__(self, library: Library, chance: Random) -> None:
        """Bots draw from `chance`; knowledge comes from the library."""
        self._library, self._chance = library, chance
        self._solving = Lock()
        self._threads = ThreadPoolExecutor(THREADS, "thinking")
        self._bots: dict[str, Bot] = {}

    async def decide(self, state: State, seat: int, bot: str) -> Decision:
        """What a bot decides in a seat; without a bot the game plays for who is away (R6)."""
        seen = view(state, seat)
        if not bot:
            return bots.away(seen, seat)
        return await self._do(lambda: self._bot(bot)(seen, seat, self._chance))

    async def hint(self, state: State, seat: int, number: int) -> Hinted:
        """The choices of a seat that is asked, ranked. Raises `IllegalMove` where nothing is known."""
        return await self._do(lambda: self._hint(state, seat, number))

    async def ask(self, question: Callable[[Library], Found]) -> Found:
        """Any question to the library."""

        def answer() -> Found:
            with self._solving:
                return question(self._library)

        return await self._do(answer)

    def close(self) -> None:
        """Thinks no more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _do(self, work: Callable[[], Found]) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _bot(self, name: str) -> Bot:
        if name not in self._bots:
            self._bots[name] = bots.make(name, self._knowing)
        return self._bots[name]

    def _knowing(self, game: Game, seats: int, aim: str) -> Knowledge:
        with self._solving:
            return self._library(game, seats, aim)

    def _hint(self, state: State, seat: int, number: int) -> Hinted:
        asked = state.setup.game, len(state.setup.players), "score"
        with self._solving:
            known, others = self._library(*asked), self._library.beside(*asked)
        rated = judge.rate(state, seat, known)
        choices = tuple(
            Choice(
                msgspec.json.decode(write.event(choice.decision)),
                choice.worth,
                choice.cost,
                explain.beside(state, seat, choice.decision, known, others) if others else {},
                explain.why(state, seat, choice, known),
            )
            for choice in rated
        )
        return Hinted(number, known.aim, known.exact, choices)
