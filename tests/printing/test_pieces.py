"""Boards, cards, tokens and stickers as PDF, and the filled sheet of a match with its review."""

from collections import Counter
from pathlib import Path
from unittest.mock import Mock

import pytest
import typst

import fivedice
from fivedice.__main__ import run
from fivedice.api.match import start
from fivedice.cards.boxes import paid
from fivedice.core.faces import FACE_SETS
from fivedice.core.rules import IllegalMove, title
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.games.showdown import chips_for
from fivedice.games.showdown_board import CARDS, FULL_VALUE, WILD_SPACES, ShowdownPosition
from fivedice.notation import record
from fivedice.printing import document, matches, pieces, qr
from fivedice.printing.drawings import SEATS, SUITS, drawings
from fivedice.printing.pieces import example
from tests.printing.reading import POINTS, Paper, made, read
from tests.spread import one_in, spread

BOARDED = ("showdown", "junior", "challenge")


@pytest.mark.parametrize("paper", document.PAPERS)
@pytest.mark.parametrize(
    ("game", "pages"), spread([("showdown", 8), ("junior", 2), ("challenge", 2)], ("junior", 2))
)
def test_boards_and_pieces_are_tagged_and_inside_the_area(game: str, pages: int, paper: str) -> None:
    printed = made("pieces", game, paper)
    assert len(printed.texts) == pages
    assert printed.outside() == []
    assert [kind for kind, _ in printed.tags].count("H1") == pages
    figures = [alt for kind, alt in printed.tags if kind == "Figure"]
    assert figures
    assert all(figures)
    cut = [text for text in printed.texts if "scoreboard" not in text]
    assert all("100 mm – print at 100%" in text for text in cut)


def test_the_twelve_cards_say_what_they_need_and_hold() -> None:
    fronts, backs = pieces.cards(GAMES["showdown"])
    assert [card["title"] for card in fronts["pieces"]] == [title(name) for name in CARDS]
    for place, card in enumerate(fronts["pieces"]):
        assert max(card["chips"]) == FULL_VALUE[place]
        assert card["words"]
        dice = tuple(int(die.removeprefix("pips-")) for die in card["dice"])
        assert chips_for(place, tuple(sorted(dice))) == min(FULL_VALUE[place], 3 if place < 6 else 9)
    turned = [card["title"] for card in backs["pieces"]]
    assert turned[:3] == ["Threes", "Twos", "Aces"]
    assert sorted(turned) == sorted(map(title, CARDS))
    text = made("pieces", "showdown").texts
    assert all(title(name) in text[4] and title(name) in " ".join(text[5].split()) for name in CARDS)


def test_paper_has_the_colours_of_the_pages() -> None:
    style = Path(fivedice.__file__).parent / "web" / "style"
    seats, dice = (style.joinpath(name).read_text() for name in ("seats.css", "dice.css"))
    assert all(f"--seat-{seat}: {colour};" in seats for seat, colour in enumerate(SEATS.values()))
    assert all(f".{suit} {{ --suit: {colour}; }}" in dice for suit, (_, colour) in SUITS.items())


def test_the_tiles_of_the_board_show_each_space_once_and_whole() -> None:
    tiles = pieces.ring(whole=False)
    (whole,) = pieces.ring(whole=True)
    assert len(tiles) == 4
    for page in (tiles, [whole]):
        spaces = [space for tile in page for space in tile["spaces"]]
        assert sorted(space["number"] for space in spaces) == [*range(16)]
        assert sum(tile["has_middle"] for tile in page) == 1
        corners = {space["number"]: space["mark"] for space in spaces if space["mark"]}
        assert corners == {corner: f"mark-{seat}" for seat, corner in enumerate(WILD_SPACES)}
    assert all(tile["columns"] * tile["cell"] <= document.AREA[0] for tile in tiles)


def test_the_board_may_be_one_a3() -> None:
    printed = made("pieces", "showdown", "letter", a3=True)
    assert printed.sizes == {(297.0, 420.0), (215.9, 279.4)}
    assert len(printed.texts) == 5
    assert printed.outside((286 * POINTS, 400 * POINTS)) == []


