"""Drills: exercises that come back at growing intervals, scheduled by FSRS.

FSRS sets the number of days until a drill is due. The drill is then due all day, from midnight in the
player's time zone. Days are counted by date in the same time zone.
"""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta

from fsrs import Card, Rating, Scheduler
from msgspec import Struct
from msgspec.structs import replace

from fivedice.analysis.luck_and_cost import MatchReview
from fivedice.analysis.solver_api import unit_for
from fivedice.core.ties import best_first
from fivedice.games import GAMES
from fivedice.match.setup import Player, Setup
from fivedice.runtime.days import Zone, date_at
from fivedice.statistics import kinds
from fivedice.table.terms import Terms
from fivedice.training import exercise, shipped
from fivedice.training.grading import HARD, Grade

A_MATCH = 5
"""The most drills that one match adds automatically."""
RATINGS: dict[Grade, Rating] = {"good": Rating.Good, "hard": Rating.Hard, "again": Rating.Again}
SCHEDULER = Scheduler(learning_steps=(), enable_fuzzing=False)


class Drill(Struct, frozen=True):
    """An exercise of one player. `card` is the state of the scheduler, or "" before the first answer."""

    terms: Terms
    kind: str
    weight: float
    """The cost per game: the cost of this mistake times the frequency of decisions of the same sort."""
    card: str = ""
    due: float = 0.0
    """The time of the next repetition in seconds, as FSRS scheduled it."""

    @property
    def key(self) -> str:
        """The key of its exercise."""
        return exercise.key(self.terms)


def of_game(game: str) -> dict[str, Drill]:
    """The drills that everyone gets, by key: positions that cost ordinary players most."""
    drills = (of_sample(game, one, one.weight) for one in shipped.positions()[game].drills)
    return {drill.key: drill for drill in drills}


def of_sample(game: str, sample: shipped.Sample, weight: float) -> Drill:
    """The drill of a position in the package."""
    kind = kinds.kind(Setup(GAMES[game], (Player(""),) * sample.seats))
    return Drill(shipped.terms(game, sample), kind, weight)


def answered(drill: Drill, grade: Grade, now: float, where: Zone) -> Drill:
    """The drill after an answer; the better the answers, the later it comes back."""
    card = Card.from_json(drill.card) if drill.card else Card(card_id=0)
    at = datetime.fromtimestamp(now, UTC)
    if card.last_review:  # FSRS would count days of 24 hours: none from 20:00 to 18:00
        card.last_review = at - (date_at(now, where) - date_at(card.last_review.timestamp(), where))
    card, _ = SCHEDULER.review_card(card, RATINGS[grade], at)
    return replace(drill, card=card.to_json(), due=card.due.timestamp())


def is_due(drill: Drill, now: float, where: Zone) -> bool:
    """Whether to repeat an answered drill: when due, or minutes after a lapse. Later dates are wrong."""
    card = Card.from_json(drill.card) if drill.card else None
    if card is None or card.last_review is None:
        return False
    today, answered = date_at(now, where), date_at(card.last_review.timestamp(), where)
    wait = timedelta(days=(card.due - card.last_review).days)
    if answered > today + timedelta(days=1):
        return True
    return answered + wait <= today if wait else drill.due <= now


def upcoming(drills: Iterable[Drill], now: float, where: Zone, first: Collection[str] = ()) -> Drill | None:
    """The drill to show: a new one of `first`, else the longest due, else the new one of most weight."""
    known = list(drills)
    due = [drill for drill in known if is_due(drill, now, where)]
    new = sorted((drill for drill in known if not drill.card), key=lambda drill: -drill.weight)
    preferred = [drill for drill in new if drill.key in first]
    return next(iter((*preferred, *sorted(due, key=lambda drill: drill.due), *new)), None)


def from_review(review: MatchReview, seat: int, number: int | None = None) -> list[Drill]:
    """The costliest own choices of a seat as drills; with `number`, only the choice at that event."""
    least = HARD * unit_for(review.aim).mistakes[0]
    costly = [one for one in review.moments if one.seat == seat and one.best and one.own_cost > 0]
    chosen = [one for one in costly if number in (None, one.number) and (number or one.cost >= least)]
    worst, setup = best_first(chosen, lambda one: one.cost)[:A_MATCH], review.match.setup
    return [
        Drill(
            exercise.exercise(one.state, seat),
            kinds.kind(setup),
            one.cost * shipped.frequency(setup.game.name, exercise.sort(one.state, seat)),
        )
        for one in worst
    ]
