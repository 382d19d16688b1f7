"""Score pads as PDF, and the command that makes them."""

from pathlib import Path

import pytest

from fivedice.__main__ import run
from fivedice.core import extras
from fivedice.core.rules import title
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.printing import pads
from fivedice.printing.document import Look, pdf
from fivedice.printing.documents import Wanted, document
from tests.printing.reading import Paper, read

CARDS = [name for name, game in GAMES.items() if card_of(game)]
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


def made(game: str, look: Look = Look(), **wanted: object) -> Paper:  # noqa: B008 - it is frozen
    """The pad of a game as it is read back."""
    return read(pdf(document("pad", Wanted(GAMES[game], large=look.large, **wanted)), look))  # type: ignore[arg-type]


@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("game", CARDS)
def test_a_pad_is_one_tagged_page_with_every_box_inside_the_area(game: str, paper: str) -> None:
    pad = made(game, Look(paper))
    assert pad.sizes == {SIZES[paper]}
    (text,) = pad.texts
    card = card_of(GAMES[game])
    assert card is not None
    copies = 4 if game == "piecepack" else 1
    assert all(text.count(title(box.name)) >= copies for box in card.boxes)
    assert text.count("Name") == 6 * copies
    assert pad.outside() == []
    kinds = [kind for kind, _ in pad.tags]
    assert kinds.count("Table") == kinds.count("H1") == copies
    assert all(alt for kind, alt in pad.tags if kind == "Figure")
    assert pad.reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert pad.reader.metadata is not None
    assert pad.reader.metadata.title == f"{GAMES[game].title}: score pad"


@pytest.mark.parametrize(("columns", "games"), [(1, False), (6, True), (3, True)])
def test_columns_are_for_players_or_games(columns: int, games: bool) -> None:
    (text,) = made("challenge", columns=columns, games=games).texts
    assert text.count("Game ") == columns * games
    assert text.count("Name") == (1 if games else columns)
    assert text.count("All games") == games


@pytest.mark.parametrize("game", CARDS)
def test_large_print_still_fits_on_the_page(game: str) -> None:
    pad = made(game, Look("letter", large=True, low_ink=True))
    assert len(pad.texts) == 1
    assert pad.outside() == []
    assert "18" in {f"{size:.0f}" for size in font_sizes(pad)}


def font_sizes(pad: Paper) -> set[float]:
    """The sizes of type on the first page."""
    return {float(o[1]) for o, name in pad.reader.pages[0].get_contents().operations if name == b"Tf"}


def test_the_sum_of_the_yahtzee_bonus_has_room_for_checks() -> None:
    assert "✓" in made("traditional").texts[0]
    assert "✓" not in made("piecepack").texts[0]


def test_a_pad_is_described_by_the_card() -> None:
    page = pads.pad(GAMES["traditional"])
    row = page["rows"][0]
    assert row == {
        "kind": "box",
        "title": "Aces",
        "note": "",
        "words": "the sum of the ones",
        "short": "",
        "die": "chinese-1",
        "value": "1",
        "checks": False,
    }
    assert [row["title"] for row in page["rows"] if row["kind"] == "total"] == ["Total"]


def test_equal_pads_are_equal_byte_by_byte(tmp_path: Path) -> None:
    files = [tmp_path / "one.pdf", tmp_path / "two.pdf", tmp_path / "three.pdf"]
    for file in files[:2]:
        assert run(["print", "pad", "yatzy", "-o", str(file)]) == 0
    assert run(["sheet", "yatzy", str(files[2])]) == 0
    assert len({file.read_bytes() for file in files}) == 1


def test_signs_that_no_font_of_ours_has_are_replaced(tmp_path: Path) -> None:
    card = tmp_path / "card.toml"
    card.write_text(
        'title = "Großmutters 骰子"\nline = "Ёлка и 🎲"\n[[sections]]\n'
        'title = "All"\nboxes = [{ name = "Luck" }]\n',
        encoding="utf-8",
    )
    assert run(["print", "pad", str(card), "-o", str(tmp_path / "card.pdf")]) == 0
    (text,) = read((tmp_path / "card.pdf").read_bytes()).texts
    assert "Großmutters ??" in text
    assert "Ёлка и ?" in text


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["print", "pad", "showdown"], "Showdown has no score pad."),
        (
            ["print", "poster", "showdown"],
            "PART must be quick, rules, pad, pieces, dice, all, match, not 'poster'.",
        ),
        (["print", "pad", "yatzy", "-o", "pad.html"], "The PDF needs a file name that ends in .pdf"),
        (["sheet", "yatzy", "sheet.pdf", "--columns", "7"], "A PDF has at most 6 columns."),
    ],
)
def test_what_cannot_be_printed_is_refused(
    command: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(command) == 2
    assert told in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_without_the_extra_the_command_that_installs_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(extras, "has", lambda extra: extra != "print")
    assert run(["print", "pad", "yatzy", "-o", str(tmp_path / "pad.pdf")]) == 3
    told = f"fivedice: To make a PDF, fivedice needs more than is installed: {extras.command('print')}\n"
    assert capsys.readouterr().err == told
    assert not list(tmp_path.iterdir())


def test_the_file_is_named_after_the_game_and_the_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["print", "pad", "yacht"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["yacht-pad.pdf"]


def longest_card() -> str:
    """As many boxes, sections and letters as a card may have."""
    sections = (
        f'[[sections]]\ntitle = "Section number {section} wwww"\ngoal = 10\nbonus = 20\nboxes = ['
        + ", ".join(
            f'{{ name = "Wwwwwwwww mmmmmm {section} {face} wo", needs = "face {face}", pays = "these dice" }}'
            for face in range(1, 5)
        )
        + "]\n"
        for section in range(1, 5)
    )
    return f'title = "{"M" * 24}"\nline = "As long as can be"\n{"".join(sections)}'


@pytest.mark.parametrize("large", [False, True])
def test_the_longest_card_fits_on_a_page_and_into_its_rows(large: bool, tmp_path: Path) -> None:
    card, file = tmp_path / "card.toml", tmp_path / "card.pdf"
    card.write_text(longest_card(), encoding="utf-8")
    assert run(["print", "pad", str(card), "-o", str(file), *(["--large"] if large else [])]) == 0
    pad = read(file.read_bytes())
    assert len(pad.texts) == 1
    assert pad.outside() == []
    assert pad.texts[0].count("Wwwwwwwww Mmmmmm") == 16
