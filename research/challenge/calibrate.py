"""Whether the chance to win shown by hints in challenge is calibrated: of chances of 60%, 60% are won.

Run: python -m research.challenge.calibrate [MATCHES] [--fit]

Matches of two, three and four seats are simulated on common dice. Up to some round, every seat plays at its
own strength: it may fill any box instead of the best one, or end a round with different dice, like a player
who keeps other dice. Some seats never stray. So cards differ like those of beginners and experts at one
table. After that, all play for the mean, as the shown chance assumes. One seat of one round counts in each
match; a shared win counts as a share. Positions with equal cards are left out, because nothing is to be
estimated there. Prints a table and plots it as docs/challenge-calibration.svg. With --fit, it fits the number
in `common_shares` to other matches.
"""

import sys
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
import numpy as np
from benchmarks.machine import facts
from rich import print as show
from rich.table import Table

from fivedice.core.turn import THROWS
from fivedice.core.worth import Worth
from fivedice.games.thirteen import CARDS
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.table import CardTable, solve
from fivedice.solve.challenge.chance import compared, shares
from fivedice.solve.kernel.compile import compiled
from research.challenge import best_choices
from research.challenge.best_choices import ORDERS, PlayoutArrays
from research.challenge.common_matches import play_round, with_means

mpl.use("Agg")
MATCHES = 65_000
SEATS = (2, 3, 4)
REPORTED, FITTED = 4_000, 9_000
"""Seeds; the report uses other matches than the fit."""
BINS = 10
PERFECT = 0.3
"""The share of players who never stray."""
OWN_DICE = 0.5
"""How much a player's straying also changes the final dice."""
PLOT = Path(__file__).parents[2] / "docs" / "challenge-calibration.svg"


class Counted(NamedTuple):
    """Figures of some positions."""

    ahead: Worth
    """(seats, seats, n): the chance of each seat to end ahead of each other seat."""
    level: np.ndarray
    """(seats, seats, n): whether two seats are sure to end level."""
    won: Worth
    """(seats, n): the final share of the win of each seat."""


def main() -> None:
    """Prints the report or the fit."""
    numbers = [int(told) for told in sys.argv[1:] if told.isdigit()]
    matches = numbers[0] if numbers else MATCHES
    if "--fit" in sys.argv:
        fit(matches)
    else:
        report({seats: simulated(REPORTED, seats, matches) for seats in SEATS})


# --- Matches ----------------------------------------------------------------------------------------------


@cache
def table() -> CardTable:
    """The solved card table."""
    return solve(CARDS["forced"])


@cache
def known() -> PlayoutArrays:
    """What the players of the matches know."""
    return best_choices.known(table())


