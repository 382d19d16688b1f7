"""The registry of games: one file and one entry per game, plus bundled cards, each a TOML file with notes."""

from importlib.resources import files

from fivedice.cards import written
from fivedice.core.rules import Game
from fivedice.games import cardgame, challenge, junior, showdown_board
from fivedice.games.challenge import Challenge
from fivedice.games.junior import Junior
from fivedice.games.owncard import OwnCard
from fivedice.games.piecepack import Piecepack
from fivedice.games.showdown import Showdown
from fivedice.games.traditional import Traditional

Position = (
    cardgame.CardPosition
    | challenge.ChallengePosition
    | showdown_board.ShowdownPosition
    | junior.JuniorPosition
)
"""A position of one of these games, for type checkers; use `isinstance` to find out which."""

_FIVE: tuple[Game, ...] = (Traditional(), Challenge(), Showdown(), Piecepack(), Junior())

FIVE_GAMES: tuple[str, ...] = tuple(game.name for game in _FIVE)
"""The games of the five rule sheets."""

_MORE = files(__package__).joinpath("more")


def _bundled(name: str) -> OwnCard:
    notes = _MORE.joinpath(f"{name}.md").read_text("utf-8")
    return OwnCard(written.read(_MORE.joinpath(f"{name}.toml").read_text("utf-8")), name, notes)


_NAMES = sorted(file.name.removesuffix(".toml") for file in _MORE.iterdir() if file.name.endswith(".toml"))
MORE_CARDS: tuple[OwnCard, ...] = tuple(map(_bundled, _NAMES))

GAMES: dict[str, Game] = {game.name: game for game in (*_FIVE, *MORE_CARDS)}
"""Every game by its name, with the usual house options; the games of the five sheets come first."""
