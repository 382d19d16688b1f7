"""The bots as people at a table: name, strength and style.

Points are measured, as docs/explanation/strength.md and values.md say; of other games nothing is said.
"""

from collections.abc import Mapping

from msgspec import Struct

from fivedice.bots import GRADED, USUAL_STRENGTH


class Persona(Struct, frozen=True):
    """Somebody who plays, and the bot behind."""

    bot: str
    name: str
    strength: str
    manner: str
    points: Mapping[str, int] = {}
    """By game the mean total of a match, where it was measured."""


EASY = Persona(f"{GRADED}:1", "Pip", "a beginner", "plays for fun", {"traditional": 167})
FAIR = Persona(f"{GRADED}:5", "Milo", "a casual player", "misses things", {"traditional": 209})
GOOD = Persona("greedy", "Juno", "a good player", "takes what pays now", {"traditional": 238})
STRONG = Persona(
    "expert", "Ada", "an expert", "plays for points", {"traditional": 255, "piecepack": 246, "challenge": 253}
)
STRONGEST = Persona(
    "champion", "Vera", "a champion", "plays to win", {"traditional": 239, "piecepack": 235, "challenge": 246}
)
WILD = Persona("random", "Dodo", "no player at all", "does just anything")

PERSONAS = (EASY, FAIR, GOOD, STRONG, STRONGEST, WILD)
"""The weakest first; who knows nothing stands last."""


def of(bot: str) -> Persona:
    """Who plays as this bot; of graded ones the nearest in strength."""
    kind, _, strength = bot.partition(":")
    if kind == GRADED:
        graded = int(strength or USUAL_STRENGTH)
        return EASY if graded < 4 else FAIR
    return next((one for one in PERSONAS if one.bot == kind), WILD)
