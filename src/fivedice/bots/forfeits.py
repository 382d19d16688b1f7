"""Forfeits: who goes on and who wins when a bot gives no decision.

The rule: from there on the game plays for its seat, as for anybody who is away (R6), so that the others play
on; and the match is lost to it, whatever is made of its dice. It plays again in the next match.
"""

from collections.abc import Callable, Collection, Sequence
from random import Random

from fivedice.bots.away import away
from fivedice.core.rules import leaders
from fivedice.match import questions
from fivedice.match.events import Decision
from fivedice.match.state import State


class Forfeit(Exception):  # noqa: N818 - by rule
    """A bot gives no decision, and why, in a sentence."""


class Seated:
    """The bots of one match, by seat, and which of them have forfeited it."""

    def __init__(self, bots: Sequence[Callable[[State, int, Random], Decision]]) -> None:
        """All of them play."""
        self._bots = bots
        self.forfeited: dict[int, str] = {}
        """Why, by seat."""

    def decide(self, seen: State, seat: int, chance: Random) -> Decision:
        """What the bot of the seat decides, or the game for one that has forfeited."""
        if seat not in self.forfeited:
            try:
                return self._bots[seat](seen, seat, chance)
            except Forfeit as why:
                self.forfeited[seat] = str(why)
        return away(seen, seat)


def winners(state: State, forfeited: Collection[int]) -> tuple[int, ...]:
    """Who wins a match that is over: the winners by its rules, but nobody who has forfeited it.

    Where all of those have, the highest score among the others wins; where nobody else is left, all share.
    """
    fair = [seat for seat in range(len(state.setup.players)) if seat not in forfeited]
    won = tuple(seat for seat in questions.winners(state) if seat in fair)
    if won or not fair:
        return won or tuple(range(len(state.setup.players)))
    scores = questions.scores(state)
    return tuple(fair[place] for place in leaders(tuple(scores[seat] for seat in fair)))
