"""The built-in bots: one file per bot, one entry each in `BOTS`.

A bot is a function of what its seat may see, the seat, and a source of chance; it gives one of the
decisions that `questions.decisions` offers. What needs worths is loaded when such a bot is made.
"""

from collections.abc import Callable
from random import Random

from fivedice.analysis.solver_api import Knowing
from fivedice.bots import naming
from fivedice.bots.away import away
from fivedice.bots.random import random
from fivedice.core.rules import IllegalMove, quoted
from fivedice.match.events import Decision
from fivedice.match.setup import BOTS as IN_RECORDS
from fivedice.match.setup import STRENGTHS
from fivedice.match.state import State

Bot = Callable[[State, int, Random], Decision]


def _greedy(_: Knowing, __: int) -> Bot:
    from fivedice.bots.greedy import greedy  # noqa: PLC0415 - loaded only where needed

    return greedy


def _casual(knowing: Knowing, strength: int) -> Bot:
    from fivedice.bots.casual import casual  # noqa: PLC0415 - as above

    return casual(knowing, strength)


def _expert(knowing: Knowing, _: int) -> Bot:
    from fivedice.bots.expert import expert  # noqa: PLC0415 - as above

    return expert(knowing)


def _champion(knowing: Knowing, _: int) -> Bot:
    from fivedice.bots.expert import champion  # noqa: PLC0415 - as above

    return champion(knowing)


BOTS: dict[str, Callable[[Knowing, int], Bot]] = {
    "random": lambda knowing, strength: random,  # noqa: ARG005 - knows nothing
    "greedy": _greedy,
    "casual": _casual,
    "expert": _expert,
    "champion": _champion,
}
"""How each bot is made, by name, from what can be known of the game and a strength from 0 to 10."""

AIMS = {"casual": ("score",), "expert": ("score",), "champion": ("wins", "score")}
"""What those bots that know the game ask to know; see `Knowing`."""

GRADED = "casual"
"""The bot that has a strength, written behind a colon."""
USUAL_STRENGTH = 5


def is_bot(name: str) -> bool:
    """Whether this names a bot: "greedy", or with a strength "casual:7", be there that strength or not."""
    kind, colon, _ = name.partition(":")
    return kind in BOTS and (not colon or kind == GRADED)


def looks_like(name: str) -> str:
    """The bot that may be meant by a name that is none's, or nothing: "greedy" for "gredy:3"."""
    if is_bot(name):
        return ""
    bot, strength = naming.meant(name, BOTS, GRADED), name.partition(":")[2].strip()
    return f"{bot}:{strength}" if bot == GRADED and _is_strength(strength) else bot


def respelled(name: str) -> str:
    """The same bot as it is spelled now: tables of an older version may have a "casual:07" or a "greedy:"."""
    kind, _, strength = name.partition(":")
    return f"{kind}:{int(strength)}" if strength.isdecimal() else name.removesuffix(":")


def aims(name: str) -> tuple[str, ...]:
    """For what the bot of that name asks what is known of the game; `random` and `greedy` ask for nothing."""
    return AIMS.get(name.partition(":")[0], ())


def check(name: str) -> None:
    """Raises `IllegalMove` for a bot that there is not, with the one that may be meant.

    A strength has one spelling, for no record can be read that names a bot in another.
    """
    kind, _, strength = name.partition(":")
    if not is_bot(name):
        near = looks_like(name) or naming.closest(name, BOTS)
        meant = f" (did you mean {near}?)" if near else ""
        raise IllegalMove(f"There is no bot {quoted(name)}{meant}; there are: {', '.join(BOTS)}.")
    if name not in IN_RECORDS:
        strongest = STRENGTHS[-1]
        raise IllegalMove(
            f"The strength of {kind} is a number from 0 to {strongest}, not {quoted(strength)}."
        )


def make(name: str, knowing: Knowing) -> Bot:
    """The bot of that name. Raises `IllegalMove` where there is none."""
    check(name)
    kind, _, strength = name.partition(":")
    return BOTS[kind](knowing, int(strength or USUAL_STRENGTH))


def _is_strength(text: str) -> bool:
    return f"{GRADED}:{text}" in IN_RECORDS


__all__ = ["BOTS", "Bot", "aims", "away", "check", "is_bot", "looks_like", "make", "respelled"]
