"""The boxes of a score card, in the vocabulary of docs/reference/card-file.md."""

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache, partial
from itertools import pairwise
from typing import Literal
from unicodedata import category

from msgspec import Struct

from fivedice.cards.faults import Fault, check_kinds
from fivedice.core.dice import FACES, FIVE, FULL_HOUSES, ROLLS, YAHTZEES, Dice
from fivedice.core.rules import quoted
from fivedice.language import mark, tr

Pays = int | Literal["all dice", "these dice"]


MOST = 500
"""The most points that a box can pay."""
LONGEST_BOX_NAME = 24
NAME = r"[^\W_]+(-[^\W_]+)*"
COMBINING = ("Mn", "Mc")
"""Unicode categories of combining marks."""
ZERO = "zero-"
"""Prefix of a box name for a zero by choice; no box name begins with it."""
WORDS = frozenset(
    [
        *("help", "rules", "legend", "card", "scores", "uses", "hint", "quit", "exit", "undo", "u"),
        *("leave", "back", "stop", "all", "none", "zero"),
    ]
)
"""Commands that people type at a table; no box has such a name."""
SHORT_RUNS = ("run of 2", "run of 3")
"""Sequences too short for a straight."""
FILLED_BY_FIVE = "full house or 5 alike"
"""A full house of the house rule that five alike are one."""


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """One box of a score card."""

    name: str
    """The name in lower case with hyphens, such as "full-house"."""
    needs: str = "any dice"
    """The dice it needs, in the words of a card file, such as "4 alike"."""
    pays: Pays = "all dice"
    """The points, or the dice that are added up."""

    def __post_init__(self) -> None:
        """Raises `Fault` for an invalid name, need or pay."""
        check_kinds(self)
        _check_typed(self.name)
        if self.name.startswith(ZERO):
            zero = mark("A box cannot be called Zero: {example} is typed for a zero by choice")
            raise Fault(tr(zero, example=f"{ZERO}chance"), "name")
        if self.name in WORDS:
            typed = mark("A box cannot be called {name}: that word is typed for something else")
            raise Fault(tr(typed, name=quoted(self.name)), "name")
        if re.fullmatch("[1-6]+", self.name):
            as_dice = mark("A box cannot be called {name}: that is how dice are typed")
            raise Fault(tr(as_dice, name=quoted(self.name)), "name")
        dice_of(self.needs)
        if isinstance(self.pays, int) and not 0 <= self.pays <= MOST:
            raise Fault(tr("A box pays 0 to {most}, not {pays}", most=MOST, pays=str(self.pays)), "pays")

    @property
    def face(self) -> int:
        """The number whose dice the box counts, or 0."""
        words = self.needs.split()
        return int(words[1]) if words[0] == "face" else 0


def _check_typed(name: str) -> None:
    letters = _unmarked(name)
    if odd := re.search(r"[^\w-]|_", letters):
        signs = mark("The name of a box has 1 to {most} letters, digits and spaces, and no {sign}")
        raise Fault(tr(signs, most=LONGEST_BOX_NAME, sign=quoted(odd[0])), "name")
    if len(name) > LONGEST_BOX_NAME:
        long = mark("The name of a box has 1 to {most} letters, digits and spaces, and this one has {count}")
        raise Fault(tr(long, most=LONGEST_BOX_NAME, count=str(len(name))), "name")
    if not re.fullmatch(NAME, letters) or name != name.lower():
        other = mark("The name of a box has 1 to {most} letters, digits and spaces, not {name}")
        raise Fault(tr(other, most=LONGEST_BOX_NAME, name=quoted(name)), "name")


def _unmarked(name: str) -> str:
    """A name without the combining marks of its letters, such as those of Hindi; a mark alone stays."""
    return "".join(
        sign for before, sign in pairwise(f"-{name}") if before == "-" or category(sign) not in COMBINING
    )


def is_straight(box: Box) -> bool:
    """Whether the box needs four or five numbers in sequence."""
    return _is_sequence(box.needs) and box.needs not in SHORT_RUNS


def _is_sequence(needs: str) -> bool:
    """Whether the box needs a run, or exactly five dice that form one."""
    what, _, number = needs.partition(" ")
    return what == "run" or (what == "dice" and _run(FIVE, tuple(map(int, number))) != ())


def paid(box: Box, roll: Dice) -> int:
    """The points of a roll in a box without the Joker rules."""
    those = dice_of(box.needs)(roll)
    return _pay(box, roll, those) if those else 0


def paid_as_joker(box: Box, roll: Dice) -> int:
    """The points of five alike in a box as a Joker: they count as any full house, two pairs or sequence."""
    return _pay(box, roll, roll) if stands_in(box) else paid(box, roll)


