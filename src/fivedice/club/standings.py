"""The ranking of a club night, and its uncertainty.

On each deal, players are compared with everyone who played it in the same chair, and so with the same dice.
Tables with fewer chairs have other dice, so only tables of equal size are compared.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import inf, sqrt
from statistics import fmean

from msgspec import Struct
from msgspec.structs import replace

from fivedice.club.entries import TableResult
from fivedice.club.night import ClubNight, match_points
from fivedice.club.pairing import Group

Costs = Mapping[tuple[str | int, ...], float]
"""The cost of a chair's choices, by the code of its table and the chair."""
NO_COSTS: Costs = {}
SURE = 1.96
"""Luck stays within this many standard deviations in 19 of 20 cases."""
FEW = 12
"""With fewer results that can be compared, their spread says nothing about luck."""


class Standing(Struct, frozen=True):
    """A line of the ranking. Unknown values are None. `rank` counts from 1; equal players share a rank."""

    rank: int
    player: int
    matches: int = 0
    points: float = 0
    """Match points."""
    cross: float | None = None
    """Cross-points: the mean difference in score to the other tables of a deal, as a mean over deals."""
    cost: float | None = None
    """The mean cost of choices per match, if any match has one."""


class StandingsMatch(Struct, frozen=True):
    """The result of one match for one player. `luck` estimates the variance of `cross` by luck."""

    player: int
    cost: float | None
    cross: float | None = None
    luck: float = 0


def standings(night: ClubNight, costs: Costs = NO_COSTS) -> tuple[Standing, ...]:
    """All players in order; those with fewer than half of the matches come last (a bye counts as played)."""
    matches = list(_matches(night, costs))
    points = match_points(night)
    lines = [_line(number, points[number], matches) for number in range(len(night.players))]
    half = max((line.matches for line in lines), default=0) / 2
    byes = Counter(player for one in night.rounds for player in one.byes)
    took_part = {line.player: line.matches + night.plan.deals * byes[line.player] >= half for line in lines}
    key = {line.player: (took_part[line.player], *_merit(night, line)) for line in lines}
    lines.sort(key=lambda line: key[line.player], reverse=True)
    merits = [key[line.player] for line in lines]
    ranked = zip(lines, merits, strict=True)
    return tuple(replace(line, rank=1 + merits.index(merit)) for line, merit in ranked)


def luck(night: ClubNight) -> float | None:
    """The lead within luck in 19 of 20 cases; None without results to compare, infinite while few."""
    matches = list(_matches(night, NO_COSTS))
    if night.plan.pairing == "swiss":  # a win has the chance 1/n, at the expense of n - 1 others
        played = Counter(match.player for match in matches)
        spreads = [many / night.plan.seats for many in played.values() if night.plan.seats > 1]
    else:
        compared = [match for match in matches if match.cross is not None]
        if 0 < len(compared) < FEW:
            return inf
        played = Counter(match.player for match in compared)
        spreads = [fmean(match.luck for match in compared) / many for many in played.values()]
    return SURE * sqrt(2 * fmean(spreads)) if spreads else None


def _matches(night: ClubNight, costs: Costs) -> Iterator[StandingsMatch]:
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

    In the same chair, one player gains what another loses, so with k other tables the variance of their
    difference is (k + 1) / k times as large. This is assumed for all players.
    """
    for chair, player in enumerate(players):
        cost = costs[chair]
        if not (k := len(others)):
            yield StandingsMatch(player, cost)
            continue
        cross = result.scores[chair] - fmean(other.scores[chair] for other in others)
        yield StandingsMatch(player, cost, cross, cross**2 * (k + 1) / k)


def _line(player: int, points: float, matches: list[StandingsMatch]) -> Standing:
    own = [match for match in matches if match.player == player]
    compared = [match.cross for match in own if match.cross is not None]
    costs = [match.cost for match in own if match.cost is not None]
    cross, cost = (fmean(values) if values else None for values in (compared, costs))
    return Standing(0, player, len(own), points, cross, cost)


def _merit(night: ClubNight, line: Standing) -> tuple[float, ...]:
    """The sort key; higher is better. Rounded, so that equal sums added in another order stay equal."""
    cross = (line.cross is not None, line.cross or 0.0)
    swiss = night.plan.pairing == "swiss"
    criteria = (line.points, *cross) if swiss else (*cross, line.points)
    return tuple(round(float(one), 9) for one in criteria)
