"""What a seat can know of showdown: its own turn exactly, the positions after it by a learned estimate.

A hint works through all that the turn can end in: black dice, red die, moving on from own cards, chains of
steals. What others do after it is estimated by a network (`showdown.value`), except in the last turn
of a match, which is solved to its end wherever that means no more than `MOST_BOARDS` boards.

Within a chain of steals a position is judged for the seat that is on it by looking one red die and one
turn ahead; so all that is inexact in a seat's own turn shows as luck of the red die, never as cost.

The chances of all seats sum to one while black dice are thrown. Before a red die the seat about to throw it
is judged by a look ahead, the others by the estimate alone: there the sum is one as nearly as these agree.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from fivedice.dice import Dice
from fivedice.games.showdown import (
    CARDS,
    FULL_VALUE,
    NOTHING,
    SPACES,
    STAY,
    WILD_SPACES,
    Held,
    Position,
    Showdown,
    chips_for,
    combination,
)
from fivedice.solve.kernel.compile import int64
from fivedice.solve.kernel.lattice import Lattice, lattice
from fivedice.solve.kernel.width import LANES
from fivedice.solve.showdown.ahead import MOST_BOARDS, moving
from fivedice.solve.showdown.board import LEFT, NONE, PAWN, SEAT, Board, pack
from fivedice.solve.showdown.ending import Ending, ending, look_up, solve
from fivedice.solve.showdown.turn import LUCKY, Turns, best_ends, list_ends, turns, unseen
from fivedice.solve.showdown.value import AIMS, WINS, Boards, Net, estimates, load, result
from fivedice.worth import Worth, best_keep, follow, keep_worth, turn_worth

GAME = Showdown()
"""Its options are only about how a match starts."""
DIAMONDS = sorted(set(range(SPACES)) - set(WILD_SPACES))
Progress = Callable[[int, int], None]
"""Hears how many of how many parts are ready."""


class Ahead(NamedTuple):
    """A turn about to throw the black dice, and what its ends are worth to every seat."""

    turns: Turns
    worths: Worth
    """(ends, seats)"""
    chosen: np.ndarray[tuple[int], np.dtype[np.int64]]
    """(252,): the end that the seat to play uses each roll for."""


@dataclass(frozen=True, eq=False)
class ShowdownKnowledge:
    """The chance of winning, or the chips at the end, for one number of seats."""

    seats: int
    aim: str
    net: Net
    exact: bool = False

    @cached_property
    def _goal(self) -> int:
        return AIMS.index(self.aim)

    @cached_property
    def _lattice(self) -> Lattice:
        return lattice()

    def worth(self, position: Position, seat: int) -> float:
        """What the position promises: a chance of winning from 0 to 1, or a number of chips."""
        self._check(position)
        if position.left == 0:
            return result(pack(position), seat, self._goal)
        if position.phase == "roll":
            return self._turn(position, seat)
        if position.phase == "choose":
            return self._choice(position, seat)
        if seat == position.seat:
            return self._moving(pack(position))
        return float(self._estimate(pack(position))[seat])

    def rolls(self, position: Position, seat: int) -> Worth:
        """(252,): what it is worth to end the turn with each roll, used in the best way."""
        self._check(position)
        ahead = self._ahead(position)
        worths: Worth = ahead.worths[ahead.chosen, seat]
        return worths

    def uses(self, position: Position, seat: int, roll: Dice) -> dict[str, float]:
        """What each use of this roll is worth."""
        self._check(position)
        ahead = self._ahead(position)
        return {
            use.name: float(ahead.worths[_end(ahead.turns, use.name, roll), seat])
            for use in GAME.uses(position, seat, roll)
        }

    def _check(self, position: Position) -> None:
        if len(position.pawns) != self.seats:
            raise ValueError(f"This is known for {self.seats} seats, not for {len(position.pawns)}.")

    # --- Whose turn it is ------------------------------------------------------------------------------

    def _turn(self, position: Position, seat: int) -> float:
        """Before the first black dice, as the seat to play goes on."""
        ahead = self._ahead(position)
        worths: Worth = ahead.worths[ahead.chosen]
        turn = turn_worth(worths[:, position.seat])
        if seat == position.seat:
            return float(turn.turn)
        two_left, _ = follow(turn, worths[:, [seat]])
        return float(keep_worth(two_left[best_keep(turn.two_left)])[0, 0])

    def _choice(self, position: Position, seat: int) -> float:
        """Move on or stay, whichever is worth more to the seat that chooses."""
        options = (GAME.choose(position, STAY), replace(position, phase="move"))
        return self.worth(max(options, key=lambda after: self.worth(after, position.seat)), seat)

    # --- The seat to play ------------------------------------------------------------------------------

    def _ahead(self, position: Position) -> Ahead:
        return _ahead(self, position)

    def _moving(self, board: Board) -> float:
        """To the seat about to throw the red die: exactly in the last turn, else with estimates after it."""
        return self._going_on(board, self._ending(board))

    def _going_on(self, board: Board, solved: Ending | None) -> float:
        """What `showdown_ahead.going_on` says, in parts that are quicker to compile and only as needed."""
        goal = int64(self._goal)
        if solved is None or not solved.known:
            return moving(board, self.net, goal, self._lattice, turns(int64(LANES)))
        worth = np.empty(1)
        look_up(board[None], int64(1), solved, goal, worth)
        return float(worth[0])

    def _end_worths(self, board: Board, ends: Boards, count: int) -> Worth:
        """(count, seats): what the first ends of the turn of this board are worth."""
        worths = np.empty((count, self.seats))
        estimates(ends, count, self.net, int64(self._goal), worths)
        for end in np.flatnonzero((ends[:count, SEAT] == board[SEAT]) & (ends[:count, LEFT] != 0)):
            self._tell(worths[end], board[SEAT], self._going_on(ends[end], self._ending(board)))
        return worths

    def _tell(self, worths: Worth, seat: int, own: float) -> None:
        """One seat's worth is known better; what chances there are left the others share as before."""
        if self.aim == AIMS[WINS]:
            others = 1 - worths[seat]
            worths *= (1 - own) / others if others > 0 else 0
        worths[seat] = own

    def _ending(self, board: Board) -> Ending | None:
        if board[LEFT] != 1:
            return None
        bare = board.copy()
        bare[PAWN : PAWN + self.seats] = 0
        return _ending(self, bare.tobytes())

    def _estimate(self, board: Board) -> Worth:
        worths: Worth = np.empty((1, self.seats))
        estimates(board[None], 1, self.net, self._goal, worths)
        return worths.ravel()


