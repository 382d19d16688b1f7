"""Runs bots and hints in threads, so that no table waits for another."""

from functools import partial
from random import Random
from typing import get_args

from fivedice import bots
from fivedice.analysis import evaluate
from fivedice.analysis.annotate import Moment
from fivedice.analysis.solver_api import Aim, is_chance
from fivedice.core.faces import DRAWN
from fivedice.core.rules import WrongCall
from fivedice.language import mark, tr
from fivedice.match import questions
from fivedice.match.events import Decision
from fivedice.match.questions import view
from fivedice.match.state import State
from fivedice.narration import costs, hints
from fivedice.notation import write
from fivedice.report import hint_text
from fivedice.runtime.library import Library
from fivedice.server import metrics
from fivedice.server.compute.solving import SolverPool, Threads
from fivedice.server.settings import THINKING
from fivedice.table.protocol.messages import ChoiceText, HintedChoice, HintedMessage

AIMS: tuple[Aim, ...] = get_args(Aim)
THREADS = 4
NOT_YET = mark("The chances to win are still being computed. Ask again in a minute.")


class BotRunner:
    """Runs bots and hints, which know only their seat's view. A bot has `longest` seconds per decision."""

    def __init__(self, library: Library, chance: Random, longest: float = THINKING) -> None:
        self.solving, self._chance, self._longest = SolverPool(library), chance, longest
        self._threads, self._deciding = Threads(THREADS), Threads(THREADS)
        self._bots: dict[str, bots.Bot] = {}

    async def decide(self, state: State, seat: int, bot: str) -> Decision:
        """The decision of a bot or, without one, of the game for an absent player (R6).

        Raises the exceptions of the bot, `TimeoutError`, or `IllegalMove` for an illegal decision.
        """
        own = view(state, seat)
        if not bot:
            return bots.away(own, seat)
        decides = self._bots.setdefault(bot, bots.make(bot, self.solving.at_hand))
        with metrics.BOT_SECONDS.time():
            decide = partial(decides, own, seat, self._chance)
            decision = await self.solving.when_known(lambda: self._deciding.do_within(self._longest, decide))
        if decision not in questions.decisions(own, seat):
            raise WrongCall(f"{decision!r} is not a legal decision of this seat.")
        return decision

    async def hint(self, state: State, seat: int, number: int, aim: Aim = "score") -> HintedMessage:
        """The choices of a seat, ranked by `aim`, or by the score if no chance to win is known.

        Raises `IllegalMove` if the game has no solver.
        """
        game, seats = state.setup.game, len(state.setup.players)
        aims = AIMS if Library.has_wins(game, seats) else AIMS[:1]
        aim = aim if aim in aims else AIMS[0]
        known = await self.solving.soon(game, seats, aim)
        waits = aim == "wins" and known.aim != "wins"
        others = await self.solving.beside(game, seats, AIMS[0] if waits else aim)
        self.solving.prepare(game)
        own = view(state, seat)

        def work() -> HintedMessage:
            rated = hints.choices(own, seat, evaluate.rate(own, seat, known), known, others)
            chances = tuple(other.aim for other in others if is_chance(other.aim))
            exact = evaluate.is_exact(own, known)
            return HintedMessage(
                number,
                known.aim,
                exact,
                tuple(
                    HintedChoice(write.fields(one.decision), one.worth, one.cost, one.beside, one.why)
                    for one in rated
                ),
                chances,
                hints.describe_mix(hints.mixture(own, seat, self.solving.at_hand), DRAWN),
                aims,
                note=tr(NOT_YET) if waits else "",
                texts=tuple(ChoiceText(**hint_text.figures(one, known.aim)) for one in rated),
                counts=hint_text.counts(own, known.aim, exact=exact),
                legend=hint_text.legend(own, chances),
                advice=hints.advise(own, seat, rated[0].decision, rated[0].cost, known),
            )

        return await self.solving.when_known(lambda: self._threads.do(work))

    async def judge(self, state: State, decisions: tuple[Decision, ...]) -> tuple[Moment, ...]:
        """These decisions judged by the score; for `state`, see `costs.judge`.

        Raises `IllegalMove` if the game has no solver.
        """
        game, seats = state.setup.game, len(state.setup.players)
        known = await self.solving.soon(game, seats, AIMS[0])
        return await self.solving.when_known(
            lambda: self._threads.do(lambda: tuple(costs.judge(state, one, known) for one in decisions))
        )
