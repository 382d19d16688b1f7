"""Five shake-and-score dice games at one table."""

from fivedice.games import GAMES
from fivedice.play.match import Match, begin, start
from fivedice.rules import IllegalMove

__all__ = ["GAMES", "IllegalMove", "Match", "begin", "start"]
__version__ = "0.1.0"
