"""Knowledge of junior played for your own columns, as all the others play for theirs.

With two and three seats that is solved: each takes what gives it the most columns, and foresees that the
others do the same. With four seats the turns in the middle are estimated, as they are for wins.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from fivedice.games.junior import Junior, Position
from fivedice.solve.junior import three
from fivedice.solve.junior.board import key_of, layout, turn_of
from fivedice.solve.junior.exact import JuniorKnowledge, of_seat
from fivedice.solve.junior.levels import Progress
from fivedice.solve.junior.table import Table, solved

_tables: dict[int, Table] = {}
"""By number of seats, what was solved in this process."""


@dataclass(frozen=True, slots=True)
class OwnScore(JuniorKnowledge):
    """The mean sum of a seat's columns when every seat plays for its own."""

    aim: ClassVar[str] = "columns"
    seats: int
    progress: Progress | None = field(default=None, compare=False)
    """Called with how far solving has come, if anything has to be solved."""
    whole: bool = field(default=False, compare=False)
    """Whether all is solved that comes with the package, too."""

    @property
    def exact(self) -> bool:
        """One to three seats are solved."""
        return self.table.exact

    @property
    def table(self) -> Table:
        """The columns still to come; solved once in a process, which takes less than a second."""
        if self.seats == three.SEATS and self.seats not in _tables:
            _tables[self.seats] = three.for_columns(self.progress, whole=self.whole)
        if self.seats not in _tables:
            start = key_of(Junior().start(self.seats, 0), to_win=False)
            _tables[self.seats] = solved(layout(self.seats, to_win=False), start, self.progress)
        return _tables[self.seats]

    def worths(self, positions: list[Position], seat: int) -> list[float]:
        """The columns the seat has, and the mean of those to come."""
        turn = turn_of(positions[0])
        made = [float(sum(filter(None, position.tokens[seat]))) for position in positions]
        if turn == self.table.layout.turns:
            return made
        to_come = of_seat(self.table, positions, turn, seat)
        return [now + later for now, later in zip(made, to_come, strict=True)]
