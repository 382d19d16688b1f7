"""The interface of a solver: the worth of a position, and of each roll at the end of a turn.

Everything else (keeps, choices, red dice, luck, cost) follows from these in `evaluate`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from fivedice.core.rules import Game
from fivedice.core.ties import DIGITS
from fivedice.core.turn import Turn

if TYPE_CHECKING:
    from fivedice.core.worth import TurnWorth, Worth

HINT_CHOICES = 10
"""The number of choices that a printed hint lists."""


class Knowledge(Protocol):
    """Worths of the positions of one game, for one aim."""

    @property
    def exact(self) -> bool:
        """Whether worths are solved rather than estimated."""

    @property
    def aim(self) -> str:
        """The unit of worths: the game's unit, such as "points", or a chance from 0 to 1 (`is_chance`)."""

    def __hash__(self) -> int: ...

    def worth(self, position: Any, seat: int) -> float:
        """The worth of the position to the seat before the next event, no matter whose turn it is. At the end
        it is the result: the score, or for "wins" 1, 0 or a share of the win, or for "reach …" 1 or 0.
        """

    def rolls(self, position: Any, seat: int) -> "Worth":
        """(252,): the worth of ending the turn with each of `ROLLS`, used in the best way. Called only during
        a turn of this seat.
        """

    def uses(self, position: Any, seat: int, roll: tuple[int, ...]) -> dict[str, float]:
        """The worth to the seat of each use of this roll."""


@runtime_checkable
class NamesUses(Protocol):
    """Knowledge that finds the best uses of all rolls at once, faster than one by one."""

    def best_uses(self, position: Any, seat: int) -> tuple[str, ...]:
        """The best use of each of `ROLLS`; among equals, the first one offered."""


@runtime_checkable
class SpansMatches(Protocol):
    """Knowledge of matches of several games, decided as a whole (R18)."""

    def in_match(self, carried: tuple[int, ...], to_come: int) -> Knowledge:
        """The knowledge of a game with these earlier scores and this number of games to follow."""


@runtime_checkable
class SeesHands(Protocol):
    """Knowledge of common throws, where visible hands predict the results of others."""

    def seeing(self, turn: Turn) -> Knowledge:
        """The knowledge when the hands of a turn are visible."""

    def outlook(self, position: Any, seat: int) -> "tuple[Worth, TurnWorth]":
        """The worths of final rolls, as in `rolls`, and of keeps."""


@runtime_checkable
class Estimates(Protocol):
    """Knowledge whose errors may exceed the differences between choices."""

    def doubt(self, position: Any, seat: int) -> float:
        """Gains up to this may be errors; 0 if the worths of this turn are exact."""


@runtime_checkable
class SolvesEnds(Protocol):
    """Knowledge that is exact near the end of a game and estimated before."""

    def is_exact(self, position: Any) -> bool:
        """Whether the choices of the seat to play are exact."""


@runtime_checkable
class CompilesEndings(Protocol):
    """Knowledge that solves endings with code that takes seconds to compile."""

    def compile_endings(self) -> None:
        """Compiles that code."""


@runtime_checkable
class SolvesMore(Protocol):
    """Knowledge that could solve more than a hint has time for."""

    def at_leisure(self) -> Knowledge:
        """The knowledge with more solved, for reviews."""


def at_leisure(knowledge: Knowledge) -> Knowledge:
    """The knowledge for a review: with everything that can be solved in a second."""
    return knowledge.at_leisure() if isinstance(knowledge, SolvesMore) else knowledge


@runtime_checkable
class Mixes(Protocol):
    """Knowledge of simultaneous decisions, where the opponents' expectations matter."""

    def mix(self, position: Any, seat: int) -> tuple[tuple[tuple[int, ...], float, float], ...]:
        """The seat's mixed strategy: each keep with its chance and the opponent's gain by foreseeing it, the
        likeliest first. Empty if unknown or if no keep is due.
        """


class Beside(Protocol):
    """Another figure of a position, shown beside its worth, if play continues for the mean."""

    @property
    def aim(self) -> str:
        """The unit of the figure: an aim as in `Knowledge`, or the chance of a bonus (see `BONUS`)."""

    def worth(self, position: Any, seat: int) -> float:
        """The figure for a position before the next event."""


@runtime_checkable
class BesideHands(Protocol):
    """Another figure where throws are common, so that visible hands predict the results of others."""

    def after_use(self, position: Any, seat: int, after: Any, turn: Turn) -> float:
        """The figure after the seat's use of its dice; others have yet to use theirs."""

    def keeps(
        self, position: Any, seat: int, turn: Turn, ahead: "TurnWorth", after: tuple[Any, ...]
    ) -> "Worth":
        """(462,): the figure for each keep of the seat's roll if the turn continues as in `ahead`. `after`
        holds the position after each of `ROLLS`.
        """


BONUS = "bonus"
"""Suffix of an aim: the chance of a bonus, after the title of its section if a card has several."""
REACH = "reach "
"""Prefix of an aim: to end a game with this total or more."""
DECIMALS = {"points": 1, "columns": 2, "chips": 2}
"""The decimals of printed worths, by unit."""

Knowing = Callable[[Game, int, str], Knowledge]
"""Returns the knowledge of a game with this number of seats, for the aim "score" (its own unit) or "wins"."""


@runtime_checkable
class TellsBeside(Protocol):
    """A source of knowledge that also has other figures of positions."""

    def beside(self, game: Game, seats: int, aim: str, *, make: bool = False) -> tuple[Beside, ...]:
        """The other figures for this aim: the available ones, or all of them with `make`."""

    def prepare(self, game: Game) -> None:
        """Prepares figures for later hints, as far as that is quick."""


@runtime_checkable
class Foresees(Protocol):
    """A source of knowledge that can prepare for coming positions."""

    def foresee(self, game: Game, position: Any) -> None:
        """Computes in advance everything that hints on a position need."""


ALONE = "A player alone plays for the score: there is nobody to win against."
"""Why there is no chance to win with one seat."""


def is_chance(aim: str) -> bool:
    """Whether worths for this aim are chances from 0 to 1."""
    return aim == "wins" or aim.endswith(BONUS) or aim.startswith(REACH)


def chance_of(aim: str) -> str:
    """For example "winning", "reaching 300" or "the Upper bonus"."""
    if aim.endswith(" bonus"):
        return f"the {aim}"
    named = {"wins": "winning", "bonus": "the Upper bonus"}
    return named.get(aim) or f"reaching {aim.removeprefix(REACH)}"


def counted(aim: str) -> str:
    """For example "points" or "chance of reaching 300"."""
    return f"chance of {chance_of(aim)}" if is_chance(aim) else aim


def decimals(aim: str) -> int:
    """The decimals of printed worths for this aim; a chance is a percentage."""
    return 1 if is_chance(aim) else DECIMALS[aim]


def in_digits(worth: float, aim: str) -> str:
    """A worth for display, without its unit or percent sign; equal worths look equal."""
    shown = round(worth, DIGITS)
    return f"{100 * shown if is_chance(aim) else shown:.{decimals(aim)}f}"


def as_printed(worth: float, aim: str) -> float:
    """A worth rounded as displayed, so that sentences do not contradict figures."""
    return float(in_digits(worth, aim)) / (100 if is_chance(aim) else 1)
