"""How much faster rows as vectors (`fivedice.solve.kernel.lanes`) make the sweep over cards than plain loops.

Run: python -m research.cards.lanes [ROUNDS]

The plain kernel below does the same in the same order, but number by number over the sixteen of a row. It is
compiled with the same options. Both kernels solve the whole card from the same arrays, alternately, with one
thread. First, their tables are compared to the last digit.
"""

import sys
from collections.abc import Callable
from time import perf_counter

import numpy as np
from benchmarks.machine import facts
from rich import print as show
from rich.progress import track
from rich.table import Table

from fivedice.core.worth import FIRST_ROLL
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.solve.cards import sweep
from fivedice.solve.cards.columns import Columns, columns
from fivedice.solve.cards.pays import Ints, Pays, pays
from fivedice.solve.cards.sweep import held_of, offered_boxes, vacant_boxes, yahtzee_booking
from fivedice.solve.cards.table import is_card, levels
from fivedice.solve.kernel.compile import compiled
from fivedice.solve.kernel.lanes import Rows, blank
from fivedice.solve.kernel.lattice import KEEP_COUNT, PART, ROLL_COUNT, Lattice, lattice
from fivedice.solve.kernel.settings import LANES

CARDS = ("traditional", "yatzy")


def main() -> None:
    """Prints the times of both kernels."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    table = Table("Card", title=facts("numpy", "numba"), title_justify="left")
    for heading in ("vectors", "plain loops", "ratio"):
        table.add_column(heading, justify="right")
    for name in CARDS:
        vectors, plain = times(name, rounds)
        table.add_row(name, f"{vectors:.3f} s", f"{plain:.3f} s", f"{plain / vectors:.2f}")
    show(table)


def times(name: str, rounds: int) -> tuple[float, float]:
    """The fastest of some rounds: seconds with vectors, and seconds with plain loops."""
    card = card_of(GAMES[name])
    assert card is not None
    given = columns(card), pays(card), levels(card)[1:]
    cards = is_card(card)
    np.testing.assert_array_equal(with_vectors(*given)[cards], with_loops(*given)[cards])
    taken = [
        (seconds(lambda: with_vectors(*given)), seconds(lambda: with_loops(*given)))
        for _ in track(range(rounds), f"Solving {name}", transient=True)
    ]
    vectors, plain = zip(*taken, strict=True)
    return min(vectors), min(plain)


def with_vectors(columns: Columns, pays: Pays, levels: tuple[Ints, ...]) -> Rows:
    """The table as the package solves it."""
    worth = sweep.blank_table(columns)
    for shapes in levels:
        sweep.solve_shapes(shapes, worth, pays, columns, lattice())
    return worth


def with_loops(columns: Columns, pays: Pays, levels: tuple[Ints, ...]) -> Rows:
    """The same table from the plain kernel."""
    worth = sweep.blank_table(columns)
    for shapes in levels:
        solve_shapes(shapes, worth, pays, columns, lattice())
    return worth


def seconds(work: Callable[[], object]) -> float:
    """The seconds that some work takes."""
    begun = perf_counter()
    work()
    return perf_counter() - begun


@compiled
def solve_shapes(shapes: Ints, worth: Rows, pays: Pays, columns: Columns, lattice: Lattice) -> None:
    """Fill the rows of these shapes."""
    bookings, keeps, known = blank(pays.box.size), blank(KEEP_COUNT), sweep.moves(pays, columns)
    for shape in shapes:
        for block in range((columns.number[shape & columns.counted] + LANES - 1) // LANES):
            book(bookings, known, shape, block, worth, pays, columns)
            best_uses(keeps, bookings, shape, pays)
            throw(keeps, lattice)
            best_keeps(keeps, lattice)
            throw(keeps, lattice)
            best_keeps(keeps, lattice)
            mean_roll(keeps, lattice, worth, columns.first[shape] + block)


@compiled
def book(
    bookings: Rows, moves: sweep.Moves, shape: int, block: int, worth: Rows, pays: Pays, columns: Columns
) -> None:
    """Writes the worth of every booking in an open box; the package books boxes of a section with a bonus."""
    if moves.mask[0] != shape & columns.counted:
        sweep.learn(moves, shape & columns.counted, pays, columns)
    for booking in range(pays.box.size):
        if shape >> pays.box[booking] & 1:
            continue
        after = columns.first[shape | pays.bits[booking]]
        if booking < len(moves.gain):
            sweep.book_moved(bookings, moves, booking, block, after, worth, columns)
        else:
            for lane in range(LANES):
                bookings[booking, lane] = worth[after + block, lane] + float(pays.points[booking])


@compiled
def best_uses(keeps: Rows, bookings: Rows, shape: int, pays: Pays) -> None:
    """The worth of the best use of every roll."""
    vacant = vacant_boxes(shape, pays)
    for roll in range(ROLL_COUNT):
        first = pays.booking[roll, vacant[0]]
        for lane in range(LANES):
            keeps[FIRST_ROLL + roll, lane] = bookings[first, lane]
        for place in range(1, vacant.size):
            booking = pays.booking[roll, vacant[place]]
            for lane in range(LANES):
                keeps[FIRST_ROLL + roll, lane] = max(bookings[booking, lane], keeps[FIRST_ROLL + roll, lane])
    for yahtzee in range(6):
        best_yahtzee(keeps, bookings, shape, yahtzee, pays)


@compiled
def best_yahtzee(keeps: Rows, bookings: Rows, shape: int, yahtzee: int, pays: Pays) -> None:
    """The worth of the best use of a Yahtzee."""
    further = float(pays.further[held_of(shape, pays)])
    offered = offered_boxes(shape, yahtzee, pays)
    row = FIRST_ROLL + pays.yahtzees[yahtzee]
    keeps[row] = -np.inf
    for box in range(pays.boxes):
        if offered >> box & 1:
            booking = yahtzee_booking(shape, yahtzee, box, pays)
            for lane in range(LANES):
                keeps[row, lane] = max(bookings[booking, lane] + further, keeps[row, lane])


@compiled
def throw(keeps: Rows, lattice: Lattice) -> None:
    """The worth of every keep of fewer than five dice: the mean over the six faces of its next die."""
    plus_one = lattice.plus_one
    for step in range(plus_one.shape[0]):
        keep = plus_one.shape[0] - 1 - step
        one, two, three, four, five, six = plus_one[keep]
        for lane in range(LANES):
            low = keeps[one, lane] + keeps[two, lane] + keeps[three, lane]
            keeps[keep, lane] = (low + keeps[four, lane] + keeps[five, lane] + keeps[six, lane]) * PART


@compiled
def best_keeps(keeps: Rows, lattice: Lattice) -> None:
    """The worth of the best keep within every keep."""
    for place in range(lattice.keeps.size):
        keep = lattice.keeps[place]
        for face in range(lattice.faces[place]):
            less = lattice.less_one[place, face]
            for lane in range(LANES):
                keeps[keep, lane] = max(keeps[less, lane], keeps[keep, lane])


@compiled
def mean_roll(keeps: Rows, lattice: Lattice, worth: Rows, row: int) -> None:
    """The mean over the rolls of five dice, into a row of the table."""
    worth[row] = 0.0
    for roll in range(ROLL_COUNT):
        for lane in range(LANES):
            worth[row, lane] += keeps[FIRST_ROLL + roll, lane] * lattice.chance[roll]


if __name__ == "__main__":
    main()
