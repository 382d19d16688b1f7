"""Many games of one score card, advanced together in compiled code, with the exact worth of every action.

Actions have the numbers of `fivedice.core.actions`. The dice of a game follow from its key and the number of
its episode alone: a turn has one output of SplitMix64, whose digits in base 6^5 are the three throws. Games
with the same key and episode share their dice as in challenge: who throws n dice takes the first n of a row.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.actions import ALL_FIVE, KEEP_ACTIONS, KEEP_MASK, KEPT
from fivedice.core.dice import FACES, FIVE, KEEPS, ROLL_OF, ROLLS
from fivedice.core.turn import THROWS
from fivedice.core.worth import FIRST_ROLL, ROLL_NUMBER, Worth, fixed
from fivedice.solve.cards.columns import Columns, column_of, columns, layout, shape_of
from fivedice.solve.cards.pays import Ints, Pays, pays
from fivedice.solve.cards.sweep import after, booking_of, bookings_of, boxes_for, held_of
from fivedice.solve.cards.table import CardTable
from fivedice.solve.kernel.compile import compiled, inner, int64
from fivedice.solve.kernel.lanes import Rows, blank, lowest, ones
from fivedice.solve.kernel.lattice import KEEP_COUNT, ROLL_COUNT, Lattice, best_keeps, lattice, throw
from fivedice.solve.kernel.settings import LANES, processors

Flags = NDArray[np.bool_]

ORDERS = np.uint64(len(FACES) ** FIVE)
"""The number of ordered throws of five dice."""
DICE_FEATURES = len(FACES) + THROWS
"""The features of dice: how many show each face, and how many throws are left."""

FEW = 128
"""Games that one thread plays faster than several would wake up."""

STEP = np.uint64(0x9E3779B97F4A7C15)
MIXES = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
SHIFTS = np.uint64(30), np.uint64(27), np.uint64(31)
"""The constants of SplitMix64 (Steele, Lea and Flood, 2014), a generator with random access."""
ONE = np.uint64(1)


class BatchState(NamedTuple):
    """The games, one element or row for each, and what the last step said of them."""

    key: NDArray[np.uint64]
    """The dice of all episodes follow from it."""
    episode: Ints
    """The number of the episode, from 0."""
    shape: Ints
    """The filled boxes; see `columns`."""
    column: Ints
    """The column of sums that matter alike; see `columns`."""
    total: Ints
    """The points so far, bonuses included."""
    sums: Ints
    """(games, sections): the points in each section with a bonus."""
    boxes: Ints
    """(games, boxes): the points in each box in the order of the card, without bonuses; -1 if it is open."""
    keep: Ints
    """The keep that each game throws from, or `NOTHING` or `USE`."""
    roll: Ints
    """The number of the roll on the table."""
    left: Ints
    """The throws left in this turn; -1 once the game is over."""
    bonuses: Ints
    """The number of section bonuses earned."""
    fives: Ints
    """The number of Yahtzees paid as such, in the box or with a bonus."""
    reward: Worth
    """The points of the last step, bonuses included."""
    over: Flags
    """Whether the last step ended the game; the next one begins another if `BatchRules.again`."""
    illegal: Flags
    """Whether the last action was illegal, which ends the game."""
    features: NDArray[np.float32]
    """(games, features): the features of a state, all from 0 to 1 (docs/reference/environments.md)."""
    mask: NDArray[np.int8]
    """(games, actions): the legal actions; all once the game is over, as they then do nothing."""
    booked: Worth
    """(games, bookings): the worth of each booking in this turn."""
    ahead: Worth
    """(games, 2, 210): the worth of each keep of fewer than five dice, with one and with two throws left."""
    worths: Worth
    """(games, actions): the points to come if this action is followed by best play; -inf if it is illegal."""
    regret: Worth
    """How much less the last action was worth than the best; an illegal one loses all points to come."""


class BatchRules(NamedTuple):
    """Everything that compiled code knows of a card."""

    pays: Pays
    columns: Columns
    lattice: Lattice
    rolls: NDArray[np.uint8]
    """The roll that each ordered throw makes of each keep, keep by keep."""
    first: Ints
    """(463,): where in `rolls` the throws of each keep begin, and the end."""
    kept: NDArray[np.int16]
    keep_mask: NDArray[np.int8]
    counts: NDArray[np.float32]
    """(253, 6): the share of the dice that show each face; the last row is that of no dice."""
    bit: Ints
    """(boxes,): the bit in `layout` of each box of the card."""
    start: tuple[int, int, int]
    """The shape, the column and the total where games begin."""
    sums: Ints
    """(sections,): the points in sections where games begin."""
    boxes: Ints
    """(boxes,): the points in boxes where games begin."""
    turns: int
    """The number of turns of a game."""
    again: bool
    """Whether the step after a game's end begins another."""
    worth: Worth
    """(places,): the worths of all cards; empty if actions are not rated."""


