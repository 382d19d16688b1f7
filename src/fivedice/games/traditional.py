"""Traditional: one seat after another fills thirteen boxes; Yahtzee bonus and Joker rules."""

from typing import ClassVar

from fivedice.games.pages import RulesPage
from fivedice.games.thirteen import ThirteenBoxes
from fivedice.language import Localized


class Traditional(ThirteenBoxes, frozen=True):
    """The collector's edition; `joker="free"` is the house option of the published solutions."""

    name: ClassVar[str] = "traditional"
    title: ClassVar = Localized("Traditional")
    line: ClassVar = Localized("Thirteen boxes, Yahtzee bonus, Joker rules; dice with Chinese numerals")
    seats: ClassVar[range] = range(1, 11)
    openings: ClassVar[tuple[str, ...]] = ("roll", "random")
    faces: ClassVar[str] = "chinese"
    sections: ClassVar[RulesPage] = RulesPage("traditional")
