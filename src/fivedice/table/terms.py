"""The terms of a table: game, options, chairs and pace."""

from typing import Any, Literal

from msgspec import Struct

from fivedice import bots
from fivedice.core.rules import Game, IllegalMove
from fivedice.core.turn import NO_DICE, Turn
from fivedice.match import questions
from fivedice.match.setup import Player, Setup, check, game_called, options_of
from fivedice.match.state import State, begin
from fivedice.notation import read, write

LONGEST_CLOCK = 3600
LONGEST_ABSENCE = 3600
"""Seconds that a table of people at play may agree to wait for somebody."""
USUAL_ABSENCE = 60
"""Seconds that a table waits for a missing player, unless its people or the host choose otherwise."""
MOST_DAYS = 14

CLOCKS = {
    0: "No clock",
    15: "15 seconds a decision",
    30: "30 seconds",
    60: "One minute",
    180: "Three minutes",
}
ABSENCES = {
    15: "Live: gone for 15 seconds",
    60: "Live: gone for one minute",
    300: "Live: gone for five minutes",
}
DAYS = {
    1: "By correspondence: a day a decision",
    3: "By correspondence: three days",
    7: "By correspondence: a week",
}
"""What the form of a new table offers of each; programs may agree on any value up to the limits."""


class Terms(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
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
    position: str = ""
    """Where the match begins, if not at its start, and in `turn` the dice of a turn under way there."""
    turn: str = ""

    def rules(self) -> Game:
        """The game with its options. Raises `IllegalMove`."""
        return game_called(self.game, self.options)

    def setup(self, players: tuple[Player, ...]) -> Setup:
        """What these players agree on. Raises `IllegalMove` where that cannot be played."""
        game = self.rules()
        position = read.position(game, self.position) if self.position else None
        turn = read.turn(self.turn) if self.turn else None
        return agreed(game, players, self.games, self.first, position, turn)


def of(setup: Setup) -> Terms:
    """What was agreed, as terms."""
    bots = tuple(player.bot for player in setup.players)
    position, turn = _begins(setup.position, setup.turn)
    options = options_of(setup.game)
    return Terms(setup.game.name, bots, options, setup.games, setup.first, position=position, turn=turn)


def from_here(state: State, seat: int, bot: str) -> Terms:
    """Terms for somebody in one seat who plays a game of a match on from there, on other dice.

    In the other seats are the bots that played, and this one for people and for bots that they brought, which
    no server has. Raises `IllegalMove` at the end.
    """
    setup = state.setup
    if questions.is_over(state):
        raise IllegalMove("The match is over here; go back a step to play on.")
    if not 0 <= seat < len(setup.players):
        raise IllegalMove(f"There is no seat {seat} in this match.")
    others = (player.bot if bots.is_bot(player.bot) else bot for player in setup.players)
    chairs = tuple("" if place == seat else other for place, other in enumerate(others))
    if state.position is None:
        return Terms(setup.game.name, chairs, options_of(setup.game), first=setup.first)
    position, turn = _begins(state.position, state.turn)
    options = options_of(setup.game)
    return Terms(setup.game.name, chairs, options, first=state.first, position=position, turn=turn)


def _begins(position: Any, turn: Turn | None) -> tuple[str, str]:
    """Where a match begins, in texts; a turn without dice begins by itself."""
    if position is None:
        return "", ""
    fresh = turn is None or set(turn.hands) == {NO_DICE}
    return write.position(position), "" if fresh or turn is None else write.turn(turn)


def agreed(
    game: Game,
    players: tuple[Player, ...],
    games: int,
    first: int | Literal["roll", "random"] | None,
    position: Any = None,
    turn: Turn | None = None,
) -> Setup:
    """A setup that can be played, or `IllegalMove`; the game's own opening where none is said."""
    opening = read.first(game.openings[0]) if first is None else first
    setup = Setup(game, players, games, opening, position, turn)
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
