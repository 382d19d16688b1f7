"""A proficiency test: the points that a player loses per game, measured on at most 40 positions.

Verhoeff's proficiency test for solitaire Yahtzee compared answers with an expert's; here every answer has an
exact cost. Positions of ordinary play are drawn more often the more is at stake, and their costs count less
accordingly: Des Raj's estimator for draws without replacement. The result is unbiased except for the early
end. For a player who loses little, the standard error is 2 points after 20 positions. After 40 positions it
is 2.5 points for a player who loses 10 points per game, and 5 points for a beginner.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import sqrt
from random import Random
from statistics import fmean

from msgspec import Struct
from msgspec.structs import replace

from fivedice.analysis.solver_api import unit_for, with_unit
from fivedice.bots import personas
from fivedice.games import GAMES
from fivedice.language import all_of, decimal, mark, one_of, tr
from fivedice.narration import reviews
from fivedice.table.terms import Terms
from fivedice.training import drills
from fivedice.training.grading import HARD
from fivedice.training.shipped import Sample, positions, terms

MOST, FEWEST = 40, 20
"""The most positions of a test, and the fewest before it may end early."""
CLEAR = 2.0
"""The standard errors from which the test tells two players apart."""
ENOUGH = 2.0
"""The standard error at which the test ends, in points; in other units, in costs of a doubtful choice."""
PRIOR, SPREAD = 12, 4.0
"""The weight, in answers, of a first guess of the variance, and the ratio of the guess to the square of the
loss if a quarter of the choices are mistakes. Without the guess, a lucky start would end the test too soon.
"""
FLOOR = 0.1
"""The share of the draws that does not depend on the stakes, so that any position may be drawn."""


class ProficiencyResult(Struct, frozen=True):
    """The loss per game with its standard error, after a number of answers."""

    lost: float
    error: float
    answers: int
    over: bool

    def lost_a_game(self, game: str) -> str:
        """The loss per game with its standard error; only a minimum if clearly beyond the weakest bot."""
        unit, most = GAMES[game].unit, max(scale(game).values())
        if self.lost - CLEAR * self.error > most:
            return tr("more than {loss} per game", loss=reviews.amount(most, unit))
        error = decimal(self.error, unit_for(unit).decimals)
        loss = with_unit(self.lost, unit, f"{reviews.figure(self.lost, unit)} ± {error}")
        return tr("about {loss} per game", loss=loss)

    def sentence(self, game: str) -> str:
        """The result in words."""
        lost = self.lost_a_game(game)
        message = mark(
            "You lose {loss} to best play ({count, plural, one {# position} other {# positions}})."
        )
        if "±" in lost:
            message = mark(
                "You lose {loss} to best play ({count, plural, one {# position} other {# positions}}; ± is "
                "the standard error)."
            )
        return tr(message, loss=lost, count=self.answers)

    def standing(self, game: str) -> str:
        """Where the player stands among the bots, as far as the test can tell."""
        marks = scale(game)
        names = list(marks)
        like = tuple(name for name in names if abs(marks[name] - self.lost) <= CLEAR * self.error)
        if like:
            return tr("You play like {players}.", players=one_of(like))
        better = sum(lost < self.lost for lost in marks.values())
        if better == len(names):
            return tr("You play below {player}.", player=names[-1])
        above, below = names[better - 1], names[better]
        return tr("You play between {better} and {worse}.", better=above, worse=below)


def scale(game: str) -> dict[str, float]:
    """The loss per game of each bot, the strongest first; bots that no test can tell apart share a place."""
    apart = CLEAR * ENOUGH * unit_for(GAMES[game].unit).mistakes[0]
    marks = dict[str, float]()
    for bot, lost in sorted(positions()[game].bots.items(), key=lambda one: one[1]):
        who = personas.of(bot)
        name = tr("{text} ({note})", text=who.name, note=tr(who.strength))
        last = next(reversed(marks), "")
        if last and lost - marks[last] < apart:
            marks[all_of([last, name])] = marks.pop(last)
        else:
            marks[name] = lost
    return marks


class TestAttempt(Struct, frozen=True):
    """A test of a player so far."""

    game: str
    seed: str
    costs: tuple[float, ...] = ()
    """The costs of the answers in order."""
    at: float = 0.0
    """The time of the test in seconds."""

    @property
    def result(self) -> ProficiencyResult:
        """The result so far."""
        data, unit = positions()[self.game], GAMES[self.game].unit
        losses = list(_losses(self.game, self.seed, self.costs))
        lost, number = fmean(losses or [0.0]), len(losses)
        typical = fmean(sample.weight for sample in data.test) * data.decisions
        guess = PRIOR * SPREAD * max(lost, typical / 4) ** 2
        spread = (guess + sum((one - lost) ** 2 for one in losses)) / (PRIOR + max(number - 1, 0))
        error = sqrt(spread / max(number, 1))
        is_sure = number >= FEWEST and error <= ENOUGH * unit_for(unit).mistakes[0]
        return ProficiencyResult(lost, error, number, is_sure or number >= MOST)

    def plus(self, cost: float) -> "TestAttempt":
        """The test after one more answer."""
        return replace(self, costs=(*self.costs, cost))

    @property
    def missed(self) -> list[drills.Drill]:
        """Drills of the positions that were answered wrongly, the costliest first; the weight is the cost."""
        least = HARD * unit_for(GAMES[self.game].unit).mistakes[0]
        wrong = [
            (question(self.game, self.seed, n), cost) for n, cost in enumerate(self.costs) if cost >= least
        ]
        missed = [drills.of_sample(self.game, sample, cost) for sample, cost in wrong]
        return sorted(missed, key=lambda drill: -drill.weight)

    @property
    def terms(self) -> Terms:
        """The next exercise."""
        return terms(self.game, question(self.game, self.seed, len(self.costs)))


def _losses(game: str, seed: str, costs: Sequence[float]) -> Iterator[float]:
    """The estimate of the loss per game from each answer: Des Raj's estimates, which are uncorrelated."""
    chances, data = _chances(game), positions()[game]
    scale = data.decisions / len(data.test)
    so_far = drawn = 0.0
    for number, cost in zip(_order(game, seed), costs, strict=False):
        yield so_far + scale * cost * (1 - drawn) / chances[number]
        so_far += scale * cost
        drawn += chances[number]


def question(game: str, seed: str, answers: int) -> Sample:
    """The position to ask about after so many answers."""
    return positions()[game].test[_order(game, seed)[answers]]


@lru_cache
def _order(game: str, seed: str) -> list[int]:
    """The numbers of the positions of the test with this seed, in order."""
    chances, source = list(accumulate(_chances(game))), Random(f"proficiency {seed}")
    order = dict[int, None]()
    while len(order) < MOST:
        order.update(dict.fromkeys(source.choices(range(len(chances)), cum_weights=chances)))
    return list(order)


@lru_cache
def _chances(game: str) -> list[float]:
    """The chance of each position in a draw."""
    data = positions()[game]
    whole, number = sum(sample.weight for sample in data.test), len(data.test)
    return [FLOOR / number + (1 - FLOOR) * sample.weight / whole for sample in data.test]
