"""The compiled backward pass through the last turns of two cards.

It works out the first side's share of the win, which the first side wants large and the second small. Stage
by stage from the end back, for every card of the one beside every card of the other, sixteen leads of the
first side lie side by side, and a turn is worked out for all of them at once.
"""

from typing import NamedTuple

from fivedice.core.worth import Worth
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.reach.reach_levels import best_uses
from fivedice.solve.kernel.compile import compiled
from fivedice.solve.kernel.lanes import Rows, alike, blank, load, load_from, store, times, where
from fivedice.solve.kernel.lattice import KEEP_COUNT, Lattice, turn
from fivedice.solve.kernel.settings import LANES


class Ends(NamedTuple):
    """How turns may end with each of n cards that have equally many boxes open."""

    first: Ints
    """(n + 1,): where the ends of each card begin, and where the last one's stop."""
    after: Ints
    """(ends,): the number of the card after it, among those with one box more filled."""
    gain: Ints
    """(ends,): the points that it adds to the total."""
    uses: Ints
    """(n, 252 * open boxes): the ends that each roll may choose among, roll after roll, counted from the
    card's first; where a roll has fewer, one of them is named again."""
    first_use: Ints
    """(253,): where those of each roll begin, and where the last one's stop."""


class Leads(NamedTuple):
    """(first side's cards, second side's cards) each: which leads are distinguished at a stage.

    With less than the lowest the first side has lost; with more than all of them it has won.
    """

    low: Ints
    blocks: Ints
    """How many rows of `LANES` leads there are from there on."""
    begin: Ints
    """The first of these rows; one row lies before them all, and one behind."""


class Workspace(NamedTuple):
    """The arrays that one thread works in."""

    shares: Rows
    """The share after each end, for the leads at hand."""
    keeps: Rows
    along: Rows
    """(1, LANES): 0, 1, 2, …"""


def workspace(ends: int) -> Workspace:
    """The arrays for cards with at most so many ends."""
    along = blank(1)
    along[0] = range(LANES)
    return Workspace(blank(ends), blank(KEEP_COUNT), along)


@compiled
def solve_cards(
    cards: Ints,
    sign: int,
    ends: Ends,
    leads: Leads,
    ahead: Leads,
    now: Rows,
    then: Worth,
    work: Workspace,
    lattice: Lattice,
) -> None:
    """Fill the rows of these cards of the side to play in `now`, from `then`, the stage after it.

    The sign is 1 where the first side plays and -1 where the second does. Cards do not touch each other's
    rows, so several threads may share them.
    """
    for card in cards:
        uses = ends.uses[card]
        for other in range(leads.low.shape[1 if sign > 0 else 0]):
            one, two = (card, other) if sign > 0 else (other, card)
            for row in range(leads.blocks[one, two]):
                read_ends(card, other, row, sign, ends, leads, ahead, then, work)
                best_uses(work.keeps, work.shares, uses, ends.first_use)
                turn(work.keeps, lattice)
                store(now, leads.begin[one, two] + row, times(load(work.keeps, 0), float(sign)))


@compiled
def read_ends(
    card: int,
    other: int,
    row: int,
    sign: int,
    ends: Ends,
    leads: Leads,
    ahead: Leads,
    then: Worth,
    work: Workspace,
) -> None:
    """Read the shares after each end for sixteen leads; with the sign of the side to play."""
    along = load(work.along, 0)
    low = leads.low[card, other] if sign > 0 else leads.low[other, card]
    begin = ends.first[card]
    for end in range(begin, ends.first[card + 1]):
        after = ends.after[end]
        one, two = (after, other) if sign > 0 else (other, after)
        size = ahead.blocks[one, two] * LANES
        start = low + row * LANES + sign * ends.gain[end] - ahead.low[one, two]
        shares = load_from(then, ahead.begin[one, two] * LANES + max(min(start, size), -LANES))
        lost_before = where(along, alike(float(-start)), shares, alike(0.0))
        shares = where(along, alike(float(size - start)), alike(1.0), lost_before)
        store(work.shares, end - begin, times(shares, float(sign)))
