"""How many matches of random play a second, for each game, in one process with immutable states.

Run: python benchmarks/random_play.py [SECONDS-A-GAME]
"""

import sys
from time import perf_counter

from rich import print as show
from rich.table import Table

from fivedice.bots.random import random
from fivedice.games import GAMES
from fivedice.play.setup import Player, Setup
from fivedice.simulation import play
from machine import facts


def measure(setup: Setup, seconds: float) -> tuple[float, float]:
    """Matches a second and events a match."""
    bots = [random] * len(setup.players)
    play(setup, bots, 0, 0)
    matches = events = 0
    begun = perf_counter()
    while perf_counter() - begun < seconds:
        matches += 1
        events += len(play(setup, bots, 1, matches).events)
    return matches / (perf_counter() - begun), events / matches


def main() -> None:
    """Prints a table: the fewest seats of each game, and two; the ratio is to solo traditional."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    table = Table("Game", "Seats", title=facts("fivedice", "msgspec"), title_justify="left")
    for heading in ("Matches/s", "Events a match", "Events/s", "Events/s, ratio"):
        table.add_column(heading, justify="right")
    baseline = 0.0
    for game in GAMES.values():
        for seats in sorted({game.seats[0], 2}):
            players = tuple(Player(f"random {seat}", "random") for seat in range(seats))
            speed, length = measure(Setup(game, players), seconds)
            baseline = baseline or speed * length
            figures = (
                f"{speed:,.0f}",
                f"{length:,.0f}",
                f"{speed * length:,.0f}",
                f"{speed * length / baseline:.2f}",
            )
            table.add_row(game.name, str(seats), *figures)
    show(table)


if __name__ == "__main__":
    main()
