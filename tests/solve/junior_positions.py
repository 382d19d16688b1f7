"""Positions of junior to hold solvers against, reached by any dice and any uses."""

from functools import cache

import numpy as np

from fivedice.core.dice import ROLL_OF, ROLLS
from fivedice.core.rules import Hands, RollOff
from fivedice.games.junior import Junior, JuniorPosition
from tests.solve import oracle

GAME = Junior()


def played(seats: int, turns: int, chance: np.random.Generator, first: int = 0) -> JuniorPosition:
    """A position after some turns, each ended on any five dice with any use on offer."""
    position = GAME.start(seats, first)
    for _ in range(turns):
        roll = ROLL_OF[tuple(int(die) for die in chance.integers(1, 7, 5))]
        uses = GAME.uses(position, position.seat, roll)
        position = GAME.use(position, position.seat, roll, uses[int(chance.integers(len(uses)))].name)
    return position


@cache
def naive(position: JuniorPosition) -> tuple[float, ...]:
    """The shares of all seats by going through all dice in their order, ties broken for the next seat."""
    awaits, seats = GAME.awaits(position), range(len(position.tokens))
    if not isinstance(awaits, Hands):
        winners = awaits.seats if isinstance(awaits, RollOff) else GAME.winners(position)
        return tuple((seat in winners) / len(winners) for seat in seats)
    own = position.seat
    rolls = [
        oracle.taken([np.roll(naive(GAME.use(position, own, roll, use.name)), -own) for use in uses])
        for roll, uses in ((roll, GAME.uses(position, own, roll)) for roll in ROLLS)
    ]
    dice = np.array(rolls)[oracle.NUMBERS].reshape(*(6,) * 5, -1)
    mean = oracle.holding_of_all(oracle.holding_of_all(dice)).mean(axis=(0, 1, 2, 3, 4))
    return tuple(np.roll(mean, own).tolist())