@lru_cache(maxsize=64)
def _ahead(knowledge: ShowdownKnowledge, position: Position) -> Ahead:
    """Everything that the turn of a pawn about to throw the black dice can end in."""
    room = turns(int64(1))
    board = pack(position)
    count = list_ends(board, int64(0), int64(0), room.ends, room.offers, room.nothing, unseen())
    worths = knowledge._end_worths(board, room.ends, count)
    chosen = np.empty(252, np.int64)
    best_ends(room.offers, room.nothing, np.ascontiguousarray(worths[:, position.seat]), chosen)
    return Ahead(room, worths, chosen)


@lru_cache(maxsize=64)
def _ending(knowledge: ShowdownKnowledge, board: bytes) -> Ending:
    start = np.frombuffer(board, np.int64).copy()
    boards = ending(start, int64(knowledge._goal), int64(MOST_BOARDS))
    solve(boards, int64(knowledge._goal), knowledge._lattice)
    return boards


def _end(room: Turns, name: str, roll: Dice) -> int:
    """The place of the position that a use leads to."""
    if name == NOTHING:
        return int(room.nothing[0])
    card = CARDS.index(name.partition("-")[2])
    chips = (combination if name.startswith("raise") else chips_for)(card, roll)
    plain = int(room.offers[0, card, chips])
    return int(room.offers[0, card, LUCKY]) if plain == NONE else plain


def knowledge(seats: int, aim: str = "wins", progress: Progress | None = None) -> ShowdownKnowledge:
    """What is known for so many seats, for "wins" or "chips". Raises ValueError where there is nothing.

    With `progress` all that it ever needs is compiled first, which may take seconds, part by part.
    """
    known = ShowdownKnowledge(seats, aim, load(seats, aim))
    if progress:
        start = GAME.start(seats, 0)
        cards = tuple(Held(space, 0, full) for space, full in zip(DIAMONDS, FULL_VALUE, strict=True))
        needed = (GAME.move(start, 1), start, replace(start, cards=cards, left=1))
        for part, position in enumerate(needed):
            progress(part, len(needed))
            known.worth(position, 0)
        progress(len(needed), len(needed))
    return known
