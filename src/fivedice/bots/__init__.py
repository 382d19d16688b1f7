"""The players that are programs: one file a bot, one line each in `BOTS`.

A bot is a function of what its seat may see, the seat, and a source of chance; it gives one of the
decisions that `questions.decisions` offers.
"""

from collections.abc import Callable
from random import Random

from fivedice.bots.away import away
from fivedice.bots.casual import casual
from fivedice.bots.expert import champion, expert
from fivedice.bots.greedy import greedy
from fivedice.bots.random import random
from fivedice.coach.knowledge import Knowing
from fivedice.play.events import Decision
from fivedice.play.state import State
from fivedice.rules import IllegalMove

Bot = Callable[[State, int, Random], Decision]

BOTS: dict[str, Callable[[Knowing, int], Bot]] = {
    "random": lambda knowing, strength: random,  # noqa: ARG005 - knows nothing
    "greedy": lambda knowing, strength: greedy,  # noqa: ARG005 - knows this turn only
    "casual": casual,
    "expert": lambda knowing, strength: expert(knowing),  # noqa: ARG005 - always plays its best
    "champion": lambda knowing, strength: champion(knowing),  # noqa: ARG005 - always plays its best
}
"""How each bot is made, by name, from what can be known of the game and a strength from 0 to 10."""

USUAL_STRENGTH = 5
STRONGEST = 10


def is_bot(name: str) -> bool:
    """Whether this names a bot: "greedy", or with a strength "casual:7"."""
    kind, _, strength = name.partition(":")
    return kind in BOTS and (not strength or kind == "casual")


def asks(name: str) -> bool:
    """Whether the bot of that name asks what is known of the game; `random` and `greedy` play any game."""
    return name.partition(":")[0] not in ("random", "greedy")


def make(name: str, knowing: Knowing) -> Bot:
    """The bot of that name. Raises `IllegalMove` where there is none."""
    kind, _, strength = name.partition(":")
    if not is_bot(name):
        raise IllegalMove(f"There is no bot {name!r}; there are: {', '.join(BOTS)}.")
    if strength and not (strength.isdecimal() and int(strength) <= STRONGEST):
        raise IllegalMove(f"The strength of {kind} is a number from 0 to {STRONGEST}, not {strength!r}.")
    return BOTS[kind](knowing, int(strength or USUAL_STRENGTH))


__all__ = ["BOTS", "Bot", "asks", "away", "is_bot", "make"]
