"""Tests throws of deals against the uniform distribution by χ²: faces, and pairs at neighbouring places.

Run: python -m research.dice.uniform [DICE]   (default: ten million dice from a thousand secrets)
"""

import hashlib
import sys
from itertools import islice
from math import sqrt
from statistics import NormalDist

import numpy as np

from fivedice.core.dice import Dice
from fivedice.deals.deal import Deal

SECRETS = 1000
SIDES = 6


def thrown(secret: int, dice: int) -> Dice:
    """The first dice of a deal, seat by seat, turn by turn, throw by throw, slot by slot."""
    deal = Deal(hashlib.sha256(f"uniform {secret}".encode()).digest(), (f"{secret:032x}",))
    places = (
        f"{seat}/{visit}/five/1/{throw}/{slot}"
        for visit in range(1, dice)
        for seat in range(4)
        for throw in (1, 2, 3)
        for slot in range(5)
    )
    return deal.dice(islice(places, dice))


def main() -> None:
    """Prints for each deviation the chance of one at least as large with fair dice."""
    dice = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    faces, pairs = np.zeros(SIDES, int), np.zeros((SIDES, SIDES), int)
    for secret in range(SECRETS):
        row = np.array(thrown(secret, dice // SECRETS)) - 1
        faces += np.bincount(row, minlength=SIDES)
        np.add.at(pairs, (row[:-1:2], row[1::2]), 1)
    print(f"{faces.sum():,} dice: {', '.join(map(str, faces))}")
    for name, counts in (("faces", faces), ("pairs of neighbours", pairs.ravel())):
        squared = float(((counts - counts.mean()) ** 2).sum() / counts.mean())
        print(f"{name}: chi-squared {squared:.2f}, p = {at_least(squared, len(counts) - 1):.3f}")


def at_least(squared: float, degrees: int) -> float:
    """The chance of a larger χ² (Wilson and Hilferty 1931)."""
    part = 2 / (9 * degrees)
    return NormalDist().cdf((1 - part - (squared / degrees) ** (1 / 3)) / sqrt(part))


if __name__ == "__main__":
    main()
