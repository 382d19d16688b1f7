"""Compiled playouts: millions of games of best play on seeded dice, on all processors.

The dice of a game depend only on the seed and the game's number, so its total does not depend on the number
of games or processors. A throw is a number below 6^5, whose lowest digits in base 6 are the dice. Cards
played with the same seed share their dice as in challenge: a seat that throws n dice takes the first n of a
common row.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.dice import FACES, FIVE, KEEPS, ROLL_OF, Dice
from fivedice.core.turn import THROWS
from fivedice.core.worth import INSIDE, ROLL_NUMBER
from fivedice.solve.cards.columns import Columns, column_of, columns, shape_of
from fivedice.solve.cards.pays import Ints, Pays, pays
from fivedice.solve.cards.policy import BOX_SHIFT, KEEP_BITS, PLACES, Choices, Policy
from fivedice.solve.cards.sweep import after, booking_of
from fivedice.solve.cards.table import Progress, numbers
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.settings import LANES, processors

ORDERS = np.uint64(len(FACES) ** FIVE)
"""The number of ordered throws of five dice."""
TOGETHER = 64
"""The number of games that advance together: while one waits for memory, others are computed."""
PART = 8192
"""The number of games that a processor takes at a time."""

STEP = np.uint64(0x9E3779B97F4A7C15)
MIXES = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
SHIFTS = np.uint64(30), np.uint64(27), np.uint64(31)
"""The constants of SplitMix64 (Steele, Lea and Flood, 2014), a generator with random access."""
ONE = np.uint64(1)

Flags = NDArray[np.bool_]
Throw = NDArray[np.uint16]


class PlayoutResults(NamedTuple):
    """The results of games, one element per game."""

    totals: Ints
    """(games,): the final total."""
    bonus: Flags
    """(games,): whether the bonus of a section was earned in the turns played."""
    yahtzees: Ints
    """(games,): the number of Yahtzees paid as such in these turns, in the box or with a bonus."""
    seconds: float


class Throws(NamedTuple):
    """The rolls that can follow each keep inside a roll when the other dice are thrown."""

    orders: Throw
    """(252, 32): the number of ordered throws of the other dice."""
    first: Throw
    """(252, 32): the index in `roll` of the first of these throws."""
    roll: NDArray[np.uint8]
    """The roll of each ordered throw, keep by keep; throws of five dice come first."""


class PlayoutArrays(NamedTuple):
    """The precomputed arrays that games need."""

    choices: Choices
    number: Ints
    """(shapes,): the number of each shape's first card."""
    throws: Throws
    pays: Pays
    columns: Columns


