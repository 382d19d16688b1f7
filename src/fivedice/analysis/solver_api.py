"""The interface of a solver: the worth of a position, and of each roll at the end of a turn.

Everything else (keeps, choices, red dice, luck, cost) follows from these in `evaluate`. Solvers inherit from
`Knowledge` and override what they do better than its defaults.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self, runtime_checkable

from msgspec.structs import replace

from fivedice.core.dice import ROLLS, Dice
from fivedice.core.rules import Game
from fivedice.core.ties import DIGITS, best_named
from fivedice.core.turn import Turn
from fivedice.core.words import Unit, unit_named
from fivedice.language import mark, tr

if TYPE_CHECKING:
    from fivedice.core.worth import TurnWorth, Worth

HINT_CHOICES = 10
"""The number of choices that a printed hint lists."""

Mix = tuple[tuple[Dice, float, float], ...]
"""A mixed strategy: each keep with its chance and the gain of an opponent who foresees it."""


class Beside(ABC):
    """A figure of a position, shown beside its worth, if play continues for the mean."""

    @property
    @abstractmethod
    def aim(self) -> str:
        """The unit: that of the game, such as "points", or a chance from 0 to 1 (`is_chance`)."""

    @abstractmethod
    def worth(self, position: Any, seat: int) -> float:
        """The figure for a position before the next event, no matter whose turn it is."""

    def in_match(self, carried: tuple[int, ...], to_come: int) -> Self:
        """The figure in a match decided as a whole (R18), with earlier scores and games still to follow."""
        return self

    def seeing(self, turn: Turn) -> Self:
        """The figure where throws are common, so that visible hands predict the results of others."""
        return self

    def after_use(self, position: Any, seat: int, after: Any, turn: Turn) -> float:
        """The figure after the seat's use of its dice; on common throws others have yet to use theirs."""
        return self.worth(after, seat)

    def keeps(
        self, position: Any, seat: int, turn: Turn, ahead: "TurnWorth", after: tuple[Any, ...]
    ) -> "Worth | None":
        """(462,): on common throws, the figure for each keep of the seat's roll if the turn continues as in
        `ahead`. `after` holds the position after each of `ROLLS`.
        """
        return None


class Knowledge(Beside):
    """Worths of the positions of one game, for one aim; at the end, the score, or the share of the win."""

    @property
    def exact(self) -> bool:
        """Whether all worths are solved rather than estimated."""
        return False

    def is_exact(self, position: Any) -> bool:
        """Whether the choices of the seat to play are solved; some solvers are exact only near the end."""
        return self.exact

    @abstractmethod
    def rolls(self, position: Any, seat: int) -> "Worth":
        """(252,): the worth of the best use of each of `ROLLS`; called only during a turn of this seat."""

    @abstractmethod
    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        """The worth to the seat of each use of this roll."""

    def best_uses(self, position: Any, seat: int) -> tuple[str, ...]:
        """The best use of each of `ROLLS`; among equals, the first one offered."""
        return tuple([best_named(self.uses(position, seat, roll)) for roll in ROLLS])

    def outlook(self, position: Any, seat: int) -> "tuple[Worth, TurnWorth] | None":
        """The worths of final rolls and of keeps, unless those of keeps follow from `rolls`."""
        return None

    def mix(self, position: Any, seat: int) -> Mix:
        """The seat's mixed strategy, the likeliest keep first. Empty if unknown or if no keep is due."""
        return ()

    def doubt(self, position: Any, seat: int) -> float | None:
        """Gains up to this may be errors; 0 if this turn is exact. None if worths alone decide."""
        return None

    def at_leisure(self) -> Self:
        """The knowledge for a review: with everything that can be solved in a second."""
        return self

    def compile_endings(self) -> None:
        """Compiles the code that solves endings, if it takes seconds to compile."""


REACH = "reach "
"""Prefix of an aim: to end a game with this total or more."""

Aim = Literal["score", "wins"]
"""What choices are ranked by: the mean score, or the chance to win."""
Knowing = Callable[[Game, int, str], Knowledge]
"""Returns the knowledge of a game with this number of seats, for the aim "score" (its own unit) or "wins"."""


@runtime_checkable
class PreparesHints(Protocol):
    """A source of knowledge that also has other figures of positions, and can prepare both."""

    def beside(self, game: Game, seats: int, aim: str, *, make: bool = False) -> tuple[Beside, ...]:
        """The other figures for this aim: the available ones, or all of them with `make`."""

    def prepare(self, game: Game) -> None:
        """Prepares figures for later hints, as far as that is quick."""

    def foresee(self, game: Game, position: Any) -> None:
        """Computes in advance everything that hints on a position need."""


ALONE = mark("A player alone plays for the score: there is nobody to win against.")
"""Why there is no chance to win with one seat."""


def is_chance(aim: str) -> bool:
    """Whether worths for this aim are chances from 0 to 1, such as "wins" or "Upper bonus"."""
    return aim == "wins" or aim.endswith("bonus") or aim.startswith(REACH)


def chance_of(aim: str) -> str:
    """For example "winning", "reaching 300" or "the Upper bonus"."""
    if aim.endswith(" bonus"):
        return f"the {aim}"
    phrases = {"wins": "winning", "bonus": "the Upper bonus"}
    return phrases.get(aim) or f"reaching {aim.removeprefix(REACH)}"


WINS = Unit(
    mark("% of winning"),
    mistakes=(0.01, 0.03, 0.08),
    amount=mark("{number} of winning"),
    at_end=mark("the chance of winning"),
    expected="chance to win",
)


def unit_for(aim: str) -> Unit:
    """The unit of worths for this aim; a total to reach (only for programs) is in English."""
    if aim == "wins" or not is_chance(aim):
        return WINS if aim == "wins" else unit_named(aim)
    what = chance_of(aim)
    return replace(
        WINS,
        name=f"% of {what}",
        amount=f"{{number}} of {what}",
        at_end=f"the chance of {what}",
        expected=f"chance of {what} or more",
    )


def unit_of(aim: str) -> str:
    """The unit of figures for this aim; a total to reach (only for programs) is said in English."""
    return tr(unit_for(aim).name)


def with_unit(worth: float, aim: str, number: str) -> str:
    """A worth in a sentence, printed as `number`: "1.4 points", "2.3% of winning"."""
    return tr(unit_for(aim).amount, worth=worth, number=number, unit=unit_of(aim))


def counted(aim: str) -> str:
    """For example "points" or "chance of reaching 300"."""
    return f"chance of {chance_of(aim)}" if is_chance(aim) else aim


def as_printed(worth: float, aim: str) -> float:
    """A worth rounded as displayed, so that sentences do not contradict figures."""
    scale, rounded = 100 if is_chance(aim) else 1, round(worth, DIGITS)
    return float(f"{scale * rounded:.{unit_for(aim).decimals}f}") / scale + 0.0


def fewest(value: float, digits: int) -> int:
    """The decimals of a figure without zeros at its end."""
    return len(f"{value:.{digits}f}".rstrip("0").partition(".")[2])