def test_a_player_has_chips_for_all_cards() -> None:
    chips = pieces.chips(GAMES["showdown"])["pieces"]
    for player in range(4):
        assert sum(chip["value"] for chip in chips if chip["mark"] == f"mark-{player}") >= sum(FULL_VALUE)


def test_tokens_of_players_differ_by_shape() -> None:
    tokens = pieces.tokens(GAMES["junior"])["pieces"]
    assert Counter(token["mark"] for token in tokens) == {f"mark-{player}": 5 for player in range(4)}
    assert {token["drawing"] for token in tokens} == {f"character-{number}" for number in range(2, 7)}
    shapes = {drawings()[f"mark-{player}"].alt.split()[1] for player in range(4)}
    assert shapes == {"circle", "square", "diamond", "hexagon"}


def test_each_player_can_show_five_of_any_number_on_the_platform() -> None:
    platforms, markers = pieces.pages(GAMES["challenge"])
    assert [platform["slots"] for platform in platforms["pieces"]] == [5] * 4
    assert set(Counter(marker["drawing"] for marker in markers["pieces"]).values()) == {20}


@pytest.mark.parametrize("size", pieces.STICKERS)
@pytest.mark.parametrize("game", ["traditional", "piecepack", "junior", "showdown", "yatzy"])
def test_every_die_gets_six_different_faces(game: str, size: int) -> None:
    page = pieces.stickers(GAMES[game], size)
    names = [sticker["drawing"] for sticker in page["pieces"]]
    dice = [names[at : at + 6] for at in range(0, len(names), 6)]
    assert len(dice) == (6 if game == "showdown" else 5)
    assert all(len(set(die)) == 6 for die in dice)
    assert page["size"] == (size, size)
    printed = made("dice", game, "letter", size=size)
    assert len(printed.texts) == 1
    assert printed.outside() == []


@pytest.mark.parametrize("faces", FACE_SETS)
def test_every_face_is_drawn_and_named(faces: str) -> None:
    for number, face in enumerate(FACE_SETS[faces], 1):
        drawing = drawings()[f"{faces}-{number}"]
        assert face.name in drawing.alt
        assert drawing.svg.startswith("<svg")


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if card_of(game)])
def test_the_dice_beside_a_box_pay_there(game: str) -> None:
    card = card_of(GAMES[game])
    assert card is not None
    assert [box.name for box in card.boxes if not paid(box, tuple(sorted(example(box))))] == []


def test_a_picture_without_alternative_text_makes_no_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = {name: (drawing.svg, None) for name, drawing in drawings().items()}
    monkeypatch.setattr(document, "drawings", lambda: bare)
    with pytest.raises(typst.TypstError, match="alt"):
        made("dice", "yatzy")


