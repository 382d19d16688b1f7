"""A test of how well somebody plays: "points lost a game", measured on at most 40 positions.

After Verhoeff's proficiency test for solitaire Yahtzee, where expert answers were compared; here every answer
has an exact cost. Positions are drawn from ordinary play, more often the more is at stake there, and each
cost counts less for it (the estimator of Hansen and Hurwitz), so that the mean is unbiased. A position that
is drawn again is not asked again: its answer counts again.
"""

from collections.abc import Sequence
from itertools import accumulate
from math import sqrt
from random import Random
from statistics import fmean, stdev

from msgspec import Struct

from fivedice.analysis.annotate import MISTAKE_THRESHOLDS
from fivedice.analysis.solver_api import DECIMALS
from fivedice.narration import sentences
from fivedice.training.shipped import Positions, Sample

MOST, FEWEST = 40, 12
"""The number of positions at most, and before the test may end early."""
ENOUGH = 2.0
"""The standard error at which the test ends, in points; in other units, as many doubtful choices."""
FLOOR = 0.1
"""The share of the draws that does not depend on the stakes, so that any position may come."""


class Result(Struct, frozen=True):
    """What was lost a game, with its standard error, after a number of answers."""

    lost: float
    error: float
    answers: int
    over: bool

    def sentence(self, unit: str) -> str:
        """The result in words."""
        digits = DECIMALS[unit]
        lost = f"{self.lost:.{digits}f} ± {self.error:.{digits}f} {unit}"
        number = sentences.counted(self.answers, "position", "positions")
        return f"You lose about {lost} a game to best play ({number}; ± is the standard error)."


def result(known: Positions, seed: str, costs: Sequence[float], unit: str) -> Result:
    """The result after the first answers with these costs."""
    chances, numbers = _chances(known), _drawn(known, seed, len(costs))
    asked = list(dict.fromkeys(numbers))
    cost_of = dict(zip(asked, costs, strict=False))
    scale = known.decisions / len(known.test)
    losses = [cost_of[number] * scale / chances[number] for number in numbers if number in cost_of]
    # a cautious first guess keeps the error from being 0 after a few right answers
    guess = fmean(sample.weight for sample in known.test) * known.decisions
    error = stdev([guess, *losses]) / sqrt(len(losses)) if losses else guess
    is_sure = len(costs) >= FEWEST and error <= ENOUGH * MISTAKE_THRESHOLDS[unit][0]
    return Result(fmean(losses) if losses else 0.0, error, len(costs), is_sure or len(costs) >= MOST)


def question(known: Positions, seed: str, answers: int) -> Sample:
    """The position to ask about after so many answers."""
    return known.test[_drawn(known, seed, answers)[-1]]


def _drawn(known: Positions, seed: str, answers: int) -> list[int]:
    """The numbers of the positions drawn, up to the first that the answers leave open."""
    chances, source = list(accumulate(_chances(known))), Random(f"proficiency {seed}")
    drawn, asked = list[int](), set[int]()
    while len(asked) <= min(answers, len(known.test) - 1):
        drawn += source.choices(range(len(known.test)), cum_weights=chances)
        asked.add(drawn[-1])
    return drawn


def _chances(known: Positions) -> list[float]:
    """The chance of each position in a draw."""
    whole, number = sum(sample.weight for sample in known.test), len(known.test)
    return [FLOOR / number + (1 - FLOOR) * sample.weight / whole for sample in known.test]
