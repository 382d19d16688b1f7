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
from fivedice.core.worth import ROLL_NUMBER, TurnWorth, Worth
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
from fivedice.study.observing import Encoding

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
    places, sections = layout(table.form), columns(table.form)
    in_order = sorted(range(len(places.order)), key=places.order.__getitem__)
    for shape in np.flatnonzero(sections.first >= 0).tolist():
        filled = [places.names[bit] for bit in in_order if shape >> bit & 1]
        further = bool(shape & places.proved) if places.proved else None
        sums, times = list[list[tuple[int, int]]](), 1
        for at, part in enumerate((shape >> sections.shift & sections.part).tolist()):
            column = sections.column[at, part]
            totals = np.flatnonzero(column >= 0).tolist()
            sums.append([(total, times * int(column[total])) for total in totals])
            times *= int(sections.size[at, part])
        first = int(sections.first[shape]) * LANES
        for each in product(*sums):
            worth = float(table.worths[first + sum(column for _, column in each)])
            yield filled, further, [total for total, _ in each], len(places.order) - len(filled), worth


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


def _decision(state: State, decision: Decision | Entry) -> Row:
    """The columns `throw`, `dice` and `decision`."""
    turn = state.turn if isinstance(decision, Keep | Spend) else None
    dice = write.dice(questions.final_roll(state, decision.seat)) if turn else None
    kind, what = next(iter(write.fields(decision).items()))
    return turn.step if turn else None, dice, f"{kind} {what or write.NOTHING}"


def of_record(name: str, match: EventMatch) -> Iterator[Row]:
    """A row for each decision and entry of a record."""
    game, players = match.setup.game.name, match.setup.players
    for state, event, turn in decisions(match):
        seat = event.seat
        about = name, game, len(state.finished) + 1, seat
        who = players[seat].name, players[seat].bot or None, turn
        points = questions.used(state, event).pays if isinstance(event, Spend | Score) else None
        final = match.scores[seat] if match.over else None
        yield *about, *who, *_decision(state, event), points, questions.scores(state)[seat], final


def of_bots(known: CardPoints, game: Game, bots: Mapping[str, Bot], seed: int, count: int) -> Iterator[Row]:
    """The decisions of bots that take turns in playing matches alone, with the worth of every option: whole
    matches, until there are at least `count` decisions.
    """
    setup, encoding, left = Setup(game, (Player("Bot"),)), Encoding(game, 1), count
    for number, (name, bot) in enumerate(cycle(bots.items()), start=1):
        match = simulation.play(setup, [bot], seed, number)
        for state, decision, turn in decisions(match):
            worths = _worths(known, encoding, state, cast(Keep | Spend, decision))
            yield number, name, turn, *_decision(state, decision), *worths, match.scores[0]
            left -= 1
        if left <= 0:
            return


def _worths(known: CardPoints, encoding: Encoding, state: State, decision: Keep | Spend) -> Row:
    """The columns from `card` to `worths`."""
    position: Any = state.position
    (card,), roll = position.cards, questions.final_roll(state, 0)
    worths, action = _action_worths(known, state), encoding.action(roll, decision)
    zero = cast(Spend, decision).use if action is None else ""
    worth = known.uses(position, 0, roll)[zero] if action is None else worths[action]
    best = max(worths.values())
    regret = 0.0 if best - worth <= SAME else best - worth
    total = filling.total(known.form, card)
    return [*card.boxes], card.bonuses, total, action, worth, best, regret, [*worths], [*worths.values()]


def _action_worths(known: CardPoints, state: State) -> dict[int, float]:
    """The worth of each legal action, in order."""
    number = ROLL_NUMBER[questions.final_roll(state, 0)]
    ahead, by_box = _turn(known, state.position)
    uses = enumerate(by_box[number].tolist(), KEEP_ACTIONS)
    worths = {use: worth for use, worth in uses if worth > -np.inf}
    if state.turn is None or state.awaited.kind != "keep":
        return worths
    keeps = np.flatnonzero(KEEP_MASK[number, :ALL_FIVE])
    by_keep = ahead.two_left if state.turn.step == 1 else ahead.one_left
    return dict(zip(keeps.tolist(), by_keep[KEPT[number, keeps]].tolist(), strict=True)) | worths


@lru_cache(maxsize=16)
def _turn(known: CardPoints, position: Any) -> tuple[TurnWorth, Worth]:
    """The worths of keeps, and (252, boxes) of each roll in each box, in the order of the card."""
    boxes = known.box_worth(position, 0)[:, np.argsort(layout(known.form).order)]
    return evaluate.outlook(known, position, 0)[1], boxes
