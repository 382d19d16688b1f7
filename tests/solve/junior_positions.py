"""Positions of junior to hold solvers against, reached by any dice and any uses."""

import numpy as np

from fivedice.core.dice import ROLL_OF
from fivedice.games.junior import Junior, JuniorPosition

GAME = Junior()


def played(seats: int, turns: int, chance: np.random.Generator, first: int = 0) -> JuniorPosition:
    """A position after some turns, each ended on any five dice with any use on offer."""
    position = GAME.start(seats, first)
    for _ in range(turns):
        roll = ROLL_OF[tuple(int(die) for die in chance.integers(1, 7, 5))]
        uses = GAME.uses(position, position.seat, roll)
        position = GAME.use(position, position.seat, roll, uses[int(chance.integers(len(uses)))].name)
    return position
