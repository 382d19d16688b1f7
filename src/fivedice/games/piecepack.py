"""Piecepack: the thirteen boxes with piecepack dice (ace is 1, null is 6), no bonus Yahtzee, no Joker."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import Struct

from fivedice.dice import Dice
from fivedice.games import scorecard
from fivedice.games.pages.piecepack import RULES
from fivedice.games.scorecard import LOWER, UPPER, Card
from fivedice.games.traditional import Position
from fivedice.rules import Awaits, Hands, Over, Sheet, Use, check_seats, check_turns, leaders

BOXES = (*UPPER[:5], "nulls", *LOWER)

Suit = Literal["sun", "moon", "crown", "arms"]


class Piecepack(Struct, frozen=True):
    """The 2009 adaptation. The suits of the five dice are shown and never count."""

    suits: tuple[Suit, Suit, Suit, Suit, Suit] = ("sun", "moon", "crown", "arms", "sun")

    name: ClassVar[str] = "piecepack"
    seats: ClassVar[range] = range(1, 7)
    max_games: ClassVar[int] = 1
    most_turns: ClassVar[int] = 13
    openings: ClassVar[tuple[str, ...]] = ("0", "random", "roll")
    unit: ClassVar[str] = "points"
    faces: ClassVar[str] = "piecepack"
    options: ClassVar[Mapping[str, str]] = {
        "suits": "the suits of the five dice, of two sets: sun,moon,crown,arms, each at most twice"
    }
    rules: ClassVar[str] = RULES
    position: ClassVar[type] = Position

    def __post_init__(self) -> None:
        """Two piecepacks hold two dice of each suit."""
        if any(self.suits.count(suit) > 2 for suit in self.suits):
            raise ValueError("Two piecepacks have only two dice of each suit.")

    def start(self, seats: int, first: int) -> Position:
        """Empty cards, the first seat to play."""
        return Position((Card(),) * seats, first)

    def next_first(self, first: int, seats: int) -> int:
        """The seat to the left."""
        return (first + 1) % seats

    def check(self, position: Position) -> None:
        """Every card can be, and the seats have played in turn."""
        check_seats(self, len(position.cards))
        for card in position.cards:
            scorecard.check(card, BOXES, "none")
        check_turns(tuple(map(scorecard.filled, position.cards)), position.seat)

    def awaits(self, position: Position) -> Awaits:
        """A turn of the seat to play until its card is full."""
        seat = position.seat
        return Over() if scorecard.is_full(position.cards[seat]) else Hands((seat,), seat)

    def uses(self, position: Position, seat: int, roll: Dice) -> tuple[Use, ...]:
        """Every open box; a second Yahtzee is an ordinary roll."""
        return scorecard.uses(position.cards[seat], roll, "none", BOXES)

    def use(self, position: Position, seat: int, roll: Dice, name: str) -> Position:
        """The box is filled or crossed out; play passes to the left."""
        cards = scorecard.book(position.cards, seat, roll, name, "none", BOXES)
        return Position(cards, (seat + 1) % len(cards))

    def scores(self, position: Position) -> tuple[int, ...]:
        """The total scores."""
        return tuple(map(scorecard.total, position.cards))

    def winners(self, position: Position) -> tuple[int, ...]:
        """The highest total."""
        return leaders(self.scores(position))

    def sheet(self, position: Position, names: tuple[str, ...]) -> Sheet:
        """The score sheet, a column a seat."""
        return Sheet(("Box", *names), scorecard.rows(position.cards, BOXES, "none"))
