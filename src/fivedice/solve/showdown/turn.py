"""What turns of showdown are worth, exactly, from what the positions after them are worth.

Many turns are worked out side by side. First the positions that they can lead to are listed, once each; the
caller finds out what these are worth and hands that back.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from fivedice.core.dice import FACES
from fivedice.core.worth import first_best_along
from fivedice.games.showdown import SPACES
from fivedice.solve.kernel.plain import turn_means
from fivedice.solve.showdown.board import (
    CARD_COUNT,
    CHOOSE,
    MOST_CHIPS,
    MOVE,
    NONE,
    OWN,
    OWNER,
    ROLL,
    SPACE,
    YAHTZEE,
    Ints,
)
from fivedice.solve.showdown.network import Boards, Floats
from fivedice.solve.showdown.steps import (
    FULLS,
    RING,
    Mask,
    end_turns,
    landed,
    next_empty,
    own_cards,
    pawns,
    put_pawns,
    take,
    takings,
)

TAKINGS = (SPACES, CARD_COUNT, MOST_CHIPS + 1)
"""How many spaces, cards and numbers of chips there are."""
MISSED = NONE - 1
"""In the place of a phase: no pawn comes to this space."""
AHEAD = (RING + np.array(FACES)[:, None]) % SPACES
"""(6, 16): the space that each face of the red die moves a pawn to from each."""
LUCKY = MOST_CHIPS + 1
"""The place in `Turns.offers` of what a Yahtzee takes a card for."""
PRECISE = 1e-15
"""How little a worth may still change when moving on from own cards is followed round the ring."""
RED = len(FACES)
"""How far the red die moves a pawn at most."""
Worths = Callable[[Boards], Floats]
"""Says what the ends of turns are worth to the seat whose turn it was: (ends,)."""


class Turns(NamedTuple):
    """Turns on up to sixteen spaces, and all positions that they can lead to."""

    ends: Boards
    """(ends, SIZE): positions before a red die, or the end of the match."""
    offers: Ints
    """(spaces, 12, 9): the end of putting so many chips on a card, or of a Yahtzee for it; -1 for none."""
    nothing: Ints
    """(spaces,): the end where the dice give nothing, or where the turn ends without dice."""
    landed: Ints
    """(spaces,): what phase comes of landing there; -1 where the turn ends at once or none comes."""


def list_ends(boards: Boards, of: Ints) -> Turns:
    """What the turns of pawns about to throw the black dice lead to.

    `of` says, in order, which position each turn comes of: what two of one lead to is listed once.
    """
    allowed, plainly = takings(boards)
    turn, card, chips = np.nonzero(allowed)
    taken, end = _taken(boards, of, turn, card, chips)
    passed = boards.copy()
    end_turns(passed)
    offers = np.full((len(boards), CARD_COUNT, LUCKY + 1), NONE)
    offers[turn, card, chips] = np.where(plainly[turn, card], end, NONE)
    lucky = (chips == FULLS[card]) & ~own_cards(boards)[turn, card]
    offers[turn[lucky], card[lucky], LUCKY] = end[lucky]
    nothing = len(taken) + np.arange(len(boards))
    return Turns(np.concatenate([taken, passed]), offers, nothing, np.full(len(boards), ROLL))


def _taken(boards: Boards, of: Ints, turn: Ints, card: Ints, chips: Ints) -> tuple[Boards, Ints]:
    """The different positions after cards were taken; and which of them each taking leads to."""
    placed = boards[turn, OWNER + card] == NONE
    space = np.where(placed, next_empty(boards)[turn], boards[turn, SPACE + card])
    names = np.ravel_multi_index((of[turn], space, card, chips), (of[-1] + 1, *TAKINGS))
    _, first, end = np.unique(names, return_index=True, return_inverse=True)
    taken = boards[turn[first]]
    take(taken, card[first], chips[first], space[first])
    return taken, end


def best_ends(turns: Turns, worths: Floats) -> Ints:
    """(252,): the end that each final roll of the first turn is best used for, the first among equals."""
    cards = np.arange(CARD_COUNT)
    plain, lucky = turns.offers[0, cards, OWN], turns.offers[0, :, LUCKY]
    ends = np.where(YAHTZEE[:, None] & (lucky != NONE), lucky, plain)
    by_card = np.where(ends == NONE, -np.inf, worths[ends])
    best = ends[np.arange(len(ends)), first_best_along(by_card, axis=1)]
    chosen: Ints = np.where(best == NONE, turns.nothing[0], best)
    return chosen


def turn_worths(turns: Turns, worths: Floats) -> Floats:
    """(turns,): what each is worth before its first throw."""
    known = np.append(worths, -np.inf)[turns.offers.transpose(1, 2, 0)]
    rolls = known[0, OWN[:, 0]]
    for card in range(1, CARD_COUNT):
        np.maximum(rolls, known[card, OWN[:, card]], out=rolls)
    rolls[YAHTZEE] = np.maximum(rolls[YAHTZEE], known[:, LUCKY].max(axis=0))
    return turn_means(np.where(rolls == -np.inf, worths[turns.nothing], rolls))


def moves(boards: Boards, within: int, worths_of: Worths) -> Floats:
    """(boards, 16): the worth of moving on from every space, to the seats about to throw the red die.

    Only what lies `within` so many steps of a pawn is looked at, and what comes next beyond own cards.
    """
    phases = landed(boards)
    phases[~reached(phases, pawns(boards), within)] = MISSED
    of, space = np.nonzero((phases != MOVE) & (phases != MISSED))
    there = boards[of]
    put_pawns(there, space)
    turns = list_ends(there, of)
    worths = worths_of(turns.ends)
    stays = np.zeros(phases.shape)
    stays[of, space] = np.where(phases[of, space] == NONE, worths[turns.nothing], turn_worths(turns, worths))
    return follow_moves(phases, stays)


def reached(phases: Ints, starts: Ints, within: int) -> Mask:
    """(boards, 16): the spaces that pawns may come to: within so many steps, or further from own cards."""
    ring = (starts[:, None] + 1 + RING) % SPACES
    goes_on = np.isin(np.take_along_axis(phases, ring, axis=1), (MOVE, CHOOSE))
    found = np.tile(within > RING, (len(phases), 1))
    for step in range(within, SPACES):
        found[:, step] = (found & goes_on)[:, max(0, step - len(FACES)) : step].any(axis=1)
    reached = np.empty_like(found)
    np.put_along_axis(reached, ring, found, axis=1)
    return reached


def follow_moves(phases: Ints, stays: Floats) -> Floats:
    """(boards, 16): the same from what it is worth to stop on every space.

    Own cards are followed as far as they go round the ring. No more than three of them lie between two Wild
    spaces, so this comes to rest.
    """
    at, found, restless = stays.copy(), np.empty(stays.shape), np.arange(len(stays))
    while len(restless):
        phase, was = phases[restless], at[restless]
        moving = np.add.reduce(was[:, AHEAD].transpose(1, 0, 2) / len(FACES))
        now = np.where(phase == CHOOSE, np.maximum(moving, stays[restless]), was)
        now = np.where(phase == MOVE, moving, now)
        found[restless], at[restless] = moving, now
        change = (np.abs(now - was) / np.maximum(1.0, np.abs(now))).max(axis=1)
        restless = restless[change > PRECISE]
    return found
