"""A game on a card from a TOML file."""

from collections.abc import Mapping
from functools import lru_cache

from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard, Written
from fivedice.core.rules import RulesSection, quoted
from fivedice.games.cardgame import CardGame
from fivedice.games.pages import sections
from fivedice.games.pages.owncard import page
from fivedice.language import mark, tr

OWN = "card"
"""The name of a game whose card comes from a file."""


class OwnCard(CardGame, frozen=True):
    """A game on a card from a file, or on a bundled card under its own name."""

    written: Written
    """The card as written in its file."""
    name: str = OWN
    """"card", or the name of a bundled card."""
    about: str = ""
    """Notes for the rules page, in Markdown."""

    @property
    def is_own_card(self) -> bool:
        """Whether the card is not a bundled one."""
        return self.name == OWN

    @property
    def card(self) -> ScoreCard:
        """The score card."""
        return _card(self.written)

    @property
    def title(self) -> str:
        """The title of the card."""
        return self.written.title if self.is_own_card else tr(self.written.title)

    @property
    def line(self) -> str:
        """A description in one line."""
        return self.written.line if self.is_own_card else tr(self.written.line)

    @property
    def seats(self) -> range:
        """The possible numbers of players."""
        least, most = self.written.seats
        return range(least, most + 1)

    @property
    def faces(self) -> str:
        """The face set of its dice."""
        return self.written.faces

    @property
    def options(self) -> Mapping[str, str]:
        """A card from a file is written into the record; a bundled card is not."""
        return {"written": mark("the card, as in its file")} if self.is_own_card else {}

    @property
    def sections(self) -> tuple[RulesSection, ...]:
        """The rules, generated from the card."""
        return sections(page(self.written, self.title, self.about))

    def __repr__(self) -> str:
        """Only the title, because the card is long."""
        return f"<OwnCard {quoted(self.title)}>"


@lru_cache(maxsize=KEPT_CARDS)
def _card(written: Written) -> ScoreCard:
    return written.card
