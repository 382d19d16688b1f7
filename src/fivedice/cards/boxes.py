"""The boxes of a score card: the dice that each box needs and the points that it pays.

A box states its need in a small vocabulary:

| needs | dice that count |
| --- | --- |
| `any dice` | all five |
| `face 4` | every die of that number |
| `3 alike` | three of one number, the highest possible |
| `two pairs` | two of one number and two of another |
| `full house` | three of one number and two of another (R3: not five alike) |
| `full house or 5 alike` | the same, or five of one number |
| `run of 4` | four numbers in sequence, the highest possible |
| `dice 12345` | exactly these |
| `total 25` | all five, if their total is 25 or more |

It pays a fixed number, `all dice` (their total), or `these dice` (the total of those that count).
"""

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from itertools import pairwise
from typing import Literal
from unicodedata import category

from msgspec import Struct

from fivedice.cards.faults import Fault, check_kinds
from fivedice.core.dice import FACES, FIVE, FULL_HOUSES, ROLL_OF, ROLLS, RUN, YAHTZEES, Dice
from fivedice.core.rules import quoted

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
        check(self)

    @property
    def face(self) -> int:
        """The number whose dice the box counts, or 0."""
        words = self.needs.split()
        return int(words[1]) if words[0] == "face" else 0


def check(box: Box) -> None:
    """Raises `Fault` for an invalid name, an unknown need or too much pay."""
    _check_typed(box.name)
    if box.name.startswith(ZERO):
        raise Fault(f"A box cannot be called Zero: {ZERO}chance is typed for a zero by choice", "name")
    if box.name in WORDS:
        raise Fault(f"A box cannot be called {box.name!r}: that word is typed for something else", "name")
    if re.fullmatch("[1-6]+", box.name):
        raise Fault(f"A box cannot be called {box.name!r}: that is how dice are typed", "name")
    dice_of(box.needs)
    if isinstance(box.pays, int) and not 0 <= box.pays <= MOST:
        raise Fault(f"A box pays 0 to {MOST}, not {box.pays}", "pays")


def _check_typed(name: str) -> None:
    may = f"The name of a box has 1 to {LONGEST_BOX_NAME} letters, digits and spaces"
    letters = _unmarked(name)
    odd = re.search(r"[^\w-]|_", letters)
    if odd:
        raise Fault(f"{may}, and no {quoted(odd[0])}", "name")
    if len(name) > LONGEST_BOX_NAME:
        raise Fault(f"{may}, and this one has {len(name)}", "name")
    if not re.fullmatch(NAME, letters) or name != name.lower():
        raise Fault(f"{may}, not {quoted(name)}", "name")


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
    return what == "run" or (what == "dice" and RUN[ROLL_OF[tuple(map(int, number))]] == FIVE)


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
    for pattern, make in _NEEDS.items():
        match = re.fullmatch(pattern, needs)
        if match:
            return make(*match.groups())
    for pattern, ranges in RANGES.items():
        if re.fullmatch(pattern, needs):
            raise Fault(f"A box cannot need {quoted(needs)}: {ranges}", "needs")
    raise Fault(f"A box cannot need {quoted(needs)}{meant(needs, USUAL)}; it needs {EXAMPLES}", "needs")


def meant(word: str, known: Mapping[str, str]) -> str:
    """A suggestion for an unknown word, for the middle of a sentence, or "". `known` maps words that people
    write to the right ones.
    """
    close = get_close_matches(word.lower(), known, n=1)
    return f" (did you mean {known[close[0]]!r}?)" if close else ""


RANGES = {
    r"face [\d-]+": "a face is 1 to 6",
    r"[\d-]+ alike": "2 to 5 dice can be alike",
    r"run of [\d-]+": "a run has 2 to 5 numbers",
    r"dice [\d ]+": "exact dice are five numbers from 1 to 6",
    r"total [\d-]+": "a total is 1 to 30",
}
"""Messages for needs with a number out of range."""
EXAMPLES = (
    "for example 'face 3', '3 alike', 'two pairs', 'full house', 'run of 4', 'dice 12345', 'total 25'"
    " or 'any dice'"
)


def _any() -> Callable[[Dice], Dice]:
    return lambda roll: roll


def _face(number: str) -> Callable[[Dice], Dice]:
    return lambda roll: (int(number),) * roll.count(int(number))


def _alike(number: str) -> Callable[[Dice], Dice]:
    size = int(number)
    return lambda roll: _times(max((f for f in FACES if roll.count(f) >= size), default=0), size)


def _two_pairs() -> Callable[[Dice], Dice]:
    def pick(roll: Dice) -> Dice:
        pairs = [face for face in FACES if roll.count(face) >= 2]
        return tuple(sorted(pairs * 2)) if len(pairs) == 2 else ()

    return pick


def _full_house(others: frozenset[Dice] = frozenset()) -> Callable[[Dice], Dice]:
    return lambda roll: roll if roll in FULL_HOUSES | others else ()


def _run(number: str) -> Callable[[Dice], Dice]:
    size = int(number)

    def pick(roll: Dice) -> Dice:
        if RUN[roll] < size:
            return ()
        return next(run for run in reversed(_sequences(size)) if set(run) <= set(roll))

    return pick


def _exactly(digits: str) -> Callable[[Dice], Dice]:
    wanted = tuple(sorted(map(int, digits)))
    return lambda roll: roll if roll == wanted else ()


def _total(number: str) -> Callable[[Dice], Dice]:
    return lambda roll: roll if sum(roll) >= int(number) else ()


def _times(face: int, size: int) -> Dice:
    return (face,) * size if face else ()


def _sequences(size: int) -> list[Dice]:
    return [FACES[first : first + size] for first in range(len(FACES) - size + 1)]


_NEEDS: dict[str, Callable[..., Callable[[Dice], Dice]]] = {
    r"any dice": _any,
    r"face ([1-6])": _face,
    rf"([2-{FIVE}]) alike": _alike,
    r"two pairs": _two_pairs,
    r"full house": _full_house,
    FILLED_BY_FIVE: lambda: _full_house(YAHTZEES),
    rf"run of ([2-{FIVE}])": _run,
    r"dice ([1-6]{5})": _exactly,
    r"total ([1-9]|[12][0-9]|30)": _total,
}

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
