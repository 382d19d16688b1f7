"""The mean and the deviation of the final total by another route: second moments, and no lattice of keeps.

Every keep is a list of the rolls that it can become, by counting orders; every card, by its open boxes, is a
mean and a mean square of the points still to come, for each Upper total that there may be, and with a Yahtzee
and without where another would be paid for. Of keeps worth the same the largest is kept (or, to be asked, the
smallest), of boxes the first is filled; worths no further apart than `LEVEL` are the same. What rolls pay is
the score card's; what the Joker allows is written down here once more. Shares no code with the solver.
"""

from collections import Counter
from functools import cache
from itertools import combinations, product
from math import factorial, prod

import numba
import numpy as np
from numpy.typing import NDArray

from fivedice.cards.filling import Card, scoring
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS
from tests.thirteen import EMPTY, FORCED, FREE, NONE, UPPER_GOAL, YAHTZEE

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEVEL = 1e-9
PLACE = {roll: place for place, roll in enumerate(ROLLS)}
KEPT = sorted({kept for roll in ROLLS for size in range(6) for kept in combinations(roll, size)})
UPPER_BONUS, YAHTZEE_BONUS, FULL = 35, 100, (1 << 13) - 1
JOKERS = {NONE: 0, FORCED: 1, FREE: 2}


def moments(form: ScoreCard, card: Card = EMPTY, *, smallest: bool = False) -> tuple[float, float]:
    """The mean and the deviation of the points to come under best play, of an empty card if none is told."""
    boxes = card.boxes
    mask = sum(1 << box for box, points in enumerate(boxes) if points is not None)
    fifty = int(boxes[YAHTZEE] == 50 and form != NONE)
    upper = min(sum(points or 0 for points in boxes[:6]), UPPER_GOAL)
    mean, square = np.zeros((2, FULL + 1, 2, UPPER_GOAL + 1))
    keeps = _keeps(smallest=smallest)
    work_out(mask, JOKERS[form], _points(form), _yahtzees(), *keeps, mean, square)
    found = mean[mask, fifty, upper], square[mask, fifty, upper]
    return float(found[0]), float(np.sqrt(found[1] - found[0] ** 2))


@cache
def _keeps(*, smallest: bool) -> tuple[Ints, Ints, Floats, Ints, Ints]:
    """What each keep becomes, with its chance, one after another; the keeps inside each roll, in order."""
    begin, rolls, chances = [0], list[int](), list[float]()
    for kept in KEPT:
        missing = 5 - len(kept)
        for dice in sorted({tuple(sorted(dice)) for dice in product(range(1, 7), repeat=missing)}):
            orders = factorial(missing) // prod(map(factorial, Counter(dice).values()))
            rolls.append(PLACE[tuple(sorted(kept + dice))])
            chances.append(orders / 6**missing)
        begin.append(len(rolls))
    number, first, inside = {kept: place for place, kept in enumerate(KEPT)}, [0], list[int]()
    for roll in ROLLS:
        found = {kept for size in range(6) for kept in combinations(roll, size)}
        inside += [number[kept] for kept in sorted(found, key=len, reverse=not smallest)]
        first.append(len(inside))
    return np.array(begin), np.array(rolls), np.array(chances), np.array(first), np.array(inside)


def _points(form: ScoreCard) -> Ints:
    """(2, 252, 13): what each roll pays in each box, ordinarily and as a Joker."""
    points, as_joker = scoring(form).points, scoring(form).as_joker
    return np.array([[table.get(roll, points[roll]) for roll in ROLLS] for table in (points, as_joker)])


def _yahtzees() -> Ints:
    """(252,): the Upper box of the number of each Yahtzee; -1 for any other roll."""
    return np.array([roll[0] - 1 if len(set(roll)) == 1 else -1 for roll in ROLLS])


