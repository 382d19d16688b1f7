"""What somebody who knows a game can say of its positions. Knows no throw, no keep and no game of its own.

A solver answers two questions, what a position is worth and what it is worth to end a turn with each roll;
everything else (keeps, choices, red dice, luck, cost) follows from them in `judge`.
"""

from collections.abc import Callable
from typing import Any, Protocol

from fivedice.rules import Game
from fivedice.worth import Worth


class Knowledge(Protocol):
    """Worths of the positions of one game, for one aim."""

    @property
    def exact(self) -> bool:
        """Whether they are solved, or only the best estimate there is."""

    @property
    def aim(self) -> str:
        """What a worth counts: the game's unit, such as "points", or "wins" (a chance from 0 to 1)."""

    def __hash__(self) -> int: ...

    def worth(self, position: Any, seat: int) -> float:
        """What the position promises to the seat before the game's next event, whosever turn it is.

        At the end it is what the seat has made: its score, or for "wins" 1, 0 or its share of the win.
        """

    def rolls(self, position: Any, seat: int) -> Worth:
        """(252,): what it is worth to the seat to end its turn with each of `ROLLS`, used in the best way.

        Asked only where the game waits for a turn of this seat.
        """

    def uses(self, position: Any, seat: int, roll: tuple[int, ...]) -> dict[str, float]:
        """What each use that the game offers for this roll is worth to the seat."""


Knowing = Callable[[Game, int, str], Knowledge]
"""Gives the knowledge of a game with so many seats, for the aim "score" (its own unit) or "wins"."""
