"""What an answer typed at a table in lines means: dice to keep, a use, an option, a throw. Asks nothing."""

from collections.abc import Sequence

from fivedice.cards.boxes import ZERO
from fivedice.dice import Dice
from fivedice.notation import read
from fivedice.notation.read import BadText
from fivedice.play import questions
from fivedice.play.events import Keep
from fivedice.play.state import State
from fivedice.rules import Use, plain_letters
from fivedice.term.hinting import NONE, STOP


def keep(answer: str, state: State, seat: int) -> Keep:
    """The dice to keep. Raises `BadText`."""
    words = answer.lower().removeprefix("keep ").replace(" ", "")
    if words in (STOP, "all", "="):
        return questions.stops(state, seat)
    if words in (NONE, "0", "-"):
        return Keep(seat, ())
    if not words:
        raise BadText("Nothing was typed.")
    return Keep(seat, tuple(sorted(read.dice(words))))


def throw(answer: str, number: int) -> Dice:
    """So many dice as they were thrown. Raises `BadText`."""
    dice = read.dice(answer.replace(" ", ""))
    if len(dice) != number:
        raise BadText(f"This throw is of {in_words(number)}, not {len(dice)}.")
    return dice


def in_words(number: int) -> str:
    """So many dice to throw."""
    return "the die" if number == 1 else f"{number} dice"


def use_called(answer: str, offered: Sequence[Use]) -> Use | None:
    """The one use whose name is the answer, or alone begins with it; a zero may be called one in any case."""
    wanted = plain_letters(answer.strip()).replace(" ", "-")
    zeros = [use for use in offered if not use.pays and ZERO + plain_letters(use.name) == wanted]
    exact = zeros or [use for use in offered if plain_letters(use.name) == wanted]
    begun = [use for use in offered if len(wanted) > 1 and plain_letters(use.name).startswith(wanted)]
    fitting = exact or begun
    return fitting[0] if len(fitting) == 1 and not _is_dice(wanted) else None


def use_numbered(answer: str, offered: Sequence[Use]) -> Use | None:
    """The use under that number, from 1."""
    number = int(answer) if answer.isdecimal() and len(answer) < 4 else 0
    return offered[number - 1] if 1 <= number <= len(offered) else None


def option(answer: str, options: Sequence[str]) -> str | None:
    """The one option that begins with the answer."""
    begun = answer.strip().lower()
    fitting = [one for one in options if begun and one.startswith(begun)]
    return fitting[0] if len(fitting) == 1 else None


def _is_dice(answer: str) -> bool:
    return all(letter in "123456" for letter in answer)
