"""Names with emoji on a full screen: each line is as wide in every terminal as it was laid out."""

from pathlib import Path
from unicodedata import combining, east_asian_width

import pytest
from rich.cells import cell_len

from fivedice.terminal.screen.look import single
from tests.terminal.seated import Seated, agreed, at_table, sit

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
    """As wide as Textual lays it out and as a simple terminal adds it up."""
    assert single(name) == shown
    assert measured(shown) == cell_len(shown) == cell_len(name)


@pytest.mark.parametrize(
    "text", ["Ann", "Zoë", "Zoe\u0308", "六", "නි", "ක්\u200dෂ", "می\u200cخواهم", "⚀", "👍"]
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    """Also those whose script needs a joiner."""
    assert single(text) == text


def test_no_line_of_the_table_is_wider_than_the_screen(home: Path) -> None:
    """The log says who threw what beside the card, at 80 cells; its line used to cover the card."""
    sitting = sit(agreed("traditional", "Ann👍🏽,Bé🇩🇪"), home)

    async def does(seated: Seated) -> None:
        await seated.press("space")
        lines = await seated.lines()
        assert any("Ann👍 throws" in line for line in lines)
        assert {measured(line) for line in lines} == {80}

    at_table(sitting, does)
