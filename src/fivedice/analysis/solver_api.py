"""The interface of a solver: what a position is worth, and each roll at the end of a turn.

A solver answers two questions, what a position is worth and what it is worth to end a turn with each roll;
everything else (keeps, choices, red dice, luck, cost) follows from them in `judge`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from fivedice.core.rules import Game
from fivedice.core.ties import DIGITS
from fivedice.core.turn import Turn

if TYPE_CHECKING:
    from fivedice.core.worth import TurnWorth, Worth


class Knowledge(Protocol):
    """Worths of the positions of one game, for one aim."""

    @property
    def exact(self) -> bool:
        """Whether they are solved, or only the best estimate there is."""

    @property
    def aim(self) -> str:
        """What a worth counts: the game's unit, such as "points", or a chance from 0 to 1 (`is_chance`)."""

    def __hash__(self) -> int: ...

    def worth(self, position: Any, seat: int) -> float:
        """What the position promises to the seat before the game's next event, whosever turn it is.

        At the end it is what the seat has made: its score, or for "wins" 1, 0 or its share of the win, or for
        "reach …" 1 or 0.
        """

    def rolls(self, position: Any, seat: int) -> "Worth":
        """(252,): what it is worth to the seat to end its turn with each of `ROLLS`, used in the best way.

        Called only where the game waits for a turn of this seat.
        """

    def uses(self, position: Any, seat: int, roll: tuple[int, ...]) -> dict[str, float]:
        """What each use that the game offers for this roll is worth to the seat."""


@runtime_checkable
class NamesUses(Protocol):
    """What knowledge answers besides that tells the best use of all rolls faster than one by one."""

    def best_uses(self, position: Any, seat: int) -> tuple[str, ...]:
        """The name of the best use of each of `ROLLS`, the first that is offered among equals."""


@runtime_checkable
class SpansMatches(Protocol):
    """What knowledge answers besides where a match of several games is decided as a whole (R18)."""

    def in_match(self, carried: tuple[int, ...], to_come: int) -> Knowledge:
        """The same for a game to which the seats bring these scores and after which so many games follow."""


@runtime_checkable
class SeesHands(Protocol):
    """What knowledge answers besides where throws are common, so that hands tell what the others will get."""

    def seeing(self, turn: Turn) -> Knowledge:
        """The same for who sees how the hands of a turn lie."""

    def outlook(self, position: Any, seat: int) -> "tuple[Worth, TurnWorth]":
        """What it is worth to the seat to end with each of `ROLLS`, as `rolls` says, and to keep dice."""


@runtime_checkable
class Estimates(Protocol):
    """What knowledge answers besides whose worths may be off by more than choices often differ."""

    def doubt(self, position: Any, seat: int) -> float:
        """A gain up to this may as well be an error; nothing where the worths of this turn are exact."""


@runtime_checkable
class SolvesEnds(Protocol):
    """What knowledge answers besides that is exact near the end of a game, and before that an estimate."""

    def is_exact(self, position: Any) -> bool:
        """Whether the choices of the seat to play are rated exactly."""


@runtime_checkable
class CompilesEndings(Protocol):
    """What knowledge answers besides that solves ends by code which takes seconds to compile."""

    def compile_endings(self) -> None:
        """Compiles it."""


@runtime_checkable
class SolvesMore(Protocol):
    """What knowledge answers besides that could solve more than a hint has the time for."""

    def at_leisure(self) -> Knowledge:
        """The same with more of it solved, for who looks back at a match."""


def at_leisure(knowledge: Knowledge) -> Knowledge:
    """Knowledge as it looks back at a match: with all that can be solved in a second."""
    return knowledge.at_leisure() if isinstance(knowledge, SolvesMore) else knowledge


