"""The bots as people at a table: name, strength and style.

Points are rounded means of docs/explanation/strength.md; other games have none.
"""

from collections.abc import Mapping

from msgspec import Struct

from fivedice.bots import GRADED, USUAL_STRENGTH


class Persona(Struct, frozen=True):
    """A bot as a player: its name at the table and how well it plays."""

    bot: str
    name: str
    strength: str
    manner: str
    points: Mapping[str, int] = {}
    """The mean total of a match by game, where measured."""


EASY = Persona(f"{GRADED}:1", "Pip", "a beginner", "plays for fun", {"traditional": 166})
FAIR = Persona(f"{GRADED}:5", "Milo", "a casual player", "misses things", {"traditional": 209})
GOOD = Persona("greedy", "Juno", "a good player", "takes what pays now", {"traditional": 238})
STRONG = Persona(
    "expert", "Ada", "an expert", "plays for points", {"traditional": 255, "piecepack": 246, "challenge": 255}
)
STRONGEST = Persona(
    "champion", "Vera", "a champion", "plays to win", {"traditional": 239, "piecepack": 235, "challenge": 247}
)
WILD = Persona("random", "Dodo", "no skill at all", "makes random moves")

PERSONAS = (EASY, FAIR, GOOD, STRONG, STRONGEST, WILD)
"""The weakest first; the random bot is last."""


def of(bot: str) -> Persona:
    """The persona of this bot; for a graded bot, the nearest in strength."""
    kind, _, strength = bot.partition(":")
    if kind == GRADED:
        graded = int(strength or USUAL_STRENGTH)
        return EASY if graded < 4 else FAIR
    return next((one for one in PERSONAS if one.bot == kind), WILD)
