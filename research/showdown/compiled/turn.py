"""The exact worth of a turn of showdown, from the worths of the positions after it.

First, all positions that the turn can lead to are listed (`list_ends`, `list_landings`). The caller finds
their worths, by a network or a search, and passes them back (`roll_worths`, `move_worths`). The sixteen
spaces of the ring are the sixteen lanes of the lattice of keeps, so the turns on all spaces are computed side
by side.
"""

import numpy as np

from fivedice.core.ties import SAME
from fivedice.core.worth import FIRST_ROLL
from fivedice.games.showdown_board import MOST, SPACES
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import Rows, store
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, best_keeps, mean_roll, throw
from fivedice.solve.kernel.settings import LANES
from fivedice.solve.showdown.board import (
    CARD_COUNT,
    CHOOSE,
    FULL,
    LEFT,
    MOST_CHIPS,
    MOVE,
    NO_ACT,
    NONE,
    NUMBERS,
    OWN,
    PAWN,
    PHASE,
    RAISE,
    ROLL,
    SEAT,
    SIZE,
    YAHTZEE,
    Board,
    Boards,
    Ints,
)
from fivedice.solve.showdown.network import Floats
from fivedice.solve.showdown.turn import LUCKY, PRECISE, Turns
from research.showdown.compiled.steps import end_turn, land, may_take, take

MOST_ENDS = 44
"""Room for the most positions that a turn on one space can end in: six cards with up to four chips, six with
one value, and nothing.
"""


@compiled
def turns(spaces: int) -> Turns:
    """Room for turns on this many spaces."""
    room = Turns(
        np.empty((spaces * MOST_ENDS, SIZE), np.int64),
        np.empty((spaces, CARD_COUNT, LUCKY + 1), np.int64),
        np.empty(spaces, np.int64),
        np.empty(spaces, np.int64),
    )
    clear(room)
    return room


@compiled
def clear(room: Turns) -> None:
    """Empties the lists."""
    for space in range(room.landed.size):
        room.nothing[space] = room.landed[space] = NONE
        for card in range(CARD_COUNT):
            for chips in range(LUCKY + 1):
                room.offers[space, card, chips] = NONE


@compiled
def unseen() -> Ints:
    """(12, 8): a table in which no end is listed yet."""
    seen = np.empty((CARD_COUNT, MOST_CHIPS + 1), np.int64)
    for card in range(CARD_COUNT):
        for chips in range(MOST_CHIPS + 1):
            seen[card, chips] = NONE
    return seen


# --- What a turn leads to ----------------------------------------------------------------------------------


@compiled
def add_end(ends: Boards, count: int, board: Board) -> None:
    """Writes a position to the place of the next end."""
    for place in range(SIZE):
        ends[count, place] = board[place]


@compiled
def end_of(board: Board, card: int, chips: int, ends: Boards, count: int, seen: Ints) -> int:
    """The place of the position after a card is taken: a new one, or one from the list in the Showdown Round.

    In that round, the space from which a card is taken does not matter.
    """
    before: int = seen[card, chips]
    if before != NONE:
        return before
    add_end(ends, count, board)
    take(ends[count], card, chips)
    if board[LEFT] != NONE:
        seen[card, chips] = count
    return count


@compiled
def list_ends(
    board: Board, space: int, count: int, ends: Boards, offers: Ints, nothing: Ints, seen: Ints
) -> int:
    """Lists the ends of a turn before the black dice, for one space; returns the new number of ends.

    `seen` has the listed ends of this board, by card and chips; -1 for none.
    """
    for card in range(CARD_COUNT):
        act, least, plainly = may_take(board, card)
        if act == NO_ACT:
            continue
        most = MOST if card < NUMBERS else FULL[card]
        if not plainly or card >= NUMBERS:
            least = most
        for chips in range(least, most + 1):
            end = end_of(board, card, chips, ends, count, seen)
            count = max(count, end + 1)
            if plainly:
                offers[space, card, chips] = end
            if chips == most and act != RAISE:
                offers[space, card, LUCKY] = end
    add_end(ends, count, board)
    end_turn(ends[count])
    nothing[space] = count
    return count + 1


@compiled
def list_landings(board: Board, within: int, ends: Boards, offers: Ints, nothing: Ints, landed: Ints) -> int:
    """Lists the ends of a turn before the pawn moves, for every space it may reach; returns their number.

    The pawn may reach the spaces `within` this many steps, and further ones by moving on from own cards.
    """
    count = int64(0)
    here, seen = np.empty(SIZE, np.int64), unseen()
    for ahead in range(1, SPACES + 1):
        space = (board[PAWN + board[SEAT]] + ahead) % SPACES
        if not (ahead <= within or comes_to(space, landed)):
            continue
        for place in range(SIZE):
            here[place] = board[place]
        here[PHASE] = MOVE
        land(here, space)
        if here[SEAT] != board[SEAT]:
            nothing[space] = count
            add_end(ends, count, here)
            count += 1
            continue
        landed[space] = here[PHASE]
        if landed[space] != MOVE:
            here[PHASE] = ROLL
            count = list_ends(here, space, count, ends, offers, nothing, seen)
    return count


