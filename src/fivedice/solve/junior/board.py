"""Junior as numbers: every position as one integer, its key.

What is still to come depends on little: for each row who may still place a token there and which columns are
taken, and how far each seat is behind. Seats are counted from the one to play, rows are sorted (the five
characters are alike), a row where nobody will place any more is empty, and a seat too far behind to catch up
counts as behind by no particular number. The key of a position is these numbers side by side; where everybody
plays for columns and not to win, it leaves out who is behind.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.dice import ROLLS
from fivedice.games.junior import PICTURE, TURNS, WILD, Position, Tokens, landing
from fivedice.solve.junior.kinds import kinds

Ints = NDArray[np.int64]

ROWS = 5
COLUMNS = 5
COUNTS = COLUMNS + 1
"""A roll shows a character none to five times, the wild dice included."""
BEHIND_BITS = 4
"""A seat more than 15 columns behind always has too few turns left to catch up."""


class Layout(NamedTuple):
    """How a key is laid out: five rows (a bit a seat, a bit a column), then how far each seat is behind."""

    seats: int
    row_bits: int
    to_win: bool
    """Whether worths are chances to win, or columns still to come: then nobody is behind in a key."""

    @property
    def turns(self) -> int:
        """The turns of the whole game, all seats together."""
        return TURNS[self.seats] * self.seats


def layout(seats: int, to_win: bool = True) -> Layout:
    """The layout of keys for seats that play to win or for columns."""
    return Layout(seats, seats + COLUMNS, to_win)


@cache
def to_come(seats: int, turn: int) -> tuple[int, ...]:
    """How many turns each seat, counted from the one to play, has from this one on."""
    return tuple((TURNS[seats] * seats - turn + seats - 1 - place) // seats for place in range(seats))


@cache
def roll_counts() -> Ints:
    """(252, 5): the count that each roll makes in each row, on an empty board."""
    empty = Position(((None,) * ROWS,), 0)
    return np.array([[landing(empty, row, roll) for row in range(ROWS)] for roll in ROLLS])


@cache
def landings() -> Ints:
    """(32, 6): where a token comes to stand, by the columns taken in its row (as bits) and the count."""
    table = np.empty((1 << COLUMNS, COUNTS), dtype=np.int64)
    for taken in range(1 << COLUMNS):
        tokens = tuple((c + 1, None, None, None, None) for c in range(COLUMNS) if taken >> c & 1)
        board = Position((*tokens, (None,) * ROWS), len(tokens))
        table[taken] = [landing(board, 0, (WILD,) * count) for count in range(COUNTS)]
    return table


def turn_of(position: Position) -> int:
    """How many turns have been played; a position that cannot be is a ValueError."""
    seats = len(position.tokens)
    if seats not in TURNS or position.seat not in range(seats):
        raise ValueError(f"Junior has no seat {position.seat} to play among {seats}.")
    placed = [ROWS - tokens.count(None) for tokens in _from_seat(position)]
    turn = sum(placed)
    if placed != [TURNS[seats] - left for left in to_come(seats, turn)]:
        raise ValueError(f"Seat {position.seat} cannot come to play: in turn, tokens placed are {placed}.")
    for row in zip(*position.tokens, strict=True):
        columns = [column for column in row if column]
        if len(set(columns)) < len(columns) or not all(0 < column <= COLUMNS for column in columns):
            raise ValueError(f"Tokens cannot stand in the columns {columns} of one row.")
    return turn


def key_of(position: Position, to_win: bool = True) -> int:
    """The key of a position where a turn is to be played; one that cannot be is a ValueError."""
    seats, tokens = len(position.tokens), _from_seat(position)
    left = to_come(seats, turn_of(position))
    scores = [sum(filter(None, mine)) for mine in tokens]
    key = 0
    for score, turns in zip(reversed(scores), reversed(left), strict=True):
        gap = min(max(scores) - score, COLUMNS * turns + 1)
        key = key << BEHIND_BITS | gap * to_win
    for code in sorted((_row_code(row, left) for row in zip(*tokens, strict=True)), reverse=True):
        key = key << seats + COLUMNS | code
    return key


def rows_of(layout: Layout, keys: Ints) -> Ints:
    """(m, 5): the codes of the rows: a bit for each seat that may still place there, then one a column."""
    return keys[:, None] >> layout.row_bits * np.arange(ROWS) & (1 << layout.row_bits) - 1


def behind(layout: Layout, keys: Ints) -> Ints:
    """(m, seats): by how much each seat, counted from the one to play, is behind the leader."""
    shifts = ROWS * layout.row_bits + BEHIND_BITS * np.arange(layout.seats)
    return keys[:, None] >> shifts & (1 << BEHIND_BITS) - 1


class Outcomes(NamedTuple):
    """How the turn of each of m positions may end, by row (in the order of its code) and count."""

    column: Ints
    """(m, 5, 6): where the token lands; -1 where the seat has none left for this row."""
    after: Ints
    """(m, 5, 6): the key of the position after it; -1 there too."""


def outcomes(layout: Layout, keys: Ints, turn: int) -> Outcomes:
    """The outcomes of positions before the same turn of the game."""
    rows, left = rows_of(layout, keys), np.array(to_come(layout.seats, turn + 1))
    vacant = rows & 1 == 1
    places = np.nonzero(vacant)[1].reshape(len(rows), -1)
    lands = landings()[np.take_along_axis(rows, places, axis=1) >> layout.seats]
    after = _pack(
        layout, _rows_after(layout, rows, places, lands, left), _scores_after(layout, keys, lands), left
    )
    found = Outcomes(*np.full((2, len(rows), ROWS, COUNTS), -1))
    found.column[vacant], found.after[vacant] = lands.reshape(-1, COUNTS), after.reshape(-1, COUNTS)
    return found


def offered(outcomes: Outcomes) -> NDArray[np.bool_]:
    """(m, 5, 6): which outcomes can be; a zero only where some roll scores nothing at all (R16)."""
    scores = outcomes.column > PICTURE
    vacant = outcomes.column[:, :, 0] >= PICTURE
    counts = kinds(int(vacant[0].sum())).counts
    scoring = scores[vacant].reshape(len(vacant), -1, COUNTS)
    nothing = np.ones((len(vacant), len(counts)), dtype=np.bool_)
    for row, count in enumerate(counts.T):
        nothing &= ~scoring[:, row, count]
    zero = np.asarray(nothing.any(axis=1))[:, None, None] & (outcomes.column == PICTURE)
    return np.asarray(scores | zero)


def gaps_after(layout: Layout, gaps: Ints, turn: int) -> Ints:
    """(m, 6): the gaps after the turn, for each column made; all as keys of empty boards."""
    made = np.broadcast_to(np.arange(COUNTS), (len(gaps), 1, COUNTS))
    scores, left = _scores_after(layout, gaps, made)[:, 0], np.array(to_come(layout.seats, turn + 1))
    return _pack(layout, np.zeros((*scores.shape[:-1], ROWS), np.int64), scores, left)


def _from_seat(position: Position) -> tuple[Tokens, ...]:
    return position.tokens[position.seat :] + position.tokens[: position.seat]


def _row_code(tokens: Tokens, left: tuple[int, ...]) -> int:
    seats = sum(1 << seat for seat, column in enumerate(tokens) if column is None and left[seat])
    taken = sum(1 << column - 1 for column in tokens if column)
    return (taken << len(tokens) | seats) if seats else 0


def _rows_after(layout: Layout, rows: Ints, places: Ints, column: Ints, left: Ints) -> Ints:
    """(m, r, 6, 5): the codes of the rows, seen by the next seat, for each row placed in and count."""
    everyone = (1 << layout.seats) - 1
    playing = sum(1 << seat for seat in range(layout.seats) if left[seat])
    next_seat = np.array(
        [(seats >> 1 | (seats & 1) << layout.seats - 1) & playing for seats in range(everyone + 1)]
    )
    codes = np.arange(1 << layout.row_bits)
    waiting = next_seat[codes & everyone]
    as_next = np.where(waiting > 0, codes & ~everyone | waiting, 0)
    bit = np.where(column > PICTURE, 1 << layout.seats + column - 1, 0)
    own = np.take_along_axis(rows, places, axis=1)[:, :, None]
    placed = np.empty((*column.shape, ROWS), dtype=np.int64)
    placed[:] = as_next[rows][:, None, None]
    np.put_along_axis(placed, places[:, :, None, None], as_next[own & ~1 | bit][..., None], axis=3)
    return placed


def _scores_after(layout: Layout, keys: Ints, column: Ints) -> Ints:
    """(m, r, 6, seats): the scores, counted from the next seat."""
    scores = np.empty((*column.shape, layout.seats), dtype=np.int64)
    scores[:] = -np.roll(behind(layout, keys), -1, axis=1)[:, None, None]
    scores[..., -1] += column
    return scores


def _pack(layout: Layout, rows: Ints, scores: Ints, left: Ints) -> Ints:
    """The keys of positions whose seats have these turns left; arrays (..., 5) and (..., seats)."""
    row_part: Ints = (np.sort(rows, axis=-1) << layout.row_bits * np.arange(ROWS)).sum(axis=-1)
    if not layout.to_win:
        return row_part
    gaps = np.minimum(scores.max(axis=-1, keepdims=True) - scores, COLUMNS * left + 1)
    gap_shifts = ROWS * layout.row_bits + BEHIND_BITS * np.arange(layout.seats)
    packed: Ints = row_part + (gaps << gap_shifts).sum(axis=-1)
    return packed
