"""Runs bots and hints in threads, so that no table waits for another's."""

from collections.abc import Awaitable, Callable
from random import Random
from typing import TypeVar, get_args

from msgspec.structs import replace

from fivedice import bots
from fivedice.analysis import evaluate, hints
from fivedice.analysis.solver_api import Beside, Knowing, Knowledge, is_chance
from fivedice.bots import Bot
from fivedice.core.faces import DRAWN
from fivedice.core.rules import IllegalMove
from fivedice.match import questions
from fivedice.match.events import Decision
from fivedice.match.questions import view
from fivedice.match.state import State
from fivedice.runtime.library import Library
from fivedice.server.compute.solving import SolverPool, Unsolved
from fivedice.server.compute.threads import Threads
from fivedice.server.settings import THINKING
from fivedice.table.protocol.messages import Aim, Hinted

Result = TypeVar("Result")

AIMS: tuple[Aim, ...] = get_args(Aim)
THREADS = 4
NOT_YET = "The chances to win are still being worked out. Ask again in a minute."


class BotRunner:
    """What bots decide and hints say, by no more than the seat may see."""

    def __init__(self, library: Library, chance: Random, longest: float = THINKING) -> None:
        """Bots draw from `chance` and have so many seconds; knowledge comes from the library."""
        self.solving, self._chance, self._longest = SolverPool(library), chance, longest
        self._threads, self._deciding = Threads(THREADS), Threads(THREADS)
        self._bots: dict[str, Bot] = {}

    async def decide(self, state: State, seat: int, bot: str) -> Decision:
        """What a bot decides in a seat; without a bot the game plays for who is away (R6).

        Raises what the bot raises, `TimeoutError` for no answer and `IllegalMove` for none that is legal.
        """
        seen = view(state, seat)
        if not bot:
            return bots.away(seen, seat)
        decides = self._bots.setdefault(bot, bots.make(bots.respelled(bot), self.solving.at_hand))
        decision = await _when_known(
            self.solving,
            lambda: self._deciding.do_within(self._longest, lambda: decides(seen, seat, self._chance)),
        )
        if decision not in questions.decisions(seen, seat):
            raise IllegalMove(f"This seat cannot decide {decision!r}.")
        return decision

    async def hint(self, state: State, seat: int, number: int, aim: Aim = "score") -> Hinted:
        """The choices of a seat that is asked, ranked by this aim, or by the score where no other is known.

        Raises `IllegalMove` where nothing is known.
        """
        game, seats = state.setup.game, len(state.setup.players)
        aims = AIMS if self.solving.has_wins(game, seats) else AIMS[:1]
        aim = aim if aim in aims else AIMS[0]
        known = await self.solving.soon(game, seats, aim)
        waits = aim == "wins" and known.aim != "wins"
        others = await self.solving.beside(game, seats, AIMS[0] if waits else aim)
        self.solving.prepare(game)
        seen = view(state, seat)
        hinted = await self.work(lambda: _hint(seen, seat, number, known, others, self.solving.at_hand, aims))
        return replace(hinted, note=NOT_YET) if waits else hinted

    async def work(self, work: Callable[[], Result]) -> Result:
        """What comes of work in a thread."""
        return await _when_known(self.solving, lambda: self._threads.do(work))


async def _when_known(solving: SolverPool, work: Callable[[], Awaitable[Result]]) -> Result:
    """What comes of work, which holds no thread while knowledge that it asks for is being solved."""
    while True:
        try:
            return await work()
        except Unsolved as unsolved:
            await solving.soon(*unsolved.wanted)


def _hint(
    seen: State,
    seat: int,
    number: int,
    known: Knowledge,
    others: tuple[Beside, ...],
    knowing: Knowing,
    aims: tuple[Aim, ...],
) -> Hinted:
    choices = hints.choices(seen, seat, evaluate.rate(seen, seat, known), known, others)
    chances = tuple(other.aim for other in others if is_chance(other.aim))
    mixed = hints.said(hints.mixture(seen, seat, knowing), DRAWN)
    return Hinted(number, known.aim, evaluate.is_exact(seen, known), choices, chances, mixed, aims)
