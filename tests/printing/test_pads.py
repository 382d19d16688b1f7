"""Score pads as PDF, and the command that makes them."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from pypdf.generic import ContentStream

from fivedice.__main__ import run
from fivedice.cli.shared import open_game
from fivedice.core import extras
from fivedice.core.rules import title
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.printing import pads, pieces
from fivedice.printing.document import Look, pdf
from fivedice.printing.documents import PIECES, PrintRequest, document, part_meant
from tests.printing.reading import Paper, read
from tests.spread import one_in
from tests.typed import as_a

CARDS = [name for name, game in GAMES.items() if card_of(game)]
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


def made(game: str, look: Look = Look(), **wanted: Any) -> Paper:  # noqa: B008 - it is frozen
    return read(pdf(document("pad", PrintRequest(GAMES[game], large=look.large, **wanted)), look))


@pytest.mark.parametrize(("game", "paper"), one_in(3, product(CARDS, SIZES)))
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
    assert pad.root["/MarkInfo"]["/Marked"]
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
    content = as_a(ContentStream, pad.reader.pages[0].get_contents())
    return {float(o[1]) for o, name in content.operations if name == b"Tf"}


def test_the_sum_of_the_yahtzee_bonus_has_room_for_checks() -> None:
    assert "✓" in made("traditional").texts[0]
    assert "✓" not in made("piecepack").texts[0]


def test_a_pad_is_described_by_the_card() -> None:
    row = pads.pad(GAMES["traditional"])["rows"][0]
    assert (row["words"], row["die"], row["value"]) == ("the sum of the ones", "chinese-1", "1")


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
def test_a_pad_has_a_row_for_all_that_is_added_up(game: str, sums: str) -> None:
    card = card_of(GAMES[game])
    assert card is not None
    found = [row.heading for row in pads.pad_rows(card) if not row.use]
    assert found == [" ".join(each.split()) for each in sums.split(";")]


def test_a_pad_names_what_the_dice_show(tmp_path: Path) -> None:
    card = tmp_path / "card.toml"
    card.write_text(
        'title = "Ours"\nfaces = "characters"\n[[sections]]\ntitle = "All"\nboxes = ['
        '{ name = "Minnies", needs = "face 2", pays = "these dice" }, '
        '{ name = "Donald", needs = "face 3", pays = 9 }]'
    )
    rows = [pads.pad(game)["rows"] for game in (open_game.by_name(str(card)), GAMES["piecepack"])]
    words = [[row["words"] for row in each if row["words"]] for each in rows]
    assert words[0] == ["2 for each Minnie Mouse", "one Donald Duck or more pay 9"]
    assert words[1][1::4][:2] == ["the sum of the twos", "6 for each null"]


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
    ("word", "part"),
    [
        *((word, "pad") for word in ("pad", "pads", "Pads", "sheet")),
        *((word, "rules") for word in ("rule", "rules")),
        *((word, "dice") for word in ("dice", "die", "sticker", "stickers")),
        *((word, "board") for word in ("board", "boards")),
        *((word, "cards") for word in ("card", "cards")),
        *((word, "tokens") for word in ("token", "TOKENS")),
        *((word, "chips") for word in ("chip", "chips")),
        *((word, "pieces") for word in ("piece", "pieces")),
    ],
)
def test_a_part_is_named_in_singular_or_plural(word: str, part: str) -> None:
    assert part_meant(word) == part


@pytest.mark.parametrize(
    ("part", "game", "kinds"),
    [
        ("board", "showdown", ["ring"] * 4),
        ("board", "junior", ["scoreboard"]),
        ("cards", "showdown", ["card", "back"]),
        ("chips", "showdown", ["chip"]),
        ("pawns", "showdown", ["pawn"]),
        ("tokens", "junior", ["token"]),
        ("platforms", "challenge", ["platform"]),
        ("markers", "challenge", ["sticker"]),
    ],
)
def test_pieces_of_one_kind_are_printed_alone(part: str, game: str, kinds: list[str]) -> None:
    pages = document(part, PrintRequest(GAMES[game])).pages
    assert [page.get("piece", page["kind"]) for page in pages] == kinds


def test_every_piece_has_a_name_by_which_it_is_printed() -> None:
    for game in GAMES.values():
        whole = [page["title"] for page in pieces.pages(game)]
        named = [name for name, part in PIECES.items() if part.pages(PrintRequest(game))]
        alone = [page["title"] for name in named for page in document(name, PrintRequest(game)).pages]
        assert sorted(alone) == sorted(whole)


PARTS_OF_ALL = (
    "quick, rules, pad, pieces, dice, board, cards, tokens, chips, pawns, platforms, markers, all, match"
)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (
            ["print", "pad", "showdown"],
            "Showdown has no pad; it has: quick, rules, pieces, dice, board, cards, chips, pawns.",
        ),
        (["print", "cards", "yatzy"], "Yatzy has no cards; it has: quick, rules, pad, dice."),
        (["print", "poster", "showdown"], f"There is no part 'poster'; the parts are: {PARTS_OF_ALL}."),
        (["print", "chpis", "showdown"], "There is no part 'chpis' (did you mean chips?); the parts are: "),
        (["print", "stikers", "yatzy"], "There is no part 'stikers' (did you mean dice?); the parts are: "),
        (["print", "pads"], 'GAME is missing; for example "fivedice print pad traditional".'),
        (["print", "pad", "yatzy", "-o", "pad.html"], "The PDF needs a file name that ends in .pdf"),
        (["review", "match.jsonl", "-o", "page.pdf"], "The page needs a file name that ends in .html"),
        (["review", "match.jsonl", "-o", "-"], "The page needs a file name that ends in .html"),
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
