"""Five shake-and-score dice games at one table.

Programs import what they need from here; docs/guide/python.md is a tour. Solvers, screens and servers are
loaded when first needed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fivedice.api.coerce import card, game
from fivedice.api.match import Match, begin, decisions, read, start, uses
from fivedice.cards.boxes import Box
from fivedice.cards.faults import BadCard
from fivedice.cards.scorecard import Further, ScoreCard, Section
from fivedice.core.dice import KEEPS, ROLLS
from fivedice.core.extras import Lacking
from fivedice.core.rules import Game, IllegalMove, Use
from fivedice.core.texts import BadText
from fivedice.core.turn import Turn
from fivedice.games import GAMES, Position
from fivedice.games.owncard import OwnCard
from fivedice.match.events import Choose, Decision, Event, Final, First, Keep, Score, Spend, Throw
from fivedice.match.history import History
from fivedice.match.questions import PossibleScore
from fivedice.match.setup import Player, Promise, Setup
from fivedice.match.state import Awaited, State
from fivedice.notation.record import BadRecord

if TYPE_CHECKING:
    from fivedice.analysis.annotate import Moment
    from fivedice.analysis.evaluate import Share
    from fivedice.analysis.luck_and_cost import Account
    from fivedice.api.analysis import Hints, Review
    from fivedice.api.playing import play
    from fivedice.api.worths import Worths, distribution, worths
    from fivedice.narration.hints import Hint
    from fivedice.solve.cards.distribution import Distribution

__all__ = [
    "GAMES",
    "KEEPS",
    "ROLLS",
    "Account",
    "Awaited",
    "BadCard",
    "BadRecord",
    "BadText",
    "Box",
    "Choose",
    "Decision",
    "Distribution",
    "Event",
    "Final",
    "First",
    "Further",
    "Game",
    "Hint",
    "Hints",
    "History",
    "IllegalMove",
    "Keep",
    "Lacking",
    "Match",
    "Moment",
    "OwnCard",
    "Player",
    "Position",
    "PossibleScore",
    "Promise",
    "Review",
    "Score",
    "ScoreCard",
    "Section",
    "Setup",
    "Share",
    "Spend",
    "State",
    "Throw",
    "Turn",
    "Use",
    "Worths",
    "begin",
    "card",
    "decisions",
    "distribution",
    "game",
    "play",
    "read",
    "start",
    "uses",
    "worths",
]
__version__ = "0.1.0"

_NEEDS_NUMPY = {
    "Account": "analysis.luck_and_cost",
    "Distribution": "solve.cards.distribution",
    "Hint": "narration.hints",
    "Hints": "api.analysis",
    "Moment": "analysis.annotate",
    "Review": "api.analysis",
    "Share": "analysis.evaluate",
    "Worths": "api.worths",
    "distribution": "api.worths",
    "play": "api.playing",
    "worths": "api.worths",
}
"""The module of each name."""


if not TYPE_CHECKING:  # a type checker would conclude that every name exists

    def __getattr__(name: str) -> Any:
        """Loads names that need numpy when they are first used."""
        if name in _NEEDS_NUMPY:
            return getattr(import_module(f"fivedice.{_NEEDS_NUMPY[name]}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """All public names, loaded or not."""
    return [*__all__, "__version__"]
