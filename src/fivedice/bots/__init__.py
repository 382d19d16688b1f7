"""The built-in bots by name, and the bot that a misspelt name means.

A bot is a function of its seat's view of the state, the seat, and a source of randomness. It returns one of
the decisions that `questions.decisions` offers. Solved values are loaded only when a bot that needs them is
made.
"""

import re
from collections.abc import Callable
from difflib import get_close_matches
from random import Random

from fivedice.analysis.solver_api import Knowing
from fivedice.core.rules import IllegalMove, WrongCall, quoted
from fivedice.language import comma, mark, tr
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Spend
from fivedice.match.setup import BOT_NAMES, BOTS, GRADED, STRENGTHS
from fivedice.match.state import State
from fivedice.names import as_seen, skeleton

Bot = Callable[[State, int, Random], Decision]


def random(state: State, seat: int, chance: Random) -> Decision:
    """One of the legal decisions at random."""
    return questions.decision(state, seat, chance.choice)


def away(state: State, seat: int) -> Decision:
    """Plays for an absent player (R6): keeps all dice, then takes the use that pays the most; among equals,
    the first on the card. Takes the first plain choice.
    """
    match state.awaited.kind:
        case "keep":
            return questions.stops(state, seat)
        case "use":
            return Spend(seat, max(questions.uses(state, seat), key=lambda use: use.pays).name)
        case _:
            (first, *_) = questions.decisions(state, seat)
            assert isinstance(first, Choose)
            return first


AIMS = {"casual": ("score",), "expert": ("score",), "champion": ("wins", "score")}
"""The aims for which these bots need solved values; see `Knowing`."""

USUAL_STRENGTH = 5
SLIP = 0.8
"""Names at least this similar differ by a typing error: "gredy" is meant as greedy; Grady and Greta are not.
"""
ALIKE = 0.5
"""The similarity that is enough where only a bot can be meant."""


def is_bot(name: str) -> bool:
    """Whether this names a bot: "greedy", or "casual:7" with any strength."""
    kind, colon, _ = name.partition(":")
    return kind in BOTS and (not colon or kind == GRADED)


def looks_like(name: str) -> str:
    """The bot that a misspelt name may mean, or nothing: "greedy" for "gredy:3"."""
    if is_bot(name):
        return ""
    bot, strength = _meant(name), name.partition(":")[2].strip()
    return f"{bot}:{strength}" if f"{bot}:{strength}" in BOT_NAMES else bot


def aims(name: str) -> tuple[str, ...]:
    """The aims for which this bot needs solved values; none for `random` and `greedy`."""
    return AIMS.get(name.partition(":")[0], ())


def check(name: str) -> None:
    """Raises `IllegalMove` for an unknown bot, naming the one that may be meant.

    A strength has one spelling, because records accept no other.
    """
    if not isinstance(name, str):
        raise WrongCall(f"A bot is called by its name, not {quoted(name)}.")
    kind, _, strength = name.partition(":")
    if not is_bot(name):
        near = looks_like(name) or _closest(name)
        unknown = mark("There is no bot {name}; there are: {bots}.")
        if near:
            unknown = mark("There is no bot {name} (did you mean {near}?); there are: {bots}.")
        raise IllegalMove(tr(unknown, name=quoted(name), near=near, bots=comma(BOTS)))
    if name not in BOT_NAMES:
        outside = mark("The strength of {bot} is a number from 0 to {most}, not {strength}.")
        raise IllegalMove(tr(outside, bot=kind, most=STRENGTHS[-1], strength=quoted(strength)))


def make(name: str, knowing: Knowing) -> Bot:
    """The bot of that name. Raises `IllegalMove` for an unknown one."""
    check(name)
    kind, _, strength = name.partition(":")
    if kind == "random":
        return random
    if kind == "greedy":
        from fivedice.bots.greedy import greedy  # noqa: PLC0415 - loaded only where needed

        return greedy
    from fivedice.bots import solver_bots  # noqa: PLC0415 - as above

    if kind == GRADED:
        return solver_bots.casual(knowing, int(strength or USUAL_STRENGTH))
    return solver_bots.expert(knowing) if kind == "expert" else solver_bots.champion(knowing)


def _meant(name: str) -> str:
    """The bot that the name given to a player may mean, or nothing if it can only be a person's.

    Capitals, blanks, numbers and look-alike letters of other scripts do not make a new name ("Greedy",
    "greedy 2"), and only a bot has a number after a colon. Otherwise bots are typed in lower case: "rando"
    may be a typing error, but Rando is a person.
    """
    same = next((bot for bot in BOTS if skeleton(bot) == skeleton(_letters(name))), "")
    if same:
        return same
    if re.search(r":\s*\d", as_seen(name)):
        return _closest(name) or GRADED
    return _closest(name, SLIP) if name == name.lower() else ""


def _closest(name: str, least: float = ALIKE) -> str:
    return next(iter(get_close_matches(_letters(name), BOTS, 1, least)), "")


def _letters(name: str) -> str:
    return "".join(filter(str.isalpha, as_seen(name)))


__all__ = ["BOTS", "Bot", "aims", "away", "check", "is_bot", "looks_like", "make", "random"]
