"""Challenge: all seats play every round at once, from common throws, each on its own card."""

from typing import ClassVar

from msgspec import Struct

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.dice import Dice
from fivedice.core.rules import Awaits, Hands, IllegalMove, Over
from fivedice.games.pages import RulesPage
from fivedice.games.thirteen import ThirteenBoxes
from fivedice.language import Localized, mark, tr


class ChallengePosition(Struct, frozen=True, gc=False):
    """Every seat's card, and the first roller."""

    cards: tuple[Card, ...]
    first: int


class Challenge(ThirteenBoxes, frozen=True):
    """The 1974 game; it scores like the traditional game."""

    name: ClassVar[str] = "challenge"
    title: ClassVar = Localized("Challenge")
    line: ClassVar = Localized("Everybody plays the same throws at the same time; decisions are hidden")
    seats: ClassVar[range] = range(1, 5)
    openings: ClassVar[tuple[str, ...]] = ("0", "random")
    sections: ClassVar[RulesPage] = RulesPage("challenge")
    position: ClassVar[type] = ChallengePosition
    solver: ClassVar[str] = "challenge"
    pieces: ClassVar[tuple[str, ...]] = ("platforms", "markers")
    shares_throws: ClassVar[bool] = True

    def next_first(self, first: int, seats: int) -> int:
        """The roller keeps changing across games (R21)."""
        return (first + len(self.card.names)) % seats

    def check(self, position: ChallengePosition) -> None:
        """Raises `IllegalMove` unless every card can be reached and all have played the same number of
        rounds.
        """
        self.check_cards(position.cards)
        if len(set(map(filling.filled, position.cards))) > 1:
            uneven = mark(
                "All cards must have the same number of filled boxes, because everybody plays every round."
            )
            raise IllegalMove(tr(uneven))
        if not 0 <= position.first < len(position.cards):
            raise IllegalMove(tr("There is no seat {seat} to roll first.", seat=position.first))

    def awaits(self, position: ChallengePosition) -> Awaits:
        """A round of all seats; the roller changes clockwise each round."""
        cards = position.cards
        if all(map(filling.is_full, cards)):
            return Over()
        played = min(map(filling.filled, cards))
        return Hands(tuple(range(len(cards))), (position.first + played) % len(cards))

    def use(self, position: ChallengePosition, seat: int, roll: Dice, name: str) -> ChallengePosition:
        """The seat fills a box of its own card."""
        return ChallengePosition(self.booked(position.cards, seat, roll, name), position.first)
