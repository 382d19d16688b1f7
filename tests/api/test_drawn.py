"""A match that is printed or shown in a notebook."""

from html.parser import HTMLParser
from random import Random

import pytest

import fivedice
from fivedice.games import FIVE_GAMES
from tests.api.house import HOUSE


class Checked(HTMLParser):
    """Every tag that is opened is closed again, the last one first."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read_by_a_person(html: str) -> str:
    reader = Checked()
    reader.feed(html)
    assert not reader.open
    return " ".join(reader.words)


def test_a_match_is_printed_as_sheet_and_table() -> None:
    match = fivedice.Match.at(fivedice.card(HOUSE), "12,-+0/-,-+0 1", "66123", names=("Ann", "Benjamin"))
    assert str(match) == (
        "House <1>: Ann and Benjamin\n"
        "\n"
        "Box     Ann  Benjamin\n"
        "Sixes    12\n"
        "Chance\n"
        "Total    12         0\n"
        "\n"
        "Benjamin, throw 1 of 3: 6 6 1 2 3\n"
        "So far: Ann 12, Benjamin 0.\n"
        "The match waits for Benjamin to keep."
    )


@pytest.mark.parametrize("name", FIVE_GAMES)
def test_every_game_is_printed_at_any_moment(name: str) -> None:
    match = fivedice.start(name, "Ann", "Ben")
    rng = Random(name)
    while match.awaited.kind != "over":
        shown = str(match)
        assert all(len(line) <= 80 for line in shown.splitlines())
        assert "Ann and Ben" in shown
        assert "The match waits for" in shown
        seat = next(iter(match.awaited.seats))
        decisions = match.decisions(seat)
        match = match.step(rng.choice(decisions)) if decisions else match.roll(rng)
    assert str(match).splitlines()[-1].startswith("The match is over")
    assert repr(match).endswith("; over>")


def test_an_opening_has_no_sheet() -> None:
    match = fivedice.start("traditional", "Ann", "Ben", first="roll", games=2)
    assert str(match).splitlines()[0] == "Traditional, game 1 of 2: Ann and Ben"
    assert "Aces" not in str(match)
    assert "Aces" not in match._repr_html_()


def test_wide_letters_take_two_columns() -> None:
    lines = str(fivedice.start(fivedice.card(HOUSE), "张三", "Ann")).splitlines()
    assert lines[2] == "Box     张三  Ann"
    assert lines[5] == "Total      0    0"


@pytest.mark.parametrize("name", FIVE_GAMES)
def test_a_notebook_shows_a_small_piece_of_html_by_itself(name: str) -> None:
    html = fivedice.start(name, "Ann", "Ben").roll(Random(3))._repr_html_()
    words = read_by_a_person(html)
    assert "Ann and Ben" in words
    assert "The match waits for" in words
    assert len(html) < 8000
    assert not any(word in html for word in ("http", "src=", "<style", "<script", "color", "background"))


def test_what_people_typed_is_no_html() -> None:
    html = fivedice.start(fivedice.card(HOUSE), "<b>&", '"Ben"').throw("12345")._repr_html_()
    assert "<b>&" in read_by_a_person(html)
    assert "House <1>" in read_by_a_person(html)
    assert "<b>" not in html


def test_notebooks_show_the_faces_of_the_game() -> None:
    html = fivedice.start("yatzy", "Ann").throw("12345")._repr_html_()
    assert "⚀ ⚁ ⚂ ⚃ ⚄" in read_by_a_person(html)
    assert 'title="Ann, throw 1 of 3: 1 2 3 4 5"' in html
