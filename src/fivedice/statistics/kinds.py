"""Kinds of matches: the game, its options and, if scores depend on it, the number of players."""

from hashlib import sha256

import msgspec

from fivedice.core.rules import Game
from fivedice.games import GAMES
from fivedice.language import comma, speaking, tr
from fivedice.language.languages import SOURCE
from fivedice.match.setup import Setup, house_options, options_of

DIGITS = 16
"""The digits of the digest that stands for a player's own card."""
NAMED = ("joker", "pawns", "suits")
"""The options that stored keys name whatever their value is; later ones only where they are not the usual."""


def kind(setup: Setup) -> str:
    """The key of a kind, such as "traditional joker=forced"; at most 64 characters."""
    return _among(setup, f"{setup.game.name} {_options(setup)}".strip())


def title(setup: Setup) -> str:
    """The English name of a kind, with the options that differ from the usual ones."""
    options = [f"{name} {_value(value)}" for name, value in _unusual(setup.game).items()]
    with speaking(SOURCE):
        return _among(setup, ", ".join([setup.game.title, *options]))


def translated(title: str) -> str:
    """The name of a kind in the reader's language, as far as it is that of a game and its players."""
    game, _, seats = title.partition(" for ")
    kind = comma(map(tr, game.split(", ")))
    return tr("{kind} for {count}", kind=kind, count=int(seats)) if seats.isdecimal() else kind


def _among(setup: Setup, name: str) -> str:
    return name if setup.game.own_sheets else f"{name} for {len(setup.players)}"


def _options(setup: Setup) -> str:
    options = options_of(setup.game)
    if setup.game.is_own_card:
        return sha256(msgspec.json.encode(options, order="sorted")).hexdigest()[:DIGITS]
    named = options.keys() & {*NAMED, *_unusual(setup.game)}
    return " ".join(f"{name}={_value(options[name])}" for name in sorted(named))


def _unusual(game: Game) -> dict[str, object]:
    """The options that differ from those of the game as it comes."""
    usual = house_options(GAMES[game.name]) if game.name in GAMES else {}
    return {name: value for name, value in house_options(game).items() if value != usual.get(name, value)}


def _value(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
