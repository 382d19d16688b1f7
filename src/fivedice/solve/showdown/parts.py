"""What a turn of showdown is made of, whoever works it out, and what is asked of who does. Works nothing out.

Two answer (`Works`): `plain.works` in numpy, at once; `compiled.works` as machine code, which takes seconds
to make and plays a match in a third of the time from then on. Their numbers are the same to the last bit.
"""

from typing import NamedTuple, Protocol

from fivedice.core.dice import FACES
from fivedice.solve.showdown.board import MOST_CHIPS, Board, Ints
from fivedice.solve.showdown.network import Boards, Floats, Net

LUCKY = MOST_CHIPS + 1
"""The place in `Turns.offers` of what a Yahtzee takes a card for."""

PRECISE = 1e-15
"""How little a worth may still change when moving on from own cards is followed round the ring."""

RED = len(FACES)
"""How far the red die moves a pawn at most."""

MOST_BOARDS = 400
"""How many boards the last turn may make and still be solved exactly: some 70 microseconds each."""

MOST_NUMBERS = 1 << 14
"""The most numbers of boards that are looked through for those that need work."""


class Turns(NamedTuple):
    """Turns on up to sixteen spaces, and all positions that they can lead to."""

    ends: Boards
    """(ends, SIZE): positions before a red die, or the end of the match."""
    offers: Ints
    """(spaces, 12, 9): the end of putting so many chips on a card, or of a Yahtzee for it; -1 for none."""
    nothing: Ints
    """(spaces,): the end where the dice give nothing, or where the turn ends without dice."""
    landed: Ints
    """(spaces,): what phase comes of landing there; -1 where the turn ends at once or none comes."""


class Ending(NamedTuple):
    """The boards of a last turn."""

    start: Board
    """The board before any steal, the seat about to throw the red die."""
    radix: Ints
    """(12, 8): what a card stolen with so many chips adds to the number of a board."""
    place: Ints
    """(numbers,): where each board stands in `moves`; -1 where the seat leads already."""
    moves: Floats
    """(boards, 16): the worth to the seat of moving on from each space."""
    known: bool
    """Whether this is a last turn of few enough boards; else `moves` is empty."""


class Works(Protocol):
    """Who works turns out; `aim` is a place in `AIMS`."""

    def list_ends(self, board: Board) -> Turns:
        """What the turn of a pawn about to throw the black dice leads to."""

    def best_ends(self, turns: Turns, worths: Floats) -> Ints:
        """(252,): the end that each final roll is best used for by (ends,) worths, the first among equals."""

    def estimates(self, boards: Boards, net: Net, aim: int) -> Floats:
        """(boards, seats): what positions before a red die, or at the end, are worth to every seat."""

    def moving(self, boards: Boards, seat: int, net: Net, aim: int) -> Floats:
        """(boards,): what boards are worth to this seat, which is about to throw the red die on all of them.

        That is one turn exactly, and estimates after it.
        """

    def ending(self, start: Board, aim: int, most_boards: int) -> Ending:
        """The boards of a last turn from this one on, worked out if there are no more than that."""

    def look_up(self, boards: Boards, known: Ending, aim: int) -> Floats:
        """(boards,): what boards of a last turn, between two steals or at its end, are worth to its seat."""
