"""Junior played for one's own columns, as all the others play for theirs. Knows nobody's wish to win.

With two seats that is solved: each takes what gives it the most columns, and foresees that the other does the
same. With more seats the turns in the middle are estimated, as they are for wins.
"""

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from fivedice.games.junior import Junior, Position
from fivedice.solve.junior import JuniorKnowledge, of_seat
from fivedice.solve.junior_board import key_of, layout, turn_of
from fivedice.solve.junior_table import Table, solved


@dataclass(frozen=True, slots=True)
class OwnColumns(JuniorKnowledge):
    """The mean sum of a seat's columns when every seat plays for its own."""

    aim: ClassVar[str] = "columns"
    seats: int

    @property
    def exact(self) -> bool:
        """One or two seats are solved."""
        return self.table.exact

    @property
    def table(self) -> Table:
        """The columns still to come."""
        return _table(self.seats)

    def worths(self, positions: list[Position], seat: int) -> list[float]:
        """The columns the seat has, and the mean of those to come."""
        turn = turn_of(positions[0])
        made = [float(sum(filter(None, position.tokens[seat]))) for position in positions]
        if turn == self.table.told.turns:
            return made
        to_come = of_seat(self.table, positions, turn, seat)
        return [now + later for now, later in zip(made, to_come, strict=True)]


@cache
def _table(seats: int) -> Table:
    """Solved once in a process; it takes less than a second."""
    return solved(layout(seats, to_win=False), key_of(Junior().start(seats, 0), to_win=False))
