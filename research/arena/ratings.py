"""How well ratings predict: of the matches predicted at 60%, how many are won?

Bots of known strength play one another in random pairs; before each match the ratings so far predict it.
A tie counts half. Run: python -m research.arena.ratings [GAME]   (about a minute)

Traditional, three runs of 2,000 matches: predicted 60.1%, won 59.4% of 1,574; 69.6%, won 70.9% of 1,122;
80.0%, won 80.1% of 1,077. The library's own predictions: 70.1%, won 58.5%. With its usual `gamma` and our
predictions: 59.8%, won 57.5%.
"""

import sys
from collections import defaultdict
from random import Random

from fivedice.bots import make
from fivedice.match.setup import Player, Setup, game_called
from fivedice.runtime import store
from fivedice.runtime.library import Library
from fivedice.runtime.simulation import play
from fivedice.statistics.figures import places
from fivedice.statistics.ratings import Rating, after, chance

MATCHES, RUNS = 2000, 3
LEARNING = 200
"""Matches that set the first ratings; they are not predicted."""
BOTS = ("greedy", *(f"casual:{strength}" for strength in range(0, 11, 2)), "expert")
BINS = ((0.5, 0.55), (0.55, 0.65), (0.65, 0.75), (0.75, 0.85), (0.85, 1.0))


def main() -> None:
    """Prints how many matches the favourite won, by predicted chance."""
    game = game_called(sys.argv[1] if len(sys.argv) > 1 else "traditional")
    library = Library(store.tables(), many=True)
    predicted = defaultdict[tuple[float, float], list[tuple[float, float]]](list)
    for seed in range(RUNS):
        ratings, source = {bot: Rating() for bot in BOTS}, Random(seed)
        for number in range(LEARNING + MATCHES):
            pair = source.sample(BOTS, 2)
            setup = Setup(game, tuple(Player(f"{bot} {seat}", bot) for seat, bot in enumerate(pair)))
            match = play(setup, [make(bot, library) for bot in pair], seed, number)
            first, second = places(match)
            likely = chance(*(ratings[bot] for bot in pair))
            won = 1.0 if first < second else 0.5 if first == second else 0.0
            if number >= LEARNING:
                favourite, share = (likely, won) if likely >= 0.5 else (1 - likely, 1 - won)
                found = next(one for one in BINS if favourite <= one[1])
                predicted[found].append((favourite, share))
            ratings.update(zip(pair, after([ratings[bot] for bot in pair], (first, second)), strict=True))
        told = ", ".join(f"{bot} {one.shown}±{one.error}" for bot, one in ratings.items())
        print(f"seed {seed}: {told}", flush=True)
    for low, high in BINS:
        pairs = predicted[low, high]
        if pairs:
            mean, made = (sum(one) / len(pairs) for one in zip(*pairs, strict=True))
            print(f"{low:.0%} to {high:.0%}: predicted {mean:.1%}, won {made:.1%} of {len(pairs)}")


if __name__ == "__main__":
    main()
