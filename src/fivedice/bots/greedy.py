"""`greedy`, a sensible beginner that looks at the current turn only.

The value of a roll is the points of its best use minus the par of that use. The par is the mean points that a
player gets from the use by trying for nothing else in a whole turn. `turn_worth` derives the values of keeps
from the values of rolls. The bot only needs to know which uses a game offers, so it can play any game.
"""

from collections import defaultdict
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, cast

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.core.dice import FACES, KEEPS, ROLLS, YAHTZEES
from fivedice.core.rules import Choice, Game, Hands, RedDie
from fivedice.core.ties import first_best
from fivedice.core.turn import THROWS
from fivedice.core.worth import KEEPS_INSIDE, TurnWorth, Worth, first_best_along, turn_worth
from fivedice.games.cardgame import card_of
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Keep, Spend
from fivedice.match.state import State

Pays = dict[str, Worth]
"""For every use that waives nothing, by its name, (252,): its points for each of `ROLLS`, minus infinity
where it is not offered."""

YAHTZEE_ROLLS = {number: roll for number, roll in enumerate(ROLLS) if roll in YAHTZEES}
RED_DICE_AHEAD = 2
"""The number of throws of the red die to look ahead before a plain choice."""


class Outlook(NamedTuple):
    """The value of every keep of a turn, and the par of every use, by name."""

    worth: TurnWorth
    pars: dict[str, float]


def greedy(state: State, seat: int, chance: Random) -> Decision:  # noqa: ARG001 - every bot is offered chance
    """The decision that gains the most in this turn."""
    match state.awaited.kind:
        case "keep":
            return _keep(state, seat)
        case "use":
            return _spend(state, seat)
        case _:
            return _choose(state, seat)


def outlook(game: Game, position: Any, seat: int) -> Outlook:
    """The values of the seat's turn before the first throw."""
    return _outlook(game, game.alike(position), seat)


@lru_cache(maxsize=256)  # 11 kB each; every decision of a turn needs it
def _outlook(game: Game, position: Any, seat: int) -> Outlook:
    points = pays(game, position, seat)
    pars = {name: _par(each.tobytes()) for name, each in points.items()}
    gains = np.array(list(points.values())) - np.array(list(pars.values()))[:, None]
    return Outlook(turn_worth(gains.max(axis=0)), pars)


@lru_cache(maxsize=1024)
def _par(pays: bytes) -> float:
    """The par of a use, from its points for each roll; most uses pay the same turn after turn."""
    return float(turn_worth(np.maximum(np.frombuffer(pays), 0)).turn)


def _keep(state: State, seat: int) -> Keep:
    """The keep with the highest value; among equals, the one with the most dice."""
    step = state.turn.step if state.turn else THROWS
    ahead = outlook(state.setup.game, state.position, seat).worth
    keeps = ahead.two_left if step == 1 else ahead.one_left
    inside = KEEPS_INSIDE[questions.final_roll(state, seat)]
    return Keep(seat, KEEPS[inside[first_best_along(keeps[inside], axis=0)]])


def _spend(state: State, seat: int) -> Spend:
    """The use with the highest value; a beginner never waives a score."""
    game, position = state.setup.game, state.position
    pars = outlook(game, position, seat).pars
    roll = questions.final_roll(state, seat)
    uses = [use for use in game.uses(position, seat, roll) if not use.waives]
    return Spend(seat, uses[first_best([use.pays - pars[use.name] for use in uses])].name)


def _choose(state: State, seat: int) -> Choose:
    game = state.setup.game
    choices = cast(tuple[Choose, ...], questions.decisions(state, seat))
    after = [game.choose(state.position, choice.option) for choice in choices]
    return choices[first_best([_promise(game, each, seat, RED_DICE_AHEAD) for each in after])]


def _promise(game: Game, position: Any, seat: int, red_dice: int) -> float:
    """The mean value of the rest of this seat's turn."""
    match game.awaits(position):
        case Hands(seats=seats) if seat in seats:
            return float(outlook(game, position, seat).worth.turn)
        case RedDie(seat=mover) if mover == seat and red_dice:
            moved = (game.move(position, face) for face in FACES)
            return sum(_promise(game, after, seat, red_dice - 1) for after in moved) / len(FACES)
        case Choice(seat=chooser, options=options) if chooser == seat:
            after = (game.choose(position, option) for option in options)
            return max(_promise(game, each, seat, red_dice) for each in after)
    return 0.0


# --- What every use pays for every roll ---------------------------------------------------------------------


def pays(game: Game, position: Any, seat: int) -> Pays:
    """The points of the uses open to the seat in this position."""
    form = card_of(game)
    return of_game(game, position, seat) if form is None else of_card(form, position.cards[seat])


def of_game(game: Game, position: Any, seat: int) -> Pays:
    """`pays` for any game, asking about one roll after another."""
    points: defaultdict[str, list[float]] = defaultdict(lambda: [-np.inf] * len(ROLLS))
    for number, roll in enumerate(ROLLS):
        for use in game.uses(position, seat, roll):
            if not use.waives:
                points[use.name][number] = use.pays
    return {name: np.array(each, dtype=np.float64) for name, each in points.items()}


def of_card(form: ScoreCard, card: Card) -> Pays:
    """`pays` for a score card, much faster; only further Yahtzees are asked about one by one."""
    points = _points(form).copy()
    _add_bonuses(form, card, points)
    for number, roll in YAHTZEE_ROLLS.items():
        if filling.is_further(form, card, roll):
            points[:, number] = -np.inf
            for use in filling.uses(form, card, roll):
                if not use.waives:
                    points[form.names.index(use.name), number] = use.pays
    return {name: row for name, row, box in zip(form.names, points, card.boxes, strict=True) if box is None}


def _add_bonuses(form: ScoreCard, card: Card, points: Worth) -> None:
    """Adds a section's bonus to each use that completes it."""
    for section, places in filling.scoring(form).with_bonus:
        missing = form.sections[section].goal - filling.section_total(form, card, section)
        if missing > 0:
            rows = points[places.start : places.stop]
            rows[rows >= missing] += form.sections[section].bonus


@lru_cache(maxsize=KEPT_CARDS)
def _points(form: ScoreCard) -> Worth:
    """(boxes, 252): the points of each box for each of `ROLLS`, without any bonus."""
    points = filling.scoring(form).points
    return np.array([points[roll] for roll in ROLLS], dtype=np.float64).T.copy()
