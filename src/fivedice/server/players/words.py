"""The twelve words (with a BIP-39 checksum) that restore a player, and a tolerant parser for them."""

import re
from difflib import get_close_matches
from functools import cache
from itertools import combinations
from unicodedata import category, normalize

from mnemonic import Mnemonic

from fivedice.core.rules import quoted
from fivedice.language import all_of, mark, one_of, tr
from fivedice.server.tables.registry import NoTable

BITS = 128
TWELVE = 12
UNKNOWN = {
    (True, False): mark("Word {number}, {word}, is not in the list."),
    (True, True): mark("Word {number}, {word}, is not in the list; perhaps {nearest}."),
    (False, False): mark(
        "You have entered {count, plural, one {# word} other {# words}} of twelve, "
        "and word {number}, {word}, is not in the list."
    ),
    (False, True): mark(
        "You have entered {count, plural, one {# word} other {# words}} of twelve, "
        "and word {number}, {word}, is not in the list; perhaps {nearest}."
    ),
}
"""An unknown word, by whether there are twelve and whether the list has similar words."""


class NoPlayer(NoTable):
    """Wrong words or a used pass; counts as a wrong code."""


def new() -> str:
    """Twelve random words."""
    return _list().generate(BITS)


def read(text: str) -> str:
    """The words in a text, lower-case with single spaces.

    Ignores everything between the words; if all words are numbered, reads them in that order. The message of
    `NoPlayer` is about the text alone and does not reveal whether a player has these words.
    """
    visible = "".join(one for one in normalize("NFKC", text.lower()) if category(one) != "Cf")
    words = re.findall(r"[^\W\d_]+", visible)
    numbered = {int(number): word for number, word in re.findall(r"(\d{1,2})\W*([^\W\d_]+)", visible)}
    if len(words) == len(numbered) == TWELVE:
        words = [word for _, word in sorted(numbered.items())]
    if wrong := _wrong(words):
        raise NoPlayer(wrong)
    return " ".join(words)


def _wrong(words: list[str]) -> str:
    """A sentence on what is wrong with the words, or ""."""
    known, count = _list().wordlist, len(words)
    for number, word in enumerate(words, 1):
        if word not in known:
            nearest = one_of(map(quoted, get_close_matches(word, known, 2, 0.7)))
            unknown = UNKNOWN[count == TWELVE, bool(nearest)]
            return tr(unknown, count=count, number=number, word=quoted(word), nearest=nearest)
    if count != TWELVE:
        return tr("You have entered {count, plural, one {# word} other {# words}} of twelve.", count=count)
    return "" if _list().check(" ".join(words)) else _out_of_order(words)


def _out_of_order(words: list[str]) -> str:
    """A sentence on the two words that may be swapped: neighbours, or others if only one pair fits."""
    fitting = [
        (one, other)
        for one, other in combinations(range(TWELVE), 2)
        if _list().check(" ".join(words[{one: other, other: one}.get(at, at)] for at in range(TWELVE)))
    ]
    neighbours = [(one, other) for one, other in fitting if other == one + 1]
    pairs = (all_of((str(one + 1), str(other + 1))) for one, other in neighbours or fitting)
    if not neighbours and len(fitting) != 1:
        return tr(
            "All of these words are in the list, but one of them is wrong or they are in another order."
        )
    swapped = mark("All of these words are in the list, but perhaps two of them are swapped: {pairs}.")
    return tr(swapped, pairs=tr(", or ", "between pairs of numbers").join(pairs))


@cache
def _list() -> Mnemonic:
    return Mnemonic("english")