class RatingMemory(NamedTuple):
    """The memory of one thread: up to `LANES` games that are rated together."""

    games: Ints
    rolls: Rows
    """The worths of rolls and keeps while they are computed, lane by lane."""


def new_memory() -> RatingMemory:
    """The memory of one thread."""
    return RatingMemory(np.arange(LANES), blank(KEEP_COUNT))


class CardBatch:
    """Games of one card that take a step together."""

    def __init__(
        self,
        form: ScoreCard,
        games: int,
        table: CardTable | None = None,
        *,
        turns: int = 0,
        again: bool = True,
    ) -> None:
        """With a solved table, actions are rated. Games last `turns` turns (default: until the card is full);
        the table then has the worths of the turns that are left.
        """
        worth, turns = table.worths if table else np.zeros(0), turns or len(form.names)
        self.form = form
        self.rules = rules_of(form, filling.empty(form), turns, again=again, worth=worth)
        self.state, self.games = blank_state(self.rules, games), games
        self.pool = ThreadPoolExecutor(processors())
        self.memories = [new_memory() for _ in range(processors())]
        self._arguments = {"form": form, "games": games, "table": table, "turns": turns, "again": again}

    def __getstate__(self) -> tuple[dict[str, Any], BatchState]:
        """What a copy is made from: threads cannot be copied, and copied arrays can be written to."""
        return self._arguments, self.state

    def __setstate__(self, copied: tuple[dict[str, Any], BatchState]) -> None:
        arguments, state = copied
        vars(self).update(vars(CardBatch(**arguments)), state=state)

    def begin(
        self,
        key: NDArray[np.uint64] | int,
        episode: Ints | int = 0,
        *,
        which: Flags | None = None,
        card: Card | None = None,
    ) -> None:
        """Begins these games (default: all) with as many keys and episodes, at a card (default: empty). Of
        one integer as the key of all, 64 bits count. Raises `ValueError` for an impossible card.
        """
        state = (
            self.state if which is None else BatchState._make(rows[which[: len(rows)]] for rows in self.state)
        )
        state.key[:] = key % (1 << 64) if isinstance(key, int) else key
        state.episode[:] = episode
        state.episode[:] -= 1
        state.over[:], state.worths[:] = True, 0
        rules = self.rules._replace(again=True, **(_start(self.form, card) if card else {}))
        self._advance(state, np.zeros(len(state.key), np.int64), rules)
        if which is not None:
            for field in BatchState._fields:
                rows = getattr(self.state, field)
                rows[which[: len(rows)]] = getattr(state, field)

    def step(self, actions: Ints) -> None:
        """Takes one action in every game. ValueError unless there is one whole number for each."""
        if actions.shape != (self.games,) or actions.dtype.kind not in "iu":
            raise ValueError(f"{self.games} games need as many whole numbers as actions.")
        self._advance(self.state, np.ascontiguousarray(actions, np.int64), self.rules)

    def observation(self, game: Any = ...) -> dict[str, NDArray[Any]]:
        """The features of a game, or of all, and the legal actions, in copies."""
        return {"action_mask": self.state.mask[game].copy(), "observation": self.state.features[game].copy()}

    def _advance(self, state: BatchState, actions: Ints, rules: BatchRules) -> None:
        if len(actions) <= FEW:  # less work than waking threads
            advance(state, actions, 0, len(actions), self.memories[0], rules)
        else:
            ends = np.linspace(0, len(actions), len(self.memories) + 1).astype(int).tolist()

            def some(begin: int, end: int, memory: RatingMemory) -> None:
                advance(state, actions, begin, end, memory, rules)

            list(self.pool.map(some, ends, ends[1:], self.memories))


