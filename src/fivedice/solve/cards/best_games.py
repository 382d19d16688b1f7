"""Many games of best play, turn by turn: games on the same card share the worths of its choices."""

from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from typing import NamedTuple

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.actions import ALL_FIVE, KEEP_ACTIONS
from fivedice.core.turn import THROWS
from fivedice.core.worth import FIRST_ROLL, Worth
from fivedice.solve.cards import batch
from fivedice.solve.cards.batch import NOTHING, USE, BatchRules, BatchState, RatingMemory
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.sweep import booking_of, boxes_for
from fivedice.solve.cards.table import CardTable, Progress
from fivedice.solve.kernel.compile import compiled, inner, int64
from fivedice.solve.kernel.settings import LANES, processors

CHUNK = 1 << 19
"""The games that a processor plays together: of more, larger shares are on the same cards."""

PLAYED = ("episode", "shape", "column", "total", "bonuses", "fives")
"""What choices, dice and results depend on, and what differs between games at the start of a turn."""


class TurnArrays(NamedTuple):
    """A turn of all games, and the ratings of the cards that are played at the moment."""

    actions: Ints
    """(games,): the best action of each game."""
    lane: Ints
    """(games,): where the ratings of its card stand."""
    booked: Worth
    """(lanes, bookings): the worth of each booking."""
    ahead: Worth
    """(lanes, 2, 210): the worth of each keep of fewer than five dice, with one and with two throws left."""
    memory: RatingMemory


def best_games(
    table: CardTable,
    games: int,
    seed: int,
    card: Card | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> tuple[Ints, Ints, Ints]:
    """Plays games of best play from a card (default: empty); ValueError for an impossible card.

    Returns (games,) each: the totals, the section bonuses earned, and the Yahtzees paid as such. The dice of
    a game depend only on the seed and its number; of choices of the same worth, the first action is taken.
    """
    card, jobs = card or filling.empty(table.form), jobs or processors()
    turns = len(card.boxes) - filling.filled(card)
    rules = batch.rules_of(table.form, card, turns, again=True, worth=table.worths)
    size = min(CHUNK, -(-games // jobs))
    numbers = [np.arange(first, min(first + size, games)) for first in range(0, games, size)]
    results = np.zeros((3, games), np.int64)
    with ThreadPoolExecutor(jobs) as pool:
        for state in pool.map(_play, repeat(rules), repeat(seed % (1 << 64)), numbers):
            results[:, state.episode] = state.total, state.bonuses, state.fives
            if progress:
                progress(int(state.episode.max()) + 1, games)
    return results[0], results[1], results[2]


def _play(rules: BatchRules, key: int, numbers: Ints) -> BatchState:
    """The ends of the games with these numbers, in any order."""
    state = batch.blank_state(rules, len(numbers))
    state.key[:], state.episode[:] = key, numbers
    (actions, lane), booked = np.zeros((2, len(numbers)), np.int64), np.zeros((LANES, len(rules.pays.box)))
    turn = TurnArrays(actions, lane, booked, np.zeros((LANES, THROWS - 1, FIRST_ROLL)), batch.new_memory())
    state.shape[:], state.column[:], state.total[:] = rules.start
    state.left[:] = THROWS
    for _ in range(rules.turns):
        cards = rules.columns.first[state.shape] * LANES + state.column
        order = np.argsort(cards)
        for name in PLAYED:
            array = getattr(state, name)
            array[:] = array[order]
        play_turn(turn, state, cards[order], rules)
    return state


@compiled
def play_turn(turn: TurnArrays, state: BatchState, cards: Ints, rules: BatchRules) -> None:
    """Plays a turn of games in the order of their cards.

    What `state` says of single boxes and sections is not kept in this order, and no choice depends on it.
    """
    end = int64(0)
    while end < cards.size:
        begin, end = end, rate_cards(turn, state, cards, end, rules)
        for _ in range(THROWS):
            batch.throw_dice(state, begin, end, rules)
            choose(turn, state, begin, end, rules)
        for game in range(begin, end):
            state.keep[game] = USE
        batch.fill_boxes(state, turn.actions, begin, end, rules)


@inner
def rate_cards(turn: TurnArrays, state: BatchState, cards: Ints, begin: int, rules: BatchRules) -> int:
    """Rates the cards of the next games, one in each lane; returns where the games on other cards begin."""
    end, filled = begin, int64(0)
    while end < cards.size and (filled < LANES or cards[end] == cards[end - 1]):
        if end == begin or cards[end] != cards[end - 1]:
            batch.rate_card(
                turn.memory.rolls, filled, turn.booked[filled], state.shape[end], state.column[end], rules
            )
            filled += 1
        turn.lane[end] = filled - 1
        end += 1
    batch.rate_keeps(turn.ahead, turn.memory.games[:filled], turn.memory.rolls, rules.lattice)
    return end


@inner
def choose(turn: TurnArrays, state: BatchState, begin: int, end: int, rules: BatchRules) -> None:
    """Finds the first action of the highest worth in each game, and the keep that it throws from."""
    pays, ahead, booked = rules.pays, turn.ahead, turn.booked
    for game in range(begin, end):
        shape, roll, left, lane = state.shape[game], state.roll[game], state.left[game], turn.lane[game]
        most, chosen, kept = -np.inf, 0, NOTHING
        if left > 0:
            for action in range(ALL_FIVE):
                keep = rules.kept[roll, action]
                if rules.keep_mask[roll, action] and ahead[lane, left - 1, keep] > most:
                    most, chosen, kept = ahead[lane, left - 1, keep], action, int64(keep)
        fit = boxes_for(shape, roll, pays)
        for place in range(rules.bit.size):
            box = rules.bit[place]
            if fit >> box & 1:
                booking = booking_of(shape, roll, box, pays)
                if booked[lane, booking] > most:
                    most, chosen, kept = booked[lane, booking], KEEP_ACTIONS + place, NOTHING
        turn.actions[game], state.keep[game] = chosen, kept
