"""Actions and observations as numbers, for every game; docs/reference/environments.md has the layout.

`fivedice.solve.cards.batch` writes the same numbers for many games of one card alone; a test holds it to
these, to the match, and to the worths of `analysis.evaluate`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.actions import ALL_FIVE, KEEP_ACTIONS, KEEP_MASK, keep_action, kept
from fivedice.core.dice import FACES, FIVE, ROLL_OF, Dice
from fivedice.core.rules import Game, Hands, WrongCall
from fivedice.core.turn import NO_DICE, THROWS
from fivedice.core.worth import ROLL_NUMBER
from fivedice.games.cardgame import card_of
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Keep, Spend
from fivedice.match.state import State, hand

OBSERVATION = 2
"""The version of the layout of observations."""
Observation = dict[str, Any]
"""`observation`: float32, each number from 0 to 1; `action_mask`: int8, 1 for each legal action."""

KEEP_NAMES = tuple(f"keep {kept((1, 2, 3, 4, 5), action)}" for action in range(KEEP_ACTIONS))
"""For the actions that keep dice, the places of these dice in the sorted roll: "keep (1, 2)"."""


class Encoding:
    """The actions and observations of a game; without zeros by choice, which never gain anything."""

    def __init__(self, game: Game, seats: int) -> None:
        if game.observed is None:
            raise WrongCall(f"{game.title} cannot be observed as numbers: it does not say which.")
        uses, self._most, self._points, self._further = game.observed
        self.action_names: tuple[str, ...] = (*KEEP_NAMES, *uses)
        """The name of each action: dice to keep, then uses, then the options of plain choices."""
        self._number = {name: action for action, name in enumerate(self.action_names)}
        self._form, self._seats = card_of(game), seats
        self._highest = sum(self._most) + _bonuses(self._form)
        self._goals = filling.scoring(self._form).with_bonus if self._form else ()
        self._proof = self._form and self._form.further and self._form.further.bonus > 0
        details = len(self._goals) + bool(self._proof) if self._form else len(self._most)
        further = len(self._further(game.start(seats, 0), 0)) if self._further else 0
        self.length = seats * (len(FACES) + len(self._most) + details) + THROWS + seats - 1 + further
        """The length of the observed vector."""

    def mask(self, state: State, seat: int) -> NDArray[np.int8]:
        """The seat's legal actions. Dice that are not shared with other hands may be used after any throw."""
        mask = np.zeros(len(self.action_names), np.int8)
        if seat not in state.awaited.seats:
            return mask
        stops = _may_stop(state)
        if state.awaited.kind == "keep":
            mask[:KEEP_ACTIONS] = KEEP_MASK[ROLL_NUMBER[questions.final_roll(state, seat)]]
            mask[ALL_FIVE] &= not stops
        names = list(questions.options(state, seat))
        if state.awaited.kind == "use" or stops:
            names += [use.name for use in questions.uses(state, seat) if not use.waives]
        mask[[self._number[name] for name in names]] = 1
        return mask

    def action(self, roll: Dice, decision: Decision) -> int | None:
        """The number of a decision; None for a zero by choice, which has none."""
        if isinstance(decision, Keep):
            return keep_action(roll, decision.dice)
        return self._number.get(decision.use if isinstance(decision, Spend) else decision.option)

    def decisions(self, state: State, seat: int, action: int) -> tuple[Decision, ...]:
        """The decisions that a legal action stands for: an early use first keeps all dice."""
        name = self.action_names[action]
        if state.awaited.kind == "choose":
            return (Choose(seat, name),)
        if action < KEEP_ACTIONS:
            return (Keep(seat, kept(questions.final_roll(state, seat), action)),)
        return (*[questions.stops(state, seat)] * _may_stop(state), Spend(seat, name))

    def observation(self, state: State, seat: int) -> Observation:
        """What a seat sees; nothing in it depends on decisions that are still hidden."""
        return {
            "observation": np.array(self._numbers(state, seat), np.float32),
            "action_mask": self.mask(state, seat),
        }

    def shares(self, position: Any) -> list[list[float | None]]:
        """For each seat and box, the points as a share of the most it can hold; None for an open box."""
        return [
            [
                None if points is None else points / most
                for points, most in zip(self._points(position, seat), self._most, strict=True)
            ]
            for seat in range(self._seats)
        ]

    def _numbers(self, state: State, seat: int) -> list[float]:
        position: Any = state.position
        order = [(seat + place) % self._seats for place in range(self._seats)]
        hands, left = [dice_of(state, other) for other in order], throws_left(state)
        shares, scores = self.shares(position), questions.scores(state)
        filled = [share is not None for other in order for share in shares[other]]
        numbers = [dice.count(face) / FIVE for dice in hands for face in FACES]
        numbers += [*(left == number for number in range(THROWS)), *filled]
        if self._form is None:
            numbers += [share or 0 for other in order for share in shares[other]]
        else:
            numbers += [part for other in order for part in self._progress(self._form, position.cards[other])]
        numbers += [(1 + (scores[other] - scores[seat]) / self._highest) / 2 for other in order[1:]]
        return [*numbers, *self._further(position, seat)] if self._further else numbers

    def _progress(self, form: ScoreCard, card: Card) -> list[float]:
        """How far a card is on its way to bonuses: for sections, then for further Yahtzees."""
        totals = [(filling.section_total(form, card, at), form.sections[at].goal) for at, _ in self._goals]
        proof = [bool(card.boxes[filling.scoring(form).further])] if self._proof else []
        return [*(min(1, total / goal) for total, goal in totals), *proof]


def dice_of(state: State, seat: int) -> Dice:
    """A seat's dice on the table, sorted; zeros if it has none."""
    waits = state.game_awaits
    dice = hand(state, seat) if isinstance(waits, Hands) and seat in waits.seats else NO_DICE
    return ROLL_OF.get(dice, NO_DICE)


def throws_left(state: State) -> int:
    """The throws left in this turn, 0 to 2; -1 without a turn."""
    return THROWS - state.turn.step if state.turn else -1


def _may_stop(state: State) -> bool:
    """Whether the dice may be used before the last throw: those of a hand that shares none with others."""
    return state.awaited.kind == "keep" and state.turn is not None and len(state.turn.hands) == 1


def _bonuses(form: ScoreCard | None) -> int:
    """The most bonuses on top of the points in the boxes."""
    if form is None:
        return 0
    further = form.further.bonus * (len(form.names) - 1) if form.further else 0
    return further + sum(section.bonus for section in form.sections)
