"""Other names of boxes: labels on the rule sheets, and what people say."""

from collections.abc import Iterable
from unicodedata import normalize

from fivedice.core.rules import plain_letters

LABELS: dict[str, tuple[str, ...]] = {
    "aces": ("ace", "ones", "one"),
    "twos": ("two",),
    "threes": ("three",),
    "fours": ("four",),
    "fives": ("five",),
    "sixes": ("six",),
    "nulls": ("null", "sixes", "six"),
    "3-of-a-kind": ("three of a kind",),
    "4-of-a-kind": ("four of a kind",),
    "small-straight": ("sm. straight", "sm straight"),
    "large-straight": ("lg. straight", "lg straight"),
}
"""By the name of a box or a card. The sheets of traditional and piecepack have Ones, Sm. and Lg. Straight."""

NUMBERS = ("aces", "twos", "threes", "fours", "fives", "sixes")
"""What the box of each number is called, from 1 to 6."""


def of(name: str, face: int = 0) -> tuple[str, ...]:
    """Every other name of a box; one that counts dice of a number also goes by that number."""
    number = NUMBERS[face - 1] if face else ""
    of_number = (number, *LABELS[number]) if number else ()
    return (*of_number, *LABELS.get(name, ()))


def spaced(name: str) -> str:
    """A name as its words in plain small letters, however it is joined or shortened: "Sm. Straight" too."""
    return in_words(plain_letters(name))


def in_words(name: str) -> str:
    """The same with the letters that it has."""
    return " ".join(normalize("NFC", name).casefold().replace("-", " ").replace(".", " ").split())


def meant(said: str, names: Iterable[str]) -> str:
    """The one of these names that somebody says, in any case or by a label; anything else stays as it is."""
    offered = list(names)
    if said in offered:
        return said
    wanted = spaced(said)
    own = [name for name in offered if spaced(name) == wanted]
    labelled = [name for name in offered if wanted in map(spaced, LABELS.get(name, ()))]
    fitting = own or labelled
    return fitting[0] if len(fitting) == 1 else said
