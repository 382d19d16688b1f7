"""The setup of a match: game, options, players, opening."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from fivedice.cards import made
from fivedice.cards.faults import Fault
from fivedice.cards.scorecard import Written
from fivedice.core import turn
from fivedice.core.rules import Game, IllegalMove, check_seats, quoted, shortened
from fivedice.core.texts import AnyFirst
from fivedice.core.turn import Turn
from fivedice.games import GAMES, Position
from fivedice.games.owncard import OWN, OwnCard
from fivedice.language import comma, mark, sentences, tr
from fivedice.names import check_name, localized


class Player(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The player in a seat."""

    name: str
    """Unique in the match."""
    bot: str = ""
    """The name of a bot, such as "casual:7"; empty for a person."""


class Promise(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The published promise of dice that are fixed before the match (docs/reference/dice.md)."""

    commitment: str
    """The SHA-256 of the secret that the dice follow from, in hexadecimal."""
    contributions: tuple[str, ...] = ()
    """16 bytes of each seat in hexadecimal, "server" for a bot, "" for none; () until all are known."""
    match: int = 1
    """The number of the match on these dice, if one secret serves several."""
    opens: str = ""
    """For a solo match on the dice of one seat of another match: the place where this seat's first turn
    opened there, as SEAT/VISIT/NUMBER. The contributions are then those of the other match.
    """


class Setup(Struct, frozen=True):
    """The setup of a match."""

    game: Game
    """The game with its house options."""
    players: tuple[Player, ...]
    """The players by seat."""
    games: int = 1
    """The number of games in the match."""
    first: AnyFirst = 0
    """The seat that starts, from 0; "roll" for the roll-off of R2, or "random"."""
    position: Position | None = None
    """A position where the first game begins."""
    turn: Turn | None = None
    """The dice of a turn in progress at `position`."""
    dice: Promise | None = None
    """None for real dice, and in records older than dice that can be verified."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat, for readers."""
        return tuple(localized(player.name) for player in self.players)


BOTS = "random", "greedy", "casual", "expert", "champion"
"""The built-in bots."""
GRADED = "casual"
"""The bot that has a strength, written after a colon."""
STRENGTHS = range(11)
BOT_NAMES = frozenset({*BOTS, *(f"{GRADED}:{strength}" for strength in STRENGTHS)})
"""The names of the built-in bots in records."""


def check(setup: Setup) -> None:
    """Raises `IllegalMove` for an invalid setup."""
    game, seats = setup.game, len(setup.players)
    check_seats(game, seats)
    names = [player.name for player in setup.players]
    for name in names:
        check_name(name)
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise IllegalMove(tr("Two players cannot both be called {name}.", name=quoted(twice[0])))
    if type(setup.games) is not int or not 1 <= setup.games <= game.max_games:
        one = mark("A match of {game} has 1 game, not {games}.")
        several = mark("A match of {game} has 1 to {most} games, not {games}.")
        wrong = several if game.max_games > 1 else one
        raise IllegalMove(tr(wrong, game=game.title, most=game.max_games, games=quoted(setup.games)))
    if type(setup.first) is int:
        if not 0 <= setup.first < seats:
            wrong = mark("Seat {seat} cannot start: the seats are 0 to {last}.")
            raise IllegalMove(tr(wrong, seat=setup.first, last=seats - 1))
    elif setup.first not in game.openings:
        first = quoted(setup.first)
        raise IllegalMove(tr("{game} does not open with {first}.", game=game.title, first=first))
    if setup.position is not None:
        _check_position(setup)


def _check_position(setup: Setup) -> None:
    """Raises `IllegalMove` for a position that does not fit the seats or cannot be reached."""
    game, seats = setup.game, len(setup.players)
    game.check(setup.position)
    if len(game.scores(setup.position)) != seats:
        wrong = mark("This is not a position of {seats, plural, one {# seat} other {# seats}}.")
        raise IllegalMove(tr(wrong, seats=seats))
    if not isinstance(setup.first, int):
        raise IllegalMove(tr("A match that begins at a position has no draw or roll for who starts."))
    if setup.turn is not None and setup.turn.step == 1:
        _check_first_throw(setup.turn)


def _check_first_throw(now: Turn) -> None:
    """Raises `IllegalMove` unless the first throw is still to come, or gave all seats the same five dice."""
    if now == turn.start(len(now.hands)):
        return
    if any(turn.EMPTY in hand for hand in now.hands):
        raise IllegalMove(tr("The first throw of a turn has all five dice."))
    if len({tuple(sorted(hand)) for hand in now.hands}) > 1:
        raise IllegalMove(tr("The first throw of a turn is the same for all seats."))


MEANT = {"yahtzee": "traditional"}
"""Common names of games."""


def game_meant(typed: str) -> str:
    """The name of a game from what people type, in any case or by a common name; other words stay."""
    name = typed.strip().casefold()
    return next((game for game in (MEANT.get(name, name), typed) if game in GAMES), typed)


def no_game(name: object) -> str:
    """The error message for an unknown game, with a suggestion and the list of games."""
    close = get_close_matches(str(name).casefold(), [*GAMES, *MEANT], 1)
    question = [tr("Did you mean {name}?", name=MEANT.get(close[0], close[0]))] if close else []
    games = tr("The games are: {names}.", names=comma(GAMES))
    return sentences(tr("There is no game {name}.", name=quoted(name)), *question, games)


def game_called(name: str, options: Mapping[str, Any] | None = None) -> Game:
    """The game of that name with these options, as texts or of their types. Raises `IllegalMove`."""
    if name == OWN:
        return _own_card(options or {})
    if name not in GAMES:
        raise IllegalMove(no_game(name))
    return with_options(GAMES[name], options or {})


def with_options(game: Game, options: Mapping[str, Any]) -> Game:
    """A game with these house options, as texts or of their types. Raises `IllegalMove` if one is unknown."""
    types = {name: kind for name, kind in option_types(game).items() if name in house_options(game)}
    values = {}
    for option, value in options.items():
        if option not in types:
            none = mark("{game} has no option {option}; it has none.")
            unknown = mark("{game} has no option {option}; it has: {options}.") if types else none
            raise IllegalMove(tr(unknown, game=game.title, option=quoted(option), options=comma(types)))
        values[option] = _value(game, option, value, types[option])
    return msgspec.structs.replace(game, **values)


NO_CARD = mark(
    "The game {game} needs your own card: in a terminal name its file, as in fivedice play FILE.toml; in a"
    " record it is the option 'written'."
)


def _own_card(options: Mapping[str, Any]) -> Game:
    if options.keys() != {"written"}:
        raise IllegalMove(tr(NO_CARD, game=quoted(OWN)))
    card = options["written"]
    try:
        return OwnCard(card if isinstance(card, Written) else made.card(card, made.JSON))
    except Fault as fault:
        unplayable = mark("This card cannot be played: {fault} (at {place}).")
        raise IllegalMove(tr(unplayable, fault=fault, place=_place(fault))) from None


def _place(fault: Fault) -> str:
    """The place of a fault in the options, such as `written.sections[0]`."""
    steps = [f"[{step}]" if isinstance(step, int) else f".{shortened(step, 40)}" for step in fault.place]
    return "written" + "".join(steps)


def option_types(game: Game) -> dict[str, Any]:
    """The type of each house option of a game."""
    fields = msgspec.structs.fields(game)
    return {field.name: field.type for field in fields if field.name in game.options}


def house_options(game: Game) -> dict[str, Any]:
    """The house options that people choose, with their values; a card from a file is not one of them."""
    values = {option: getattr(game, option) for option in game.options}
    return {option: value for option, value in values.items() if not isinstance(value, Struct)}


class OptionValues(Struct, frozen=True):
    """The values of a house option: `count` of them to choose, or 0 for one per seat."""

    values: tuple[str, ...]
    count: int = 1


def choices(game: Game, option: str) -> OptionValues:
    """The possible values of a house option; empty if it is not a choice from a few."""
    wanted = option_types(game)[option]
    if get_origin(wanted) is not tuple:
        return OptionValues(_listed(wanted))
    each, *others = get_args(wanted)
    return OptionValues(_listed(each), 0 if Ellipsis in others else 1 + len(others))


def _listed(kind: Any) -> tuple[str, ...]:
    if kind is bool:
        return "true", "false"
    return tuple(map(str, get_args(kind))) if get_origin(kind) is Literal else ()


def options_of(game: Game) -> dict[str, Any]:
    """The house options of a game as plain values."""
    return {option: msgspec.to_builtins(getattr(game, option)) for option in game.options}


def _value(game: Game, option: str, value: Any, kind: Any) -> Any:
    """Converts a value; a text separates several values by commas."""
    several = isinstance(value, str) and getattr(kind, "__origin__", None) is tuple
    try:
        return msgspec.convert(value.split(",") if several else value, kind, strict=False)
    except msgspec.ValidationError:
        seats = mark("The option {option} cannot be {value}: {meaning}, with commas between seats.")
        wrong = seats if several else mark("The option {option} cannot be {value}: {meaning}.")
        meaning = tr(game.options[option])
        raise IllegalMove(tr(wrong, option=option, value=quoted(value), meaning=meaning)) from None
