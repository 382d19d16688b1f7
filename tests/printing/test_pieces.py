"""Boards, cards, tokens, chips, pawns, platforms and stickers as PDF."""

from collections import Counter
from pathlib import Path

import pytest
import typst

from fivedice.__main__ import run
from fivedice.cards.boxes import paid
from fivedice.core.faces import FACE_SETS
from fivedice.core.rules import title
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.games.showdown import chips_for
from fivedice.games.showdown_board import CARDS, FULL_VALUE, WILD_SPACES
from fivedice.printing import document, pieces
from fivedice.printing.drawings import drawings
from fivedice.printing.examples import example
from tests.printing.reading import POINTS, made
from tests.spread import spread

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
