"""What a table is opened with: the game, its options and the chairs. Knows nobody by name."""

from typing import Any, Literal

from msgspec import Struct

from fivedice import bots
from fivedice.notation import read
from fivedice.play.setup import Player, Setup, check, game_called, options_of
from fivedice.play.state import begin
from fivedice.rules import Game, IllegalMove

LONGEST_CLOCK = 3600
LONGEST_ABSENCE = 3600
"""Seconds that a table of people at play may agree to wait for somebody."""
MOST_DAYS = 14


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """The agreement that everybody who sits down accepts."""

    game: str
    chairs: tuple[str, ...]
    """A chair each: the bot that sits there, or nothing where a person may."""
    options: dict[str, Any] = {}
    games: int = 1
    first: int | Literal["roll", "random"] | None = None
    """Who starts; the game's own usual way if not said."""
    hints: bool = True
    """Whether hints may be taken; everybody sees that one was."""
    watching: bool = True
    """Whether people without a chair may look on."""
    clock: int = 0
    """Seconds for a decision, after which the game plays for the seat; 0 is no limit."""
    absence: int = 0
    """Seconds that a person may be gone while others are here, before the game plays for the seat; 0 leaves
    that to the place where the table is kept."""
    days: int = 0
    """By correspondence: days for a decision, be somebody here or not; 0 is a table of people at play."""

    def rules(self) -> Game:
        """The game with its options. Raises `IllegalMove`."""
        return game_called(self.game, self.options)

    def setup(self, players: tuple[Player, ...]) -> Setup:
        """What these players agree on. Raises `IllegalMove` where that cannot be played."""
        return agreed(self.rules(), players, self.games, self.first)


def of(setup: Setup) -> Terms:
    """What was agreed, as terms."""
    bots = tuple(player.bot for player in setup.players)
    return Terms(setup.game.name, bots, options_of(setup.game), setup.games, setup.first)


def agreed(
    game: Game, players: tuple[Player, ...], games: int, first: int | Literal["roll", "random"] | None
) -> Setup:
    """A setup that can be played, or `IllegalMove`; the game's own opening where none is said."""
    opening = read.first(game.openings[0]) if first is None else first
    setup = Setup(game, players, games, opening)
    begin(setup)
    return setup


def check_terms(terms: Terms) -> None:
    """Raises `IllegalMove` with a sentence for terms that no match can come of."""
    if not 0 <= terms.clock <= LONGEST_CLOCK:
        raise IllegalMove(f"The clock is 0 to {LONGEST_CLOCK} seconds, not {terms.clock}.")
    if not 0 <= terms.absence <= LONGEST_ABSENCE:
        raise IllegalMove(f"An absence is 0 to {LONGEST_ABSENCE} seconds, not {terms.absence}.")
    if not 0 <= terms.days <= MOST_DAYS:
        raise IllegalMove(f"By correspondence there are 1 to {MOST_DAYS} days, not {terms.days}.")
    if terms.days and (terms.clock or terms.absence):
        raise IllegalMove("By correspondence only the days count: there is no clock, and nobody is absent.")
    if all(terms.chairs):
        raise IllegalMove("A table needs a chair for a person.")
    for bot in filter(None, terms.chairs):
        check_bot(bot)
    setup = expected(terms)
    check(setup)
    terms.setup(setup.players)


def expected(terms: Terms) -> Setup:
    """What is to be agreed once every chair is taken, whoever will sit there."""
    players = tuple(Player(f"Chair {place}", bot) for place, bot in enumerate(terms.chairs))
    return Setup(terms.rules(), players, terms.games)


def check_bot(name: str) -> None:
    """Raises `IllegalMove` for a bot that there is not: at once, since a table would wait for it for ever."""
    bots.check(name)
