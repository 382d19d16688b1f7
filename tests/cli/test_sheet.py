"""`fivedice sheet`: a blank score sheet of any card, to print."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from fivedice.__main__ import run
from fivedice.core.rules import title
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of

CARDS = [name for name, game in GAMES.items() if card_of(game) is not None]


class Rows(HTMLParser):
    """The rows of a page: the words of the first cell, and how many more there are."""

    def __init__(self, text: str) -> None:
        """All rows of this page."""
        super().__init__()
        self.rows: list[tuple[list[str], int]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        """A row or a cell begins."""
        if tag == "tr":
            self.rows.append(([], 0))
        elif tag == "td":
            words, cells = self.rows[-1]
            self.rows[-1] = (words, cells + 1)

    def handle_data(self, data: str) -> None:
        """Words of a row."""
        if self.rows and data.strip():
            self.rows[-1][0].append(data.strip())


@pytest.mark.parametrize("game", CARDS)
def test_a_sheet_has_every_box_and_as_many_columns_as_asked(game: str, tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    assert run(["sheet", game, str(page), "--columns", "4"]) == 0
    found = Rows(page.read_text(encoding="utf-8")).rows[1:]
    assert all(cells == 4 for _, cells in found)
    headings = [words for words, _ in found]
    card = card_of(GAMES[game])
    assert card is not None
    for box in card.boxes:
        (row,) = [words for words in headings if title(box.name) in words]
        assert isinstance(box.pays, str) or re.search(rf"\b{box.pays}\b", row[-1])
    assert headings[-1] == ["Total"]
    assert sum(words[0].startswith("Bonus") for words in headings) == sum(
        bool(s.bonus) for s in card.sections
    )


@pytest.mark.parametrize(
    ("game", "sums"),
    [
        (
            "traditional",
            """Upper Total; Bonus (35 at 63); Upper Total with Bonus;
            Yahtzee Bonus (100 per check); Lower Total with Bonus; Upper Total with Bonus; Total""",
        ),
        (
            "piecepack",
            """Upper Total; Bonus (35 at 63); Upper Total with Bonus;
            Lower Total; Upper Total with Bonus; Total""",
        ),
        ("yacht", "Numbers Total; Combinations Total; Numbers Total; Total"),
    ],
)
def test_a_sheet_has_a_row_for_all_that_is_added_up(game: str, sums: str, tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    assert run(["sheet", game, str(page)]) == 0
    card = card_of(GAMES[game])
    assert card is not None
    boxes = set(map(title, card.names))
    found = [words for words, _ in Rows(page.read_text(encoding="utf-8")).rows[1:]]
    assert [words for words in found if not boxes & {*words}] == [[each.strip()] for each in sums.split(";")]


def test_a_sheet_may_be_of_one_player_and_several_games(tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    assert run(["sheet", "challenge", str(page), "--games", "--columns", "3"]) == 0
    rows = Rows(page.read_text(encoding="utf-8")).rows
    assert rows[0] == (["Name", "Game 1", "Game 2", "Game 3"], 1)
    assert rows[-2:] == [(["Total"], 3), (["All Games"], 1)]


def test_numbers_go_by_what_dice_show(tmp_path: Path) -> None:
    page, card = tmp_path / "sheet.html", tmp_path / "card.toml"
    assert run(["sheet", "piecepack", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "<small>6 for each null</small>" in text
    assert "<small>the sum of the twos</small>" in text
    assert "sixes" not in text
    card.write_text(
        'title = "Ours"\nfaces = "characters"\n[[sections]]\ntitle = "All"\nboxes = ['
        '{ name = "Minnies", needs = "face 2", pays = "these dice" }, '
        '{ name = "Donald", needs = "face 3", pays = 9 }]'
    )
    assert run(["sheet", str(card), str(page)]) == 0
    assert re.findall("<small>(.*?)</small>", page.read_text(encoding="utf-8")) == [
        "2 for each Minnie Mouse",
        "one Donald Duck or more pay 9",
    ]


@pytest.mark.parametrize(("game", "values"), [("traditional", "123456"), ("piecepack", "16"), ("yacht", "")])
def test_dice_that_count_are_drawn_with_what_they_are_worth(game: str, values: str, tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    assert run(["sheet", game, str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert not set("一二三四五六⚀⚁⚂⚃⚄⚅") & set(text)
    assert re.findall(r" = (\d)</i>", text) == list(values)
    assert len(set(re.findall(r'href="#(face\d)"', text))) == (0 if game == "piecepack" else 6)


def test_a_sheet_leaves_the_size_of_the_paper_to_the_printer(tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    assert run(["sheet", "yacht", str(page)]) == 0
    assert re.findall(r"@page{(.*?)}", page.read_text(encoding="utf-8")) == ["margin:14mm"]


@pytest.mark.parametrize("name", ["sheet.txt", "-", "sheet"])
@pytest.mark.parametrize(
    ("command", "ending"),
    [(("sheet", "traditional"), ".html or .pdf"), (("review", "match.jsonl", "--html"), ".html")],
)
def test_a_page_has_the_name_of_one(
    command: tuple[str, ...],
    ending: str,
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*command, name]) == 2
    told = f"fivedice: The page needs a file name that ends in {ending}, not {name!r}.\n"
    assert capsys.readouterr().err == told
    assert not list(tmp_path.iterdir())


def test_no_folder_is_made_for_a_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "nowhere" / "sheet.html"
    assert run(["sheet", "traditional", str(page)]) == 2
    assert capsys.readouterr().err == (
        f"fivedice: {page} cannot be written: there is no folder {page.parent}.\n"
    )
    assert not page.parent.exists()


@pytest.mark.parametrize("game", ["showdown", "junior"])
def test_a_game_without_score_cards_has_no_sheet(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["sheet", game, str(tmp_path / "sheet.html")]) == 2
    assert "has no score cards" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_what_a_card_is_called_is_text_and_no_markup(tmp_path: Path) -> None:
    card, page = tmp_path / "card.toml", tmp_path / "sheet.html"
    card.write_text(
        'title = "<b>Ours</b> & theirs"\n[[sections]]\ntitle = "All"\nboxes = [{ name = "Chance" }]\n'
    )
    assert run(["sheet", str(card), str(page)]) == 0
    assert "&lt;b&gt;Ours&lt;/b&gt; &amp; theirs" in page.read_text(encoding="utf-8")
    assert "<b>" not in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(("columns", "is_smaller"), [(6, False), (10, False), (12, True)])
def test_the_heads_of_twelve_columns_are_smaller(columns: int, is_smaller: bool, tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    assert run(["sheet", "traditional", str(page), "--columns", str(columns)]) == 0
    assert ('<table class="narrow">' in page.read_text(encoding="utf-8")) == is_smaller