def simulated(seed: int, seats: int, matches: int) -> Counted:
    """This many matches, spread evenly over the numbers of open boxes."""
    boxes = known().pays.boxes
    parts = [one_round(seed, seats, matches // boxes, vacant) for vacant in range(1, boxes)]
    return Counted(*(np.concatenate(part, axis=-1) for part in zip(*parts, strict=True)))


def one_round(seed: int, seats: int, n: int, vacant: int) -> Counted:
    """Matches that count when this many boxes are open."""
    chance = np.random.default_rng((seed, seats, vacant))
    begin(int(chance.integers(1 << 31)))
    stray = chance.random((seats, n)) ** 2 * (chance.random((seats, n)) >= PERFECT)
    cards = np.zeros((seats, 3, n), np.int64)
    rounds(chance, cards, known().pays.boxes - vacant, stray)
    then = cards.copy()
    rounds(chance, then, vacant, np.zeros((seats, n)))
    best = then[:, 2] == then[:, 2].max(axis=0)
    ahead, level = paired(cards, vacant)
    open_ = ~level.all(axis=(0, 1))
    return Counted(ahead[..., open_], level[..., open_], (best / best.sum(axis=0))[:, open_])


def rounds(chance: np.random.Generator, cards: Ints, number: int, stray: Worth) -> None:
    """Plays some rounds in which seats stray."""
    seats, n = stray.shape
    for _ in range(number):
        common = chance.integers(0, ORDERS, (THROWS, n)).astype(np.uint16)
        for seat in range(seats):
            own = chance.integers(0, ORDERS, (THROWS, n)).astype(np.uint16)
            own[0] = common[0]
            apart = chance.random(n) < OWN_DICE * stray[seat]
            play_round(cards[seat], np.where(apart, own, common), stray[seat], known())


@compiled
def begin(seed: int) -> None:
    """Seeds the random generator of compiled code."""
    np.random.seed(seed)


def paired(cards: Ints, vacant: int) -> tuple[Worth, np.ndarray]:
    """The chances between each two seats."""
    seats, _, n = cards.shape
    ahead, level = np.full((seats, seats, n), 0.5), np.ones((seats, seats, n), np.bool_)
    told = [with_means(table(), card) for card in cards]
    for one, other in combinations(range(seats), 2):
        found, same = compared(told[one], told[other], vacant)
        ahead[one, other], ahead[other, one] = found, 1 - found
        level[one, other] = level[other, one] = same
    return ahead, level


# --- Fitting ----------------------------------------------------------------------------------------------


def fit(matches: int) -> None:
    """Prints the error of the chances for some values of the fitted number, the best first."""
    counted = [simulated(FITTED, seats, matches) for seats in SEATS[1:]]
    parts = np.arange(0, 1.01, 0.1).round(2)
    for missed, part in sorted((sum(loss(some, part) for some in counted), part) for part in parts):
        show(f"{missed:.5f}: part of others {part}")


def loss(counted: Counted, part: float) -> float:
    """The cross entropy between wins and chances."""
    found = shares(counted.ahead, counted.level, part)
    return float(-(counted.won * np.log(np.maximum(found, 1e-9))).sum(axis=0).mean())


# --- Reporting --------------------------------------------------------------------------------------------


def report(counted: dict[int, Counted]) -> None:
    """Prints the table and draws the plot."""
    rows = {seats: binned(some) for seats, some in counted.items()}
    shown = Table(title=facts("fivedice", "numpy", "numba"), title_justify="left")
    for heading in ("seats", "called", "positions", "called, mean", "won", "± 95%"):
        shown.add_column(heading, justify="right")
    for seats, bins in rows.items():
        for low, number, called, won, error in bins:
            share = f"{100 * low:.0f} to {100 * (low + 1 / BINS):.0f}%"
            figures = (f"{100 * part:.1f}%" for part in (called, won, error))
            shown.add_row(str(seats), share, f"{number:,}", *figures)
    show(shown)
    draw(rows)


def binned(counted: Counted) -> list[tuple[float, int, float, float, float]]:
    """Rows by predicted chance: lower limit, positions, mean prediction, share of wins, and its error."""
    called, won = shares(counted.ahead, counted.level)[0], counted.won[0]
    place = np.minimum((called * BINS).astype(int), BINS - 1)
    found = []
    for number in np.unique(place):
        some = place == number
        error = 1.96 * won[some].std() / np.sqrt(some.sum())
        found.append((number / BINS, int(some.sum()), called[some].mean(), won[some].mean(), error))
    return found


def draw(rows: dict[int, list[tuple[float, int, float, float, float]]]) -> None:
    """Plots wins by prediction, with errors, for two, three and four seats."""
    from matplotlib import pyplot  # noqa: PLC0415 - after the choice of how to draw

    mpl.rcParams |= {"svg.hashsalt": "challenge", "svg.fonttype": "none", "font.size": 10}
    figure, axes = pyplot.subplots(1, len(rows), figsize=(9, 3.3), sharey=True)
    for axis, (seats, bins) in zip(axes, rows.items(), strict=True):
        _, _, called, won, error = (np.array(column) for column in zip(*bins, strict=True))
        axis.plot((0, 1), (0, 1), color="0.75", linewidth=1)
        axis.fill_between((0, 1), (-0.03, 0.97), (0.03, 1.03), color="0.93")
        axis.errorbar(called, won, error, fmt="o", markersize=4, color="#1b6ca8")
        axis.set(title=f"{seats} seats", xlim=(0, 1), ylim=(0, 1), xlabel="called", aspect="equal")
    axes[0].set_ylabel("won")
    figure.tight_layout()
    figure.savefig(PLOT, metadata={"Date": None})


if __name__ == "__main__":
    main()
