"""Straight five: five turns each, and every turn adds the total of its final dice."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct

from fivedice.core.dice import Dice
from fivedice.core.rules import Awaits, Hands, Over, Row, Sheet, Use, check_seats, leaders


class Position(Struct, frozen=True):
    """Every seat's total, whose turn it is, and how many turns are left in all."""

    totals: tuple[int, ...]
    seat: int
    left: int


class StraightFive(Struct, frozen=True):
    """Nothing but the total counts."""

    name: ClassVar[str] = "straight-five"
    title: ClassVar[str] = "Straight Five"
    line: ClassVar[str] = "Five turns, and every roll adds its total"
    solver: ClassVar[str] = ""
    board: ClassVar[str] = "cards"
    seats: ClassVar[range] = range(1, 7)
    max_games: ClassVar[int] = 1
    most_turns: ClassVar[int] = 5
    openings: ClassVar[tuple[str, ...]] = ("0", "random", "roll")
    unit: ClassVar[str] = "points"
    faces: ClassVar[str] = "pips"
    options: ClassVar[Mapping[str, str]] = {}
    rules: ClassVar[str] = "# Straight five\n\nFor 1 to 6 players. Five turns; every roll adds its `total`."
    position: ClassVar[type] = Position

    def start(self, seats: int, first: int) -> Position:
        """Nobody has a point."""
        return Position((0,) * seats, first, 5 * seats)

    def next_first(self, first: int, seats: int) -> int:
        """The seat to the left."""
        return (first + 1) % seats

    def check(self, position: Position) -> None:
        """The numbers of turns left and of seats fit."""
        check_seats(self, len(position.totals))

    def awaits(self, position: Position) -> Awaits:
        """One turn after another."""
        return Hands((position.seat,), position.seat) if position.left else Over()

    def uses(self, position: Position, seat: int, roll: Dice) -> tuple[Use, ...]:  # noqa: ARG002
        """There is only one."""
        return (Use("total", sum(roll)),)

    def use(self, position: Position, seat: int, roll: Dice, name: str) -> Position:  # noqa: ARG002
        """The total is added; play passes to the left."""
        totals = position.totals
        totals = (*totals[:seat], totals[seat] + sum(roll), *totals[seat + 1 :])
        return Position(totals, (seat + 1) % len(totals), position.left - 1)

    def scores(self, position: Position) -> tuple[int, ...]:
        """The totals."""
        return position.totals

    def winners(self, position: Position) -> tuple[int, ...]:
        """The highest total."""
        return leaders(position.totals)

    def sheet(self, position: Position, names: tuple[str, ...]) -> Sheet:
        """A column a seat."""
        return Sheet(("", *names), (Row("total", "Total", tuple(map(str, position.totals))),))