@runtime_checkable
class Mixes(Protocol):
    """What knowledge answers besides where several decide at once, so that it matters what others foresee."""

    def mix(self, position: Any, seat: int) -> tuple[tuple[tuple[int, ...], float, float], ...]:
        """How the seat should keep: each keep with its chance, and with what the other gains who knows that
        it is always made; the likeliest first. Nothing where that is not known, or no keep is asked for.
        """


class Beside(Protocol):
    """A number given beside a worth: what else comes of a position when it is played on for the mean."""

    @property
    def aim(self) -> str:
        """What it counts: as the aim of a `Knowledge`, or the chance of a bonus: see `BONUS`."""

    def worth(self, position: Any, seat: int) -> float:
        """The number for a position before the game's next event."""


@runtime_checkable
class BesideHands(Protocol):
    """A number given beside a worth where throws are common, so that hands tell what the others will get."""

    def after_use(self, position: Any, seat: int, after: Any, turn: Turn) -> float:
        """The number for the position after one's own use of final dice; others have still to use theirs."""

    def keeps(
        self, position: Any, seat: int, turn: Turn, ahead: "TurnWorth", after: tuple[Any, ...]
    ) -> "Worth":
        """(462,): the number for each keep inside the seat's roll, when the turn goes on as `ahead` has it.

        `after` holds the position after each of `ROLLS` that may end it.
        """


BONUS = "bonus"
"""At the end of an aim: the chance of a bonus, which has the title of its section before it where a card
has several."""
REACH = "reach "
"""Before a total: the aim to end a game with that total or more."""
DECIMALS = {"points": 1, "columns": 2, "chips": 2}
"""With how many decimals worths in a game's unit are printed."""

Knowing = Callable[[Game, int, str], Knowledge]
"""Gives the knowledge of a game with so many seats, for the aim "score" (its own unit) or "wins"."""


@runtime_checkable
class TellsBeside(Protocol):
    """What a source of knowledge answers besides that has more to say of a position than one worth."""

    def beside(self, game: Game, seats: int, aim: str, *, make: bool = False) -> tuple[Beside, ...]:
        """What is given beside the worths for this aim: what is at hand, or with `make` all."""

    def prepare(self, game: Game) -> None:
        """Works out what hints may tell from then on, as far as that does not take long."""


@runtime_checkable
class Foresees(Protocol):
    """What a source of knowledge answers besides that is the quicker for hearing early what comes about."""

    def foresee(self, game: Game, position: Any) -> None:
        """Works out what hints on a position would have to wait for, if anything."""


ALONE = "Whoever plays alone plays for the score: there is nobody to win against."
"""Why no chance to win is told of one seat."""


def is_chance(aim: str) -> bool:
    """Whether worths for this aim are chances from 0 to 1, not scores."""
    return aim == "wins" or aim.endswith(BONUS) or aim.startswith(REACH)


def chance_of(aim: str) -> str:
    """What such a chance is the chance of: "winning", "reaching 300", "the Upper bonus"."""
    if aim.endswith(" bonus"):
        return f"the {aim}"
    named = {"wins": "winning", "bonus": "the Upper bonus"}
    return named.get(aim) or f"reaching {aim.removeprefix(REACH)}"


def counted(aim: str) -> str:
    """What worths for an aim are in: "points", "chance of reaching 300"."""
    return f"chance of {chance_of(aim)}" if is_chance(aim) else aim


def decimals(aim: str) -> int:
    """With how many decimals worths for this aim are printed, a chance as a percentage."""
    return 1 if is_chance(aim) else DECIMALS[aim]


def in_digits(worth: float, aim: str) -> str:
    """A worth as it is printed, without its unit or sign for percent; equal ones are printed alike."""
    shown = round(worth, DIGITS)
    return f"{100 * shown if is_chance(aim) else shown:.{decimals(aim)}f}"


def as_printed(worth: float, aim: str) -> float:
    """A worth rounded as it is printed: what is told of it must not contradict the figure beside it."""
    return float(in_digits(worth, aim)) / (100 if is_chance(aim) else 1)
