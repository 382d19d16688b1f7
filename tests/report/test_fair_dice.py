"""All dice ever thrown, beside what fair dice do."""

from math import exp, gamma

import pytest

from fivedice.narration.fair_dice import at_least, compare


def density(squared: float) -> float:
    """Of chi-squared with five degrees of freedom."""
    return squared**1.5 * exp(-squared / 2) / (2**2.5 * gamma(2.5))


@pytest.mark.parametrize("squared", [0.5, 1.15, 4.35, 9.24, 11.07, 20.5])
def test_the_chance_of_a_deviation_is_the_area_beyond_it(squared: float) -> None:
    """Held against a sum over the density; 9.24 and 11.07 are the usual bounds of 10% and 5%."""
    step = 0.001
    area = sum(density(squared + (n + 0.5) * step) * step for n in range(100_000))
    assert at_least(squared) == pytest.approx(area, abs=1e-6)


def test_even_dice_are_in_the_band_and_uneven_ones_are_not() -> None:
    even, uneven = compare([1000] * 6), compare([1000] * 5 + [1300])
    assert even["low"] < 1000 < even["high"]
    assert (even["dice"], even["faces"]) == (6000, [1000] * 6)
    assert "look fair: fair dice come out at least this uneven in about 100 of 100" in even["sentence"]
    assert uneven["faces"][5] > uneven["high"]
    assert "look uneven: fair dice come out at least this uneven in fewer than 1 of 100" in uneven["sentence"]


def test_the_band_holds_95_of_100() -> None:
    """Of a face of 60,000 dice: 10,000 and 1.96 standard deviations of 91.3 on each side."""
    assert (compare([10_000] * 6)["low"], compare([10_000] * 6)["high"]) == (9821, 10_179)


@pytest.mark.parametrize("counts", [[0] * 6, [1, 0, 2, 0, 1, 3], [5, 5, 5, 5, 5, 4]])
def test_few_dice_say_nothing(counts: list[int]) -> None:
    assert compare(counts)["sentence"] == "Too few dice have been thrown to say anything."
    assert (compare(counts)["low"], compare(counts)["high"]) == (0, 0)
