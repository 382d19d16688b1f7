"""Five shake-and-score dice games at one table.

Whoever imports this finds here what programs need; docs/python.md is a tour of it. Solvers, screens and
servers are loaded when they are first needed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fivedice.cards.boxes import Box
from fivedice.cards.scorecard import Further, ScoreCard, Section
from fivedice.cards.written import BadCard
from fivedice.dice import KEEPS, ROLLS
from fivedice.extras import Lacking
from fivedice.front.asked import decisions, uses
from fivedice.front.given import card, game
from fivedice.front.match import Match, begin, read, start
from fivedice.front.playing import play
from fivedice.games import GAMES, Position
from fivedice.games.owncard import OwnCard
from fivedice.notation.record import BadRecord
from fivedice.play.events import Choose, Decision, Event, First, Keep, Spend, Throw
from fivedice.play.history import History
from fivedice.play.setup import Player, Setup
from fivedice.play.state import Awaited, State
from fivedice.rules import Game, IllegalMove, Use
from fivedice.texts import BadText
from fivedice.turn import Turn

if TYPE_CHECKING:
    from fivedice.coach.accounts import Account
    from fivedice.coach.judge import Share
    from fivedice.coach.moments import Moment
    from fivedice.front.hints import Hint, Hints
    from fivedice.front.review import Review
    from fivedice.front.worths import Worths, distribution, worths
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
    "Review",
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
    "Account": "coach.accounts",
    "Distribution": "solve.cards.distribution",
    "Hint": "front.hints",
    "Hints": "front.hints",
    "Moment": "coach.moments",
    "Review": "front.review",
    "Share": "coach.judge",
    "Worths": "front.worths",
    "distribution": "front.worths",
    "worths": "front.worths",
}
"""By name, where it comes from."""


if not TYPE_CHECKING:  # to a type checker this would say that there is a name for everything

    def __getattr__(name: str) -> Any:
        """What needs numpy is loaded when it is first needed."""
        if name in _NEEDS_NUMPY:
            return getattr(import_module(f"fivedice.{_NEEDS_NUMPY[name]}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """What programs need, whether it is loaded already or not."""
    return [*__all__, "__version__"]
