"""The bots as people at a table: name, strength and style.

The wins are rounded figures of docs/explanation/strength.md; games that were not measured have none.
"""

from collections.abc import Mapping

from msgspec import Struct

from fivedice.bots import USUAL_STRENGTH
from fivedice.bots.wins import WINS
from fivedice.language import mark, tr
from fivedice.match.setup import GRADED


class Persona(Struct, frozen=True):
    """A bot as a player: its name at the table and how well it plays."""

    bot: str
    name: str
    strength: str
    manner: str
    wins: Mapping[str, int] = {}
    """The matches of 100 that it wins against the expert, by game, where measured."""

    def in_game(self, game: str) -> str:
        """How it plays a game: "plays to win, wins 52 of 100 against Ada"."""
        if game not in self.wins:
            return tr(self.manner)
        measured = mark("{manner}, wins {wins} of 100 against {name}")
        return tr(measured, manner=tr(self.manner), wins=self.wins[game], name=STRONG.name)


def _wins(bot: str) -> dict[str, int]:
    return {game: wins[bot] for game, wins in WINS.items() if bot in wins}


EASY = Persona(f"{GRADED}:1", "Pip", mark("a beginner"), mark("plays for fun"), _wins("casual:1"))
FAIR = Persona(f"{GRADED}:5", "Milo", mark("a casual player"), mark("misses things"), _wins("casual:5"))
GOOD = Persona("greedy", "Juno", mark("a good player"), mark("takes what pays now"), _wins("greedy"))
STRONG = Persona("expert", "Ada", mark("an expert"), mark("plays for points"))
STRONGEST = Persona("champion", "Vera", mark("a champion"), mark("plays to win"), _wins("champion"))
WILD = Persona("random", "Dodo", mark("no skill at all"), mark("makes random moves"))

PERSONAS = (EASY, FAIR, GOOD, STRONG, STRONGEST, WILD)
"""The weakest first; the random bot is last."""


def of(bot: str) -> Persona:
    """The persona of this bot; for a graded bot, the nearest in strength."""
    kind, _, strength = bot.partition(":")
    if kind == GRADED:
        graded = int(strength or USUAL_STRENGTH)
        return EASY if graded < 4 else FAIR
    return next((one for one in PERSONAS if one.bot == kind), WILD)
