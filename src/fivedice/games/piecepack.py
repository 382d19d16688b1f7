"""Piecepack: the thirteen boxes with piecepack dice (ace is 1, null is 6), no bonus Yahtzee, no Joker."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from fivedice.cards.scorecard import ScoreCard
from fivedice.core.rules import IllegalMove
from fivedice.core.texts import NUMBERS
from fivedice.games import thirteen
from fivedice.games.cardgame import CardGame
from fivedice.games.pages import RulesPage
from fivedice.language import Localized, mark, tr

UPPER = thirteen.upper((*NUMBERS[:5], "nulls"), goal=63, bonus=35)
CARD = ScoreCard((UPPER, thirteen.LOWER))

Suit = Literal["sun", "moon", "crown", "arms"]


class Piecepack(CardGame, frozen=True):
    """The 2009 adaptation. The suits of the dice never count."""

    suits: tuple[Suit, Suit, Suit, Suit, Suit] = ("sun", "moon", "crown", "arms", "sun")

    name: ClassVar[str] = "piecepack"
    title: ClassVar = Localized("Piecepack")
    line: ClassVar = Localized("Thirteen boxes with piecepack dice: ace is 1, null is 6, no bonus Yahtzees")
    seats: ClassVar[range] = range(1, 7)
    max_games: ClassVar[int] = 1
    faces: ClassVar[str] = "piecepack"
    pads_on_sheet: ClassVar[int] = 4
    options: ClassVar[Mapping[str, str]] = {
        "suits": mark("the suits of the five dice: sun,moon,crown,arms, each at most twice")
    }
    sections: ClassVar[RulesPage] = RulesPage("piecepack")

    def __post_init__(self) -> None:
        """Raises `IllegalMove` for more than two dice of a suit."""
        if any(self.suits.count(suit) > 2 for suit in self.suits):
            raise IllegalMove(tr("Two piecepacks have only two dice of each suit."))

    @property
    def card(self) -> ScoreCard:
        """The thirteen boxes, with Nulls for Sixes."""
        return CARD
