"""What matches between bots prove: means with their 95% confidence intervals. Knows results only.

The matches of a deal share its dice and are not independent; deals are. So every figure is a mean over deals
of what a bot made in a deal on average, and its interval comes from how much that varies from deal to deal.
It is the normal one, to be trusted from some thirty deals on.
"""

from collections.abc import Sequence
from itertools import permutations
from math import inf, log10, sqrt
from statistics import NormalDist, fmean, variance

from msgspec import Struct

from fivedice.arena.plan import Plan, Played

CONFIDENCE = 0.95
WIDTH = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""Half an interval in standard errors: 1.96."""


class Estimate(Struct, frozen=True):
    """A mean, and the interval that holds the true one with 95% confidence; infinite where all is open."""

    value: float
    low: float
    high: float


class BotFigures(Struct, frozen=True):
    """What a bot made; Elo is its lead over the others on average, one by one."""

    name: str
    wins: Estimate
    """Its share of the wins; a win shared by two counts half."""
    score: Estimate
    elo: Estimate
    forfeits: int
    """How many matches it forfeited, and so lost; its score there is what the game made for it."""


class PairFigures(Struct, frozen=True):
    """What one bot made against one other: a point for being ahead in a match, half for a tie."""

    name: str
    against: str
    points: Estimate
    score: Estimate
    """By how much it scored more."""
    elo: Estimate


class Figures(Struct, frozen=True):
    """All that an arena tells; `pairs` has every two bots both ways round."""

    game: str
    unit: str
    seed: int
    duplicate: bool
    deals: int
    matches: int
    confidence: float
    bots: tuple[BotFigures, ...]
    pairs: tuple[PairFigures, ...]


def figures(plan: Plan, played: Sequence[Played]) -> Figures:
    """The figures of at least one deal."""
    seats = range(len(plan.players))
    matches = sum(len(deal.scores) for deal in played)
    bots = tuple(_bot(plan, played, bot) for bot in seats)
    pairs = tuple(_pair(plan, played, bot, other) for bot, other in permutations(seats, 2))
    game = plan.game
    return Figures(
        game.name, game.unit, plan.seed, plan.duplicate, len(played), matches, CONFIDENCE, bots, pairs
    )


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, with its interval."""
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, -inf, inf)
    margin = WIDTH * sqrt(variance(values, mean) / len(values))
    return Estimate(mean, mean - margin, mean + margin)


def share(values: Sequence[float]) -> Estimate:
    """The same for values from 0 to 1, such as shares of a win; the interval stays between them.

    Where all values are equal, none other has been seen, and those that are not seen in n deals may still
    have a chance of up to 1 - 0.025^(1/n).
    """
    estimated = estimate(values)
    if len(values) > 1 and len(set(values)) == 1:
        unseen = 1 - ((1 - CONFIDENCE) / 2) ** (1 / len(values))
        seen = (1 - unseen) * estimated.value
        return Estimate(estimated.value, seen, seen + unseen)
    return Estimate(estimated.value, max(estimated.low, 0.0), min(estimated.high, 1.0))


def elo(points: Estimate) -> Estimate:
    """The lead in Elo points at which a share of the points is expected; infinite at 0 and 1."""
    return Estimate(_elo(points.value), _elo(points.low), _elo(points.high))


def _elo(points: float) -> float:
    if points <= 0 or points >= 1:
        return inf if points >= 1 else -inf
    return 400 * log10(points / (1 - points))


def _bot(plan: Plan, played: Sequence[Played], bot: int) -> BotFigures:
    others = [other for other in range(len(plan.players)) if other != bot]
    wins = [fmean((bot in won) / len(won) for won in deal.winners) for deal in played]
    made = [fmean(row[bot] for row in deal.scores) for deal in played]
    ahead = [fmean(_points(deal, bot, other) for other in others) for deal in played]
    forfeits = sum(bot in lost for deal in played for lost in deal.forfeited)
    return BotFigures(plan.players[bot].name, share(wins), estimate(made), elo(share(ahead)), forfeits)


def _pair(plan: Plan, played: Sequence[Played], bot: int, other: int) -> PairFigures:
    points = share([_points(deal, bot, other) for deal in played])
    score = estimate([fmean(row[bot] - row[other] for row in deal.scores) for deal in played])
    names = plan.players
    return PairFigures(names[bot].name, names[other].name, points, score, elo(points))


def _points(deal: Played, bot: int, other: int) -> float:
    """The share of the deal's matches in which a bot was ahead of another."""
    return fmean(
        _ahead(_standing(deal, match, bot), _standing(deal, match, other))
        for match in range(len(deal.scores))
    )


Standing = tuple[bool, bool, int]
"""Whether a bot has not forfeited, whether it has won, and what it scored: the higher, the better it did."""


def _standing(deal: Played, match: int, bot: int) -> Standing:
    return bot not in deal.lost(match), bot in deal.winners[match], deal.scores[match][bot]


def _ahead(one: Standing, two: Standing) -> float:
    """Who wins is ahead of who does not, however it was decided; among the others the score tells.

    Of who has forfeited everybody else is ahead.
    """
    return 0.5 if one == two else float(one > two)
