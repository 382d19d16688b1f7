"""Knowledge of junior: the chance to win, or the columns if everybody plays for their own columns.

Exact for one to three seats. With four, only the last turns are exact; earlier turns are estimated. Tables
are kept on disk.
"""

from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from fivedice.analysis.solver_api import Knowledge
from fivedice.core.dice import Dice
from fivedice.core.rules import Hands, RollOff
from fivedice.core.worth import Worth, first_best_along
from fivedice.games.junior import CHARACTERS, TURNS, WILD, Junior, JuniorPosition
from fivedice.solve.junior import network
from fivedice.solve.junior.board import COUNTS, ROWS, Ints, key_of, layout, roll_counts, turn_of
from fivedice.solve.junior.levels import Progress
from fivedice.solve.junior.table import (
    THREE,
    WorthTable,
    as_numbers,
    from_numbers,
    solve_table,
    three_for_columns,
    three_to_win,
)
from fivedice.solve.kernel import tables

SOURCES = (
    *("core/dice.py", "core/worth.py", "games/junior.py"),
    *(f"solve/junior/{name}.py" for name in ("board", "exact", "levels", "network", "table")),
)
"""The sources that a solved table depends on."""

GAME = Junior()


@dataclass(frozen=True, slots=True, eq=False)
class JuniorKnowledge(Knowledge):
    """The base of all knowledge of junior; subclasses add the worths of positions."""

    table: WorthTable

    @property
    def exact(self) -> bool:
        """Whether all positions are solve_table, as they are with one to three seats."""
        return self.table.exact

    def worth(self, position: JuniorPosition, seat: int) -> float:
        """See `Knowledge`; ValueError for an impossible position."""
        return self.worths([position], seat)[0]

    @abstractmethod
    def worths(self, positions: list[JuniorPosition], seat: int) -> list[float]:
        """The worths of several positions before the same turn."""

    def rolls(self, position: JuniorPosition, seat: int) -> Worth:
        """(252,): see `Knowledge`."""
        return self._ratings(position, seat).max(axis=1)

    def best_uses(self, position: JuniorPosition, seat: int) -> tuple[str, ...]:
        """The best character for each roll."""
        best = first_best_along(self._ratings(position, seat), axis=1)
        return tuple([CHARACTERS[row] for row in best.tolist()])

    def is_exact(self, position: JuniorPosition) -> bool:
        """Whether choices are rated exactly; with four seats, if the positions they lead to are solved."""
        return self.exact or turn_of(position) + 1 not in range(network.EARLY, network.LATE)

    def _ratings(self, position: JuniorPosition, seat: int) -> Worth:
        """(252, rows): the worth of every use of every roll; minus infinity if not offered."""
        _require_turn(position, seat)
        column, after = _ends(position, seat)
        rows, counts = np.arange(ROWS), roll_counts()
        scoring = column[rows, counts] > 0
        zeros = ~scoring.any(axis=1, keepdims=True)
        offered = {place: end for place, end in after.items() if column[place] > 0 or zeros.any()}
        distinct = list(dict.fromkeys(offered.values()))
        worth_of = dict(zip(distinct, self.worths(distinct, seat), strict=True))
        worth = np.full((ROWS, COUNTS), -np.inf)
        for place, end in offered.items():
            worth[place] = worth_of[end]
        return np.where(zeros, worth[:, 0], np.where(scoring, worth[rows, counts], -np.inf))

    def foresee(self, position: JuniorPosition) -> None:
        """Solves in advance what can follow a position, if it is otherwise solved on demand."""
        table = self.table
        if turn_of(position) + 1 in range(table.turns, table.layout.turns):
            self.rolls(position, position.seat)

    def uses(self, position: JuniorPosition, seat: int, roll: Dice) -> dict[str, float]:
        """See `Knowledge`."""
        _require_turn(position, seat)
        names = [use.name for use in GAME.uses(position, seat, roll)]
        after = [GAME.use(position, seat, roll, name) for name in names]
        return dict(zip(names, self.worths(after, seat), strict=True))


