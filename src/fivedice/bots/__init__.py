"""The players that are programs: one file a bot, one line each in `BOTS`.

A bot is a function of what its seat may see, the seat, and a source of chance; it gives one of the
decisions that `questions.decisions` offers.
"""

from collections.abc import Callable
from random import Random

from fivedice.bots.away import away
from fivedice.bots.greedy import greedy
from fivedice.bots.random import random
from fivedice.play.events import Decision
from fivedice.play.state import State

Bot = Callable[[State, int, Random], Decision]

BOTS: dict[str, Bot] = {"random": random, "greedy": greedy}
"""The bots that can be asked to play."""

__all__ = ["BOTS", "Bot", "away", "greedy", "random"]
