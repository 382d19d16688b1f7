"""Positions of real play in the package, made by research/training/positions.py.

For each of the five games: the frequency of each sort of decision in a game of best play, the positions in
which players lose the most, and positions of ordinary play for the test.
"""

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from fivedice.core.rules import shortened
from fivedice.games import FIVE_GAMES
from fivedice.language import all_of, tr
from fivedice.table.terms import Terms
from fivedice.training.exercise import OTHERS

ELSEWHERE = "traditional"
"""The game whose frequencies are used for every other card."""


class Sample(Struct, frozen=True, array_like=True):
    """A position, and its weight: see `Positions`."""

    position: str
    turn: str
    seat: int
    seats: int
    first: int
    weight: float


class Positions(Struct, frozen=True):
    """The positions of one game."""

    decisions: float
    """The number of decisions of a seat in a game."""
    sorts: dict[str, float]
    """The frequency of each sort of decision per game."""
    drills: tuple[Sample, ...]
    """The costliest positions. The weight is the cost per game of these mistakes for weaker players."""
    test: tuple[Sample, ...]
    """Positions drawn from ordinary play with equal chances. The weight is the amount at stake: the mean cost
    of a weaker player's choice."""
    bots: dict[str, float]
    """The loss per game of each bot, measured on all positions of the test."""


@cache
def positions() -> dict[str, Positions]:
    """The positions of each game."""
    data = files(__package__).joinpath("positions.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, Positions])


def missing(game: str) -> str:
    """Explains that a game has no exercises, or returns ""."""
    if game in FIVE_GAMES:
        return ""
    known, unknown = all_of(FIVE_GAMES), shortened(game, 40)
    return tr("There are no drills for {game}, only for {games}.", game=unknown, games=known)


def frequency(game: str, sort: str) -> float:
    """How often a decision of this sort occurs in a game of best play."""
    known = positions()
    return known.get(game, known[ELSEWHERE]).sorts.get(sort, 0.0)


def terms(game: str, sample: Sample) -> Terms:
    """The exercise of a sample."""
    chairs = tuple("" if seat == sample.seat else OTHERS for seat in range(sample.seats))
    return Terms(game, chairs, first=sample.first, hints=False, position=sample.position, turn=sample.turn)
