"""Straight five: five turns for each seat; every turn adds the total of its final dice."""

from typing import ClassVar

from msgspec import Struct

from fivedice.core.dice import Dice
from fivedice.core.rules import Awaits, Game, Hands, Over, RulesSection, Sheet, SheetRow, Use, check_seats


class Position(Struct, frozen=True):
    """Every seat's total, the seat whose turn it is, and the number of turns left for all seats."""

    totals: tuple[int, ...]
    seat: int
    left: int


class StraightFive(Game, frozen=True):
    """A game in which only the total counts."""

    name: ClassVar[str] = "straight-five"
    title: ClassVar[str] = "Straight Five"
    line: ClassVar[str] = "Five turns, and every roll adds its total"
    seats: ClassVar[range] = range(1, 7)
    most_turns: ClassVar[int] = 5
    sections: ClassVar[tuple[RulesSection, ...]] = (
        RulesSection("# Straight five\n\nFor 1 to 6 players. Five turns; every roll adds its `total`."),
    )
    position: ClassVar[type] = Position

    def start(self, seats: int, first: int) -> Position:
        """A position without points."""
        return Position((0,) * seats, first, 5 * seats)

    def check(self, position: Position) -> None:
        """Refuses a position with a wrong number of seats."""
        check_seats(self, len(position.totals))

    def awaits(self, position: Position) -> Awaits:
        """A turn of one seat after another."""
        return Hands((position.seat,), position.seat) if position.left else Over()

    def uses(self, position: Position, seat: int, roll: Dice) -> tuple[Use, ...]:
        """The only use: the total."""
        return (Use("total", sum(roll)),)

    def use(self, position: Position, seat: int, roll: Dice, name: str) -> Position:
        """Adds the total and passes play to the left."""
        totals = position.totals
        totals = (*totals[:seat], totals[seat] + sum(roll), *totals[seat + 1 :])
        return Position(totals, (seat + 1) % len(totals), position.left - 1)

    def scores(self, position: Position) -> tuple[int, ...]:
        """The totals."""
        return position.totals

    def sheet(self, position: Position, names: tuple[str, ...]) -> Sheet:
        """One column for each seat."""
        return Sheet(("", *names), (SheetRow("total", "Total", tuple(map(str, position.totals))),))