def rules_of(form: ScoreCard, card: Card, turns: int, *, again: bool, worth: Worth) -> BatchRules:
    """What compiled code knows of a card; ValueError for an impossible `card` to begin with."""
    rolls, first = rolls_after()
    return BatchRules(
        pays(form),
        columns(form),
        lattice(),
        rolls,
        first,
        KEPT,
        KEEP_MASK,
        np.array([[roll.count(face) / FIVE for face in FACES] for roll in (*ROLLS, ())], np.float32),
        np.argsort(layout(form).order),
        turns=turns,
        again=again,
        worth=fixed(worth.view()),  # all would be compiled once more for arrays that can be written to
        **_start(form, card),
    )


def _start(form: ScoreCard, card: Card) -> dict[str, Any]:
    """The rules of a card where games begin."""
    sections = [filling.section_total(form, card, place) for place, _ in layout(form).sections]
    return {
        "start": (shape_of(form, card), column_of(form, card), filling.total(form, card)),
        "sums": np.array(sections, np.int64),
        "boxes": np.array([-1 if points is None else points for points in card.boxes]),
    }


@cache
def rolls_after() -> tuple[NDArray[np.uint8], Ints]:
    """The rolls that can follow each keep, one for each ordered throw of the other dice, keep by keep; and
    where those of each keep begin, with the end of the last.
    """
    missing = [FIVE - len(keep) for keep in KEEPS]
    thrown = [product(FACES, repeat=number) for number in missing]
    rolls = [
        ROLL_NUMBER[ROLL_OF[keep + dice]] for keep, each in zip(KEEPS, thrown, strict=True) for dice in each
    ]
    return np.array(rolls, np.uint8), np.cumsum([0, *(len(FACES) ** number for number in missing)])


def blank_state(rules: BatchRules, games: int) -> BatchState:
    """Games that have not begun; memory is taken where something is written."""
    boxes, rated = rules.pays.boxes, games * (len(rules.worth) > 0)
    features = DICE_FEATURES + boxes + len(rules.sums) + (rules.pays.proved > 0)
    ints = ("episode", "shape", "column", "total", "keep", "roll", "left", "bonuses", "fives")
    return BatchState(
        key=np.zeros(games, np.uint64),
        **{name: np.zeros(games, np.int64) for name in ints},
        sums=np.zeros((games, len(rules.sums)), np.int64),
        boxes=np.zeros((games, boxes), np.int64),
        reward=np.zeros(games),
        over=np.zeros(games, np.bool_),
        illegal=np.zeros(games, np.bool_),
        features=np.zeros((games, features), np.float32),
        mask=np.zeros((games, KEEP_ACTIONS + boxes), np.int8),
        booked=np.zeros((rated, len(rules.pays.box))),
        ahead=np.zeros((rated, THROWS - 1, FIRST_ROLL)),
        worths=np.zeros((rated, KEEP_ACTIONS + boxes)),
        regret=np.zeros(games),
    )


# --- Steps -----------------------------------------------------------------------------------------------
# Each loop goes over all games by itself: a call for each game would cost more than the step.

NOTHING, USE = -1, -2
"""In place of the keep to throw from: the game is over, or its turn ends with a use."""


@compiled
def advance(
    state: BatchState, actions: Ints, begin: int, end: int, memory: RatingMemory, rules: BatchRules
) -> None:
    """Takes a step in the games from `begin` to `end`."""
    if rules.worth.size:
        charge(state, actions, begin, end)
    take(state, actions, begin, end, rules)
    fill_boxes(state, actions, begin, end, rules)
    throw_dice(state, begin, end, rules)
    write_features(state, begin, end, rules)
    write_masks(state, begin, end, rules)
    if rules.worth.size:
        foresee(state, begin, end, memory, rules)
        rate(state, begin, end, rules)


@inner
def charge(state: BatchState, actions: Ints, begin: int, end: int) -> None:
    """Writes the regret of each action; an illegal one gives up everything."""
    for game in range(begin, end):
        best, action = -np.inf, actions[game]
        for other in range(state.worths.shape[1]):
            best = max(best, state.worths[game, other])
        legal = 0 <= action < state.mask.shape[1] and state.mask[game, action] == 1
        state.regret[game] = best - (state.worths[game, action] if legal else 0.0)