@numba.njit(nogil=True)
def work_out(
    least: int,
    joker: int,
    points: Ints,
    yahtzees: Ints,
    begin: Ints,
    rolls: Ints,
    chances: Floats,
    first: Ints,
    inside: Ints,
    mean: Floats,
    square: Floats,
) -> None:
    """Fill in every card that has at least these boxes filled, those with the most filled first."""
    rolled, kept = np.zeros((2, 252, UPPER_GOAL + 1)), np.zeros((2, 462, UPPER_GOAL + 1))
    for mask in range(FULL - 1, least - 1, -1):
        if mask & least != least:
            continue
        size = most_upper(mask) + 1
        for fifty in range(2 if joker and mask >> YAHTZEE & 1 else 1):
            for roll in range(252):
                best_box(mask, fifty, roll, joker, points, yahtzees, mean, square, rolled, size)
            throw(rolled, begin, rolls, chances, kept, size)
            for keeps in (begin.size - 1, 1):  # of a turn that begins nothing is kept yet
                hold(kept, first, inside, rolled, size)
                throw(rolled, begin[: keeps + 1], rolls, chances, kept, size)
            for upper in range(size):
                mean[mask, fifty, upper], square[mask, fifty, upper] = kept[0, 0, upper], kept[1, 0, upper]


@numba.njit(nogil=True)
def most_upper(mask: int) -> int:
    """The highest Upper total that the boxes filled may have come to, or that of the bonus."""
    most = 0
    for box in range(6):
        most += 5 * (box + 1) * (mask >> box & 1)
    return min(most, UPPER_GOAL)


@numba.njit(nogil=True)
def best_box(
    mask: int,
    fifty: int,
    roll: int,
    joker: int,
    points: Ints,
    yahtzees: Ints,
    mean: Floats,
    square: Floats,
    rolled: Floats,
    size: int,
) -> None:
    """The first of the boxes that are worth most to final dice, for each Upper total: mean and mean square of
    all to come.
    """
    own = yahtzees[roll]
    bound = own >= 0 and joker > 0 and mask >> YAHTZEE & 1
    own_open = own >= 0 and not mask >> own & 1
    lower_open = mask >> 6 != FULL >> 6
    for upper in range(size):
        rolled[0, roll, upper] = -1
    for box in range(13):
        if mask >> box & 1:
            continue
        if bound and joker == 1 and (box != own if own_open else (lower_open and box < 6)):
            continue
        plain = points[1 if bound and not own_open else 0, roll, box]
        held = 1 if joker and (fifty or (box == YAHTZEE and plain)) else 0
        further = YAHTZEE_BONUS if bound and fifty else 0
        then = mask | 1 << box
        for upper in range(size):
            after = min(upper + plain, UPPER_GOAL) if box < 6 else upper
            earned = UPPER_BONUS if upper < UPPER_GOAL and after == UPPER_GOAL else 0
            paid, to_come = plain + further + earned, mean[then, held, after]
            if paid + to_come > rolled[0, roll, upper] + LEVEL:
                rolled[0, roll, upper] = paid + to_come
                rolled[1, roll, upper] = paid * paid + 2 * paid * to_come + square[then, held, after]


@numba.njit(nogil=True)
def throw(rolled: Floats, begin: Ints, rolls: Ints, chances: Floats, kept: Floats, size: int) -> None:
    """What each keep comes to when the other dice are thrown, for all Upper totals side by side."""
    for moment in range(2):
        for keep in range(begin.size - 1):
            for upper in range(size):
                kept[moment, keep, upper] = 0
            for place in range(begin[keep], begin[keep + 1]):
                chance, roll = chances[place], rolls[place]
                for upper in range(size):
                    kept[moment, keep, upper] += chance * rolled[moment, roll, upper]


@numba.njit(nogil=True)
def hold(kept: Floats, first: Ints, inside: Ints, rolled: Floats, size: int) -> None:
    """What each roll comes to by the first of the keeps inside it that are worth most."""
    for roll in range(first.size - 1):
        for upper in range(size):
            rolled[0, roll, upper] = -1
        for place in range(first[roll], first[roll + 1]):
            keep = inside[place]
            for upper in range(size):
                mean, square = rolled[0, roll, upper], rolled[1, roll, upper]
                better = kept[0, keep, upper] > mean + LEVEL
                rolled[0, roll, upper] = kept[0, keep, upper] if better else mean
                rolled[1, roll, upper] = kept[1, keep, upper] if better else square
