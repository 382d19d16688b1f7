"""Measures the distribution of luck in games without an exact distribution of totals.

Run: python -m research.luck

Experts play, because luck is measured by their aim. Each match is reviewed as at its end, and all of its
seats count. Saves quantiles as src/fivedice/statistics/luck.json, which the package reads. Prints the
standard error of a percentage near the median: that of a mean over matches, because the seats of a match
depend on each other.
"""

from pathlib import Path

import msgspec
import numpy as np

from fivedice import bots
from fivedice.analysis import luck_and_cost
from fivedice.core.rules import Game
from fivedice.core.worth import Worth
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.match.setup import Player, Setup
from fivedice.runtime import simulation, store
from fivedice.runtime.library import Library
from fivedice.statistics import kinds
from fivedice.statistics.luck import DIGITS, Measured

FILE = Path(__file__).parents[1] / "src" / "fivedice" / "statistics" / "luck.json"
MEASURED = tuple(game for game in GAMES.values() if card_of(game) is None)
BOT, SEED = "expert", 1
LUCKS = 2000
"""Measurements of luck for each kind of match; a match gives one for each seat."""
QUANTILES = (np.arange(100) + 0.5) / 100


def main() -> None:
    """Measures every game with each number of seats."""
    library, found = Library(store.tables(), many=True), dict[str, Measured]()
    for game in MEASURED:
        for seats in game.seats:
            setup = setup_of(game, seats)
            made = lucks(setup, range(-(-LUCKS // seats)), SEED, library)
            error = (made < np.median(made)).mean(axis=1).std() / len(made) ** 0.5
            print(f"{kinds.kind(setup)}: {made.size} lucks, error {100 * error:.2f}%", flush=True)
            found[kinds.kind(setup)] = Measured(made.size, quantiles(made))
            FILE.write_bytes(msgspec.json.encode(found) + b"\n")


def setup_of(game: Game, seats: int) -> Setup:
    """A match between experts."""
    return Setup(game, tuple(Player(f"{BOT} {seat}", BOT) for seat in range(seats)))


def lucks(setup: Setup, numbers: range, seed: int, library: Library) -> Worth:
    """(matches, seats): the luck of each seat in the matches of these numbers."""
    seats = len(setup.players)
    known, seated = library(setup.game, seats, "score").at_leisure(), [bots.make(BOT, library)] * seats
    matches = (simulation.play(setup, seated, seed, number) for number in numbers)
    reviews = (luck_and_cost.review(match, known) for match in matches)
    return np.array([[account.luck for account in review.accounts] for review in reviews])


def quantiles(made: Worth) -> tuple[float, ...]:
    """Values of luck that occurred, in steps of half a percent of all values."""
    found = np.quantile(made, QUANTILES, method="inverted_cdf")
    return tuple(found.round(DIGITS).tolist())


if __name__ == "__main__":
    main()
