"""Junior as numbers: every position as one integer (its key), and dice by the rows that are open to a seat.

The future depends only on who may still place a token in each row, which columns are taken there, and how far
each seat is behind. Seats are counted from the one to play, rows are sorted, and a seat that cannot catch up
has one gap. When everybody plays for columns, keys omit the gaps. A die shows the wild face, a character
whose row is open to the seat, or another.
"""

from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.core.dice import FACES, FIVE, ROLLS
from fivedice.games.junior import CHARACTERS, PICTURE, TURNS, WILD, JuniorPosition, Tokens, landing

Ints = NDArray[np.int64]
Chances = NDArray[np.float64]


class Kinds(NamedTuple):
    """The lattice of keeps for the kinds of dice: wild, one kind per open row, others."""

    part: Chances
    """(kinds,): the chance of each kind on one die."""
    starts: Ints
    """(7,): the number of the first keep of zero to five dice, and the total number of keeps."""
    plus_one: Ints
    """(keeps of fewer than five, kinds): the keep that one more die of each kind makes."""
    less_one: Ints
    """(keeps, kinds): the keep with a die of each kind removed; the keep itself if it has none."""
    counts: Ints
    """(rolls, rows): the count that each roll of five dice makes in each open row, wild dice included."""
    chance: Chances
    """(rolls,): the chance of each roll in one throw of five."""


@cache
def kinds(rows: int) -> Kinds:
    """The kinds of dice for this number of open rows."""
    others = len(CHARACTERS) - rows
    part = [1] * (1 + rows) + [others] * (others > 0)
    names = range(len(part))
    keeps = [keep for size in range(FIVE + 1) for keep in combinations_with_replacement(names, size)]
    number = {keep: place for place, keep in enumerate(keeps)}
    starts = [sum(len(keep) < size for keep in keeps) for size in range(FIVE + 2)]
    rolls = keeps[starts[FIVE] :]
    return Kinds(
        np.array(part) / len(FACES),
        np.array(starts),
        np.array(
            [[number[tuple(sorted((*keep, kind)))] for kind in names] for keep in keeps[: starts[FIVE]]]
        ),
        np.array([[number[_without(keep, kind)] for kind in names] for keep in keeps]),
        np.array([[roll.count(0) + roll.count(row + 1) for row in range(rows)] for roll in rolls]),
        np.array([_ways(roll, part) for roll in rolls]) / len(FACES) ** FIVE,
    )


