"""The registry of games: one file and one entry per game, plus the bundled cards, which are data."""

from fivedice.core.rules import Game
from fivedice.games import cardgame, challenge, junior, showdown_board
from fivedice.games.challenge import Challenge
from fivedice.games.junior import Junior
from fivedice.games.more import MORE_CARDS
from fivedice.games.piecepack import Piecepack
from fivedice.games.showdown import Showdown
from fivedice.games.traditional import Traditional

Position = cardgame.Position | challenge.Position | showdown_board.Position | junior.Position
"""A position of one of these games, for type checkers: `isinstance` tells which."""

_FIVE: tuple[Game, ...] = (Traditional(), Challenge(), Showdown(), Piecepack(), Junior())

FIVE_GAMES: tuple[str, ...] = tuple(game.name for game in _FIVE)
"""The games of the five rule sheets."""

GAMES: dict[str, Game] = {game.name: game for game in (*_FIVE, *MORE_CARDS)}
"""Every game by its name, with the usual house options; those of the five sheets first."""