@compiled
def comes_to(space: int, landed: Ints) -> bool:
    """Whether the pawn may reach the space from one before it on which it may have landed."""
    for back in range(1, 7):
        if landed[(space - back) % SPACES] == MOVE or landed[(space - back) % SPACES] == CHOOSE:
            return True
    return False


# --- What it is worth --------------------------------------------------------------------------------------


@compiled
def best_end(offers: Ints, nothing: Ints, space: int, roll: int, worths: Floats) -> int:
    """The best end for a final roll; the first among equals."""
    best = NONE
    for card in range(CARD_COUNT):
        end = offers[space, card, LUCKY] if YAHTZEE[roll] else NONE
        if end == NONE:
            end = offers[space, card, OWN[roll, card]]
        if end != NONE and (best == NONE or worths[end] > worths[best] + SAME):
            best = end
    return nothing[space] if best == NONE else best


@compiled
def best_ends(offers: Ints, nothing: Ints, worths: Floats, chosen: Ints) -> None:
    """(252,): writes the best end for each final roll on the first space."""
    for roll in range(ROLL_COUNT):
        chosen[roll] = best_end(offers, nothing, int64(0), roll, worths)


@compiled
def roll_worths(offers: Ints, nothing: Ints, space: int, worths: Floats, keeps: Rows, lane: int) -> None:
    """Writes the worth of every final roll with its best use to a lane of the keeps of five dice."""
    for roll in range(ROLL_COUNT):
        known = YAHTZEE[roll]
        keeps[FIRST_ROLL + roll, lane] = (
            worths[best_end(offers, nothing, space, roll, worths)] if known else -np.inf
        )
    for card in range(CARD_COUNT):
        if offers[space, card, FULL[card]] == NONE:
            continue  # as most cards are on most spaces: no dice but a Yahtzee take them
        for roll in range(ROLL_COUNT):
            end = offers[space, card, OWN[roll, card]]
            if end != NONE and worths[end] > keeps[FIRST_ROLL + roll, lane]:
                keeps[FIRST_ROLL + roll, lane] = worths[end]
    for roll in range(ROLL_COUNT):
        if keeps[FIRST_ROLL + roll, lane] == -np.inf:
            keeps[FIRST_ROLL + roll, lane] = worths[nothing[space]]


@compiled
def turn_worths(keeps: Rows, lattice: Lattice, stays: Rows) -> None:
    """(1, 16): writes the worth of a whole turn in every lane, from the worths of its final rolls."""
    throw(keeps, lattice)
    best_keeps(keeps, lattice)
    throw(keeps, lattice)
    best_keeps(keeps, lattice)
    store(stays, 0, mean_roll(keeps, lattice))


@compiled
def move_worths(
    offers: Ints, nothing: Ints, landed: Ints, worths: Floats, lattice: Lattice, moves: Floats, stays: Rows
) -> None:
    """Writes the worths of moving on from every space, (16,), and of staying to throw the dice, (1, 16)."""
    keeps = np.empty((KEEP_COUNT, LANES))
    for space in range(SPACES):
        if landed[space] == ROLL or landed[space] == CHOOSE:
            roll_worths(offers, nothing, space, worths, keeps, space)
        else:
            for roll in range(ROLL_COUNT):
                keeps[FIRST_ROLL + roll, space] = 0.0
    turn_worths(keeps, lattice, stays)
    follow_moves(nothing, landed, worths, moves, stays[0])


@compiled
def follow_moves(nothing: Ints, landed: Ints, worths: Floats, moves: Floats, stays: Floats) -> None:
    """Writes the worth of moving on from every space, following own cards around the ring.

    At most three own cards lie between two Wild spaces, so this ends.
    """
    at = stays.copy()
    for space in range(SPACES):
        if landed[space] == NONE and nothing[space] != NONE:
            at[space] = worths[nothing[space]]
    change = 1.0
    while change > PRECISE:
        change = 0.0
        for space in range(SPACES):
            moves[space] = 0.0
            for face in range(1, 7):
                moves[space] += at[(space + face) % SPACES] / 6
        for space in range(SPACES):
            if landed[space] == MOVE or landed[space] == CHOOSE:
                worth = moves[space] if landed[space] == MOVE else max(moves[space], stays[space])
                change = max(change, abs(worth - at[space]) / max(1.0, abs(worth)))
                at[space] = worth