@pytest.mark.parametrize("game", BOARDED)
def test_equal_pieces_are_equal_byte_by_byte(game: str, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.pdf", "two.pdf")]
    for file in files:
        assert run(["print", "pieces", game, "-o", str(file), "--low-ink"]) == 0
    assert files[0].read_bytes() == files[1].read_bytes()


GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = [
    "junior-1seats",
    "junior-4seats",
    "showdown-3seats",
    "challenge-4seats",
    "piecepack-6seats",
    "yams-2seats",
]


def filled_sheet(name: str, tmp_path: Path, *more: str) -> Paper:
    file = tmp_path / "sheet.pdf"
    assert run(["print", "match", str(GOLDEN / f"{name}.jsonl"), "-o", str(file), *more]) == 0
    return read(file.read_bytes())


@pytest.mark.parametrize("name", one_in(2, RECORDS))
def test_a_match_is_a_sheet_and_a_review_on_a_page(name: str, tmp_path: Path) -> None:
    printed = filled_sheet(name, tmp_path, "--paper", "letter")
    match = record.replay((GOLDEN / f"{name}.jsonl").read_bytes()).match
    sheet, review = printed.texts
    assert "The match is over" in sheet
    for seat, player in enumerate(match.setup.players):
        assert player.name in sheet
        assert player.name in review
        if match.setup.game.board == "cards":
            assert str(match.scores[seat]) in sheet
    assert "best play" in review
    assert printed.outside() == []
    assert all(alt for kind, alt in printed.tags if kind == "Figure")


def test_each_game_of_a_match_has_its_card(tmp_path: Path) -> None:
    played = record.replay((GOLDEN / "traditional-2seats.jsonl").read_bytes()).match
    (sheet, *_) = matches.document(played).pages
    assert [table["rows"][-1]["cells"] for table in sheet["tables"]] == [
        tuple(map(str, scores)) for scores in played.state.finished
    ]
    text = filled_sheet("traditional-2seats", tmp_path).texts[0]
    assert "Game 1" in text
    assert "Game 2" in text


def test_a_short_record_is_in_the_code_and_reads_back(monkeypatch: pytest.MonkeyPatch) -> None:
    held = list[str]()
    monkeypatch.setattr(qr, "draw", lambda text, _error: held.append(text) or (1, ""))
    played = record.replay((GOLDEN / "junior-1seats.jsonl").read_bytes()).match
    matches.document(played)
    assert record.replay(held[0]).match == played
    matches.document(played, "https://dice.example/review/ABCDEF")
    assert held[1:] == ["https://dice.example/review/ABCDEF"]


@pytest.mark.parametrize(
    ("name", "link", "alt"),
    [
        ("junior-1seats", "", "QR code: the record of the match, as text"),
        ("showdown-3seats", "https://dice.example/review/ABCDEF", "QR code: the match on the server"),
        ("showdown-3seats", "", None),
    ],
)
def test_a_code_holds_a_link_or_a_short_record(name: str, link: str, alt: str | None, tmp_path: Path) -> None:
    printed = filled_sheet(name, tmp_path, *(["--link", link] if link else []))
    codes = [text for kind, text in printed.tags if kind == "Figure" and text.startswith("QR")]
    assert codes == ([alt] if alt else [])
    assert link in printed.texts[0]


def test_the_sheet_of_showdown_shows_its_board(tmp_path: Path) -> None:
    """Each card with its owner's mark and its chips, and each pawn where it stands."""
    figures = [text for kind, text in filled_sheet("showdown-3seats", tmp_path).tags if kind == "Figure"]
    position = record.replay((GOLDEN / "showdown-3seats.jsonl").read_bytes()).match.state.position
    assert isinstance(position, ShowdownPosition)
    held = Counter(drawings()[f"mark-{card.owner}"].alt for card in position.cards if card)
    named = [drawings()[f"mark-{seat}"].alt for seat in range(3)]
    assert Counter(one for one in figures if one in named) == held + Counter(named)
    assert sum(text.startswith("pawn of") for text in figures) == 3


def test_a_match_before_its_first_game_and_an_endless_link_are_printed() -> None:
    match = start("traditional", "Ann", "Ben", first="roll")
    sheet = matches.document(match, "https://dice.example/" + "x" * 3000)
    assert sheet.pages[0]["tables"] == []
    assert sheet.pages[0]["code"] is None
    assert len(read(document.pdf(sheet, document.Look())).texts) == 1


def test_an_unfinished_match_is_printed_as_it_stands(tmp_path: Path) -> None:
    match = start("yatzy", "Ann", "Ben").throw("23455").keep("23455").use("fives")
    file = tmp_path / "match.jsonl"
    file.write_text(record.text(match), encoding="utf-8")
    assert run(["print", "match", str(file), "-o", str(tmp_path / "match.pdf")]) == 0
    assert "Unfinished: Ann" in read((tmp_path / "match.pdf").read_bytes()).texts[0]


def test_a_match_that_cannot_be_rated_has_no_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "fivedice.cli.printing.solvers.library",
        lambda: Mock(side_effect=IllegalMove("This card is too large to be solved.")),
    )
    assert len(filled_sheet("yams-2seats", tmp_path).texts) == 1
    assert "There is no review: This card is too large to be solved." in capsys.readouterr().out
