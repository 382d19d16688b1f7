"""The worth of every choice of a match, ranked, from a `Knowledge` of positions.

Luck is the worth that a throw gains; cost is the worth that a choice loses compared with the best. So for any
match and seat, exactly: result = worth at the start + luck - cost + what changed while others acted.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import comb
from statistics import fmean
from typing import Any, TypeVar, cast

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from fivedice.analysis.solver_api import Beside, Knowledge
from fivedice.core.dice import KEEPS, ROLL_OF, ROLLS, WAYS, Dice
from fivedice.core.rules import Game, Hands
from fivedice.core.ties import SAME, first_best, ranking
from fivedice.core.turn import EMPTY, THROWS
from fivedice.core.worth import KEEP_NUMBER, KEEPS_INSIDE, ROLL_NUMBER, TurnWorth, Worth, fixed, turn_worth
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Entry, Final, Keep, Score, Spend
from fivedice.match.state import RollOffState, State, hand, used_roll

Known = TypeVar("Known", bound=Beside)


class RatedDecision(Struct, frozen=True):
    """One legal decision with its worth to the seat and its cost: how much less it is worth than the best."""

    decision: Decision
    worth: float
    cost: float


class Share(Struct, frozen=True):
    """One part of a mixed strategy, which opponents cannot foresee."""

    decision: Decision
    """The choice."""
    chance: float
    """The chance of making this choice, from 0 to 1."""
    gain: float
    """The gain of an opponent who knows that this decision is always made."""


@lru_cache(maxsize=512)
def outlook(knowledge: Knowledge, position: Any, seat: int) -> tuple[Worth, TurnWorth]:
    """The worths to the seat of the final rolls and of every keep; read-only, because they are cached."""
    if known := knowledge.outlook(position, seat):
        return fixed(known[0]), known[1]
    rolls = fixed(knowledge.rolls(position, seat))
    return rolls, turn_worth(rolls)


def rate(state: State, seat: int, knowledge: Knowledge) -> tuple[RatedDecision, ...]:
    """The legal decisions of a seat, the best first. Among equal keeps, the one with the most dice comes
    first; among other equal decisions, the first that the game offers. The parts of a mixed strategy come
    before decisions of equal worth.
    """
    mixed = [share.decision for share in mixture(state, seat, knowledge)]
    decisions, worths = _decision_worths(state, seat, spanning(state, knowledge))
    highest = max(worths, default=0.0)
    costs = [0.0 if highest - worth <= SAME else highest - worth for worth in worths]
    rated = [RatedDecision(decisions[place], worths[place], costs[place]) for place in ranking(worths)]
    if mixed:
        rated.sort(key=lambda each: mixed.index(each.decision) if each.decision in mixed else len(mixed))
    return tuple(rated)


def mixture(state: State, seat: int, knowledge: Knowledge) -> tuple[Share, ...]:
    """The mixed strategy of a seat, the likeliest decision first. A single decision is best even if opponents
    foresee it. Empty if no strategy is known.
    """
    if state.awaited.kind != "keep":
        return ()
    parts = spanning(state, knowledge).mix(state.position, seat)
    return tuple(Share(Keep(seat, dice), chance, gain) for dice, chance, gain in parts)


def best(state: State, seat: int, knowledge: Knowledge) -> Decision:
    """The best decision of a seat: the first that `rate` returns."""
    mixed = mixture(state, seat, knowledge)
    if mixed:
        return mixed[0].decision
    decisions, worths = _decision_worths(state, seat, spanning(state, knowledge))
    return decisions[first_best(worths)]


def spanning(state: State, knowledge: Known) -> Known:
    """The knowledge adapted to the match: to the scores of earlier games, and to the hands of other seats."""
    if state.turn is not None:
        knowledge = knowledge.seeing(state.turn)
    games = state.setup.games
    if games == 1:
        return knowledge
    before = state.finished[: games - 1]
    carried = tuple(map(sum, zip(*before, strict=True))) if before else (0,) * len(state.setup.players)
    return knowledge.in_match(carried, games - 1 - len(before))


def is_exact(state: State, knowledge: Knowledge) -> bool:
    """Whether the choices in a state are rated exactly."""
    known = spanning(state, knowledge)
    return known.exact if state.position is None else known.is_exact(state.position)


def worth(state: State, seat: int, knowledge: Knowledge) -> float:
    """The worth of a state to a seat, over all games of the match; while others act, that of the position."""
    setup, finished = state.setup, state.finished
    spans = spanning(state, knowledge)
    if spans is not knowledge:
        return _now(state, seat, spans)
    over = len(finished) == setup.games
    points = sum(scores[seat] for scores in (finished[:-1] if over else finished))
    to_come = 0 if over else setup.games - len(finished) - 1
    ahead = to_come * _start(setup.game, len(setup.players), seat, knowledge) if to_come else 0.0
    return points + _now(state, seat, knowledge) + ahead


def handed_in(state: State, seat: int, decision: Decision | Entry, knowledge: Knowledge) -> float:
    """The worth of a state to one of several seats after its decision, before any is shown. So the decisions
    that others reveal do not count as an effect of this decision (R5).
    """
    place = cast(Hands, state.game_awaits).seats.index(seat)
    pending = (*state.pending[:place], decision, *state.pending[place + 1 :])
    return worth(replace(state, pending=pending), seat, knowledge)


# --- Decisions -------------------------------------------------------------------------------------------


def _decision_worths(
    state: State, seat: int, knowledge: Knowledge
) -> tuple[Sequence[Decision], Sequence[float]]:
    """The legal decisions in order of preference among equals, and their worths."""
    if seat not in state.awaited.seats:
        return (), ()
    if state.awaited.kind == "keep":
        keeps = _keeps(state, *outlook(knowledge, state.position, seat))
        roll = questions.final_roll(state, seat)
        return _keeps_inside(seat, roll), keeps.take(KEEPS_INSIDE[roll]).tolist()
    decisions = questions.decisions(state, seat)
    if state.awaited.kind == "use":
        uses = knowledge.uses(state.position, seat, questions.final_roll(state, seat))
        return decisions, [uses[spend.use] for spend in cast(Sequence[Spend], decisions)]
    game = state.setup.game
    after = [game.choose(state.position, choice.option) for choice in cast(Sequence[Choose], decisions)]
    return decisions, [knowledge.worth(position, seat) for position in after]


@lru_cache(maxsize=questions.KEPT_ROLLS)
def _keeps_inside(seat: int, roll: Dice) -> tuple[Keep, ...]:
    return tuple([Keep(seat, KEEPS[number]) for number in KEEPS_INSIDE[roll]])


def _keeps(state: State, rolls: Worth, ahead: TurnWorth) -> Worth:
    """(462, …): the worth of every keep at this step; a single hand that keeps all five has stopped."""
    assert state.turn is not None
    if state.turn.step == THROWS - 1:
        return ahead.one_left
    if len(state.turn.hands) > 1:
        return ahead.two_left
    return np.concatenate([ahead.two_left[: -len(ROLLS)], rolls])


# --- States ----------------------------------------------------------------------------------------------


def _now(state: State, seat: int, knowledge: Knowledge) -> float:
    """The worth of the current game, or during a draw or roll-off for its first seat."""
    game, position, awaits = state.setup.game, state.position, state.game_awaits
    if state.rolloff is not None:
        won = partial(game.start, len(state.setup.players))
        if position is not None:
            won = partial(game.settle, position)
        chances = _rolloff_chances(state, state.rolloff)
        return sum(p * knowledge.worth(won(first), seat) for first, p in chances.items())
    if position is None:
        return _start(game, len(state.setup.players), seat, knowledge)
    if isinstance(awaits, Hands) and seat in awaits.seats:
        return _turn(state, seat, knowledge)
    return knowledge.worth(position, seat)


def _turn(state: State, seat: int, knowledge: Knowledge) -> float:
    """The worth of the seat's turn, including a decision not yet shown."""
    assert state.turn is not None
    handed_in = state.pending[cast(Hands, state.game_awaits).seats.index(seat)]
    rolls, ahead = outlook(knowledge, state.position, seat)
    if isinstance(handed_in, Keep):
        return float(_keeps(state, rolls, ahead)[KEEP_NUMBER[handed_in.dice]])
    if isinstance(handed_in, Spend | Score):
        return knowledge.uses(state.position, seat, used_roll(state, handed_in))[handed_in.use]
    if isinstance(handed_in, Final):
        return float(rolls[ROLL_NUMBER[ROLL_OF[handed_in.dice]]])
    lying = hand(state, seat)
    step = state.turn.step
    if EMPTY in lying:
        filling = (ahead.three_left, ahead.two_left, ahead.one_left)[step - 1]
        return float(filling[KEEP_NUMBER[tuple(sorted(die for die in lying if die != EMPTY))]])
    roll = questions.final_roll(state, seat)
    if step == THROWS:
        return float(rolls[ROLL_NUMBER[roll]])
    return float(_keeps(state, rolls, ahead)[KEEPS_INSIDE[roll]].max())


