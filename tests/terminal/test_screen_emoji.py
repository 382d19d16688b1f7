"""Names with emoji do not change the width of lines."""

from unicodedata import combining, east_asian_width

import pytest
from rich.cells import cell_len

from fivedice.terminal.screen.theme import single
from tests.terminal.seated import Seated, at_table_of

NAMES = {
    "Ann👍🏽": "Ann👍",  # a skin tone
    "Bé🇩🇪": "BéDE",  # a flag
    "K1\ufe0f\u20e3!": "K1 !",  # a key
    "❤\ufe0f": "❤ ",  # a sign in colour
    "👨\u200d👩\u200d👧": "👨",  # a family of three
    "🏴\u200d☠\ufe0f": "🏴",
    "🏽": "",
}


def measured(text: str) -> int:
    """The cells of a text in a terminal that adds up those of its characters, as tmux 3.3 does."""
    return sum(0 if combining(one) else 1 + (east_asian_width(one) in "WF") for one in text)


@pytest.mark.parametrize(("name", "shown"), NAMES.items())
def test_an_emoji_of_several_characters_is_shown_as_one(name: str, shown: str) -> None:
    assert single(name) == shown
    assert measured(shown) == cell_len(shown) == cell_len(name)


@pytest.mark.parametrize(
    "text", ["Ann", "Zoë", "Zoe\u0308", "六", "නි", "ක්\u200dෂ", "می\u200cخواهم", "⚀", "👍"]
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert single(text) == text


@at_table_of("traditional", "Ann👍🏽,Bé🇩🇪")
async def test_no_line_of_the_table_is_wider_than_the_screen(seated: Seated) -> None:
    await seated.press("space")
    lines = await seated.lines()
    assert any("Ann👍 throws" in line for line in lines)
    assert {measured(line) for line in lines} == {80}