class JuniorWins(JuniorKnowledge):
    """Two to four seats: the chance to win, the roll-off of a tie included."""

    __slots__ = ()
    aim: ClassVar[str] = "wins"

    def worths(self, positions: list[JuniorPosition], seat: int) -> list[float]:
        """The seat's chances to win; at the end, its share of the win."""
        turn = turn_of(positions[0])
        if turn == self.table.layout.turns:
            return [_share(position, seat) for position in positions]
        return of_seat(self.table, positions, turn, seat)


class OwnScore(JuniorKnowledge):
    """The mean sum of a seat's columns when every seat maximizes its own sum, as the others foresee."""

    __slots__ = ()
    aim: ClassVar[str] = "columns"

    def worths(self, positions: list[JuniorPosition], seat: int) -> list[float]:
        """The columns that the seat has made, and the mean of those to come."""
        turn = turn_of(positions[0])
        so_far = [float(sum(filter(None, position.tokens[seat]))) for position in positions]
        if turn == self.table.layout.turns:
            return so_far
        to_come = of_seat(self.table, positions, turn, seat)
        return [now + later for now, later in zip(so_far, to_come, strict=True)]


def of_seat(table: WorthTable, positions: list[JuniorPosition], turn: int, seat: int) -> list[float]:
    """The worths of positions before the same turn to one seat."""
    layout = table.layout
    keys = np.array([key_of(position, layout.to_win) for position in positions])
    places = [(seat - position.seat) % layout.seats for position in positions]
    return table.find(keys, turn)[np.arange(len(keys)), places].tolist()


def knowledge(
    seats: int,
    folder: Path | None,
    progress: Progress | None = None,
    *,
    whole: bool = False,
    many: bool = False,
) -> JuniorKnowledge:
    """The knowledge for this number of seats. If the folder has no table, it is solved and stored there.

    For three seats the tables in the package suffice, unless `whole` is true; see `three_to_win`.
    """
    if seats not in TURNS:
        raise ValueError(f"Junior has 1 to {max(TURNS)} players, not {seats}.")
    if seats == 1:
        return own_score(1)
    if seats == THREE:
        return JuniorWins(three_to_win(folder, progress, whole=whole, many=many))
    board = layout(seats)
    path = file_of(seats, folder) if folder else None
    made_from = tables.fingerprint(SOURCES, str(seats), network.digest())
    numbers = tables.read(path, made_from) if path else None
    if numbers is not None:
        return JuniorWins(from_numbers(board, numbers, board.turns if seats == 2 else network.EARLY))
    table = solve_table(board, key_of(GAME.start(seats, 0)), progress)
    if path:
        tables.write(path, made_from, as_numbers(table))
    return JuniorWins(table)


_own_scores = dict[int, OwnScore]()


def own_score(seats: int, progress: Progress | None = None, *, whole: bool = False) -> OwnScore:
    """Knowledge of the columns, solved once in a process, in less than a second.

    With `whole` it solves also the turns that come with the package.
    """
    if seats not in _own_scores:
        if seats == THREE:
            table = three_for_columns(progress, whole=whole)
        else:
            start = key_of(GAME.start(seats, 0), to_win=False)
            table = solve_table(layout(seats, to_win=False), start, progress)
        _own_scores[seats] = OwnScore(table)
    return _own_scores[seats]


def file_of(seats: int, folder: Path) -> Path:
    """The file of the table for this number of seats."""
    return folder / f"junior-{seats}.table"


def _require_turn(position: JuniorPosition, seat: int) -> None:
    if GAME.awaits(position) != Hands((seat,), seat):
        raise ValueError(f"It is not the turn of seat {seat}.")


def _ends(position: JuniorPosition, seat: int) -> tuple[Ints, dict[tuple[int, int], JuniorPosition]]:
    """By row and count: the column where a token lands (-1 if none is left), and the position after it."""
    column = np.full((ROWS, COUNTS), -1)
    after = {}
    for row in range(ROWS):
        if position.tokens[seat][row] is None:
            for count in range(COUNTS):
                after[row, count] = GAME.use(position, seat, (WILD,) * count, CHARACTERS[row])
                column[row, count] = after[row, count].tokens[seat][row]
    return column, after


def _share(position: JuniorPosition, seat: int) -> float:
    awaits = GAME.awaits(position)
    winners = awaits.seats if isinstance(awaits, RollOff) else GAME.winners(position)
    return (seat in winners) / len(winners)
