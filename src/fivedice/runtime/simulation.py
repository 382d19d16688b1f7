"""Simulates many matches between bots and summarizes the results.

The dice of a match follow from the seed and the number of the match. So a seed always gives the same records,
however many matches are played.
"""

from collections.abc import Collection, Iterator, Sequence
from math import ceil
from random import Random
from statistics import fmean, pstdev
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from fivedice.bots import Bot, forfeits
from fivedice.bots.forfeits import Seated
from fivedice.deals import deal
from fivedice.deals.deal import SECRET_BYTES, SERVER, Deal
from fivedice.deals.source import Dealer
from fivedice.match.match import EventMatch, played
from fivedice.match.questions import scores
from fivedice.match.setup import Setup
from fivedice.notation import record
from fivedice.runtime import chance
from fivedice.runtime.intervals import CONFIDENCE, Estimate, estimate, share

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PERCENTILES = (5, 25, 50, 75, 95)


def deal_of(setup: Setup, seed: int, number: int) -> Deal:
    """The dice of a match of a simulation."""
    return Deal(deal.seeded(seed), (SERVER,) * len(setup.players), number)


def deal_by(setup: Setup, source: Random) -> Deal:
    """The dice of a match whose secret a generator draws."""
    return Deal(source.randbytes(SECRET_BYTES), (SERVER,) * len(setup.players))


def play(setup: Setup, bots: Sequence[Bot], seed: int, number: int) -> EventMatch:
    """One whole match between bots, one per seat; the same seed and number give the same match."""
    return play_on(setup, bots, deal_of(setup, seed, number), thinking(seed, number))


def thinking(seed: int, number: int) -> Random:
    """The random numbers for the bots of a simulated match."""
    return chance.seeded(seed, number, "bots")


def play_on(setup: Setup, bots: Sequence[Bot], dice: Deal, thinking: Random) -> EventMatch:
    """One whole match on a deal; the bots draw all their random numbers from one generator."""
    return played(setup, Dealer(dice).happen, lambda view, seat: bots[seat](view, seat, thinking))


def verifiable(match: EventMatch, dice: Deal) -> str:
    """The record of a match that was played on a deal."""
    promised = replace(match.setup, dice=dice.promise)
    return record.text(EventMatch(promised, match.events, match.state), dice.secret.hex())


class SimulatedSeat(Struct, frozen=True):
    """The results of a seat over many matches; a shared win counts for each seat that shares it."""

    name: str
    wins: int
    shared: int
    mean: float
    deviation: float
    percentiles: dict[str, int]
    score: Estimate
    """The mean with its interval."""
    share: Estimate
    """Its share of the wins with its interval; a win shared by two counts half."""
    forfeits: int = 0
    """The number of matches it forfeited and therefore lost."""


class SimulationSummary(Struct, frozen=True):
    """The results of many matches: the figures of each seat, and the number of events in a match."""

    game: str
    matches: int
    seed: int
    seats: tuple[SimulatedSeat, ...]
    events: float
    shortest: int
    longest: int
    confidence: float = CONFIDENCE
    """The confidence of the intervals."""


class Tally:
    """Counts matches as they end."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.setup, self.seed = setup, seed
        self._scores: list[tuple[int, ...]] = []
        self._winners: list[tuple[int, ...]] = []
        self._forfeits = [0] * len(setup.players)
        self._lengths: list[int] = []

    def add(self, match: EventMatch, forfeited: Collection[int] = ()) -> None:
        """Counts one match, with the seats that have forfeited it."""
        self._scores.append(scores(match.state))
        self._winners.append(forfeits.winners(match.state, forfeited))
        for seat in forfeited:
            self._forfeits[seat] += 1
        self._lengths.append(len(match.events))

    def summary(self) -> SimulationSummary:
        """The results so far; requires at least one match."""
        lengths = self._lengths
        seats = tuple(self._seat(seat) for seat in range(len(self.setup.players)))
        events = fmean(lengths), min(lengths), max(lengths)
        return SimulationSummary(self.setup.game.name, len(lengths), self.seed, seats, *events)

    def _seat(self, seat: int) -> SimulatedSeat:
        points = [scores[seat] for scores in self._scores]
        won = [winners for winners in self._winners if seat in winners]
        shared = sum(len(winners) > 1 for winners in won)
        shares = [(seat in winners) / len(winners) for winners in self._winners]
        name = self.setup.players[seat].name
        figures = (len(won), shared, fmean(points), pstdev(points), percentiles(sorted(points)))
        return SimulatedSeat(name, *figures, estimate(points), share(shares), self._forfeits[seat])


def percentiles(ranked: "Sequence[int] | NDArray[np.integer]") -> dict[str, int]:
    """For each of `PERCENTILES`, the lowest score that at least this share of the scores do not exceed."""
    return {str(percent): int(ranked[ceil(percent * len(ranked) / 100) - 1]) for percent in PERCENTILES}


def matches(setup: Setup, bots: Sequence[Bot], seed: int, number: int) -> Iterator[tuple[EventMatch, Seated]]:
    """Plays this many matches; yields each with its seated bots, which record forfeits."""
    for count in range(1, number + 1):
        seated = Seated(bots)
        yield play(setup, [seated.decide] * len(bots), seed, count), seated
