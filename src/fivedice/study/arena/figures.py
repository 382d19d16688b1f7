"""Results of an arena: means with 95% confidence intervals, and a bar chart of them.

The matches of a deal share its dice, so only deals are independent. Every figure is therefore a mean over
deals of a bot's mean within the deal, with an interval from the variance between deals.
"""

from collections.abc import Sequence
from itertools import permutations
from math import inf, isfinite, log10
from pathlib import Path
from statistics import fmean, variance
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from fivedice.runtime import store
from fivedice.runtime.intervals import CONFIDENCE, Estimate, cut, estimate, share
from fivedice.study.arena.plan import ArenaPlan, PlayedDeal

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_FEWER = 1e6
"""The highest ratio shown. Beyond it only rounding is left, for example in scores of best play."""
PICTURES = (".svg", ".png")
"""The kinds of files for a chart."""


class Fewer(Struct, frozen=True):
    """The factor by which the number of matches grows for the same interval without subtracting luck."""

    wins: float
    score: float
    most: float = MOST_FEWER
    """Higher numbers are not shown: they measure nothing but rounding."""


class BotFigures(Struct, frozen=True):
    """The results of a bot."""

    name: str
    wins: Estimate
    """Its share of the wins; a win shared by two counts half."""
    score: Estimate
    elo: Estimate
    """The Elo lead over equally strong others at which this share of the wins is expected."""
    forfeits: int
    """The number of matches it forfeited and therefore lost; their scores come from `away`, which played on.
    """
    fewer: Fewer | None = None
    """How much subtracting luck helps, for adjusted results."""


class PairFigures(Struct, frozen=True):
    """The results of one bot against one other: a point for being ahead in a match, half for a tie.

    The winner is ahead of all others, who are compared by score. So with more than two bots, the one that
    wins the most may often be behind, if it risks its score to win.
    """

    name: str
    against: str
    points: Estimate
    score: Estimate
    """Its lead in score."""
    elo: Estimate


class ArenaFigures(Struct, frozen=True):
    """The results of an arena; `pairs` has every pair of bots in both orders."""

    game: str
    unit: str
    seed: int
    duplicate: bool
    adjusted: bool
    deals: int
    matches: int
    confidence: float
    bots: tuple[BotFigures, ...]
    pairs: tuple[PairFigures, ...]


def figures(plan: ArenaPlan, played: Sequence[PlayedDeal]) -> ArenaFigures:
    """The figures of at least one deal."""
    seats = range(len(plan.players))
    matches = sum(len(deal.scores) for deal in played)
    bots = tuple(_bot(plan, played, bot) for bot in seats)
    pairs = tuple(_pair(plan, played, bot, other) for bot, other in permutations(seats, 2))
    game = plan.game
    chance = (plan.seed, plan.duplicate, plan.adjusted)
    return ArenaFigures(game.name, game.unit, *chance, len(played), matches, CONFIDENCE, bots, pairs)


def elo(points: Estimate, others: int = 1) -> Estimate:
    """The lead in Elo points over this number of others with this expected share; infinite at 0 and 1."""
    return Estimate(_elo(points.value, others), _elo(points.low, others), _elo(points.high, others))


def _elo(points: float, others: int) -> float:
    if points <= 0 or points >= 1:
        return inf if points >= 1 else -inf
    return 400 * log10(others * points / (1 - points))


def _bot(plan: ArenaPlan, played: Sequence[PlayedDeal], bot: int) -> BotFigures:
    wins = [_wins(deal, bot) for deal in played]
    scores = [_score(deal, bot) for deal in played]
    forfeits = sum(bot in lost for deal in played for lost in deal.forfeited)
    fewer = _fewer(played, bot, wins, scores) if plan.adjusted else None
    mean = _share(plan, wins)
    lead = elo(mean, len(plan.players) - 1)
    return BotFigures(plan.players[bot].name, mean, estimate(scores), lead, forfeits, fewer)


def _pair(plan: ArenaPlan, played: Sequence[PlayedDeal], bot: int, other: int) -> PairFigures:
    points = _share(plan, [_points(deal, bot, other) for deal in played])
    score = estimate([_score(deal, bot) - _score(deal, other) for deal in played])
    names = plan.players
    return PairFigures(names[bot].name, names[other].name, points, score, elo(points))


def _share(plan: ArenaPlan, values: Sequence[float]) -> Estimate:
    """A share of deals. After luck is subtracted, a deal may be below 0 or above 1 and is treated like any
    mean.
    """
    return cut(estimate(values)) if plan.adjusted else share(values)


# --- A deal -------------------------------------------------------------------------------------------------


