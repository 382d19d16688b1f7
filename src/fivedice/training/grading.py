"""Grades an answer by its cost: a choice that is practically as good as the best is never called wrong."""

from typing import Literal

from msgspec import Struct

from fivedice.analysis import annotate, evaluate
from fivedice.analysis.solver_api import Knowledge, as_printed, unit_for
from fivedice.core.faces import DRAWN, as_typed
from fivedice.core.rules import IllegalMove
from fivedice.language import tr
from fivedice.match import questions
from fivedice.match.events import Decision, Keep
from fivedice.match.state import State
from fivedice.narration import reasons, reviews
from fivedice.table.terms import Terms
from fivedice.training import exercise

Grade = Literal["good", "hard", "again"]
GOOD, HARD = 0.05, 0.5
"""An answer is good up to the first cost in points, and hard below the second. In other units, each limit is
this share of the lowest cost of a doubtful choice; that cost is 1 point.
"""


class Verdict(Struct, frozen=True):
    """The grade of an answer, with sentences that explain it."""

    grade: Grade
    cost: float
    best: Decision
    told: str
    better: str = ""
    reason: str = ""
    """The reason why the best choice is better; empty for a good answer."""


def grade(cost: float, unit: str) -> Grade:
    """The grade of a choice with this cost in the unit of the game."""
    point = unit_for(unit).mistakes[0]
    if cost <= GOOD * point:
        return "good"
    return "hard" if cost < HARD * point else "again"


def judge(terms: Terms, answer: Decision, knowledge: Knowledge) -> Verdict:
    """Grades an answer to an exercise. Raises `IllegalMove` if it is not among the choices."""
    state, seat = exercise.state_of(terms), exercise.seat_of(terms)
    answer = Keep(answer.seat, tuple(sorted(answer.dice))) if isinstance(answer, Keep) else answer
    if answer.seat != seat or answer not in questions.decisions(state, seat):
        raise IllegalMove(tr("That is not among the choices here."))
    moment = annotate.alone(state, answer, knowledge)
    best = moment.best or evaluate.best(state, seat, knowledge)
    level = grade(moment.cost, knowledge.aim)
    faces = as_typed(state.setup.game.faces)
    if level == "good" or moment.best is None:
        return Verdict("good", moment.cost, best, _right(moment.cost, knowledge.aim))
    choice = reviews.better(moment, faces)
    costs = tr("That costs {loss}.", loss=reviews.amount(moment.cost, knowledge.aim))
    reason = reasons.reason(moment, knowledge).words
    return Verdict(level, moment.cost, best, costs, tr("Better: {choice}.", choice=choice), reason)


def _right(cost: float, unit: str) -> str:
    if cost <= annotate.ROUNDING:
        return tr("That is the best choice.")
    if not as_printed(cost, unit):
        return tr("Right: it is as good as the best choice.")
    return tr("Right: it is within {gap} of the best choice.", gap=reviews.amount(cost, unit))


def in_words(state: State, answer: Decision) -> str:
    """The answer in words for a page, which draws its dice."""
    return reviews.decision_text(state, answer, DRAWN)