def play(
    policy: Policy,
    games: int,
    seed: int,
    card: Card | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> PlayoutResults:
    """Plays games from a card (default: empty); ValueError for an impossible card."""
    begin = time.perf_counter()
    form, jobs = policy.form, jobs or processors()
    card = card or filling.empty(form)
    start = shape_of(form, card), column_of(form, card)
    gained, yahtzees = np.zeros(games, np.int64), np.zeros(games, np.int64)
    bonus, rules = np.zeros(games, np.bool_), known(policy)

    def play_part(first: int) -> int:
        part = slice(first, min(games, first + PART))
        play_games(seed, first, start, (gained[part], bonus[part], yahtzees[part]), rules)
        return part.stop

    with ThreadPoolExecutor(jobs) as pool:
        for done in pool.map(play_part, range(0, games, PART)):
            if progress:
                progress(done, games)
    return PlayoutResults(gained + filling.total(form, card), bonus, yahtzees, time.perf_counter() - begin)


def known(policy: Policy) -> PlayoutArrays:
    """The precomputed arrays for games with this policy."""
    rules, columns_ = pays(policy.form), columns(policy.form)
    number = numbers(policy.form)[0][np.maximum(columns_.first, 0) * LANES]
    return PlayoutArrays(policy.choices, number, throws(), rules, columns_)


@cache
def throws() -> Throws:
    """The rolls that can follow all keeps."""
    rolls, first = list[int](), dict[Dice, int]()
    for keep in KEEPS:
        first[keep] = len(rolls)
        missing = FIVE - len(keep)
        rolls += [_roll_number(keep, dice) for dice in product(FACES, repeat=missing)]
    orders = [len(FACES) ** (FIVE - len(keep)) for keep in KEEPS]
    firsts = [first[keep] for keep in KEEPS]
    return Throws(_inside(orders), _inside(firsts), np.array(rolls, np.uint8))


def _inside(numbers: list[int]) -> Throw:
    """(252, 32): a number for each keep inside each roll."""
    inside: Throw = np.array(numbers, np.uint16)[INSIDE].T.copy()
    return inside


def _roll_number(keep: Dice, dice: Dice) -> int:
    return ROLL_NUMBER[ROLL_OF[keep + dice]]


@compiled
def play_games(
    seed: int, first: int, start: tuple[int, int], results: tuple[Ints, Flags, Ints], known: PlayoutArrays
) -> None:
    """Plays games from the number `first` on, all from one shape and column, and sums their results."""
    gained, bonus, yahtzees = results
    shapes, columns, cards, rolls = np.empty((4, TOGETHER), np.int64)
    dice = np.empty((THROWS, TOGETHER), np.uint16)
    for begin in range(0, gained.size, TOGETHER):
        games = min(TOGETHER, gained.size - begin)
        shapes[:], columns[:] = start
        for turn in range(filled_boxes(start[0], known.pays), known.pays.boxes):
            for place in range(games):
                throw_dice(dice[:, place], seed, (first + begin + place) * known.pays.boxes + turn)
                cards[place] = known.number[shapes[place]] + columns[place]
            play_turns(rolls[:games], cards, dice, known)
            for place in range(games):
                game, roll = begin + place, rolls[place]
                box = known.choices[cards[place], roll] >> BOX_SHIFT
                shape_now, booking = shapes[place], booking_of(shapes[place], roll, box, known.pays)
                then, earned = after(shape_now, columns[place], booking, known.pays, known.columns)
                gained[game] += known.pays.points[booking] + int64(earned)
                bonus[game] |= earned > 0
                as_five = (box == known.pays.five) & (known.pays.points[booking] > 0)
                yahtzees[game] += as_five | (known.pays.further[booking] > 0)
                shapes[place], columns[place] = shape_now | known.pays.bits[booking], then


@compiled
def filled_boxes(shape: int, pays: Pays) -> int:
    """The number of filled boxes."""
    filled = int64(0)
    for box in range(pays.boxes):
        filled += shape >> box & 1
    return filled


@compiled
def throw_dice(dice: Throw, seed: int, turn: int) -> None:
    """Writes the three throws of a turn, given its number among all turns of all games."""
    bits = mixed(mixed(np.uint64(seed)) + np.uint64(turn))
    for throw in range(THROWS):
        dice[throw] = bits % ORDERS
        bits //= ORDERS


@compiled
def mixed(number: np.uint64) -> np.uint64:
    """The output of SplitMix64 with this number."""
    bits = (number + ONE) * STEP
    bits = (bits ^ (bits >> SHIFTS[0])) * MIXES[0]
    bits = (bits ^ (bits >> SHIFTS[1])) * MIXES[1]
    return bits ^ (bits >> SHIFTS[2])


@compiled
def play_turns(rolls: Ints, cards: Ints, dice: Throw, known: PlayoutArrays) -> None:
    """Best play of a turn for each of these cards, throw by throw, up to the final roll."""
    choices, throws = known.choices, known.throws
    for place in range(rolls.size):
        rolls[place] = throws.roll[dice[0, place]]
    for throw, shift in ((1, 0), (2, KEEP_BITS)):
        for place in range(rolls.size):
            roll = rolls[place]
            keep = choices[cards[place], roll] >> shift & (PLACES - 1)
            rolls[place] = throws.roll[
                throws.first[roll, keep]
                + np.uint32(dice[throw, place]) % np.uint32(throws.orders[roll, keep])
            ]
