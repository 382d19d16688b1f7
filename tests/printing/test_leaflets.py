"""The rules as a leaflet and on one page."""

from itertools import product
from pathlib import Path

import pytest

from fivedice.__main__ import run
from fivedice.cards import written
from fivedice.games import GAMES
from fivedice.games.owncard import OwnCard
from fivedice.printing import document, inline, leaflets
from fivedice.printing.documents import PARTS, PrintRequest
from fivedice.printing.documents import document as made_of
from tests.printing.reading import made, read
from tests.printing.test_pads import longest_card
from tests.spread import one_in, spread

ON_SCREEN = "If a player leaves"


def sections(game: str) -> list[str]:
    """The sections of a game that matter on paper, behind the introduction."""
    return [text for text, marks in GAMES[game].sections[1:-1] if "away" not in marks]


def headings(game: str) -> list[str]:
    return [text.partition("\n")[0].removeprefix("## ") for text in sections(game)]


def letters(text: str) -> str:
    """A text without blanks and hyphens, which depend on how lines are broken."""
    return "".join(text.split()).replace("-", "").replace("•", "")


@pytest.mark.parametrize(("game", "paper"), one_in(4, product(GAMES, document.PAPERS)))
def test_a_leaflet_has_every_section_and_its_pictures_have_texts(game: str, paper: str) -> None:
    printed = made("rules", game, paper)
    assert len(printed.texts) <= 2
    assert printed.outside() == []
    whole = letters("".join(printed.texts))
    assert [heading for heading in headings(game) if letters(heading) not in whole] == []
    kinds = [kind for kind, _ in printed.tags]
    assert kinds.count("H1") == 1
    assert kinds.count("H2") == len(headings(game))
    figures = [alt for kind, alt in printed.tags if kind == "Figure"]
    assert figures
    assert all(figures)
    assert letters(ON_SCREEN) not in whole


@pytest.mark.parametrize("game", GAMES)
def test_no_word_of_the_rules_is_lost(game: str) -> None:
    """What is drawn instead are dice alone."""
    lines = "\n".join(sections(game)).replace("`", "").splitlines()
    blocks = leaflets.leaflet(GAMES[game])["blocks"]
    texts = [
        text for block in blocks for text in ([block["text"]] if "text" in block else block.get("items", ()))
    ]
    words = "".join(
        text if isinstance(text, str) else "".join(run.get("text", "") for run in text) for text in texts
    )
    kept = {letter for letter in letters(words) if letter.isalpha()}
    assert [
        word for word in " ".join(lines).split() if word.isalpha() and word[0] in kept and word not in words
    ] == []


@pytest.mark.parametrize(("game", "paper"), one_in(5, product(GAMES, document.PAPERS)))
def test_a_quick_reference_is_one_page(game: str, paper: str) -> None:
    printed = made("quick", game, paper)
    assert len(printed.texts) == 1
    assert printed.outside() == []
    assert "The end" in printed.texts[0]
    assert ON_SCREEN not in printed.texts[0]


@pytest.mark.parametrize(
    ("game", "part"), one_in(3, product([*GAMES, "the longest card"], ["rules", "quick"]))
)
def test_pages_are_full_and_lists_stay_whole(game: str, part: str) -> None:
    """No page or column holds only the last lines, and no list goes on in another column."""
    named = GAMES[game] if game in GAMES else OwnCard(written.read(longest_card()))
    wanted = made_of(part, PrintRequest(named))
    printed = read(document.pdf(wanted, document.Look()))
    filled, columns = printed.filled, [letters(column) for column in printed.columns]
    assert min(min(halves) / max(halves) for halves in filled) > 0.4
    assert len(filled) == 1 or min(max(halves) for halves in filled) > 0.7
    for block in wanted.pages[0]["blocks"]:
        items = [letters("".join(run.get("text", "") for run in item)) for item in block.get("items", ())]
        assert any(all(item in column for item in items) for column in columns), items


def test_dice_in_a_sentence_are_drawn() -> None:
    blocks = leaflets.leaflet(GAMES["traditional"])["blocks"]
    example = blocks[[block.get("text") for block in blocks].index("An example") + 1]["text"]
    assert example[:7] == [
        {"text": "You throw "},
        *({"die": f"chinese-{number}"} for number in (1, 3, 4, 4, 6)),
        {"text": " and keep the two fours. The next three dice are "},
    ]
    (first, *_) = next(block["items"] for block in blocks if block["is"] == "list")
    assert first == [{"text": ""}, {"die": "chinese-1"}, {"text": " is 1"}]


@pytest.mark.parametrize("game", spread(["traditional", "showdown", "junior"], "junior"))
def test_all_of_a_game_is_one_document(game: str, tmp_path: Path) -> None:
    file = tmp_path / "all.pdf"
    assert run(["print", "all", game, "-o", str(file)]) == 0
    printed = read(file.read_bytes())
    pages = " ".join(printed.texts)
    assert "quick reference" in pages
    assert "Stickers for five dice" in pages
    parts = [part for part in PARTS.values() if part.pages(PrintRequest(GAMES[game]))]
    assert len(printed.texts) >= len(parts)
    assert printed.outside() == []


def test_dice_in_backticks_are_drawn_and_numerals_in_words_are_not() -> None:
    """Japanese and Chinese sentences have the numerals that Chinese dice show."""
    parts = inline.text("一度 `一` `2 5`を 一 1 2", "chinese")
    assert [part["die"] for part in parts if "die" in part] == ["chinese-1", "chinese-2", "chinese-5"]
    assert [part["text"] for part in parts if "text" in part] == ["一度 ", " ", "を 一 1 2"]
