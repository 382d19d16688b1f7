"""Forfeits: a bot that gives no decision loses the match.

From then on `away` plays for its seat, as for an absent player (R6), so the others can play on. The bot loses
the match, whatever its seat scores, and plays again in the next one.
"""

from collections.abc import Callable, Collection, Sequence
from random import Random

from fivedice.bots import away
from fivedice.core.rules import leaders
from fivedice.match import questions
from fivedice.match.events import Decision
from fivedice.match.state import State


class Forfeit(Exception):  # noqa: N818 - by rule
    """A bot gives no decision; the message says why, in a sentence."""


class Seated:
    """The bots of one match by seat, and the seats that have forfeited it."""

    def __init__(self, bots: Sequence[Callable[[State, int, Random], Decision]]) -> None:
        self._bots = bots
        self.forfeited: dict[int, str] = {}
        """The reason for each forfeit, by seat."""

    def decide(self, view: State, seat: int, chance: Random) -> Decision:
        """The decision of the seat's bot, or of `away` once the bot has forfeited."""
        if seat not in self.forfeited:
            try:
                return self._bots[seat](view, seat, chance)
            except Forfeit as why:
                self.forfeited[seat] = str(why)
        return away(view, seat)


def winners(state: State, forfeited: Collection[int]) -> tuple[int, ...]:
    """The winners of a finished match by the rules, without the seats that have forfeited it.

    If all winners have forfeited, the highest score among the others wins. If every seat has forfeited, all
    share the win.
    """
    fair = [seat for seat in range(len(state.setup.players)) if seat not in forfeited]
    won = tuple(seat for seat in questions.winners(state) if seat in fair)
    if won or not fair:
        return won or tuple(range(len(state.setup.players)))
    scores = questions.scores(state)
    return tuple(fair[place] for place in leaders(tuple(scores[seat] for seat in fair)))
