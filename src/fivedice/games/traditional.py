"""Traditional: one seat after another fills thirteen boxes; Yahtzee bonus and Joker rules."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import Struct

from fivedice.dice import Dice
from fivedice.games import scorecard
from fivedice.games.pages.traditional import RULES
from fivedice.games.scorecard import BOXES, Card
from fivedice.rules import Awaits, Hands, Over, Sheet, Use, check_seats, check_turns, leaders


class Position(Struct, frozen=True):
    """Every seat's card, and whose turn it is."""

    cards: tuple[Card, ...]
    seat: int


class Traditional(Struct, frozen=True):
    """The collector's edition; `joker="free"` is the house option of the published solutions."""

    joker: Literal["forced", "free"] = "forced"

    name: ClassVar[str] = "traditional"
    seats: ClassVar[range] = range(1, 11)
    max_games: ClassVar[int] = 6
    most_turns: ClassVar[int] = 13
    openings: ClassVar[tuple[str, ...]] = ("roll", "random")
    unit: ClassVar[str] = "points"
    faces: ClassVar[str] = "chinese"
    options: ClassVar[Mapping[str, str]] = {
        "joker": "what a further Yahtzee may fill: forced (the sheet's rule) or free (any open box)"
    }
    rules: ClassVar[str] = RULES
    position: ClassVar[type] = Position

    def start(self, seats: int, first: int) -> Position:
        """Empty cards, the first seat to play."""
        return Position((Card(),) * seats, first)

    def next_first(self, first: int, seats: int) -> int:
        """The seats open in turn (R18)."""
        return (first + 1) % seats

    def check(self, position: Position) -> None:
        """Every card can be, and the seats have played in turn."""
        check_seats(self, len(position.cards))
        for card in position.cards:
            scorecard.check(card, BOXES, self.joker)
        check_turns(tuple(map(scorecard.filled, position.cards)), position.seat)

    def awaits(self, position: Position) -> Awaits:
        """A turn of the seat to play until its card is full."""
        seat = position.seat
        return Over() if scorecard.is_full(position.cards[seat]) else Hands((seat,), seat)

    def uses(self, position: Position, seat: int, roll: Dice) -> tuple[Use, ...]:
        """The boxes that may be filled."""
        return scorecard.uses(position.cards[seat], roll, self.joker, BOXES)

    def use(self, position: Position, seat: int, roll: Dice, name: str) -> Position:
        """The box is filled; play passes to the left."""
        cards = scorecard.book(position.cards, seat, roll, name, self.joker, BOXES)
        return Position(cards, (seat + 1) % len(cards))

    def scores(self, position: Position) -> tuple[int, ...]:
        """The grand totals."""
        return tuple(map(scorecard.total, position.cards))

    def winners(self, position: Position) -> tuple[int, ...]:
        """The highest grand total."""
        return leaders(self.scores(position))

    def sheet(self, position: Position, names: tuple[str, ...]) -> Sheet:
        """The score card, a column a seat."""
        return Sheet(("Box", *names), scorecard.rows(position.cards, BOXES, self.joker))
