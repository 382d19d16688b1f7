"""The pairing of the next round of a club night: everybody keeps their table, or a Swiss system.

Pure: equal input gives equal tables, so every server computes the same round.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, islice

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Group = tuple[int, ...]
FINE = 60
"""The units of a match point in pairing. Equal shares of up to six winners are whole numbers of units."""


class Pairing(Struct, frozen=True):
    """The players of each table in the order of their chairs, and the players with a bye."""

    tables: tuple[Group, ...]
    byes: Group = ()


class Past(Struct, frozen=True):
    """The results so far that pairing uses for the next round."""

    tables: tuple[Group, ...] = ()
    """The tables of the last round."""
    met: Mapping[tuple[int, int], int] = {}
    """How often two players have met; the lower number is first in the key."""
    byes: Mapping[int, int] = {}
    points: Mapping[int, float] = {}
    chairs: Mapping[tuple[int, int], int] = {}
    """How often a player has had each chair."""

    def meetings(self, players: Iterable[int]) -> int:
        """How often the players of one table have met each other."""
        return sum(self.met.get(pair, 0) for pair in combinations(sorted(players), 2))


def stay(present: Sequence[int], seats: range, past: Past) -> Pairing:
    """Everybody keeps their table if possible; new players fill gaps in order of arrival, as in `present`."""
    sizes, idle = table_sizes(len(present), seats)
    whole = {player for table in past.tables if set(table) <= set(present) for player in table}
    byes = _byes(present, idle, past, lambda player: player in whole)
    playing = [player for player in present if player not in byes]
    return _seat(_keep_tables(playing, sizes, past.tables), byes, past)


def swiss(present: Sequence[int], seats: range, past: Past) -> Pairing:
    """Pairs players who have about equal match points and, if possible, have not met before.

    Optimal for two-player tables: no pairing has fewer second byes and repeated meetings or, with equally
    few, smaller differences. Larger tables are improved by swaps until no swap helps.
    """
    if seats[-1] == 2:
        return _match_pairs(present, past)
    sizes, idle = table_sizes(len(present), seats)
    byes = _byes(present, idle, past, lambda player: past.points.get(player, 0))
    ranked = sorted((one for one in present if one not in byes), key=lambda one: -past.points.get(one, 0))
    waiting = iter(ranked)
    return _seat(_swap([list(islice(waiting, size)) for size in sizes], past), byes, past)


def table_sizes(number: int, seats: range) -> tuple[tuple[int, ...], int]:
    """The sizes of as few and as even tables as possible, and the number of players who must sit out."""
    least, most = seats[0], seats[-1]
    tables = -(-number // most)
    if tables and number // tables >= least:
        each, more = divmod(number, tables)
        return (each + 1,) * more + (each,) * (tables - more), 0
    return (most,) * (number // most), number % most


def _byes(present: Sequence[int], number: int, past: Past, then: Callable[[int], float]) -> Group:
    """The players who sit out: the fewest byes first, then the lowest `then`, then the latest arrivals."""
    latest_first = list(reversed(present))
    latest_first.sort(key=lambda player: (past.byes.get(player, 0), then(player)))
    return tuple(latest_first[:number])


def _keep_tables(playing: Sequence[int], sizes: Sequence[int], before: Iterable[Group]) -> list[list[int]]:
    """Groups of these sizes that break up as few tables as possible."""
    rest = [[player for player in table if player in playing] for table in before]
    rest.sort(key=len, reverse=True)
    groups = [table[:size] for table, size in zip(rest, sizes, strict=False)]
    groups += [[] for _ in sizes[len(groups) :]]
    placed = {player for group in groups for player in group}
    waiting = (player for player in playing if player not in placed)
    for group, size in zip(groups, sizes, strict=True):
        group.extend(islice(waiting, size - len(group)))
    return groups


def _gap(past: Past, one: int, other: int) -> int:
    """The square of the difference in match points, in units of pairing."""
    return round((past.points.get(one, 0) - past.points.get(other, 0)) * FINE) ** 2


def _swap(groups: list[list[int]], past: Past) -> list[list[int]]:
    """Swaps players of two tables, the best swap first, while this reduces repeated meetings, then gaps."""
    players = [player for group in groups for player in group]
    at = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    cost = _costs(players, past)
    while True:
        beside = (cost @ (at[:, None] == range(len(groups))))[:, at]  # one's cost at the table of another
        own = beside.diagonal()
        change = beside + beside.T - 2 * cost - own - own[:, None]
        change[at[:, None] == at] = 0
        one, other = divmod(int(change.argmin()), len(players))
        if change[one, other] >= 0:
            return [
                [player for player, table in zip(players, at, strict=True) if table == number]
                for number in range(len(groups))
            ]
        at[[one, other]] = at[[other, one]]


def _costs(players: Sequence[int], past: Past) -> NDArray[np.int64]:
    """The cost of each pair at one table; a meeting outweighs all gaps."""
    points = np.array([past.points.get(player, 0) for player in players])
    gaps: NDArray[np.int64] = np.rint((points - points[:, None]) * FINE).astype(np.int64) ** 2
    met = [[past.meetings((one, other)) for other in players] for one in players]
    costs: NDArray[np.int64] = gaps + (1 + gaps.sum()) * np.array(met, np.int64)
    return costs


BYE = -1


def _match_pairs(present: Sequence[int], past: Past) -> Pairing:
    """A matching of minimum weight; with an odd number of players, one is matched with the bye."""
    from networkx import Graph, min_weight_matching  # noqa: PLC0415 - loaded when a club night needs it

    lowest = min(present, key=lambda one: past.points.get(one, 0), default=BYE)
    widest = max((_gap(past, lowest, one) for one in present), default=0)
    dear, number = 1 + widest * len(present), len(present)
    graph: Graph[int] = Graph()
    graph.add_nodes_from(present)
    for one, other in combinations(present, 2):
        weight = _gap(past, one, other) + dear * past.meetings((one, other))
        graph.add_edge(one, other, weight=weight * number)
    for place, one in enumerate(present if number % 2 else ()):
        weight = _gap(past, lowest, one) + dear * number * past.byes.get(one, 0)
        graph.add_edge(one, BYE, weight=(weight + 1) * number - place)  # ties: the latest arrival
    pairs = [sorted(pair, key=(*present, BYE).index) for pair in min_weight_matching(graph)]
    pairs.sort(key=lambda pair: (-max(past.points.get(one, 0) for one in pair), present.index(pair[0])))
    byes = tuple(one for one, other in pairs if other == BYE)
    return _seat([pair for pair in pairs if pair[1] != BYE], byes, past)


def _seat(groups: Iterable[Sequence[int]], byes: Group, past: Past) -> Pairing:
    """Each chair goes to the player at the table who has had it least often."""
    return Pairing(tuple(_in_chairs(group, past) for group in groups), byes)


def _in_chairs(group: Sequence[int], past: Past) -> Group:
    unseated, chairs = list(group), list[int]()
    for chair in range(len(group)):
        chairs.append(min(unseated, key=lambda player: past.chairs.get((player, chair), 0)))
        unseated.remove(chairs[-1])
    return tuple(chairs)
