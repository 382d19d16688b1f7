"""Twelve words are read as people keep them, and refused with a sentence that helps."""

import re
from itertools import combinations

import pytest

from fivedice.server.players import words
from fivedice.server.players.words import NoPlayer

GIVEN = "legal winner thank year wave sausage worth useful legal winner thank yellow"
LIST = GIVEN.split()
"""Words of the specification that fit together."""
WRITTEN = {
    "a numbered list": "\n".join(f"{number}. {word}" for number, word in enumerate(LIST, 1)),
    "numbers in brackets": " ".join(f"{number}) {word}" for number, word in enumerate(LIST, 1)),
    "numbers without a space": "".join(f"{number}.{word}" for number, word in enumerate(LIST, 1)),
    "two numbered columns": "\n".join(f"{n + 1}. {LIST[n]}\t{n + 7}. {LIST[n + 6]}" for n in range(6)),
    "one on each line": "\r\n".join(LIST),
    "hyphens": "-".join(LIST),
    "unusual dashes": " — ".join(LIST[:6]) + "–" + "‑".join(LIST[6:]),
    "commas": ", ".join(LIST),
    "a full stop and a capital": f"{GIVEN.capitalize()}.",
    "capitals": GIVEN.upper(),
    "spaces of every kind": "  " + "\u00a0 \t".join(LIST) + "\n\n",
    "quotation marks": f"“{GIVEN}”",
    "a soft hyphen and wide letters": GIVEN.replace("legal", "le\u00adgal", 1).replace("year", "ｙｅａｒ"),
}


@pytest.mark.parametrize("way", WRITTEN)
def test_words_are_read_as_they_are_written(way: str) -> None:
    assert words.read(WRITTEN[way]) == GIVEN


def swapped(first: int, second: int) -> str:
    tried = [*LIST]
    tried[first], tried[second] = tried[second], tried[first]
    return " ".join(tried)


IN_THE_LIST = "All of these words are in the list, but "


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("", "You have entered 0 words of twelve."),
        (" ".join(LIST[:11]), "You have entered 11 words of twelve."),
        (GIVEN.replace("year", "yaer"), "Word 4, 'yaer', is not in the list; perhaps 'year' or 'yard'."),
        (GIVEN.replace("year", "qqqq"), "Word 4, 'qqqq', is not in the list."),
        (f"{GIVEN} xqz", "You have entered 13 words of twelve, and word 13, 'xqz', is not in the list."),
        (swapped(2, 3), f"{IN_THE_LIST}perhaps two of them are swapped: 3 and 4."),
        ("abandon " * 12, f"{IN_THE_LIST}one of them is wrong or they are in another order."),
    ],
)
def test_a_sentence_says_what_is_wrong(given: str, sentence: str) -> None:
    with pytest.raises(NoPlayer) as refused:
        words.read(given)
    assert str(refused.value) == sentence


def test_what_is_said_to_be_swapped_fits_once_it_is() -> None:
    """Neighbours first; others only where there is one such pair, since most pairs fit by chance."""
    for first, second in combinations(range(12), 2):
        told, given = "", swapped(first, second).split()
        try:
            words.read(" ".join(given))
            continue  # it fits as well, by chance
        except NoPlayer as refused:
            told = str(refused)
        for one, other in re.findall(r"(\d+) and (\d+)", told):
            tried = [*given]
            tried[int(one) - 1], tried[int(other) - 1] = tried[int(other) - 1], tried[int(one) - 1]
            assert words.read(" ".join(tried))
        assert second != first + 1 or f"{first + 1} and {second + 1}" in told