@inner
def take(state: BatchState, actions: Ints, begin: int, end: int, rules: BatchRules) -> None:
    """Finds the keep that each game throws from; a game that is over begins another."""
    keeps = state.keep
    for game in range(begin, end):
        action = actions[game]
        state.reward[game], state.illegal[game], keeps[game] = 0, False, NOTHING
        if state.over[game]:
            if rules.again:
                state.episode[game] += 1
                state.shape[game], state.column[game], state.total[game] = rules.start
                for section in range(rules.sums.size):
                    state.sums[game, section] = rules.sums[section]
                for box in range(rules.boxes.size):
                    state.boxes[game, box] = rules.boxes[box]
                state.bonuses[game] = state.fives[game] = keeps[game] = 0
                state.over[game], state.left[game] = False, THROWS
        elif not 0 <= action < state.mask.shape[1] or state.mask[game, action] == 0:
            state.illegal[game] = state.over[game] = True
            state.left[game] = -1
        else:
            keeps[game] = rules.kept[state.roll[game], action] if action < KEEP_ACTIONS else USE


@inner
def fill_boxes(state: BatchState, actions: Ints, begin: int, end: int, rules: BatchRules) -> None:
    """Fills the boxes that games use their dice for, and opens the next turns."""
    pays, columns, keeps = rules.pays, rules.columns, state.keep
    turns = ones(rules.start[0] & pays.all_boxes) + rules.turns
    for game in range(begin, end):
        if keeps[game] == USE:
            box, shape = rules.bit[actions[game] - KEEP_ACTIONS], state.shape[game]
            booking = booking_of(shape, state.roll[game], box, pays)
            then, bonus = after(shape, state.column[game], booking, pays, columns)
            points, section = pays.points[booking], columns.section[box]
            state.boxes[game, actions[game] - KEEP_ACTIONS] = points - pays.further[booking]
            if section >= 0:
                state.sums[game, section] += points - pays.further[booking]
            state.bonuses[game] += bonus > 0
            state.fives[game] += ((box == pays.five) & (points > 0)) | (pays.further[booking] > 0)
            state.shape[game], state.column[game] = shape | pays.bits[booking], then
            state.reward[game] = points + bonus
            state.total[game] += points + int64(bonus)
            state.over[game] = ones(state.shape[game] & pays.all_boxes) >= turns
            state.left[game], keeps[game] = (-1, NOTHING) if state.over[game] else (THROWS, 0)


@inner
def throw_dice(state: BatchState, begin: int, end: int, rules: BatchRules) -> None:
    """Throws the dice that each keep lacks."""
    keeps = state.keep
    for game in range(begin, end):
        if keeps[game] >= 0:
            turn = ones(state.shape[game] & rules.pays.all_boxes)
            bits = mixed(mixed(mixed(state.key[game]) + np.uint64(state.episode[game])) + np.uint64(turn))
            for _ in range(THROWS - state.left[game]):
                bits //= ORDERS
            first, after_last = rules.first[keeps[game]], rules.first[keeps[game] + 1]
            state.roll[game] = rules.rolls[first + int64(bits % ORDERS) % (after_last - first)]
            state.left[game] -= 1


@inner
def mixed(number: np.uint64) -> np.uint64:
    """The output of SplitMix64 with this number."""
    bits = (number + ONE) * STEP
    bits = (bits ^ (bits >> SHIFTS[0])) * MIXES[0]
    bits = (bits ^ (bits >> SHIFTS[1])) * MIXES[1]
    return bits ^ (bits >> SHIFTS[2])


# --- Observations ----------------------------------------------------------------------------------------


@inner
def write_features(state: BatchState, begin: int, end: int, rules: BatchRules) -> None:
    """Writes the features of states; a game that is over has no dice."""
    rows, boxes, goals = state.features, rules.bit.size, rules.columns.goal
    for game in range(begin, end):
        shape, roll = state.shape[game], ROLL_COUNT if state.over[game] else state.roll[game]
        for face in range(6):
            rows[game, face] = rules.counts[roll, face]
        for left in range(THROWS):
            rows[game, 6 + left] = np.float32(state.left[game] == left)
        for place in range(boxes):
            rows[game, DICE_FEATURES + place] = np.float32(shape >> rules.bit[place] & 1)
        for section in range(goals.size):
            share = min(1.0, state.sums[game, section] / goals[section])
            rows[game, DICE_FEATURES + boxes + section] = np.float32(share)
        if rules.pays.proved:
            rows[game, DICE_FEATURES + boxes + goals.size] = np.float32(shape & rules.pays.proved > 0)


