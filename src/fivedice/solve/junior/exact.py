"""Knowledge of junior: solo the worth in columns, with more seats the chance to win.

Exact for one to three seats; with four the last turns are, and what comes before them rests on estimates.
Tables are kept on disk.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from fivedice.core.dice import Dice
from fivedice.core.rules import Hands, RollOff
from fivedice.core.worth import Worth, first_best_along, turn_worth
from fivedice.games.junior import CHARACTERS, TURNS, WILD, Junior, Position
from fivedice.solve.junior import many as networks
from fivedice.solve.junior import three
from fivedice.solve.junior.board import COUNTS, ROWS, Ints, key_of, layout, roll_counts, turn_of
from fivedice.solve.junior.levels import Progress
from fivedice.solve.junior.table import Table, as_numbers, from_numbers, solved
from fivedice.solve.kernel import tables

SOURCES = (
    *("core/dice.py", "core/worth.py", "games/junior.py"),
    *(
        f"solve/junior/{name}.py"
        for name in ("board", "exact", "kinds", "levels", "many", "net", "table", "turn")
    ),
)
"""The modules that a solved table depends on."""

GAME = Junior()


class JuniorKnowledge(ABC):
    """What solo and matches have in common: everything but what a position under way is worth."""

    __slots__ = ()

    @property
    @abstractmethod
    def exact(self) -> bool:
        """Whether all of it is solved."""

    def worth(self, position: Position, seat: int) -> float:
        """As `Knowledge` tells; a position that cannot be is a ValueError."""
        return self.worths([position], seat)[0]

    @abstractmethod
    def worths(self, positions: list[Position], seat: int) -> list[float]:
        """The same for positions that are all before the same turn."""

    def rolls(self, position: Position, seat: int) -> Worth:
        """(252,): as `Knowledge` tells."""
        best: Worth = self._ratings(position, seat).max(axis=1)
        return best

    def best_uses(self, position: Position, seat: int) -> tuple[str, ...]:
        """The character that each roll is best used for."""
        best = first_best_along(self._ratings(position, seat), axis=1)
        return tuple([CHARACTERS[row] for row in best.tolist()])

    def is_exact(self, position: Position) -> bool:
        """Whether choices are rated exactly: with four seats where what they lead to was solved."""
        return self.exact or turn_of(position) + 1 not in range(networks.EARLY, networks.LATE)

    def _ratings(self, position: Position, seat: int) -> Worth:
        """(252, rows): the worth of every use of every roll; minus infinity where it is not on offer."""
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

    def uses(self, position: Position, seat: int, roll: Dice) -> dict[str, float]:
        """As `Knowledge` tells."""
        _require_turn(position, seat)
        names = [use.name for use in GAME.uses(position, seat, roll)]
        after = [GAME.use(position, seat, roll, name) for name in names]
        return dict(zip(names, self.worths(after, seat), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class JuniorSolo(JuniorKnowledge):
    """Solo: what the columns will add up to."""

    exact: ClassVar[bool] = True
    aim: ClassVar[str] = "columns"
    to_come: tuple[float, ...]
    """The mean of the columns still to come, by the number of tokens left."""

    @property
    def start(self) -> float:
        """The mean sum of best play."""
        return self.to_come[-1]

    @property
    def positions(self) -> int:
        """With nobody else on the board only the number of tokens left matters."""
        return len(self.to_come)

    def worths(self, positions: list[Position], seat: int) -> list[float]:
        """The columns made and still to come."""
        for position in positions:
            turn_of(position)
        scores = [GAME.scores(position)[seat] for position in positions]
        left = [position.tokens[seat].count(None) for position in positions]
        return [score + self.to_come[tokens] for score, tokens in zip(scores, left, strict=True)]


@dataclass(frozen=True, slots=True, eq=False)
class JuniorWins(JuniorKnowledge):
    """Two to four seats: the chance to win, the roll-off of a tie included."""

    aim: ClassVar[str] = "wins"
    table: Table

    @property
    def seats(self) -> int:
        """How many play."""
        return self.table.layout.seats

    @property
    def exact(self) -> bool:
        """Two and three seats are solved."""
        return self.table.exact

    @property
    def start(self) -> float:
        """The chance of the seat that begins."""
        return self.worth(GAME.start(self.seats, 0), 0)

    @property
    def positions(self) -> int:
        """The positions in the table."""
        return self.table.positions

    def worths(self, positions: list[Position], seat: int) -> list[float]:
        """The chances of the seat; where its turns are over, its share of the win."""
        turn = turn_of(positions[0])
        if turn == self.table.layout.turns:
            return [_share(position, seat) for position in positions]
        return of_seat(self.table, positions, turn, seat)


def foresee(known: JuniorKnowledge, position: Position) -> None:
    """Solves what can still come of a position, where that is done when it is asked about, as of three seats.

    The answer is cached, so that later questions about the match need not wait.
    """
    table = getattr(known, "table", None)
    if table and turn_of(position) + 1 in range(table.turns, table.layout.turns):
        known.rolls(position, position.seat)


def of_seat(table: Table, positions: list[Position], turn: int, seat: int) -> list[float]:
    """What positions before the same turn are worth to one seat."""
    layout = table.layout
    keys = np.array([key_of(position, layout.to_win) for position in positions])
    places = [(seat - position.seat) % layout.seats for position in positions]
    worths: list[float] = table.find(keys, turn)[np.arange(len(keys)), places].tolist()
    return worths


def knowledge(
    seats: int,
    folder: Path | None,
    progress: Progress | None = None,
    *,
    whole: bool = False,
    many: bool = False,
) -> JuniorSolo | JuniorWins:
    """All there is to know for so many seats; solved, and kept in the folder, if it has none.

    For three seats the tables in the package are enough, unless the `whole` is wanted; see `three.to_win`.
    """
    if seats not in TURNS:
        raise ValueError(f"Junior is played by 1 to {max(TURNS)}, not {seats}.")
    if seats == 1:
        return solve_solo()
    if seats == three.SEATS:
        return JuniorWins(three.to_win(folder, progress, whole=whole, many=many))
    board = layout(seats)
    path = file_of(seats, folder) if folder else None
    made_from = tables.fingerprint(SOURCES, str(seats), networks.digest())
    numbers = tables.read(path, made_from) if path else None
    if numbers is not None:
        return JuniorWins(from_numbers(board, numbers, board.turns if seats == 2 else networks.EARLY))
    table = solved(board, key_of(GAME.start(seats, 0)), progress)
    if path:
        tables.write(path, made_from, as_numbers(table))
    return JuniorWins(table)


def file_of(seats: int, folder: Path) -> Path:
    """Where what is solved for so many seats is kept."""
    return folder / f"junior-{seats}.table"


def solve_solo() -> JuniorSolo:
    """Solo, from the last token to the first."""
    known = JuniorSolo((0.0,))
    for left in range(1, ROWS + 1):
        position = Position(((0,) * (ROWS - left) + (None,) * left,), 0)
        known = JuniorSolo((*known.to_come, float(turn_worth(known.rolls(position, 0)).turn)))
    return known


def _require_turn(position: Position, seat: int) -> None:
    if GAME.awaits(position) != Hands((seat,), seat):
        raise ValueError(f"The game does not wait for a turn of seat {seat}.")


def _ends(position: Position, seat: int) -> tuple[Ints, dict[tuple[int, int], Position]]:
    """By row and count: the column where a token lands, or -1 if none is left; and the position after it."""
    column = np.full((ROWS, COUNTS), -1)
    after = {}
    for row in range(ROWS):
        if position.tokens[seat][row] is None:
            for count in range(COUNTS):
                after[row, count] = GAME.use(position, seat, (WILD,) * count, CHARACTERS[row])
                column[row, count] = after[row, count].tokens[seat][row]
    return column, after


def _share(position: Position, seat: int) -> float:
    awaits = GAME.awaits(position)
    winners = awaits.seats if isinstance(awaits, RollOff) else GAME.winners(position)
    return (seat in winners) / len(winners)
