"""A game on a card from a TOML file."""

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar

from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard, Written
from fivedice.core.rules import quoted
from fivedice.games.cardgame import CardGame
from fivedice.games.pages.owncard import page

OWN = "card"
"""What a game is called whose card comes from a file."""


class OwnCard(CardGame, frozen=True):
    """A card from a file, or under a name of its own one that comes with the package."""

    written: Written
    name: str = OWN
    about: str = ""
    """What its page of rules says besides what the card itself says, in Markdown."""

    max_games: ClassVar[int] = 6
    openings: ClassVar[tuple[str, ...]] = ("0", "random", "roll")

    @property
    def card(self) -> ScoreCard:
        """What is scored."""
        return _card(self.written)

    @property
    def title(self) -> str:
        """What the card is called."""
        return self.written.title

    @property
    def line(self) -> str:
        """What it is, in one line."""
        return self.written.line

    @property
    def seats(self) -> range:
        """How many may play."""
        least, most = self.written.seats
        return range(least, most + 1)

    @property
    def faces(self) -> str:
        """What its dice show."""
        return self.written.faces

    @property
    def options(self) -> Mapping[str, str]:
        """A card from a file goes into the record whole; one that has a name does not."""
        return {"written": "the card, as its file says it"} if self.name == OWN else {}

    @property
    def rules(self) -> str:
        """The rules to play by, made from the card."""
        return page(self.written, self.about)

    def __repr__(self) -> str:
        """What the card is called, without what is written on it."""
        return f"<OwnCard {quoted(self.title)}>"


@lru_cache(maxsize=KEPT_CARDS)
def _card(written: Written) -> ScoreCard:
    return written.card
