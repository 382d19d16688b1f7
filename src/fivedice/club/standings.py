"""The ranking of a club night, and its uncertainty.

On each deal, players are compared with everyone who played it in the same chair, and so with the same dice.
Tables with fewer chairs have other dice, so only tables of equal size are compared.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import erf, sqrt
from statistics import fmean

from msgspec import Struct

from fivedice.club.entries import TableResult
from fivedice.club.night import ClubNight, match_points
from fivedice.club.pairing import Group

Costs = Mapping[tuple[str | int, ...], float]
"""The cost of a chair's choices, by the code of its table and the chair."""
NO_COSTS: Costs = {}
SURE = 1.96
"""Luck stays within this many standard deviations in 19 of 20 cases."""


class Standing(Struct, frozen=True):
    """A line of the ranking. Unknown values are None. `rank` counts from 1; equal players share a rank."""

    rank: int
    player: int
    matches: int = 0
    points: float = 0
    """Match points."""
    percent: float | None = None
    """The percentage of comparisons won on a deal, as a mean over deals. Equal scores count half."""
    cross: float | None = None
    """Cross-points: the mean difference in score to the other tables of a deal, as a mean over deals."""
    cost: float | None = None
    """The mean cost of choices per match, if any match has one."""
    ahead: float | None = None
    """The chance that this player is better than the next one; a priori the chance is even."""


CRITERIA: dict[str, Callable[[Standing], float]] = {
    "match points": lambda line: line.points,
    "compared at all": lambda line: line.percent is not None,
    "percentage": lambda line: line.percent or 0,
    "cross-points": lambda line: line.cross or 0,
}
"""What players are ranked by; higher is better."""
ORDER = {
    "stay": ("compared at all", "percentage", "cross-points", "match points"),
    "swiss": ("match points", "compared at all", "percentage", "cross-points"),
}
"""The criteria of each pairing; each breaks the ties of those before it."""


class StandingsMatch(Struct, frozen=True):
    """The result of one match for one player. `luck` is the variance of `percent` among equal players."""

    player: int
    cost: float | None
    percent: float | None = None
    cross: float = 0
    luck: float = 0


def standings(night: ClubNight, costs: Costs = NO_COSTS) -> tuple[Standing, ...]:
    """All players in order: by match points in a Swiss system, otherwise by percentage.

    Players with fewer than half of the matches so far come last; a bye counts as played.
    """
    matches = list(_matches(night, costs))
    points = match_points(night)
    lines = [_line(number, points[number], matches) for number in range(len(night.players))]
    half = max((line.matches for line in lines), default=0) / 2
    byes = Counter(player for one in night.rounds for player in one.byes)
    took_part = {line.player: line.matches + night.plan.deals * byes[line.player] >= half for line in lines}
    key = {line.player: (took_part[line.player], *_merit(night, line)) for line in lines}
    lines.sort(key=lambda line: key[line.player], reverse=True)
    merits = [key[line.player] for line in lines]
    return tuple(
        Standing(
            1 + merits.index(merit),
            line.player,
            line.matches,
            line.points,
            line.percent,
            line.cross,
            line.cost,
            _ahead(night, line, below, matches) if below and merit[0] == key[below.player][0] else None,
        )
        for line, merit, below in zip(lines, merits, [*lines[1:], None], strict=False)
    )


def luck(night: ClubNight) -> float | None:
    """The difference, in percent or match points, within which two equal players stay at least 19 times in
    20. None before there are results to compare.
    """
    matches = list(_matches(night, NO_COSTS))
    lines = [_line(number, 0, matches) for number in range(len(night.players))]
    spreads = [spread for line in lines if (spread := _variance(night, line, matches)) is not None]
    return SURE * sqrt(2 * fmean(spreads)) if spreads else None


def _matches(night: ClubNight, costs: Costs) -> Iterator[StandingsMatch]:
    """Every match of every player."""
    for one in night.rounds:
        for deal in range(night.plan.deals):
            field = [
                (table.players, table.codes[deal : deal + 1], result)
                for table in one.tables
                if deal < len(table.results) and (result := table.results[deal])
            ]
            for players, code, result in field:
                others = [
                    other for group, _, other in field if group != players and len(group) == len(players)
                ]
                known = [costs.get((*code, chair)) for chair in range(len(players))]
                yield from _compared(players, result, others, known)


def _compared(
    players: Group, result: TableResult, others: list[TableResult], costs: list[float | None]
) -> Iterator[StandingsMatch]:
    """The results of a match compared with the same deal at other tables.

    With k other tables, equal players take each of the k + 1 places equally often, so their percentage has
    the variance (k + 2) / 12k. In the same chair, one player gains what another loses, so the variance of
    their difference is (k + 1) / k times as large. This is assumed for all players.
    """
    for chair, player in enumerate(players):
        cost = costs[chair]
        if not (k := len(others)):
            yield StandingsMatch(player, cost)
            continue
        own, theirs = result.scores[chair], [other.scores[chair] for other in others]
        won = sum(1.0 if own > score else 0.5 if own == score else 0.0 for score in theirs)
        yield StandingsMatch(
            player, cost, 100 * won / k, own - fmean(theirs), 100**2 * (k + 2) * (k + 1) / (12 * k * k)
        )


def _line(player: int, points: float, matches: list[StandingsMatch]) -> Standing:
    own = [match for match in matches if match.player == player]
    compared = [match for match in own if match.percent is not None]
    costs = [match.cost for match in own if match.cost is not None]
    return Standing(
        0,
        player,
        len(own),
        points,
        fmean(match.percent or 0 for match in compared) if compared else None,
        fmean(match.cross for match in compared) if compared else None,
        fmean(costs) if costs else None,
    )


def _merit(night: ClubNight, line: Standing) -> tuple[float, ...]:
    """The sort key; higher is better. Rounded, so that equal sums added in another order stay equal."""
    return tuple(round(float(CRITERIA[name](line)), 9) for name in ORDER[night.plan.pairing])


def _variance(night: ClubNight, line: Standing, matches: list[StandingsMatch]) -> float | None:
    """The variance of the measure that decides the ranking, for a player as good as the others."""
    if night.plan.pairing == "swiss":  # a win has the chance 1/n, at the expense of n - 1 others
        return line.matches / night.plan.seats if line.matches and night.plan.seats > 1 else None
    lucks = [match.luck for match in matches if match.player == line.player and match.percent is not None]
    return sum(lucks) / len(lucks) ** 2 if lucks else None


def _ahead(night: ClubNight, line: Standing, below: Standing, matches: list[StandingsMatch]) -> float | None:
    spreads = [_variance(night, one, matches) for one in (line, below)]
    if None in spreads:
        return None
    if night.plan.pairing == "swiss":
        lead = line.points - below.points
    else:
        lead = (line.percent or 0) - (below.percent or 0)
    return (1 + erf(max(lead, 0) / sqrt(2 * sum(spread or 0 for spread in spreads)))) / 2
