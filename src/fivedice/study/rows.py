"""The tables of `fivedice export`, row by row; docs/reference/export.md explains their columns."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import cycle, product
from typing import Any, cast

import numpy as np

from fivedice.analysis import evaluate
from fivedice.bots import Bot
from fivedice.cards import filling
from fivedice.core.actions import ALL_FIVE, KEEP_ACTIONS, KEEP_MASK, KEPT
from fivedice.core.dice import FIVE
from fivedice.core.rules import Game
from fivedice.core.ties import SAME
from fivedice.core.turn import THROWS
from fivedice.core.worth import KEEP_NUMBER, ROLL_NUMBER, TurnWorth, Worth
from fivedice.match import questions
from fivedice.match.events import Decision, Entry, Keep, Score, Spend
from fivedice.match.match import EventMatch
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, begin, step
from fivedice.match.turn_numbers import TurnNumbers
from fivedice.notation import write
from fivedice.runtime import simulation
from fivedice.solve.cards.columns import columns, layout
from fivedice.solve.cards.table import CardPoints, CardTable
from fivedice.solve.kernel.settings import LANES
from fivedice.statistics.formats import Columns, Row

Table = tuple[Columns, Iterable[Row]]

WORTHS: Columns = {"filled": list[str], "further": bool, "sums": list[int], "open": int, "worth": float}
RECORDS: Columns = {
    **{"record": str, "game": str, "number": int, "seat": int, "player": str, "bot": str, "turn": int},
    **{"throw": int, "dice": str, "decision": str, "points": int, "total": int, "final": int},
}
DECISIONS: Columns = {
    **{"match": int, "bot": str, "turn": int, "throw": int, "dice": str, "decision": str, "card": list[int]},
    **{"bonuses": int, "total": int, "action": int, "worth": float, "best": float, "regret": float},
    **{"options": list[int], "worths": list[float], "final": int},
}


def worths(table: CardTable) -> Iterator[Row]:
    """A row for each filling of a card; sums from a bonus goal up count as one."""
    known, told = layout(table.form), columns(table.form)
    in_order = sorted(range(len(known.order)), key=known.order.__getitem__)
    for shape in np.flatnonzero(told.first >= 0).tolist():
        filled = [known.names[bit] for bit in in_order if shape >> bit & 1]
        further = bool(shape & known.proved) if known.proved else None
        sums, times = list[list[tuple[int, int]]](), 1
        for at, part in enumerate((shape >> told.shift & told.part).tolist()):
            column = told.column[at, part]
            sums.append([(held, times * int(column[held])) for held in np.flatnonzero(column >= 0).tolist()])
            times *= int(told.size[at, part])
        first = int(told.first[shape]) * LANES
        for held in product(*sums):
            worth = float(table.worths[first + sum(column for _, column in held)])
            yield filled, further, [each for each, _ in held], len(known.order) - len(filled), worth


def decisions(match: EventMatch) -> Iterator[tuple[State, Decision | Entry, int]]:
    """The decisions and entries of a match, with the state before each and the number of the seat's turn. A
    seat that stops early and uses its dice makes one decision.
    """
    state, stopped = begin(match.setup), None
    turns = TurnNumbers(len(match.setup.players))
    for event in match.events:
        turns.come_to(state)
        if isinstance(event, Keep) and len(event.dice) == FIVE and len(state.pending) == 1:
            stopped = state
        elif isinstance(event, Decision | Entry):
            yield stopped or state, event, turns.of[event.seat]
            stopped = None
        state = step(state, event)


def _told(state: State, made: Decision | Entry) -> Row:
    """The columns `throw`, `dice` and `decision`."""
    turn = state.turn if isinstance(made, Keep | Spend) else None
    dice = write.dice(questions.final_roll(state, made.seat)) if turn else None
    kind, what = next(iter(write.fields(made).items()))
    return turn.step if turn else None, dice, f"{kind} {what or write.NOTHING}"


def of_record(name: str, match: EventMatch) -> Iterator[Row]:
    """A row for each decision and entry of a record."""
    game, players = match.setup.game.name, match.setup.players
    for state, made, turn in decisions(match):
        seat = made.seat
        about = name, game, len(state.finished) + 1, seat
        who = players[seat].name, players[seat].bot or None, turn
        points = questions.used(state, made).pays if isinstance(made, Spend | Score) else None
        final = match.scores[seat] if match.over else None
        yield *about, *who, *_told(state, made), points, questions.scores(state)[seat], final


def of_bots(known: CardPoints, game: Game, bots: Mapping[str, Bot], seed: int, count: int) -> Iterator[Row]:
    """The decisions of bots that take turns in playing matches alone, with the worth of every option: whole
    matches, until there are at least `count` decisions.
    """
    setup, left = Setup(game, (Player("Bot"),)), count
    for number, (name, bot) in enumerate(cycle(bots.items()), start=1):
        match = simulation.play(setup, [bot], seed, number)
        for state, made, turn in decisions(match):
            rated = _rated(known, state, cast(Keep | Spend, made))
            yield number, name, turn, *_told(state, made), *rated, match.scores[0]
            left -= 1
        if left <= 0:
            return


def _rated(known: CardPoints, state: State, made: Keep | Spend) -> Row:
    """The columns from `card` to `worths`."""
    roll, left = questions.final_roll(state, 0), THROWS - state.turn.step if state.turn else 0
    number, (card, ahead, by_box) = ROLL_NUMBER[roll], _turn(known, state.position)
    boxes = np.flatnonzero(by_box[number] > -np.inf)
    options, worths = (KEEP_ACTIONS + boxes).tolist(), by_box[number, boxes].tolist()
    if left:
        keeps = ahead.two_left if left == 2 else ahead.one_left
        options = [*_KEEPS[number].tolist(), *options]
        worths = [*keeps[KEPT[number, _KEEPS[number]]].tolist(), *worths]
    best, names, zero = max(worths), known.form.names, 0.0
    if isinstance(made, Keep):
        action = KEPT[number].tolist().index(KEEP_NUMBER[made.dice])
    elif made.use in names:
        action = KEEP_ACTIONS + names.index(made.use)
    else:
        action, zero = None, known.uses(state.position, 0, roll)[made.use]
    worth = zero if action is None else worths[options.index(action)]
    regret = 0.0 if best - worth <= SAME else best - worth
    return *card, action, worth, best, regret, options, worths


_KEEPS = [np.flatnonzero(mask[:ALL_FIVE]) for mask in KEEP_MASK]
"""For each roll, the actions that throw dice again."""


@lru_cache(maxsize=16)
def _turn(known: CardPoints, position: Any) -> tuple[Row, TurnWorth, Worth]:
    """What the decisions of a turn share: the card's boxes, bonuses and total, the worths of keeps, and
    (252, boxes) of each roll in each box, in the order of the card.
    """
    (card,), (_, ahead) = position.cards, evaluate.outlook(known, position, 0)
    boxes = known.box_worth(position, 0)[:, np.argsort(layout(known.form).order)]
    return ([*card.boxes], card.bonuses, filling.total(known.form, card)), ahead, boxes
