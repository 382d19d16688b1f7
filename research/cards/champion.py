"""How often a player who plays to win beats one who plays for the mean, on score cards with two seats.

Run: python -m research.cards.champion [PAIRS]

Both matches of a pair have the same dice, and the players exchange seats; a tie is half a win. The interval
is for the mean over pairs. Times exclude tables and compiling. For challenge, run fivedice arena challenge
champion expert --matches 2000 --duplicate
"""

import sys
from time import perf_counter

import numpy as np
from benchmarks.machine import facts
from rich import print as show
from rich.progress import track
from rich.table import Table

from fivedice.cards.scorecard import ScoreCard
from fivedice.games import piecepack, thirteen
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.remaining import work_out
from fivedice.solve.cards.table import solve
from research.cards import matches as card_matches

CARDS: dict[str, ScoreCard] = {
    "traditional, forced joker": thirteen.CARDS["forced"],
    "piecepack": piecepack.CARD,
}
AIMS = np.array([card_matches.WIN, card_matches.MEAN])
PARTS = 20
SEED = 20_000


def main() -> None:
    """Prints the share of wins in each game."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    table = Table("Game", title=facts("fivedice", "numpy", "numba"), title_justify="left")
    for heading in ("pairs", "champion wins", "mean, champion", "mean, expert", "µs a match"):
        table.add_column(heading, justify="right")
    for name, form in CARDS.items():
        begin, totals = played(form, pairs, name)
        took = (perf_counter() - begin) / totals.size * 2 * 1e6
        means = [f"{mean:.1f}" for mean in totals.mean(axis=(0, 1))]
        table.add_row(name, f"{len(totals):,}", share_of_wins(totals), *means, f"{took:.0f}")
    show(table)


def played(form: ScoreCard, pairs: int, name: str) -> tuple[float, Ints]:
    """The time at which the matches began, and the totals of all matches."""
    known = card_matches.known(work_out(solve(form)))
    room = card_matches.room(form)
    card_matches.play_pairs(0, 1, AIMS, known, room)
    begin, size = perf_counter(), -(-pairs // PARTS)
    parts = [
        card_matches.play_pairs(SEED + part * size, size, AIMS, known, room)
        for part in track(range(PARTS), name, transient=True)
    ]
    return begin, np.concatenate(parts)


def share_of_wins(totals: Ints) -> str:
    """The share of wins of the first player, with its 95% interval."""
    ahead = np.sign(totals[:, :, 0] - totals[:, :, 1])
    wins = ((ahead + 1) / 2).mean(axis=1)
    return f"{100 * wins.mean():.2f}% ± {196 * wins.std() / len(wins) ** 0.5:.2f}"


if __name__ == "__main__":
    main()
