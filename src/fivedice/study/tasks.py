"""Tasks for one player: a score card, or a simpler one made from it, whose best play is known exactly."""

import re
from typing import NamedTuple

import numpy as np

from fivedice.analysis import evaluate
from fivedice.api import coerce, solvers
from fivedice.api.coerce import Playable
from fivedice.cards import filling
from fivedice.cards.scorecard import ScoreCard, Section, Written
from fivedice.core.actions import KEEP_ACTIONS
from fivedice.core.dice import FACES
from fivedice.core.rules import WrongCall, quoted
from fivedice.core.turn import THROWS
from fivedice.games.cardgame import CardPosition
from fivedice.games.owncard import OwnCard
from fivedice.runtime.library import known_card
from fivedice.solve.cards.columns import layout
from fivedice.solve.cards.table import CardPoints, CardTable
from fivedice.study.observing import Encoding

RUNGS = ("turn", "last 1", "last 3", "upper", "no bonus", "full")
"""Rungs of the ladder from easy to hard; "last" takes any number of boxes."""


class Task(NamedTuple):
    """What is played: a solved card, from an empty one on."""

    form: ScoreCard
    table: CardTable
    turns: int
    """The number of turns."""

    @property
    def game(self) -> OwnCard:
        """The game of this card."""
        return OwnCard(Written("Card", self.form.sections, self.form.further))

    @property
    def encoding(self) -> Encoding:
        """Its actions and observations: those of a game of one seat."""
        return Encoding(self.game, 1)

    @property
    def actions(self) -> int:
        """The number of actions: 32 sets of dice to keep, and the boxes in the order of the card."""
        return KEEP_ACTIONS + len(self.form.names)

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the numbers in an observation, all from 0 to 1, in their order."""
        known = layout(self.form)
        return (
            *(f"share of dice that show {face}" for face in FACES),
            *(f"{left} throws left" for left in range(THROWS)),
            *(f"{name} is filled" for name in self.form.names),
            *(f"share of the goal of {self.form.sections[place].title}" for place, _ in known.sections),
            *(["a further Yahtzee earns a bonus"] if known.proved else []),
        )

    @property
    def optimum(self) -> float:
        """The mean total of best play, exactly."""
        empty = CardPosition((filling.empty(self.form),), 0)
        return float(evaluate.outlook(CardPoints(self.table), empty, 0)[1].turn)


def task(card: Playable = "traditional", rung: str = "full", **options: object) -> Task:
    """The task of a card (a game by name with house options, a file's card, or a value) at a rung.

    * "full": the whole card
    * "no bonus": no bonus for sections or further Yahtzees, and no Joker
    * "upper": the first section only, with its bonus
    * "last k": the last k boxes of the card, without bonuses
    * "turn": one turn with the whole card; it is worth the points of that turn

    Raises `IllegalMove` for an unknown rung, and for a game without a card that can be solved.
    """
    form = known_card(coerce.game(card, **options))
    wanted = _rung(form, rung)
    table = solvers.library().points(coerce.game(wanted)).table
    if rung == "turn":
        return Task(form, CardTable(form, np.zeros_like(table.worths), table.seconds), 1)
    return Task(wanted, table, len(wanted.names))


def _rung(form: ScoreCard, rung: str) -> ScoreCard:
    if rung in ("full", "turn"):
        return form
    if rung == "no bonus":
        return ScoreCard(tuple(Section(section.title, section.boxes) for section in form.sections))
    if rung == "upper":
        return ScoreCard(form.sections[:1])
    last = re.fullmatch(r"last (\d+)", str(rung))
    if last is None or not 1 <= int(last[1]) <= len(form.boxes):
        raise WrongCall(f"A rung is {', '.join(RUNGS)} (or last k boxes), not {quoted(rung)}.")
    return ScoreCard((Section("Last", form.boxes[-int(last[1]) :]),))