@inner
def write_masks(state: BatchState, begin: int, end: int, rules: BatchRules) -> None:
    """Writes the legal actions."""
    pays, mask = rules.pays, state.mask
    for game in range(begin, end):
        shape, roll = state.shape[game], state.roll[game]
        if state.over[game]:
            for action in range(mask.shape[1]):
                mask[game, action] = 1
        else:
            throws = np.int8(state.left[game] > 0)
            for action in range(ALL_FIVE):
                mask[game, action] = rules.keep_mask[roll, action] * throws
            mask[game, ALL_FIVE] = 0
            fit = boxes_for(shape, roll, pays)
            for place in range(rules.bit.size):
                mask[game, KEEP_ACTIONS + place] = np.int8(fit >> rules.bit[place] & 1)


# --- Ratings ---------------------------------------------------------------------------------------------


@inner
def foresee(state: BatchState, begin: int, end: int, memory: RatingMemory, rules: BatchRules) -> None:
    """Writes the worths of all bookings and keeps for the games that have opened a turn."""
    rolls, filled = memory.rolls, int64(0)
    for game in range(begin, end):
        if state.left[game] == THROWS - 1:
            rate_card(rolls, filled, state.booked[game], state.shape[game], state.column[game], rules)
            memory.games[filled] = game
            filled += 1
        if filled == LANES or (filled and game == end - 1):
            rate_keeps(state.ahead, memory.games[:filled], rolls, rules.lattice)
            filled = int64(0)


@inner
def rate_card(keeps: Rows, lane: int, booked: Worth, shape: int, column: int, rules: BatchRules) -> None:
    """Writes the worth of every booking, and that of every roll into a lane."""
    rate_bookings(booked, shape, column, rules)
    rate_rolls(keeps, lane, booked, shape, rules.pays)


@inner
def rate_keeps(ahead: Worth, places: Ints, keeps: Rows, lattice: Lattice) -> None:
    """Writes the worth of every keep, from the worths of rolls in the lanes; a place of `ahead` for each."""
    for step in range(THROWS - 1):
        throw(keeps, lattice)
        for lane in range(places.size):
            for keep in range(FIRST_ROLL):
                ahead[places[lane], step, keep] = keeps[keep, lane]
        best_keeps(keeps, lattice)


@inner
def rate_bookings(booked: Worth, shape: int, column: int, rules: BatchRules) -> None:
    """Writes the worth of every booking in an open box: its points and those to come after it."""
    pays, columns = rules.pays, rules.columns
    for booking in range(bookings_of(shape, pays)):
        if not shape >> pays.box[booking] & 1:
            then, bonus = after(shape, column, booking, pays, columns)
            place = columns.first[shape | pays.bits[booking]] * LANES + then
            booked[booking] = pays.points[booking] + bonus + rules.worth[place]


@inner
def rate_rolls(keeps: Rows, lane: int, booked: Worth, shape: int, pays: Pays) -> None:
    """Writes the worth of the best use of every roll into a lane."""
    proof = held_of(shape, pays)
    for roll in range(ROLL_COUNT):
        best, boxes, further = -np.inf, boxes_for(shape, roll, pays), proof and pays.yahtzee[roll] >= 0
        while boxes:
            box = lowest(boxes)
            booking = booking_of(shape, roll, box, pays) if further else pays.booking[roll, box]
            best = max(best, booked[booking])
            boxes &= boxes - 1
        keeps[FIRST_ROLL + roll, lane] = best


@inner
def rate(state: BatchState, begin: int, end: int, rules: BatchRules) -> None:
    """Writes the worth of every action."""
    worths, mask, pays = state.worths, state.mask, rules.pays
    for game in range(begin, end):
        shape, roll = state.shape[game], state.roll[game]
        for action in range(worths.shape[1]):
            worths[game, action] = 0.0 if state.over[game] else -np.inf
        if state.left[game] > 0:
            for action in range(ALL_FIVE):
                if mask[game, action]:
                    keep = rules.kept[roll, action]
                    worths[game, action] = state.ahead[game, state.left[game] - 1, keep]
        if not state.over[game]:
            for place in range(rules.bit.size):
                if mask[game, KEEP_ACTIONS + place]:
                    booking = booking_of(shape, roll, rules.bit[place], pays)
                    worths[game, KEEP_ACTIONS + place] = state.booked[game, booking]
