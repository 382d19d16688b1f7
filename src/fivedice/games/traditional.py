"""Traditional: one seat after another fills thirteen boxes; Yahtzee bonus and Joker rules."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from fivedice.cards.scorecard import ScoreCard
from fivedice.games import thirteen
from fivedice.games.cardgame import CardGame
from fivedice.games.pages import RulesPage
from fivedice.language import Localized


class Traditional(CardGame, frozen=True):
    """The collector's edition; `joker="free"` is the house option of the published solutions."""

    joker: Literal["forced", "free"] = "forced"

    name: ClassVar[str] = "traditional"
    title: ClassVar = Localized("Traditional")
    line: ClassVar = Localized("Thirteen boxes, Yahtzee bonus, Joker rules; dice with Chinese numerals")
    seats: ClassVar[range] = range(1, 11)
    max_games: ClassVar[int] = 6
    openings: ClassVar[tuple[str, ...]] = ("roll", "random")
    faces: ClassVar[str] = "chinese"
    options: ClassVar[Mapping[str, str]] = {"joker": thirteen.JOKER}
    rules: ClassVar[RulesPage] = RulesPage("traditional")

    @property
    def card(self) -> ScoreCard:
        """The thirteen boxes with the agreed Joker rules."""
        return thirteen.CARDS[self.joker]
