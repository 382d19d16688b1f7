"""The worth of every score card under best play for the mean: solved, cached on disk, and looked up.

The worth of a card is the mean of the points still to come, the Upper bonus among them until it is earned;
so the total of the card plus its worth is what the final total will be on average. Knows one card at
a time: no seat, no opponent, no turn under way (`fivedice.worth` makes keeps of `roll_worth`).
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from fivedice.dice import Dice
from fivedice.games import scorecard
from fivedice.games.scorecard import BOXES, UPPER_BOXES, YAHTZEE, Card, Joker
from fivedice.solve import store
from fivedice.solve.columns import MASKS, WIDTH, Columns, columns
from fivedice.solve.pays import ALL_BOXES, FIFTY, SHAPES, Ints, Pays, pays, shape_of
from fivedice.worth import Worth

Progress = Callable[[int, int], None]
"""Told how many of how many shapes of a card are done."""

SOURCES = (
    *("dice.py", "patterns.py", "worth.py", "games/scorecard.py"),
    *("solve/cards.py", "solve/columns.py", "solve/compile.py", "solve/lanes.py", "solve/pays.py"),
    *("solve/store.py", "solve/sweep.py"),
)
"""The modules that a solved table depends on."""

YAHTZEE_STATES = 3
"""The YAHTZEE box is open, holds a zero, or holds its points."""
SHAPES_IN_USE = (1 << len(BOXES) - 1) * YAHTZEE_STATES


@dataclass(frozen=True, slots=True, eq=False)
class CardTable:
    """Every card solved for one reading of the Joker rules ("none" is piecepack's)."""

    joker: Joker
    worths: Worth
    """(SHAPES, WIDTH): a row for each shape, a number for each of its columns; NaN where there is no card."""
    seconds: float
    """How long it took to solve, or to read."""

    @property
    def start(self) -> float:
        """The mean final total of best play from an empty card."""
        return self.worth(Card())

    @property
    def positions(self) -> int:
        """How many cards the table answers for: boxes filled, YAHTZEE zero or not, Upper total to 63."""
        return columns().reachable * SHAPES_IN_USE // MASKS

    @property
    def memory(self) -> int:
        """The size of the table in bytes."""
        return int(self.worths.nbytes)

    def worth(self, card: Card) -> float:
        """The mean of the points still to come; a card that cannot be is a ValueError."""
        return float(self.worths[place_of(card)])

    def worth_of_uses(self, card: Card, roll: Dice, names: tuple[str, ...] = BOXES) -> dict[str, float]:
        """By name, all that comes of every use of this final roll: what it pays and the worth after it."""
        return {
            use.name: use.pays + self.worth(scorecard.book((card,), 0, roll, use.name, self.joker, names)[0])
            for use in scorecard.uses(card, roll, self.joker, names)
        }

    def box_worth(self, card: Card) -> Worth:
        """(252, 13): the same for all rolls and boxes at once, without zeros by choice, which never gain.

        It is minus infinity where a box is not on offer. A full card is a ValueError.
        """
        shape, _ = place_of(card)
        if scorecard.is_full(card):
            raise ValueError("The card is full: there is nothing left to roll for.")
        rules = pays(self.joker)
        boxes = self._booking_worth(rules, shape, scorecard.upper_total(card))[rules.booking]
        boxes[rules.yahtzees] = _yahtzee_worth(boxes[rules.yahtzees], rules, shape)
        return boxes

    def roll_worth(self, card: Card) -> Worth:
        """(252,): the worth of ending the turn with each roll, that is, of its best use."""
        best: Worth = self.box_worth(card).max(axis=1)
        return best

    def _booking_worth(self, rules: Pays, shape: int, total: int) -> Worth:
        """(bookings,): points, bonus and the worth after; minus infinity in a filled box."""
        told = columns()
        vacant = (shape >> rules.box & 1) == 0
        after = shape | rules.bits
        total_after = total + np.where(vacant & (rules.box < len(UPPER_BOXES)), rules.points, 0)
        column_after = told.column[after % MASKS, total_after]
        gain = rules.points + told.bonus[total_after] - told.bonus[total]
        return np.where(vacant, gain + self.worths[after, column_after], -np.inf)


def place_of(card: Card) -> tuple[int, int]:
    """The row and column of a card in the table; a card that cannot be is a ValueError."""
    shape, total = shape_of(card), scorecard.upper_total(card)
    column_of_total = columns().column[shape % MASKS]
    column = column_of_total[total] if 0 <= total < len(column_of_total) else -1
    if column < 0:
        raise ValueError(f"No card with these Upper boxes filled can hold {total} in the Upper Section.")
    if card.boxes[YAHTZEE] not in (None, 0, 50):
        raise ValueError(f"The YAHTZEE box holds 50 or a zero, not {card.boxes[YAHTZEE]}.")
    return shape, int(column)


def solve(joker: Joker, jobs: int | None = None, progress: Progress | None = None) -> CardTable:
    """Solve all cards, on `jobs` processors (all that there are, if not told)."""
    begin = time.perf_counter()
    worths = solve_with(pays(joker), columns(), jobs, progress)
    return CardTable(joker, worths, time.perf_counter() - begin)


def solve_with(
    rules: Pays, told: Columns, jobs: int | None = None, progress: Progress | None = None
) -> Worth:
    """(SHAPES, WIDTH): the worth of all cards; the bonus told may differ from the game's own."""
    from fivedice.solve import sweep  # noqa: PLC0415 - who only looks up need not load the compiler
    from fivedice.solve.compile import processors  # noqa: PLC0415

    jobs = jobs or processors()
    lattice, worths = sweep.lattice(), sweep.blank_table()
    done = len(levels()[0])
    with ThreadPoolExecutor(jobs) as pool:
        for level in levels()[1:]:
            parts = [np.ascontiguousarray(level[job::jobs]) for job in range(jobs)]
            list(pool.map(lambda part: sweep.solve_shapes(part, worths, rules, told, lattice), parts))
            done += len(level)
            if progress:
                progress(done, SHAPES_IN_USE)
    return _blanked(worths.reshape(SHAPES, WIDTH))


def load_or_solve(
    joker: Joker, folder: Path, jobs: int | None = None, progress: Progress | None = None
) -> CardTable:
    """The table from the folder; solved, and kept there, when the folder has none that this code made."""
    begin = time.perf_counter()
    path = folder / f"cards-{joker}.table"
    made_from = made_by(joker)
    worths = store.read(path, made_from)
    if worths is not None:
        return CardTable(joker, worths, time.perf_counter() - begin)
    table = solve(joker, jobs, progress)
    store.write(path, made_from, table.worths)
    return table


def made_by(joker: Joker) -> str:
    """The fingerprint of all that the table depends on."""
    return store.fingerprint(SOURCES, joker, *(array.tobytes().hex() for array in pays(joker)))


@cache
def levels() -> tuple[Ints, ...]:
    """The shapes by number of open boxes, none to thirteen; in each level those of most columns first."""
    shapes = np.arange(SHAPES)
    shapes = shapes[(shapes & FIFTY == 0) | (shapes >> YAHTZEE & 1 == 1)]
    vacant = sum((shapes >> box & 1) == 0 for box in range(len(BOXES)))
    widest_first = np.argsort(-columns().number[shapes % MASKS], kind="stable")
    return tuple(shapes[widest_first][vacant[widest_first] == number] for number in range(len(BOXES) + 1))


def _blanked(worths: Worth) -> Worth:
    """The table with NaN wherever there is no card, so that no chance number is ever taken for a worth."""
    shapes = np.arange(SHAPES)
    in_use = np.isin(shapes, np.concatenate(levels()))
    columns_in_use = np.where(in_use, columns().number[shapes % MASKS], 0)
    worths[np.arange(WIDTH) >= columns_in_use[:, None]] = np.nan
    return worths


def _yahtzee_worth(boxes: Worth, rules: Pays, shape: int) -> Worth:
    """(6, 13): the worth of every box for the Yahtzees, which the Joker rules may bind."""
    held = 2 if shape & FIFTY else shape >> YAHTZEE & 1
    each = np.arange(len(rules.yahtzees))
    offers = rules.ranks[held] & ALL_BOXES & ~shape
    offered = offers[each, (offers != 0).argmax(axis=1)]
    turned = (rules.turning[held] & shape) != 0
    on_offer = offered[:, None] >> np.arange(len(BOXES)) & 1 == 1
    return np.where(on_offer, boxes + rules.extra[held, each, turned.astype(int)], -np.inf)