@lru_cache(maxsize=64)
def _start(game: Game, seats: int, seat: int, knowledge: Knowledge) -> float:
    """The worth of a game to a seat before it is known who starts."""
    return fmean(knowledge.worth(game.start(seats, first), seat) for first in range(seats))


# --- Roll-offs -------------------------------------------------------------------------------------------


def _rolloff_chances(state: State, rolloff: RollOffState) -> dict[int, float]:
    """The chance of each seat to win the roll-off, given the throws so far; tied seats are equally likely."""
    waiting = len(rolloff.seats) - len(rolloff.counts)
    if not rolloff.counts:
        return dict.fromkeys(rolloff.seats, 1 / waiting)
    counted = sum if state.position is None else state.setup.game.rolloff_count
    highest = max(rolloff.counts)
    level, below = _odds(counted, highest)
    leading = rolloff.counts.count(highest)
    leaders = sum(
        comb(waiting, joining) * level**joining * below ** (waiting - joining) * leading / (leading + joining)
        for joining in range(waiting + 1)
    )
    thrown = {
        seat: leaders / leading if count == highest else 0.0
        for seat, count in zip(rolloff.seats, rolloff.counts, strict=False)
    }
    return {seat: thrown.get(seat, (1 - leaders) / max(waiting, 1)) for seat in rolloff.seats}


@lru_cache(maxsize=64)
def _odds(counted: Callable[[Dice], int], highest: int) -> tuple[float, float]:
    """The chances that a throw equals the highest count, and that it is lower."""
    level = sum(ways for roll, ways in WAYS.items() if counted(roll) == highest)
    below = sum(ways for roll, ways in WAYS.items() if counted(roll) < highest)
    return level / len(ROLL_OF), below / len(ROLL_OF)
