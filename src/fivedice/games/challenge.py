"""Challenge: every seat plays every round at the same time, from common throws, each on its own card."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import Struct

from fivedice.dice import Dice
from fivedice.games import scorecard
from fivedice.games.pages.challenge import RULES
from fivedice.games.scorecard import BOXES, Card
from fivedice.rules import Awaits, Hands, IllegalMove, Over, Sheet, Use, check_seats, leaders


class Position(Struct, frozen=True):
    """Every seat's card, and who rolled first."""

    cards: tuple[Card, ...]
    first: int


class Challenge(Struct, frozen=True):
    """The 1974 game; it scores as the traditional game does."""

    joker: Literal["forced", "free"] = "forced"

    name: ClassVar[str] = "challenge"
    seats: ClassVar[range] = range(1, 5)
    max_games: ClassVar[int] = 6
    most_turns: ClassVar[int] = 13
    openings: ClassVar[tuple[str, ...]] = ("0", "random")
    unit: ClassVar[str] = "points"
    faces: ClassVar[str] = "pips"
    options: ClassVar[Mapping[str, str]] = {
        "joker": "what a further Yahtzee may fill: forced (the sheet's rule) or free (any open box)"
    }
    rules: ClassVar[str] = RULES
    position: ClassVar[type] = Position

    def start(self, seats: int, first: int) -> Position:
        """Empty cards, the first seat to roll."""
        return Position((Card(),) * seats, first)

    def next_first(self, first: int, seats: int) -> int:
        """The roller's office goes on passing after thirteen rounds (R21)."""
        return (first + 13) % seats

    def check(self, position: Position) -> None:
        """Every card can be, and all have played as many rounds."""
        check_seats(self, len(position.cards))
        for card in position.cards:
            scorecard.check(card, BOXES, self.joker)
        if len(set(map(scorecard.filled, position.cards))) > 1:
            raise IllegalMove("All cards have as many boxes filled, since everybody plays every round.")
        if not 0 <= position.first < len(position.cards):
            raise IllegalMove(f"There is no seat {position.first} to roll first.")

    def awaits(self, position: Position) -> Awaits:
        """A round of all the seats; the roller's office passes clockwise each round."""
        cards = position.cards
        played = min(map(scorecard.filled, cards))
        if played == len(BOXES):
            return Over()
        return Hands(tuple(range(len(cards))), (position.first + played) % len(cards))

    def uses(self, position: Position, seat: int, roll: Dice) -> tuple[Use, ...]:
        """The boxes of the own card that may be filled."""
        return scorecard.uses(position.cards[seat], roll, self.joker, BOXES)

    def use(self, position: Position, seat: int, roll: Dice, name: str) -> Position:
        """The box of the own card is filled."""
        cards = scorecard.book(position.cards, seat, roll, name, self.joker, BOXES)
        return Position(cards, position.first)

    def scores(self, position: Position) -> tuple[int, ...]:
        """The grand totals."""
        return tuple(map(scorecard.total, position.cards))

    def winners(self, position: Position) -> tuple[int, ...]:
        """The highest grand total."""
        return leaders(self.scores(position))

    def sheet(self, position: Position, names: tuple[str, ...]) -> Sheet:
        """The score cards side by side."""
        return Sheet(("Box", *names), scorecard.rows(position.cards, BOXES, self.joker))