def _without(keep: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """The keep with one die of a kind removed, if it has one."""
    if kind not in keep:
        return keep
    at = keep.index(kind)
    return (*keep[:at], *keep[at + 1 :])


def _ways(roll: tuple[int, ...], part: list[int]) -> int:
    """The number of orders in which five dice make a roll."""
    alike = prod(factorial(roll.count(kind)) for kind in set(roll))
    return factorial(FIVE) // alike * prod(part[kind] for kind in roll)


ROWS = 5
COLUMNS = 5
COUNTS = COLUMNS + 1
"""A roll shows a character zero to five times, wild dice included."""
BEHIND_BITS = 4
"""A seat more than 15 columns behind always has too few turns left to catch up."""


class KeyLayout(NamedTuple):
    """The layout of a key: five rows (one bit per seat, one per column), then the gap of each seat."""

    seats: int
    row_bits: int
    to_win: bool
    """Whether worths are chances to win or columns to come; keys omit the gaps in the latter case."""

    @property
    def turns(self) -> int:
        """The turns of the whole game, for all seats together."""
        return TURNS[self.seats] * self.seats


def layout(seats: int, to_win: bool = True) -> KeyLayout:
    """The layout of keys for seats that play to win or for columns."""
    return KeyLayout(seats, seats + COLUMNS, to_win)


@cache
def to_come(seats: int, turn: int) -> tuple[int, ...]:
    """The number of turns left to each seat, counted from the one to play, this turn included."""
    return tuple((TURNS[seats] * seats - turn + seats - 1 - place) // seats for place in range(seats))


@cache
def roll_counts() -> Ints:
    """(252, 5): the count that each roll makes in each row, on an empty board."""
    empty = JuniorPosition(((None,) * ROWS,), 0)
    return np.array([[landing(empty, row, roll) for row in range(ROWS)] for roll in ROLLS])


@cache
def landings() -> Ints:
    """(32, 6): the column where a token lands, by the columns taken in its row (as bits) and the count."""
    table = np.empty((1 << COLUMNS, COUNTS), dtype=np.int64)
    for columns in range(1 << COLUMNS):
        tokens = tuple((c + 1, None, None, None, None) for c in range(COLUMNS) if columns >> c & 1)
        board = JuniorPosition((*tokens, (None,) * ROWS), len(tokens))
        table[columns] = [landing(board, 0, (WILD,) * count) for count in range(COUNTS)]
    return table


def turn_of(position: JuniorPosition) -> int:
    """The number of turns played; ValueError for an impossible position."""
    seats = len(position.tokens)
    if seats not in TURNS or position.seat not in range(seats):
        raise ValueError(f"Seat {position.seat} of {seats} seats cannot play junior.")
    placed = [ROWS - tokens.count(None) for tokens in _from_seat(position)]
    turn = sum(placed)
    if placed != [TURNS[seats] - left for left in to_come(seats, turn)]:
        raise ValueError(
            f"It cannot be the turn of seat {position.seat}: the seats from it on placed {placed} tokens."
        )
    for row in zip(*position.tokens, strict=True):
        columns = [column for column in row if column]
        if len(set(columns)) < len(columns) or not all(0 < column <= COLUMNS for column in columns):
            raise ValueError(f"Tokens cannot be in the columns {columns} of one row.")
    return turn


def key_of(position: JuniorPosition, to_win: bool = True) -> int:
    """The key of a position before a turn; ValueError for an impossible one."""
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


def rows_of(layout: KeyLayout, keys: Ints) -> Ints:
    """(m, 5): the codes of the rows: a bit for each seat that may place there, then one per column."""
    return keys[:, None] >> layout.row_bits * np.arange(ROWS) & (1 << layout.row_bits) - 1


def behind(layout: KeyLayout, keys: Ints) -> Ints:
    """(m, seats): the gap of each seat, counted from the one to play, to the leader."""
    shifts = ROWS * layout.row_bits + BEHIND_BITS * np.arange(layout.seats)
    return keys[:, None] >> shifts & (1 << BEHIND_BITS) - 1


class Outcomes(NamedTuple):
    """The outcomes of the turns of m positions, by row (in the order of codes) and count."""

    column: Ints
    """(m, 5, 6): the column where the token lands; -1 where the seat has no token left for this row."""
    after: Ints
    """(m, 5, 6): the key of the position after the turn; -1 in the same places."""


def outcomes(layout: KeyLayout, keys: Ints, turn: int) -> Outcomes:
    """The outcomes of positions before the same turn of the game."""
    rows, left = rows_of(layout, keys), np.array(to_come(layout.seats, turn + 1))
    vacant = rows & 1 == 1
    places = np.nonzero(vacant)[1].reshape(len(rows), -1)
    lands = landings()[np.take_along_axis(rows, places, axis=1) >> layout.seats]
    after = _pack(
        layout, _rows_after(layout, rows, places, lands, left), _scores_after(layout, keys, lands), left
    )
    ends = Outcomes(*np.full((2, len(rows), ROWS, COUNTS), -1))
    ends.column[vacant], ends.after[vacant] = lands.reshape(-1, COUNTS), after.reshape(-1, COUNTS)
    return ends


def offered(outcomes: Outcomes) -> NDArray[np.bool_]:
    """(m, 5, 6): which outcomes are possible; a zero only if some roll scores nothing at all (R16)."""
    scores = outcomes.column > PICTURE
    vacant = outcomes.column[:, :, 0] >= PICTURE
    counts = kinds(int(vacant[0].sum())).counts
    scoring = scores[vacant].reshape(len(vacant), -1, COUNTS)
    nothing = np.ones((len(vacant), len(counts)), dtype=np.bool_)
    for row, count in enumerate(counts.T):
        nothing &= ~scoring[:, row, count]
    zero = np.asarray(nothing.any(axis=1))[:, None, None] & (outcomes.column == PICTURE)
    return np.asarray(scores | zero)


def gaps_after(layout: KeyLayout, gaps: Ints, turn: int) -> Ints:
    """(m, 6): the gaps after the turn, for each column made; gaps are keys of empty boards."""
    column = np.broadcast_to(np.arange(COUNTS), (len(gaps), 1, COUNTS))
    scores, left = _scores_after(layout, gaps, column)[:, 0], np.array(to_come(layout.seats, turn + 1))
    return _pack(layout, np.zeros((*scores.shape[:-1], ROWS), np.int64), scores, left)


def _from_seat(position: JuniorPosition) -> tuple[Tokens, ...]:
    return position.tokens[position.seat :] + position.tokens[: position.seat]


def _row_code(tokens: Tokens, left: tuple[int, ...]) -> int:
    seats = sum(1 << seat for seat, column in enumerate(tokens) if column is None and left[seat])
    columns = sum(1 << column - 1 for column in tokens if column)
    return (columns << len(tokens) | seats) if seats else 0


def _rows_after(layout: KeyLayout, rows: Ints, places: Ints, column: Ints, left: Ints) -> Ints:
    """(m, r, 6, 5): the codes of the rows as the next seat sees them, for each row placed in and count."""
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


def _scores_after(layout: KeyLayout, keys: Ints, column: Ints) -> Ints:
    """(m, r, 6, seats): the scores, counted from the next seat."""
    scores = np.empty((*column.shape, layout.seats), dtype=np.int64)
    scores[:] = -np.roll(behind(layout, keys), -1, axis=1)[:, None, None]
    scores[..., -1] += column
    return scores


def _pack(layout: KeyLayout, rows: Ints, scores: Ints, left: Ints) -> Ints:
    """The keys of positions from rows (..., 5), scores (..., seats) and turns left."""
    row_part: Ints = (np.sort(rows, axis=-1) << layout.row_bits * np.arange(ROWS)).sum(axis=-1)
    if not layout.to_win:
        return row_part
    gaps = np.minimum(scores.max(axis=-1, keepdims=True) - scores, COLUMNS * left + 1)
    gap_shifts = ROWS * layout.row_bits + BEHIND_BITS * np.arange(layout.seats)
    return row_part + (gaps << gap_shifts).sum(axis=-1)
