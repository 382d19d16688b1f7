"""The terms that this server allows at its tables."""

from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from fivedice.bots import personas
from fivedice.core.rules import Game, IllegalMove
from fivedice.games.owncard import OWN
from fivedice.match.setup import Setup
from fivedice.match.state import State
from fivedice.runtime.library import check_bots
from fivedice.table.terms import Terms, check_bot, check_terms, expected, from_here

NO_OWN_CARDS = "At this server no card of one's own is played; who runs it can allow that with --own-cards."

STRONG, UNKNOWING = "expert", "greedy"
"""Who plays in the seats of others where a match is played on, if the game is known and if it is not."""


class TablePolicy(Struct, frozen=True):
    """Whoever runs the server says whether cards that players wrote down are played there."""

    own_cards: bool = False

    def check(self, terms: Terms) -> None:
        """Raises `IllegalMove` for terms that are not played here, or that no match can come of."""
        self.check_game(terms.rules())
        check_terms(terms)
        _check_bots(expected(terms))

    def from_here(self, state: State, seat: int) -> Terms:
        """Terms to play a match on from there, against a bot that knows the game. Raises `IllegalMove`."""
        terms = from_here(state, seat, STRONG)
        with suppress(IllegalMove):
            _check_bots(expected(terms))
            return terms
        return from_here(state, seat, UNKNOWING)

    def check_game(self, game: Game) -> None:
        """Raises `IllegalMove` for a card of one's own where none is played."""
        if game.name == OWN:
            self.check_own_cards()

    def check_own_cards(self) -> None:
        """Raises `IllegalMove` where no card of one's own is played, so that none is even read."""
        if not self.own_cards:
            raise IllegalMove(NO_OWN_CARDS)

    def check_fill(self, terms: Terms, bot: str) -> None:
        """Raises `IllegalMove` for a bot in the open chairs that there is not, or not in this game."""
        if bot:
            check_bot(bot)
        _check_bots(expected(replace(terms, chairs=(bot,))))


def _check_bots(setup: Setup) -> None:
    """Raises `IllegalMove` for a bot that cannot play there, by the name that it has at a table."""
    check_bots(setup, lambda bot: personas.of(bot).name)
