"""A sensible beginner that looks at the current turn only.

A roll is worth to it what the best use pays now, less the par of that use: what it pays on average to
somebody who tries for nothing else in a whole turn. The waist makes that into the worth of every keep. It
is written against what a game offers, so it plays any game there is.
"""

from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, cast

import numpy as np

from fivedice.bots.pays import pays
from fivedice.core.dice import FACES, KEEPS, Dice
from fivedice.core.rules import Choice, Chooses, Game, Hands, MovesPawns, RedDie, Use
from fivedice.core.ties import first_best
from fivedice.core.turn import THROWS
from fivedice.core.worth import KEEPS_INSIDE, TurnWorth, first_best_along, turn_worth
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Keep, Spend
from fivedice.match.state import State

RED_DICE_AHEAD = 2
"""How many throws of the red die it looks ahead before a plain choice."""


class Outlook(NamedTuple):
    """What a turn promises: the worth of every keep, and the par of every use, by name."""

    worth: TurnWorth
    pars: dict[str, float]


def greedy(state: State, seat: int, chance: Random) -> Decision:  # noqa: ARG001 - every bot is offered chance
    """The decision that this turn gains most by."""
    match state.awaited.kind:
        case "keep":
            return _keep(state, seat)
        case "use":
            return _spend(state, seat)
        case _:
            return _choose(state, seat)


@lru_cache(maxsize=256)  # 11 kB each; of use from one decision of a turn to the next
def outlook(game: Game, position: Any, seat: int) -> Outlook:
    """What this turn promises to the seat, with nothing thrown yet."""
    paid = pays(game, position, seat)
    pars = {name: _par(each.tobytes()) for name, each in paid.items()}
    gains = np.array(list(paid.values())) - np.array(list(pars.values()))[:, None]
    return Outlook(turn_worth(gains.max(axis=0)), pars)


@lru_cache(maxsize=1024)
def _par(pays: bytes) -> float:
    """The par of a use, from what it pays for each roll; most uses pay the same turn after turn."""
    return float(turn_worth(np.maximum(np.frombuffer(pays), 0)).turn)


def _offers(game: Game, position: Any, seat: int, roll: Dice) -> tuple[Use, ...]:
    """What the roll may be used for; a beginner never waives a score."""
    return tuple(use for use in game.uses(position, seat, roll) if not use.waives)


def _keep(state: State, seat: int) -> Keep:
    """Of keeps that are worth the same, the one that keeps most dice."""
    step = state.turn.step if state.turn else THROWS
    ahead = outlook(state.setup.game, state.position, seat).worth
    keeps = ahead.two_left if step == 1 else ahead.one_left
    inside = KEEPS_INSIDE[questions.final_roll(state, seat)]
    return Keep(seat, KEEPS[inside[first_best_along(keeps[inside], axis=0)]])


def _spend(state: State, seat: int) -> Spend:
    pars = outlook(state.setup.game, state.position, seat).pars
    offered = _offers(state.setup.game, state.position, seat, questions.final_roll(state, seat))
    return Spend(seat, offered[first_best([use.pays - pars[use.name] for use in offered])].name)


def _choose(state: State, seat: int) -> Choose:
    game = cast(Chooses, state.setup.game)

    choices = cast(tuple[Choose, ...], questions.decisions(state, seat))
    after = [game.choose(state.position, choice.option) for choice in choices]
    return choices[first_best([_promise(state.setup.game, each, seat, RED_DICE_AHEAD) for each in after])]


def _promise(game: Game, position: Any, seat: int, red_dice: int) -> float:
    """What the rest of this seat's turn promises on average."""
    match game.awaits(position):
        case Hands(seats=seats) if seat in seats:
            return float(outlook(game, position, seat).worth.turn)
        case RedDie(seat=mover) if mover == seat and red_dice:
            moved = (cast(MovesPawns, game).move(position, face) for face in FACES)
            return sum(_promise(game, after, seat, red_dice - 1) for after in moved) / len(FACES)
        case Choice(seat=chooser, options=options) if chooser == seat:
            chosen = (cast(Chooses, game).choose(position, option) for option in options)
            return max(_promise(game, after, seat, red_dice) for after in chosen)
    return 0.0
