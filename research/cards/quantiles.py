"""The cost of quantiles for the champion: matches against a champion with full distributions.

Run: python -m research.cards.quantiles [GAME] [SECONDS]   (default: traditional, 600 s; 1 GB)

Two seats, each set of dice played from both seats, luck subtracted as in `fivedice arena --adjusted`. Both
play the last three rounds exactly. Times exclude computing the distributions. The result is saved in
benchmarks/results.
"""

import sys
from dataclasses import replace
from functools import partial
from time import process_time

from benchmarks.results import save
from rich import print as show
from rich.table import Table

from fivedice import bots
from fivedice.analysis.solver_api import Knowing
from fivedice.arena.figures import figures
from fivedice.arena.luck import luck_of
from fivedice.arena.plan import ArenaPlan, play
from fivedice.arena.played import PlayedDeal
from fivedice.core.rules import Game
from fivedice.games import GAMES
from fivedice.runtime import store
from fivedice.runtime.library import Library
from fivedice.solve.cards.endgame import LastRounds
from fivedice.solve.cards.remaining import work_out
from fivedice.solve.cards.wins import CardWins
from fivedice.terminal import asking

SEED = 1
HEADINGS = ("game", "wins with quantiles, %", "95% ±", "matches")


def main() -> None:
    """Prints the result."""
    name = next((word for word in sys.argv[1:] if not word.isdecimal()), "traditional")
    seconds = int(next((word for word in sys.argv[1:] if word.isdecimal()), 600))
    plan = ArenaPlan(GAMES[name], asking.only_bots(["champion"] * 2), SEED, duplicate=True, adjusted=True)
    told = figures(plan, played(plan, seconds))
    won = told.bots[0].wins
    table = Table(*HEADINGS)
    figure, error = (f"{100 * share:.3f}" for share in (won.value, (won.high - won.low) / 2))
    table.add_row(name, figure, error, str(told.matches))
    show(table)
    save("quantiles", ["fivedice", "numpy"], table)


def played(plan: ArenaPlan, seconds: int) -> list[PlayedDeal]:
    """Deals between a champion with quantiles, first, and one with full distributions."""
    library = Library(store.tables(), many=True)
    full = in_full(plan.game, library)
    players = bots.make("champion", library), bots.make("champion", full)
    luck, begin = partial(luck_of, knowing=full), process_time()
    deals = [play(plan, players, 1, luck)]
    while process_time() - begin < seconds:
        deals.append(play(plan, players, len(deals) + 1, luck))
    return deals


def in_full(game: Game, library: Library) -> Knowing:
    """A library whose chances to win use full distributions; both players share the exact endings."""
    known = library(game, 2, "wins")
    assert isinstance(known, LastRounds)
    table = known.estimate.table
    estimate = CardWins(table, work_out(table, exact_up_to=len(known.form.boxes)))
    wins = replace(known, estimate=estimate)
    return lambda game, seats, aim: wins if aim == "wins" else library(game, seats, aim)


if __name__ == "__main__":
    main()