def _wins(deal: PlayedDeal, bot: int) -> float:
    """A bot's share of the wins in the deal, minus its luck if known."""
    luck = fmean(deal.lucky(match, bot).wins for match in range(len(deal.scores)))
    return fmean((bot in won) / len(won) for won in deal.winners) - luck


def _score(deal: PlayedDeal, bot: int) -> float:
    """A bot's mean score in the deal, minus its luck."""
    luck = fmean(deal.lucky(match, bot).score for match in range(len(deal.scores)))
    return fmean(row[bot] for row in deal.scores) - luck


def _points(deal: PlayedDeal, bot: int, other: int) -> float:
    """A bot's share of the deal's matches in which it was ahead of another, minus half its lead in luck."""
    return fmean(
        _ahead(_standing(deal, match, bot), _standing(deal, match, other))
        - (deal.lucky(match, bot).wins - deal.lucky(match, other).wins) / 2
        for match in range(len(deal.scores))
    )


def _fewer(played: Sequence[PlayedDeal], bot: int, wins: Sequence[float], scores: Sequence[float]) -> Fewer:
    """The variance of the deals without subtracting luck, divided by the variance with it."""
    plain = [replace(deal, luck=()) for deal in played]
    plain_wins, plain_scores = ([of(deal, bot) for deal in plain] for of in (_wins, _score))
    return Fewer(_ratio(plain_wins, wins), _ratio(plain_scores, scores))


def _ratio(plain: Sequence[float], adjusted: Sequence[float]) -> float:
    """The ratio of variances, at most `MOST_FEWER`; 1 if it is undefined."""
    before, after = (variance(values) if len(values) > 1 else 0.0 for values in (plain, adjusted))
    return min(before / after, MOST_FEWER) if after else MOST_FEWER if before else 1.0


Standing = tuple[bool, bool, int]
"""Whether a bot has not forfeited, whether it has won, and its score: higher is better."""


def _standing(deal: PlayedDeal, match: int, bot: int) -> Standing:
    return bot not in deal.lost(match), bot in deal.winners[match], deal.scores[match][bot]


def _ahead(one: Standing, two: Standing) -> float:
    """1 if the first is ahead, half for a tie. Winners come first, and bots that forfeited last."""
    return 0.5 if one == two else float(one > two)


# --- A chart, drawn without the global state of pyplot -----------------------------------


def draw(report: ArenaFigures, title: str, path: Path) -> None:
    """Draws wins, mean scores and, for more than two bots, who beats whom. Raises `StoreError`."""
    import matplotlib.figure  # noqa: PLC0415 - slow to load, and only a plot needs it

    names = [bot.name for bot in report.bots]
    panels = 2 if len(names) == 2 else 3
    picture = matplotlib.figure.Figure(figsize=(4.5 * panels, 1.6 + 0.5 * len(names)), layout="constrained")
    axes = picture.subplots(1, panels)
    _bars(axes[0], names, [bot.wins for bot in report.bots], "share of the wins")
    _bars(axes[1], names, [bot.score for bot in report.bots], f"mean score in {report.unit}")
    if panels > 2:
        _matrix(axes[2], names, report)
    plain = title.replace("$", r"\$")  # a $ begins a formula
    picture.suptitle(f"{plain}: {report.matches} matches, seed {report.seed}, 95% intervals")
    kind = path.suffix.lower()
    metadata = {"Date": None} if kind == ".svg" else {}
    with matplotlib.rc_context({"svg.hashsalt": "fivedice"}), store.replacing(path) as file:
        picture.savefig(file, format=kind[1:], metadata=metadata)


def _bars(axes: "Axes", names: list[str], estimates: list[Estimate], title: str) -> None:
    values = [estimate.value for estimate in estimates]
    places = range(len(names))
    below = [_finite(e.value - e.low) for e in estimates]
    above = [_finite(e.high - e.value) for e in estimates]
    axes.barh(places, values, xerr=[below, above], capsize=4, color="#7a9cc6", height=0.6)
    axes.set_yticks(places, names)
    axes.invert_yaxis()
    axes.set_xlabel(title)


def _finite(length: float) -> float:
    """Infinite intervals are not drawn."""
    return length if isfinite(length) else 0.0


def _matrix(axes: "Axes", names: list[str], report: ArenaFigures) -> None:
    points = {(pair.name, pair.against): pair.points.value for pair in report.pairs}
    cells = [[points.get((name, other), 0.5) for other in names] for name in names]
    axes.imshow(cells, cmap="RdYlGn", vmin=0, vmax=1, alpha=0.6)
    for row, column in permutations(range(len(names)), 2):
        axes.text(column, row, f"{100 * cells[row][column]:.1f}", ha="center", va="center")
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("points in 100 matches, row against column")
