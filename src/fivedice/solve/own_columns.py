"""Junior played for one's own columns, as if the tokens of the others stayed as they are. Knows no opponent.

Alone that is exact. With others it is what an eager child plays for: it sees which columns are taken, not
which soon will be.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivedice.dice import ROLLS, Dice
from fivedice.games.junior import PICTURE, TURNS, Junior, Position, landing
from fivedice.worth import Worth, turn_worth

Row = tuple[int, frozenset[int]]
"""A row that is still open to the seat, and the columns in it that others have taken."""


@dataclass(frozen=True)
class OwnColumns:
    """The mean sum of a seat's columns when nobody else moves."""

    seats: int

    @property
    def exact(self) -> bool:
        """Only who plays alone is never in anybody's way."""
        return self.seats == 1

    @property
    def aim(self) -> str:
        """Columns."""
        return "columns"

    def worth(self, position: Position, seat: int) -> float:
        """The columns the seat has, and the mean of those to come."""
        rows = _open_rows(position, seat)
        left = TURNS[self.seats] - (len(position.tokens[seat]) - len(rows))
        return _scored(position, seat) + _to_come(_shape(rows), left)

    def rolls(self, position: Position, seat: int) -> Worth:
        """(252,): the same after the best use of each roll."""
        rows = _open_rows(position, seat)
        left = TURNS[self.seats] - (len(position.tokens[seat]) - len(rows))
        return _scored(position, seat) + _rolls(tuple(rows), left)

    def uses(self, position: Position, seat: int, roll: Dice) -> dict[str, float]:
        """The same after each use."""
        game = Junior()
        return {
            use.name: self.worth(game.use(position, seat, roll, use.name), seat)
            for use in game.uses(position, seat, roll)
        }


def _scored(position: Position, seat: int) -> int:
    return sum(filter(None, position.tokens[seat]))


def _open_rows(position: Position, seat: int) -> list[Row]:
    mine = position.tokens[seat]
    taken = [frozenset(c for c in column if c) for column in zip(*position.tokens, strict=True)]
    return [(row, taken[row]) for row in range(len(mine)) if mine[row] is None]


def _shape(rows: list[Row]) -> tuple[Row, ...]:
    """Rows are alike but for what is taken in them: the order does not matter."""
    masks = sorted((taken for _, taken in rows), key=sorted)
    return tuple((row, taken) for row, taken in enumerate(masks))


@cache
def _to_come(rows: tuple[Row, ...], left: int) -> float:
    """The mean sum of columns in the turns left."""
    return float(turn_worth(_rolls(rows, left)).turn) if left else 0.0


@cache
def _rolls(rows: tuple[Row, ...], left: int) -> Worth:
    """(252,): the columns of this turn's best use and those to come after it."""
    columns = np.array([_columns(row, taken) for row, taken in rows])
    after = np.array([_to_come(_shape([r for r in rows if r is not row]), left - 1) for row in rows])
    scored = np.where(columns > PICTURE, columns + after[:, None], -np.inf).max(axis=0)
    worth: Worth = np.where(np.isinf(scored), after.max(), scored)
    return worth


@cache
def _columns(row: int, taken: frozenset[int]) -> NDArray[np.intp]:
    """(252,): where a token of the row would stand, by the game's own rule."""
    others: list[Any] = [tuple(column if r == row else None for r in range(5)) for column in taken]
    board = Position(((None,) * 5, *others), 0)
    return np.array([landing(board, row, roll) for roll in ROLLS])
