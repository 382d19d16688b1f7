"""How often the 95% intervals of few matches contain the truth: means of scores, shares of wins.

Run: python -m research.arena.interval_coverage   (about two minutes)
"""

from math import comb
from random import Random
from statistics import fmean

import fivedice
from fivedice.runtime.intervals import estimate, share

MATCHES = 2000
"""Matches played of each game. Samples are drawn from them, and their mean is the truth."""
RUNS = 2000
CHANCES = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
PAIRS = {"an even pair": (1, 2, 1), "a pair mostly halved": (2, 96, 2), "a pair mostly won": (0, 5, 95)}
"""The chances that none, one or both matches of a pair on the same dice are won, by kind."""


def main() -> None:
    """Prints a line for each number of matches."""
    chance = Random(1)
    for game in ("yacht", "junior"):
        made = [fivedice.play(game, "random", "random", seed=seed).scores[0] for seed in range(MATCHES)]
        for number in (2, 3, 5, 10, 60):
            runs = (estimate(chance.choices(made, k=number)) for _ in range(RUNS))
            held = sum(one.low <= fmean(made) <= one.high for one in runs)
            print(f"mean score of random at {game}, {number} matches: {held / RUNS:.1%}", flush=True)
    for number in (3, 10, 60, 300):
        exact = [_held(win, number) for win in CHANCES]
        low, high = min(exact), max(exact)
        print(f"a win in 200 up to one in 2, {number} matches: {low:.1%} to {high:.1%}", flush=True)
    for kind, likely in PAIRS.items():
        truth = (likely[1] / 2 + likely[2]) / sum(likely)
        for number in (3, 10, 60):
            pairs = (share(chance.choices((0.0, 0.5, 1.0), likely, k=number)) for _ in range(RUNS // 4))
            held_pairs = sum(one.low <= truth <= one.high for one in pairs) / (RUNS // 4)
            print(f"{kind}, {number} pairs: {held_pairs:.1%}", flush=True)


def _held(win: float, number: int) -> float:
    """The exact chance that the interval of this many matches contains a chance to win."""
    held = 0.0
    for won in range(number + 1):
        found = share([1.0] * won + [0.0] * (number - won))
        likely = comb(number, won) * win**won * (1 - win) ** (number - won)
        held += likely * (found.low <= win <= found.high)
    return held


if __name__ == "__main__":
    main()
