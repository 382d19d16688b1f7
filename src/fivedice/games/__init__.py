"""The register of games: one file a game, one word each in the line below."""

from fivedice.games.challenge import Challenge
from fivedice.games.junior import Junior
from fivedice.games.piecepack import Piecepack
from fivedice.games.showdown import Showdown
from fivedice.games.traditional import Traditional
from fivedice.rules import Game

_ALL: tuple[type[Game], ...] = (Traditional, Challenge, Showdown, Piecepack, Junior)

GAMES: dict[str, type[Game]] = {game.name: game for game in _ALL}
