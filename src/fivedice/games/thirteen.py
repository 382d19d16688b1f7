"""The thirteen boxes of traditional and challenge, most of which piecepack shares (their sheets)."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from fivedice.cards.boxes import Box
from fivedice.cards.scorecard import Further, Joker, ScoreCard, Section
from fivedice.core.texts import NUMBERS
from fivedice.games.cardgame import CardGame
from fivedice.language import mark

LOWER = Section(
    "Lower",
    (
        Box("3-of-a-kind", "3 alike"),
        Box("4-of-a-kind", "4 alike"),
        Box("full-house", "full house", 25),
        Box("small-straight", "run of 4", 30),
        Box("large-straight", "run of 5", 40),
        Box("yahtzee", "5 alike", 50),
        Box("chance"),
    ),
)


def upper(names: tuple[str, ...], goal: int, bonus: int) -> Section:
    """The six boxes of the numbers, in which `goal` points earn the bonus."""
    boxes = tuple(Box(name, f"face {face}", "these dice") for face, name in enumerate(names, start=1))
    return Section("Upper", boxes, goal, bonus)


JOKERS: tuple[Joker, ...] = ("forced", "free")
CARDS: dict[str, ScoreCard] = {
    joker: ScoreCard((upper(NUMBERS, goal=63, bonus=35), LOWER), Further("yahtzee", 100, joker))
    for joker in JOKERS
}
"""The card for each value of the house option `joker`."""

JOKER = mark(
    "what a further Yahtzee may fill: forced (the box of its number, if open) or free (any open box)"
)


class ThirteenBoxes(CardGame, frozen=True):
    """A game on the thirteen boxes with Yahtzee bonus and Jokers."""

    joker: Literal["forced", "free"] = "forced"

    options: ClassVar[Mapping[str, str]] = {"joker": JOKER}

    @property
    def card(self) -> ScoreCard:
        """The thirteen boxes with the agreed Joker rules."""
        return CARDS[self.joker]
