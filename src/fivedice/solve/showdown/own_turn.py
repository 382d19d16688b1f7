"""Knowledge of showdown: a seat's own turn is exact, and a network estimates the positions after it.

Within a chain of steals, positions are evaluated for the moving seat by a search one red die and one turn
ahead. So errors within a seat's own turn show as luck of the red die, never as cost. `last_turn` solves the
last turn of a match, if possible.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from fivedice.analysis.solver_api import Knowledge
from fivedice.core.dice import Dice
from fivedice.core.ties import first_best
from fivedice.core.worth import Worth, best_keep, follow, keep_worth, turn_worth
from fivedice.games.showdown import NOTHING, STAY, Showdown, chips_for, combination
from fivedice.games.showdown_board import CARDS, ShowdownPosition
from fivedice.solve.showdown import last_turn
from fivedice.solve.showdown.board import LEFT, NONE, SEAT, Board, Boards, Ints, pack, pawns
from fivedice.solve.showdown.network import AIMS, WINS, Net, estimates, load, results
from fivedice.solve.showdown.turn import LUCKY, RED, Turns, best_ends, list_ends, moves

GAME = Showdown()
"""The options do not matter here: they only concern the start of a match."""
KEPT = 256
"""The number of positions of each kind to cache: the positions of a match, which a review visits again."""


class Ahead(NamedTuple):
    """A turn before the black dice, and the worths of its ends to every seat."""

    turns: Turns
    worths: Worth
    """(ends, seats): the worths of the ends."""
    chosen: np.ndarray[tuple[int], np.dtype[np.int64]]
    """(252,): the end that the seat to play chooses for each roll."""


@dataclass(frozen=True, eq=False)
class ShowdownKnowledge(Knowledge):
    """The chance of winning, or the chips at the end, for one number of seats."""

    seats: int
    net: Net
    goal: int
    """The place of the aim in `AIMS`."""

    @property
    def aim(self) -> str:
        """The unit of worths."""
        return AIMS[self.goal]

    def worth(self, position: ShowdownPosition, seat: int) -> float:
        """The worth of a position: a chance of winning from 0 to 1, or a number of chips."""
        self._check(position)
        if position.left == 0:
            return float(results(pack(position)[None], self.goal)[0, seat])
        if position.phase == "roll":
            return self._turn(position, seat)
        if position.phase == "choose":
            return self._choice(position, seat)
        return _moving(self, position) if seat == position.seat else float(_estimate(self, position)[seat])

    def rolls(self, position: ShowdownPosition, seat: int) -> Worth:
        """(252,): the worth of the best use of each final roll."""
        self._check(position)
        ahead = _ahead(self, position)
        return ahead.worths[ahead.chosen, seat]

    def uses(self, position: ShowdownPosition, seat: int, roll: Dice) -> dict[str, float]:
        """The worth of each use of this roll."""
        self._check(position)
        ahead = _ahead(self, position)
        return {
            use.name: float(ahead.worths[end_of(ahead.turns, use.name, roll), seat])
            for use in GAME.uses(position, seat, roll)
        }

    def is_exact(self, position: ShowdownPosition) -> bool:
        """Whether choices are rated exactly, which is possible only in a solved last turn."""
        self._check(position)
        if position.left != 1:
            return position.left == 0
        return bool(_is_solved(self, position))

    def _check(self, position: ShowdownPosition) -> None:
        if len(position.pawns) != self.seats:
            raise ValueError(f"These worths are for {self.seats} seats, not for {len(position.pawns)}.")

    # --- Whose turn it is ------------------------------------------------------------------------------

    def _turn(self, position: ShowdownPosition, seat: int) -> float:
        """The worth before the black dice, if the seat to play maximizes its own worth."""
        ahead = _ahead(self, position)
        worths: Worth = ahead.worths[ahead.chosen]
        turn = turn_worth(worths[:, position.seat])
        if seat == position.seat:
            return float(turn.turn)
        two_left, _ = follow(turn, worths[:, [seat]])
        return float(keep_worth(two_left[best_keep(turn.two_left)])[0, 0])

    def _choice(self, position: ShowdownPosition, seat: int) -> float:
        """The better of moving on and staying for the seat that chooses."""
        options = (GAME.choose(position, STAY), replace(position, phase="move"))
        best = first_best([self.worth(after, position.seat) for after in options])
        return self.worth(options[best], seat)

    # --- The seat to play ------------------------------------------------------------------------------

    def _going_on(self, boards: Boards, board: Board) -> Worth:
        """(boards,): the worths of boards that follow `board` to the seat about to throw the red die."""
        worths = last_turn.worths_of(self.goal, board, boards)
        rest = np.isnan(worths)
        if rest.any():
            worths[rest] = look_ahead(boards[rest], board[SEAT], self.net, self.goal)
        return worths

    def _end_worths(self, board: Board, ends: Boards) -> Worth:
        """(ends, seats): the worths of the ends of this board's turn."""
        worths, seat = estimates(ends, self.net, self.goal), board[SEAT]
        on = _moving_on(ends, board)
        if len(on):
            for end, own in zip(on, self._going_on(ends[on], board), strict=True):
                self._tell(worths[end], seat, own)
        return worths

    def _tell(self, worths: Worth, seat: int, own: float) -> None:
        """Replaces one seat's worth by a better estimate; the others share the remaining chance as before."""
        if self.goal == WINS:
            others = 1 - worths[seat]
            worths *= (1 - own) / others if others > 0 else 0
        worths[seat] = own


