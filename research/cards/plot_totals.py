"""Plots the chance of a total or more: under best play for the mean, and under best play for that total.

Run: python -m research.cards.plot_totals

For the cards of traditional (forced Joker) and piecepack, from the empty card; each dot is solved separately.
Prints the figures and writes docs/play-totals.svg.
"""

from pathlib import Path

import matplotlib as mpl
import numpy as np
from benchmarks.machine import facts
from rich import print as show
from rich.progress import track
from rich.table import Table

from fivedice.cards import filling
from fivedice.cards.scorecard import ScoreCard
from fivedice.games.cardgame import CardPosition, card_of
from fivedice.match.setup import game_called
from fivedice.solve.cards.distribution import distribution
from fivedice.solve.cards.reach import TargetChance
from fivedice.solve.cards.table import solve

mpl.use("svg")
PLOT = Path(__file__).parents[2] / "docs" / "play-totals.svg"
COLOURS = {"traditional": "#1b6ca8", "piecepack": "#c0562b"}
TOTALS = range(150, 425, 25)
MOST = 450


def main() -> None:
    """Prints a line for each total and plots them all."""
    mpl.rcParams |= {"svg.hashsalt": "totals", "svg.fonttype": "none", "font.size": 10}
    from matplotlib import pyplot  # noqa: PLC0415 - after the choice of how to draw

    figure, axis = pyplot.subplots(figsize=(7.5, 3.6))
    table = Table(
        "card", "total", "at best", "for the mean", title=facts("fivedice", "numba"), title_justify="left"
    )
    for name, colour in COLOURS.items():
        form = card_of(game_called(name))
        assert form is not None
        chances = distribution(solve(form)).chances
        mean = np.cumsum(chances[::-1])[::-1]
        best = [chance(form, total) for total in track(TOTALS, name, transient=True) if total < len(mean)]
        axis.plot(np.arange(len(mean[:MOST])), mean[:MOST], color=colour, label=f"{name}, for the mean")
        axis.plot(TOTALS[: len(best)], best, "o", color=colour, markersize=4, label="at best for that total")
        for total, reached in zip(TOTALS, best, strict=False):
            table.add_row(name, str(total), f"{reached:.6f}", f"{mean[total]:.6f}")
    axis.set(xlim=(100, MOST), ylim=(0, 1), xlabel="total", ylabel="chance of it or more")
    axis.grid(color="0.9")
    axis.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(PLOT, metadata={"Date": None})
    show(table)


def chance(form: ScoreCard, total: int) -> float:
    """The best chance of a total or more from the empty card."""
    return TargetChance(form, total).worth(CardPosition((filling.empty(form),), 0), 0)


if __name__ == "__main__":
    main()
