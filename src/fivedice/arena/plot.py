"""The figures of an arena as a bar chart with intervals.

Draws on its own figure, without the global state of pyplot.
"""

from itertools import permutations
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from fivedice.arena.figures import Figures
from fivedice.runtime import store
from fivedice.runtime.intervals import Estimate
from fivedice.runtime.store import StoreError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = (".svg", ".png")


def draw(figures: Figures, title: str, path: Path) -> None:
    """Draws wins, mean scores and, for more than two bots, who beats whom. Raises `StoreError`."""
    from matplotlib import rc_context  # noqa: PLC0415 - slow to load, and only a plot needs it
    from matplotlib.figure import Figure  # noqa: PLC0415

    names = [bot.name for bot in figures.bots]
    panels = 2 if len(names) == 2 else 3
    picture = Figure(figsize=(4.5 * panels, 1.6 + 0.5 * len(names)), layout="constrained")
    axes = picture.subplots(1, panels)
    _bars(axes[0], names, [bot.wins for bot in figures.bots], "share of the wins")
    _bars(axes[1], names, [bot.score for bot in figures.bots], f"mean score in {figures.unit}")
    if panels > 2:
        _matrix(axes[2], names, figures)
    picture.suptitle(f"{_plain(title)}: {figures.matches} matches, seed {figures.seed}, 95% intervals")
    kind = path.suffix.lower()
    metadata = {"Date": None} if kind == ".svg" else {}
    try:
        with rc_context({"svg.hashsalt": "fivedice"}):
            picture.savefig(path, format=kind[1:], metadata=metadata)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {store.reason(error)}.") from None


def _plain(text: str) -> str:
    """Escapes the sign that begins a formula."""
    return text.replace("$", r"\$")


def _bars(axes: "Axes", names: list[str], estimates: list[Estimate], title: str) -> None:
    values = [estimate.value for estimate in estimates]
    places = range(len(names))
    below = [_drawn(e.value - e.low) for e in estimates]
    above = [_drawn(e.high - e.value) for e in estimates]
    axes.barh(places, values, xerr=[below, above], capsize=4, color="#7a9cc6", height=0.6)
    axes.set_yticks(places, names)
    axes.invert_yaxis()
    axes.set_xlabel(title)


def _drawn(length: float) -> float:
    """Infinite intervals are not drawn."""
    return length if isfinite(length) else 0.0


def _matrix(axes: "Axes", names: list[str], figures: Figures) -> None:
    points = {(pair.name, pair.against): pair.points.value for pair in figures.pairs}
    cells = [[points.get((name, other), 0.5) for other in names] for name in names]
    axes.imshow(cells, cmap="RdYlGn", vmin=0, vmax=1, alpha=0.6)
    for row, column in permutations(range(len(names)), 2):
        axes.text(column, row, f"{100 * cells[row][column]:.1f}", ha="center", va="center")
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("points in 100 matches, row against column")