@lru_cache(maxsize=KEPT)
def _ahead(knowledge: ShowdownKnowledge, position: ShowdownPosition) -> Ahead:
    """All ends of the turn of a pawn about to throw the black dice."""
    board = pack(position)
    turns = list_ends(board[None], np.zeros(1, np.int64))
    worths = knowledge._end_worths(board, turns.ends)
    return Ahead(turns, worths, best_ends(turns, worths[:, position.seat]))


@lru_cache(maxsize=KEPT)
def _moving(knowledge: ShowdownKnowledge, position: ShowdownPosition) -> float:
    """The worth to the seat about to throw the red die."""
    board = pack(position)
    return float(knowledge._going_on(board[None], board)[0])


@lru_cache(maxsize=KEPT)
def _is_solved(knowledge: ShowdownKnowledge, position: ShowdownPosition) -> bool:
    """Whether everything that follows in a last turn is solved."""
    if position.phase == "choose":
        moving = replace(position, phase="move")
        return _is_solved(knowledge, GAME.choose(position, STAY)) and _is_solved(knowledge, moving)
    board, boards = pack(position), pack(position)[None]
    if position.phase == "roll":
        ends = _ahead(knowledge, position).turns.ends
        boards = ends[_moving_on(ends, board)]
    return not np.isnan(last_turn.worths_of(knowledge.goal, board, boards)).any()


def _moving_on(ends: Boards, board: Board) -> Ints:
    """The ends of a board's turn at which its seat moves on."""
    return np.flatnonzero((ends[:, SEAT] == board[SEAT]) & (ends[:, LEFT] != 0))


@lru_cache(maxsize=KEPT)
def _estimate(knowledge: ShowdownKnowledge, position: ShowdownPosition) -> Worth:
    """(seats,): the worths to every seat before a red die."""
    return estimates(pack(position)[None], knowledge.net, knowledge.goal)[0]


def look_ahead(boards: Boards, seat: int, net: Net, aim: int) -> Worth:
    """(boards,): the worths to this seat before the red die: one exact turn, and estimates after it."""
    by_space = moves(boards, RED, lambda ends: estimates(ends, net, aim)[:, seat])
    return by_space[np.arange(len(boards)), pawns(boards)]


def end_of(turns: Turns, name: str, roll: Dice) -> int:
    """The index of the end that a use leads to."""
    if name == NOTHING:
        return int(turns.nothing[0])
    card = CARDS.index(name.partition("-")[2])
    chips = (combination if name.startswith("raise") else chips_for)(card, roll)
    plainly = int(turns.offers[0, card, chips])
    return int(turns.offers[0, card, LUCKY]) if plainly == NONE else plainly


def knowledge(seats: int, aim: str = "wins") -> ShowdownKnowledge:
    """The knowledge for this number of seats, for "wins" or "chips". Raises ValueError if there is none."""
    return ShowdownKnowledge(seats, load(seats, aim), AIMS.index(aim))
