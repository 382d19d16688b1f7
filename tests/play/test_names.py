"""What a player can be called, and what is said of a name that cannot be."""

import pytest

from fivedice.play.setup import check_name
from fivedice.rules import IllegalMove

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    "name", ["A", "x" * 40, "Zoë of Köln", "王小明", "\U0001f422", "\U0001f44d\U0001f3fd"]
)
def test_what_can_be_printed_is_a_name(name: str) -> None:
    """In any script, also emoji of one piece."""
    check_name(name)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Every player needs a name; one here is empty."),
        ("x" * 41, "^Nobody can be called 'x+…: the name has more than 40 characters."),
        (" Ann", "^Nobody can be called ' Ann': the name begins or ends with a space."),
        ("A\nnn", "^Nobody can be called 'A\\\\nnn': the name has characters that are not printed"),
        ("Ann\u202e", "^Nobody can be called 'Ann\\\\u202e': the name has characters that are not printed"),
        (
            "Zo\udcc3\udcab",
            "'Zo\\\\udcc3\\\\udcab': in this locale it cannot be read; in one of UTF-8 it may be.$",
        ),
        (FAMILY, "such as those that join emoji."),
    ],
)
def test_a_name_that_cannot_be_is_named_with_the_reason(name: str, sentence: str) -> None:
    """Which of several it is can be seen; no name controls a terminal or turns its text round."""
    with pytest.raises(IllegalMove, match=sentence):
        check_name(name)
