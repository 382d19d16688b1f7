"""The time to review a whole match, without any cached worths.

Run: python -m benchmarks.review [TIMES]
"""

import sys
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from rich import print as show
from rich.table import Table

from benchmarks.machine import facts
from benchmarks.results import save
from fivedice.analysis import ends, evaluate, luck_and_cost
from fivedice.bots import make
from fivedice.match.match import EventMatch
from fivedice.match.setup import Player, Setup, game_called
from fivedice.report import page, review_json, text
from fivedice.runtime.library import Library
from fivedice.runtime.simulation import play
from fivedice.solve.showdown import own_turn

MATCHES = [
    ("traditional", 1, 1),
    ("traditional", 2, 1),
    ("traditional", 10, 1),
    ("traditional", 2, 6),
    ("challenge", 4, 1),
    ("piecepack", 2, 1),
    ("junior", 2, 1),
    ("showdown", 2, 1),
    ("showdown", 3, 1),
    ("showdown", 4, 1),
]

CACHES = [evaluate.outlook, ends._ends, ends._used]
CACHES += [each for each in vars(own_turn).values() if hasattr(each, "cache_clear")]


def measure(match: EventMatch, library: Library, times: int) -> list[float]:
    """Median milliseconds of the review, and of its output in three formats."""
    known = library(match.setup.game, len(match.setup.players), "score")
    seconds = []
    for _ in range(times):
        for cached in CACHES:
            cached.cache_clear()
        marks = [perf_counter()]
        review = luck_and_cost.review(match, known)
        marks.append(perf_counter())
        text.lines(review, known, "digits", everything=True)
        marks.append(perf_counter())
        review_json.text(review, known, "digits")
        marks.append(perf_counter())
        page.page(review, known, "pips")
        marks.append(perf_counter())
        seconds.append([1000 * (after - before) for before, after in pairwise(marks)])
    return [median(column) for column in zip(*seconds, strict=True)]


def main() -> None:
    """Prints a table with a row for each match between casual bots."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    packages = ["fivedice", "numpy", "msgspec"]
    table = Table("Game", "Seats", "Games", title=facts(*packages), title_justify="left")
    for heading in ("Events", "Review, ms", "Lines, ms", "JSON, ms", "Page, ms"):
        table.add_column(heading, justify="right")
    with TemporaryDirectory() as folder:
        library = Library(Path(folder))
        for name, seats, games in MATCHES:
            players = tuple(Player(f"casual {seat}", "casual") for seat in range(seats))
            setup = Setup(game_called(name), players, games)
            match = play(setup, [make("casual:5", library)] * seats, 1, 1)
            figures = (f"{found:.1f}" for found in measure(match, library, times))
            table.add_row(name, str(seats), str(games), str(len(match.events)), *figures)
    show(table)
    save("review", packages, table)


if __name__ == "__main__":
    main()
