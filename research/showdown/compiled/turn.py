"""What a turn of showdown is worth, exactly, from what the positions after it are worth.

First all positions that the turn can lead to are listed (`list_ends`, `list_landings`); whoever asks finds
out what they are worth, by a network or by a search, and hands that back (`roll_worths`, `move_worths`).
The sixteen spaces of the ring are the sixteen lanes of the lattice of keeps: whatever space the pawn may
come to, its turn is worked out side by side with the others.
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
"""The most positions that a turn on one space can end in, and some room: six cards with up to four chips,
six with one value, nothing."""


@compiled
def turns(spaces: int) -> Turns:
    """Room for turns on so many spaces."""
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
    """Nothing is listed in the room."""
    for space in range(room.landed.size):
        room.nothing[space] = room.landed[space] = NONE
        for card in range(CARD_COUNT):
            for chips in range(LUCKY + 1):
                room.offers[space, card, chips] = NONE


@compiled
def unseen() -> Ints:
    """No end is listed yet: (12, 8)."""
    seen = np.empty((CARD_COUNT, MOST_CHIPS + 1), np.int64)
    for card in range(CARD_COUNT):
        for chips in range(MOST_CHIPS + 1):
            seen[card, chips] = NONE
    return seen


# --- What a turn leads to ----------------------------------------------------------------------------------


@compiled
def add_end(ends: Boards, count: int, board: Board) -> None:
    """Writes a position where the next end goes."""
    for place in range(SIZE):
        ends[count, place] = board[place]


@compiled
def end_of(board: Board, card: int, chips: int, ends: Boards, count: int, seen: Ints) -> int:
    """The place of the position after a card is taken: a new one, or, in the Showdown Round, one seen before.

    There it does not matter from which space a card is taken.
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
    """Lists what the turn of a pawn about to throw the black dice leads to, for a space; counts on.

    `seen` are the ends of this board that are listed already, by card and chips; -1 for none.
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
    """Lists what the turn of a pawn about to move leads to, on every space it may come to; counts the ends.

    These are the spaces `within` so many steps, and those it comes to by moving on from own cards.
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
    """Whether the pawn may come to the space from one of those before it, where it has landed already."""
    for back in range(1, 7):
        if landed[(space - back) % SPACES] == MOVE or landed[(space - back) % SPACES] == CHOOSE:
            return True
    return False


# --- What it is worth --------------------------------------------------------------------------------------


@compiled
def best_end(offers: Ints, nothing: Ints, space: int, roll: int, worths: Floats) -> int:
    """The end that a final roll is best used for, the first among equals."""
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
    """Writes the end that each final roll on the first space is best used for: (252,)."""
    for roll in range(ROLL_COUNT):
        chosen[roll] = best_end(offers, nothing, int64(0), roll, worths)


@compiled
def roll_worths(offers: Ints, nothing: Ints, space: int, worths: Floats, keeps: Rows, lane: int) -> None:
    """Writes the worth of every final roll, with its best use, into a lane of the keeps of five dice."""
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
    """Writes the worth of a whole turn in every lane, from that of its final rolls: (1, 16)."""
    throw(keeps, lattice)
    best_keeps(keeps, lattice)
    throw(keeps, lattice)
    best_keeps(keeps, lattice)
    store(stays, 0, mean_roll(keeps, lattice))


@compiled
def move_worths(
    offers: Ints, nothing: Ints, landed: Ints, worths: Floats, lattice: Lattice, moves: Floats, stays: Rows
) -> None:
    """Writes the worth of moving on from every space, (16,), and of staying to throw the dice, (1, 16)."""
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
    """Writes the worth of moving on from every space, own cards followed as far as they go round the ring.

    No more than three own cards lie between two Wild spaces, so this comes to rest.
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
