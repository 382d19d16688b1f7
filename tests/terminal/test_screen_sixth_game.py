"""The full-screen table plays a game that it does not know."""

from pathlib import Path
from typing import Any, ClassVar

from msgspec import Struct

from fivedice.core.rules import Awaits, Hands, Over, Row, Sheet, Use
from fivedice.match.setup import Player, Setup
from tests.terminal.seated import Seated, at_table, sit


class Odds(Struct, frozen=True):
    """A game that no screen has heard of: one turn each, the odd dice are counted."""

    name: ClassVar[str] = "odds"
    title: ClassVar[str] = "Odds"
    line: ClassVar[str] = "One turn each: the odd dice are counted"
    solver: ClassVar[str] = ""
    seats: ClassVar[range] = range(1, 3)
    max_games: ClassVar[int] = 1
    most_turns: ClassVar[int] = 5
    openings: ClassVar[tuple[str, ...]] = ("0",)
    unit: ClassVar[str] = "dice"
    faces: ClassVar[str] = "digits"
    options: ClassVar[dict[str, str]] = {}
    rules: ClassVar[str] = "# Odds"
    position: ClassVar[type] = tuple

    def start(self, seats: int, first: int) -> Any:  # noqa: ARG002
        """Nobody has played."""
        return (None,) * seats

    def next_first(self, first: int, seats: int) -> int:  # noqa: ARG002
        """There is no next game."""
        return first

    def awaits(self, position: Any) -> Awaits:
        """A turn of the first seat that has not played."""
        return Hands((position.index(None),), position.index(None)) if None in position else Over()

    def uses(self, position: Any, seat: int, roll: tuple[int, ...]) -> tuple[Use, ...]:  # noqa: ARG002
        """One use."""
        return (Use("count", sum(face % 2 for face in roll)),)

    def use(self, position: Any, seat: int, roll: tuple[int, ...], name: str) -> Any:  # noqa: ARG002
        """The odd dice are counted."""
        odd = sum(face % 2 for face in roll)
        return (*position[:seat], odd, *position[seat + 1 :])

    def scores(self, position: Any) -> tuple[int, ...]:
        """What was counted."""
        return tuple(count or 0 for count in position)

    def winners(self, position: Any) -> tuple[int, ...]:  # noqa: ARG002
        """The first seat, whatever happens."""
        return (0,)

    def sheet(self, position: Any, names: tuple[str, ...]) -> Sheet:
        """One row."""
        return Sheet(("Odds", *names), (Row("box", "Counted", tuple(map(str, position)), use="count"),))


def test_a_sixth_game_needs_no_line_of_the_screen(home: Path) -> None:
    sitting = sit(Setup(Odds(), (Player("Ann"), Player("Ben"))), home)

    async def does(seated: Seated) -> None:
        assert await seated.shows("Counted")
        await seated.press("space")
        assert await seated.shows("Count")
        await seated.play_on()
        assert await seated.shows("Ann wins with")

    at_table(sitting, does)
