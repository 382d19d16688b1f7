"""The cost of playing the last two rounds of challenge exactly with two seats, and the error of the estimate.

Run: python -m research.challenge.two_rounds [POSITIONS] [MOST] [SEED]

A champion and an expert play until both have two open boxes. The end of a round determines the last round.
All open last rounds that can follow are solved first, then the uses of this round's dice (two boxes against
two, hidden), then its two decisions. Positions that more than MOST different last rounds can follow are only
counted. No bot plays by these values; they show how far the estimate is from the exact value.
"""

import sys
from statistics import fmean
from time import perf_counter
from typing import NamedTuple

import numpy as np
from benchmarks.machine import facts
from rich import print as show
from rich.progress import track
from rich.table import Table

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.dice import ROLLS
from fivedice.core.worth import FIRST_ROLL, Worth, keep_worth
from fivedice.games.challenge import Challenge
from fivedice.runtime.library import Library
from fivedice.runtime.store import tables
from fivedice.solve.cards.table import CardTable
from fivedice.solve.challenge.ends import ends
from fivedice.solve.challenge.turn import Numbers, hidden_turn
from fivedice.solve.challenge.wins import ChallengeLastRound
from fivedice.solve.kernel.mixed import mixed
from research.challenge.exploitability import position_of

NONE = (np.arange(len(ROLLS)) + FIRST_ROLL,) * 2
"""A preference between equally good keeps, which does not change any value."""

LastOnes = dict[tuple[bytes, bytes, int], float]


class Side(NamedTuple):
    """The possible ends of a round for a card with two open boxes."""

    uses: Numbers
    """(252, 2): the end for each roll in each box; the same one twice if there is only one."""
    totals: Worth
    """(ends, 252): the final total for each roll of the last round after each end."""


def main() -> None:
    """Prints a line for each position."""
    number, most, seed = (*map(int, sys.argv[1:]), *(10, 40, 1)[len(sys.argv) - 1 :])
    library = Library(tables())
    known = library(Challenge(), ChallengeLastRound.seats, "wins")
    assert isinstance(known, ChallengeLastRound)
    table = Table("Open boxes", title=facts("fivedice", "numpy"), title_justify="left")
    for heading in ("last rounds", "seconds", "exact", "estimate"):
        table.add_column(heading, justify="right")
    counts, off, took = list[int](), list[float](), list[float]()
    for match in track(range(number), "positions"):
        position = position_of(library, seed, match, vacant=2)
        form, (one, other) = known.estimate.table.form, position.cards
        sides = side(known.estimate.table, one), side(known.estimate.table, other)
        counts.append(len(open_rounds(*sides)))
        boxes = " / ".join(
            " ".join(n for n, points in zip(form.names, card.boxes, strict=True) if points is None)
            for card in position.cards
        )
        if counts[-1] > most:
            table.add_row(boxes, f"{counts[-1]}", "", "", "")
            continue
        begun = perf_counter()
        exact, estimate = worth(*sides), known.worth(position, 0)
        took.append(perf_counter() - begun)
        off.append(abs(exact - estimate))
        table.add_row(boxes, f"{counts[-1]}", f"{took[-1]:.0f}", f"{exact:.4f}", f"{estimate:.4f}")
    show(table)
    show(f"{fmean(counts):.0f} last rounds on average, {max(counts)} at most.")
    if off:
        show(f"The estimate is off by {fmean(off):.4f} on average, {max(off):.4f} at most.")


def side(table: CardTable, card: Card) -> Side:
    """All ends of a round for a card, except a zero by choice, which is never better."""
    form, number = table.form, dict[Card, int]()
    uses = [
        [
            number.setdefault(filling.book(form, card, roll, use.name), len(number))
            for use in filling.uses(form, card, roll)
            if not use.waives
        ]
        for roll in ROLLS
    ]
    after = [ends(table, each) for each in number]
    totals = [end.best(end.cards.total.astype(np.float64)) for end in after]
    return Side(np.array([[each[0], each[-1]] for each in uses]), np.array(totals))


def open_rounds(one: Side, other: Side) -> LastOnes:
    """The undecided last rounds that can follow, still unsolved."""
    return {
        key(mine, theirs): np.nan
        for mine in one.totals
        for theirs in other.totals
        if mine.min() <= theirs.max() and theirs.min() <= mine.max()
    }


def key(mine: Worth, theirs: Worth) -> tuple[bytes, bytes, int]:
    """The key of a last round: how totals differ from roll to roll, and the first side's lead."""
    return (mine - mine[0]).tobytes(), (theirs - theirs[0]).tobytes(), int(mine[0] - theirs[0])


def worth(one: Side, other: Side) -> float:
    """The first seat's share of the win."""
    found = LastOnes()
    after = np.array([[last_round(mine, theirs, found) for theirs in other.totals] for mine in one.totals])
    games = after[one.uses[:, None, :, None], other.uses[None, :, None, :]].reshape(-1, 2, 2)
    both = np.ones((len(games), 2), np.bool_)
    rolls = mixed(games, both, both).value.reshape(len(ROLLS), len(ROLLS))
    return float(keep_worth(hidden_turn(rolls, NONE, NONE).first)[0])


def last_round(mine: Worth, theirs: Worth, found: LastOnes) -> float:
    """The first seat's share of the win in a last round; each is solved once."""
    if mine.min() > theirs.max() or theirs.min() > mine.max():
        return float(mine[0] > theirs[0])
    named = key(mine, theirs)
    if named not in found:
        turn = hidden_turn((np.sign(mine[:, None] - theirs) + 1) / 2, NONE, NONE)
        found[named] = float(keep_worth(turn.first)[0])
    return found[named]


if __name__ == "__main__":
    main()
