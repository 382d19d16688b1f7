"""All dice ever thrown, compared with fair dice."""

from collections.abc import Sequence
from math import erfc, exp, pi, sqrt
from typing import Any

from fivedice.language import decimal, mark, tr

NORMAL = 1.959964
"""The standard deviations on each side of a mean that hold 95% of a normal distribution."""
FEWEST = 30
"""With fewer dice, the band and the chance are not meaningful."""
RARE = 0.05
"""The chance below which dice are called uneven."""


def compare(counts: Sequence[int]) -> dict[str, Any]:
    """The count of each face, the band for a face of fair dice in 95 of 100 cases, and a sentence. With few
    dice the band is empty.
    """
    dice, faces = sum(counts), len(counts)
    mean = dice / faces
    margin = NORMAL * sqrt(dice * (faces - 1)) / faces
    low, high = (max(0, round(mean - margin)), round(mean + margin)) if dice >= FEWEST else (0, 0)
    sentence = _sentence(counts, dice, mean)
    return {"dice": dice, "faces": list(counts), "low": low, "high": high, "sentence": sentence}


def _sentence(counts: Sequence[int], dice: int, mean: float) -> str:
    if dice < FEWEST:
        return tr("Too few dice have been thrown to say anything.")
    chance = at_least(sum((count - mean) ** 2 for count in counts) / mean)
    verdict = mark("They look uneven: fair dice come out at least this uneven in {share} of 100 cases.")
    if chance >= RARE:
        verdict = mark("They look fair: fair dice come out at least this uneven in {share} of 100 cases.")
    return tr(verdict, share=_percent(chance))


def at_least(squared: float) -> float:
    """The chance that χ² with five degrees of freedom is at least this (Abramowitz and Stegun 26.4.4)."""
    root = sqrt(squared)
    return erfc(root / sqrt(2)) + sqrt(2 / pi) * exp(-squared / 2) * (root + root**3 / 3)


def _percent(chance: float) -> str:
    if chance < 0.01:
        return tr("fewer than 1", "in: {share} of 100 games")
    return tr("about {number}", number=decimal(100 * chance, 0))
