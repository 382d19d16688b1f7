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
from fivedice.games import GAMES
from fivedice.notation.record import BadRecord
from fivedice.play.events import Choose, Decision, Keep, Spend
from fivedice.play.state import State
from fivedice.rules import IllegalMove
from fivedice.texts import BadText

if TYPE_CHECKING:
    from fivedice.coach.accounts import Account
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
    "BadCard",
    "BadRecord",
    "BadText",
    "Box",
    "Choose",
    "Decision",
    "Distribution",
    "Further",
    "Hint",
    "Hints",
    "IllegalMove",
    "Keep",
    "Lacking",
    "Match",
    "Moment",
    "Review",
    "ScoreCard",
    "Section",
    "Spend",
    "State",
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
    "Worths": "front.worths",
    "distribution": "front.worths",
    "worths": "front.worths",
}
"""By name, where it comes from."""


def __getattr__(name: str) -> Any:
    """What needs numpy is loaded when it is first needed."""
    if name in _NEEDS_NUMPY:
        return getattr(import_module(f"fivedice.{_NEEDS_NUMPY[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """What programs need, whether it is loaded already or not."""
    return [*__all__, "__version__"]
