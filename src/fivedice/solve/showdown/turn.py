"""Solves turns of showdown exactly, given the worths of the positions after them.

Many turns are solved side by side. First the positions after them are listed, once each; the caller evaluates
them and hands their worths back.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from fivedice.core.dice import FACES
from fivedice.core.worth import Worth, first_best_along, turn_worth
from fivedice.games.showdown_board import SPACES
from fivedice.solve.showdown.board import (
    CARD_COUNT,
    CHOOSE,
    FULLS,
    MOST_CHIPS,
    MOVE,
    NONE,
    OWN,
    OWNER,
    RING,
    ROLL,
    SPACE,
    YAHTZEE,
    Boards,
    Ints,
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
from fivedice.solve.showdown.network import Floats

TAKINGS = (SPACES, CARD_COUNT, MOST_CHIPS + 1)
"""The numbers of spaces, of cards and of numbers of chips."""
MISSED = NONE - 1
"""The phase of a space that no pawn reaches."""
AHEAD = (RING + np.array(FACES)[:, None]) % SPACES
"""(6, 16): the space to which each face of the red die moves a pawn from each space."""
LUCKY = MOST_CHIPS + 1
"""The index in `Turns.offers` of taking a card with a Yahtzee."""
PRECISE = 1e-15
"""The relative change of a worth at which the iteration round the ring stops."""
RED = len(FACES)
"""The most spaces that the red die moves a pawn."""
Worths = Callable[[Boards], Floats]
"""Evaluates the ends of turns for the seat whose turn it was: (ends,)."""


class Turns(NamedTuple):
    """Turns on up to sixteen spaces, and all positions after them."""

    ends: Boards
    """(ends, SIZE): positions before a red die, or the end of the match."""
    offers: Ints
    """(spaces, 12, 9): the end of taking a card with this many chips, or with a Yahtzee; -1 for none."""
    nothing: Ints
    """(spaces,): the end without a use of the dice."""
    landed: Ints
    """(spaces,): the phase after landing on each space; -1 if the turn ends at once or no pawn lands."""


def list_ends(boards: Boards, of: Ints) -> Turns:
    """The ends of the turns of pawns about to throw the black dice.

    `of` has, in ascending order, the position of each turn. Ends common to turns of a position are listed
    once.
    """
    allowed, plainly = takings(boards)
    turn, card, chips = np.nonzero(allowed)
    after, end = _positions_after(boards, of, turn, card, chips)
    passed = boards.copy()
    end_turns(passed)
    offers = np.full((len(boards), CARD_COUNT, LUCKY + 1), NONE)
    offers[turn, card, chips] = np.where(plainly[turn, card], end, NONE)
    lucky = (chips == FULLS[card]) & ~own_cards(boards)[turn, card]
    offers[turn[lucky], card[lucky], LUCKY] = end[lucky]
    nothing = len(after) + np.arange(len(boards))
    return Turns(np.concatenate([after, passed]), offers, nothing, np.full(len(boards), ROLL))


def _positions_after(boards: Boards, of: Ints, turn: Ints, card: Ints, chips: Ints) -> tuple[Boards, Ints]:
    """The distinct positions after cards are after, and the index of each taking's position."""
    placed = boards[turn, OWNER + card] == NONE
    space = np.where(placed, next_empty(boards)[turn], boards[turn, SPACE + card])
    names = np.ravel_multi_index((of[turn], space, card, chips), (of[-1] + 1, *TAKINGS))
    _, first, end = np.unique(names, return_index=True, return_inverse=True)
    after = boards[turn[first]]
    take(after, card[first], chips[first], space[first])
    return after, end


def best_ends(turns: Turns, worths: Floats) -> Ints:
    """(252,): the best end for each final roll of the first turn, the first among equals."""
    cards = np.arange(CARD_COUNT)
    plain, lucky = turns.offers[0, cards, OWN], turns.offers[0, :, LUCKY]
    ends = np.where(YAHTZEE[:, None] & (lucky != NONE), lucky, plain)
    by_card = np.where(ends == NONE, -np.inf, worths[ends])
    best = ends[np.arange(len(ends)), first_best_along(by_card, axis=1)]
    return np.where(best == NONE, turns.nothing[0], best)


def turn_worths(turns: Turns, worths: Floats) -> Floats:
    """(turns,): the worth of each turn before its first throw."""
    known = np.append(worths, -np.inf)[turns.offers.transpose(1, 2, 0)]
    rolls = known[0, OWN[:, 0]]
    for card in range(1, CARD_COUNT):
        np.maximum(rolls, known[card, OWN[:, card]], out=rolls)
    rolls[YAHTZEE] = np.maximum(rolls[YAHTZEE], known[:, LUCKY].max(axis=0))
    return turn_means(np.where(rolls == -np.inf, worths[turns.nothing], rolls))


def moves(boards: Boards, within: int, worths_of: Worths) -> Floats:
    """(boards, 16): the worth of moving on from every space, to the seats about to throw the red die.

    Considers only spaces within `within` steps of a pawn, and those reached from own cards.
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
    """(boards, 16): the spaces that pawns may reach within this many steps, or by way of own cards."""
    ring = (starts[:, None] + 1 + RING) % SPACES
    goes_on = np.isin(np.take_along_axis(phases, ring, axis=1), (MOVE, CHOOSE))
    steps = np.tile(within > RING, (len(phases), 1))
    for step in range(within, SPACES):
        steps[:, step] = (steps & goes_on)[:, max(0, step - len(FACES)) : step].any(axis=1)
    reached = np.empty_like(steps)
    np.put_along_axis(reached, ring, steps, axis=1)
    return reached


def follow_moves(phases: Ints, stays: Floats) -> Floats:
    """(boards, 16): the worths of moving on, from the worths of stopping on every space.

    Iterates over chains of own cards round the ring. At most three of them are between two Wild spaces, so
    this converges.
    """
    at, moves_, restless = stays.copy(), np.empty(stays.shape), np.arange(len(stays))
    while len(restless):
        phase, was = phases[restless], at[restless]
        moving = np.add.reduce(was[:, AHEAD].transpose(1, 0, 2) / len(FACES))
        now = np.where(phase == CHOOSE, np.maximum(moving, stays[restless]), was)
        now = np.where(phase == MOVE, moving, now)
        moves_[restless], at[restless] = moving, now
        change = (np.abs(now - was) / np.maximum(1.0, np.abs(now))).max(axis=1)
        restless = restless[change > PRECISE]
    return moves_


TOGETHER = 256
"""The number of turns that fit in the processor's cache at a time."""


def turn_means(rolls: Worth) -> Worth:
    """(n,): the worths of turns before the first throw, from the worths of their final rolls (252, n)."""
    parts = [rolls[:, begin : begin + TOGETHER] for begin in range(0, rolls.shape[1], TOGETHER)]
    return np.concatenate([turn_worth(part).turn for part in parts]) if parts else np.empty(0)
