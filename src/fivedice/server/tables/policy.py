"""The terms and names that this server allows at its tables."""

from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from fivedice.bots import personas
from fivedice.core.rules import Game, IllegalMove
from fivedice.games.owncard import OWN
from fivedice.match.setup import Setup
from fivedice.match.state import State
from fivedice.runtime.library import check_bots
from fivedice.server.tables.refused_names import RefusedNames
from fivedice.table.terms import Terms, check_bot, check_terms, expected, from_here

NO_OWN_CARDS = "This server does not allow your own cards; its host can allow them with --own-cards."

EVERYBODY_MAY = RefusedNames()

STRONG, UNKNOWING = "expert", "greedy"
"""The bots that take the other seats when a match is continued: for solved games, and for others."""


class TablePolicy(Struct, frozen=True):
    """Which terms and names the host allows."""

    own_cards: bool = False
    refused: RefusedNames = EVERYBODY_MAY

    def check_name(self, name: str) -> None:
        """Raises `IllegalMove` for a name that the host refuses."""
        self.refused.check(name)

    def check(self, terms: Terms) -> None:
        """Raises `IllegalMove` for terms that this server refuses or that allow no match."""
        self.check_game(terms.rules())
        check_terms(terms)
        _check_bots(expected(terms))

    def from_here(self, state: State, seat: int) -> Terms:
        """Terms to continue a match from `state` against the best available bot. Raises `IllegalMove`."""
        terms = from_here(state, seat, STRONG)
        with suppress(IllegalMove):
            _check_bots(expected(terms))
            return terms
        return from_here(state, seat, UNKNOWING)

    def check_game(self, game: Game) -> None:
        """Raises `IllegalMove` for a player's own card if this server does not allow them."""
        if game.name == OWN:
            self.check_own_cards()

    def check_own_cards(self) -> None:
        """Raises `IllegalMove` if this server does not allow own cards; checked before one is read."""
        if not self.own_cards:
            raise IllegalMove(NO_OWN_CARDS)

    def check_fill(self, terms: Terms, bot: str) -> None:
        """Raises `IllegalMove` for an unknown bot, or one that cannot play this game."""
        if bot:
            check_bot(bot)
        _check_bots(expected(replace(terms, chairs=(bot,))))


def _check_bots(setup: Setup) -> None:
    """Raises `IllegalMove`, with the bot's table name, for a bot that cannot play this game."""
    check_bots(setup, lambda bot: personas.of(bot).name)
