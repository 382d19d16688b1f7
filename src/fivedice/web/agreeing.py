"""What may be agreed at the tables of this server. Opens none, and knows nobody."""

from msgspec import Struct
from msgspec.structs import replace

from fivedice.games.owncard import OWN
from fivedice.library import check_bots
from fivedice.room.terms import Terms, check_terms, expected
from fivedice.rules import Game, IllegalMove

NO_OWN_CARDS = "At this server no card of one's own is played; who runs it can allow that with --own-cards."


class Agreeing(Struct, frozen=True):
    """Whoever runs the server says whether cards that players wrote down are played there."""

    own_cards: bool = False

    def check(self, terms: Terms) -> None:
        """Raises `IllegalMove` for terms that are not played here, or that no match can come of."""
        self.check_game(terms.rules())
        check_terms(terms)
        check_bots(expected(terms))

    def check_game(self, game: Game) -> None:
        """Raises `IllegalMove` for a card of one's own where none is played."""
        if game.name == OWN and not self.own_cards:
            raise IllegalMove(NO_OWN_CARDS)

    def check_fill(self, terms: Terms, bot: str) -> None:
        """Raises `IllegalMove` for a bot in the open chairs that would have to know what is not known."""
        check_bots(expected(replace(terms, chairs=(bot,))))
