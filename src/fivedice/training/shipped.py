"""Positions of real play in the package, made by research/training/positions.py.

For each of the five games: how often decisions of each sort occur in a game of best play, positions in which
players lose the most, and positions of ordinary play for the test.
"""

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from fivedice.core.rules import shortened
from fivedice.games import FIVE_GAMES
from fivedice.narration.sentences import listed
from fivedice.table.terms import Terms
from fivedice.training.exercise import OTHERS

ELSEWHERE = "traditional"
"""The game whose frequencies stand for those of any other card."""


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
    """How often decisions of each sort occur in a game."""
    drills: tuple[Sample, ...]
    """The weight is what such mistakes cost weaker players a game."""
    test: tuple[Sample, ...]
    """Drawn from ordinary play, all equally likely. The weight is how much is at stake: the mean cost of a
    choice of weaker players."""


@cache
def positions() -> dict[str, Positions]:
    """The positions of each game."""
    data = files(__package__).joinpath("positions.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, Positions])


def missing(game: str) -> str:
    """Explains that a game has no exercises, or returns ""."""
    if game in FIVE_GAMES:
        return ""
    return f"There are no exercises for {shortened(game, 40)}, only for {listed(FIVE_GAMES)}."


def frequency(game: str, sort: str) -> float:
    """How often a decision of this sort occurs in a game of best play."""
    known = positions()
    return known.get(game, known[ELSEWHERE]).sorts.get(sort, 0.0)


def terms(game: str, sample: Sample) -> Terms:
    """The exercise of a sample."""
    chairs = tuple("" if seat == sample.seat else OTHERS for seat in range(sample.seats))
    return Terms(game, chairs, first=sample.first, hints=False, position=sample.position, turn=sample.turn)
