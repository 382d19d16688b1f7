"""How many matches of random play run per second, for each game, in one process with immutable states.

Run: python -m benchmarks.random_play [SECONDS-PER-GAME] [--greedy] [--against CHECKOUT]

With `--greedy`, the greedy bot plays every seat instead. Time is processor time. With another checkout, for
example `--against ../base`, both play every game in turn, `ROUNDS` times in fresh processes; the best round
of each counts.
"""

import sys
from time import process_time

from rich import print as show
from rich.table import Table

from benchmarks import against
from benchmarks.machine import facts
from benchmarks.results import save
from fivedice.bots import random
from fivedice.bots.greedy import greedy
from fivedice.games import GAMES
from fivedice.match.setup import Player, Setup, game_called
from fivedice.runtime.simulation import play

ROUNDS = 5
GREEDY = "--greedy"


def setups() -> dict[str, Setup]:
    """The fewest seats of each game, and two seats, by the label of the row."""
    bot = "greedy" if GREEDY in sys.argv else "random"
    return {
        f"{game.name} {seats}": Setup(game, tuple(Player(f"{bot} {seat}", bot) for seat in range(seats)))
        for game in map(game_called, GAMES)
        for seats in sorted({game.seats[0], 2})
    }


def measure(setup: Setup, seconds: float) -> tuple[float, float]:
    """Matches per second, and events per match."""
    bots = [greedy if GREEDY in sys.argv else random] * len(setup.players)
    play(setup, bots, 0, 0)
    matches = events = 0
    begun = process_time()
    while process_time() - begun < seconds:
        matches += 1
        events += len(play(setup, bots, 1, matches).events)
    return matches / (process_time() - begun), events / matches


def alone(seconds: float) -> Table:
    """A table of every game in this process, with ratios to solo traditional."""
    table = Table("Game", "Seats", title=facts("fivedice", "msgspec"), title_justify="left")
    for heading in ("Matches/s", "Events a match", "Events/s", "Events/s, ratio"):
        table.add_column(heading, justify="right")
    baseline = 0.0
    for name, setup in setups().items():
        speed, length = measure(setup, seconds)
        baseline = baseline or speed * length
        figures = (
            f"{speed:,.0f}",
            f"{length:,.0f}",
            f"{speed * length:,.0f}",
            f"{speed * length / baseline:.2f}",
        )
        table.add_row(*name.split(), *figures)
    return table


def beside(others: dict[str, tuple[float, float]], checkout: str) -> Table:
    """Matches per second of both, and how many times as many this checkout plays."""
    table = Table("Game", "Seats", title=facts("fivedice", "msgspec"), title_justify="left")
    for heading in ("Matches/s", f"in {checkout}", "Ratio"):
        table.add_column(heading, justify="right")
    for name, (ours, theirs) in others.items():
        table.add_row(*name.split(), f"{1 / ours:,.0f}", f"{1 / theirs:,.0f}", f"{theirs / ours:.2f}")
    return table


def main() -> None:
    """Prints a table, or the figures for another process."""
    seconds = next((float(word) for word in sys.argv[1:] if word.replace(".", "", 1).isdecimal()), 2.0)
    checkout = against.other()
    playing = [word for word in sys.argv if word == GREEDY]
    if against.FIGURES in sys.argv:
        against.write({name: 1 / measure(setup, seconds)[0] for name, setup in setups().items()})
    elif checkout:
        figures = against.compared(__spec__.name, checkout, ROUNDS, str(seconds / ROUNDS), *playing)
        show(beside(figures, checkout.name))
    else:
        table = alone(seconds)
        show(table)
        if not playing:
            save("random_play", ["fivedice", "msgspec"], table)


if __name__ == "__main__":
    main()