def stands_in(box: Box) -> bool:
    """Whether a Joker meets the need of the box."""
    return box.needs in ("full house", FILLED_BY_FIVE, "two pairs") or _is_sequence(box.needs)


def _pay(box: Box, roll: Dice, those: Dice) -> int:
    if isinstance(box.pays, int):
        return box.pays
    return sum(roll if box.pays == "all dice" else those)


@cache
def dice_of(needs: str) -> Callable[[Dice], Dice]:
    """A function that picks the dice of a roll that count, or none if the need is not met."""
    for pattern, pick in _NEEDS.items():
        if match := re.fullmatch(pattern, needs):
            return partial(pick, *map(int, match.groups()))
    for pattern, out_of_range in RANGES.items():
        if re.fullmatch(pattern, needs):
            raise Fault(tr(out_of_range, needs=quoted(needs)), "needs")
    unknown = mark(
        "A box cannot need {needs}; it needs for example 'face 3', '3 alike', 'two pairs', 'full house',"
        " 'run of 4', 'dice 12345', 'total 25' or 'any dice'"
    )
    raise Fault(tr(unknown, needs=quoted_with_suggestion(needs, USUAL)), "needs")


def quoted_with_suggestion(word: str, known: Mapping[str, str]) -> str:
    """An unknown word in quotes, with a suggestion. `known` maps words that people write to right ones."""
    close = get_close_matches(word.lower(), known, n=1)
    if not close:
        return quoted(word)
    return tr("{word} (did you mean {name}?)", word=quoted(word), name=quoted(known[close[0]]))


RANGES = {
    r"face [\d-]+": mark("A box cannot need {needs}: a face is 1 to 6"),
    r"[\d-]+ alike": mark("A box cannot need {needs}: 2 to 5 dice can be alike"),
    r"run of [\d-]+": mark("A box cannot need {needs}: a run has 2 to 5 numbers"),
    r"dice [\d ]+": mark("A box cannot need {needs}: exact dice are five numbers from 1 to 6"),
    r"total [\d-]+": mark("A box cannot need {needs}: a total is 1 to 30"),
}
"""Messages for needs with a number out of range."""


def _alike(size: int, roll: Dice) -> Dice:
    return next(((face,) * size for face in reversed(FACES) if roll.count(face) >= size), ())


def _two_pairs(roll: Dice) -> Dice:
    pairs = [face for face in FACES if roll.count(face) >= 2]
    return tuple(sorted(pairs * 2)) if len(pairs) == 2 else ()


def _run(size: int, roll: Dice) -> Dice:
    runs = (FACES[first : first + size] for first in range(len(FACES) - size, -1, -1))
    return next((run for run in runs if set(run) <= set(roll)), ())


_NEEDS: dict[str, Callable[..., Dice]] = {
    "any dice": lambda roll: roll,
    "face ([1-6])": lambda face, roll: (face,) * roll.count(face),
    f"([2-{FIVE}]) alike": _alike,
    "two pairs": _two_pairs,
    "full house": lambda roll: roll if roll in FULL_HOUSES else (),
    FILLED_BY_FIVE: lambda roll: roll if roll in FULL_HOUSES | YAHTZEES else (),
    f"run of ([2-{FIVE}])": _run,
    "dice ([1-6]{5})": lambda digits, roll: roll if roll == tuple(sorted(map(int, str(digits)))) else (),
    "total ([1-9]|[12][0-9]|30)": lambda least, roll: roll if sum(roll) >= least else (),
}
"""For each need, a function of its number, if it has one, and a roll that picks the dice that count."""

USUAL: Mapping[str, str] = {
    **{
        need: need for need in ("any dice", "two pairs", "full house", "dice 12345", "dice 23456", "total 25")
    },
    FILLED_BY_FIVE: FILLED_BY_FIVE,
    **{f"face {face}": f"face {face}" for face in FACES},
    **{f"run of {size}": f"run of {size}" for size in range(2, FIVE + 1)},
    **{f"{size} alike": f"{size} alike" for size in range(2, FIVE + 1)},
    **{f"{size} of a kind": f"{size} alike" for size in range(2, FIVE + 1)},
    **{"pair": "2 alike", "three of a kind": "3 alike", "four of a kind": "4 alike", "yahtzee": "5 alike"},
    **{"small straight": "run of 4", "large straight": "run of 5", "straight": "run of 5"},
    **{"chance": "any dice", "any": "any dice"},
}
"""Needs by the words that people write for them."""


def all_paid(box: Box) -> frozenset[int]:
    """Every amount that a roll can pay in a box without the Joker rules, 0 included."""
    return frozenset({0, *(paid(box, roll) for roll in ROLLS)})
