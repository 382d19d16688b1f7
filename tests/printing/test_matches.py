"""The filled sheet of a match, with its review."""

from collections import Counter
from pathlib import Path

import pytest

from fivedice.__main__ import run
from fivedice.api.match import start
from fivedice.core.rules import IllegalMove
from fivedice.games.showdown_board import ShowdownPosition
from fivedice.notation import record
from fivedice.printing import document, matches, qr
from fivedice.printing.drawings import drawings
from tests.printing.reading import Paper, read
from tests.spread import one_in

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = [
    "junior-1seats",
    "junior-4seats",
    "showdown-3seats",
    "challenge-4seats",
    "piecepack-6seats",
    "yams-2seats",
]


def made(name: str, tmp_path: Path, *more: str) -> Paper:
    file = tmp_path / "sheet.pdf"
    assert run(["print", "match", str(GOLDEN / f"{name}.jsonl"), "-o", str(file), *more]) == 0
    return read(file.read_bytes())


@pytest.mark.parametrize("name", one_in(2, RECORDS))
def test_a_match_is_a_sheet_and_a_review_on_a_page(name: str, tmp_path: Path) -> None:
    printed = made(name, tmp_path, "--paper", "letter")
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
    text = made("traditional-2seats", tmp_path).texts[0]
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
    printed = made(name, tmp_path, *(["--link", link] if link else []))
    codes = [text for kind, text in printed.tags if kind == "Figure" and text.startswith("QR")]
    assert codes == ([alt] if alt else [])
    assert link in printed.texts[0]


def test_the_sheet_of_showdown_shows_its_board(tmp_path: Path) -> None:
    """Each card with its owner's mark and its chips, and each pawn where it stands."""
    figures = [text for kind, text in made("showdown-3seats", tmp_path).tags if kind == "Figure"]
    position = record.replay((GOLDEN / "showdown-3seats.jsonl").read_bytes()).match.state.position
    assert isinstance(position, ShowdownPosition)
    held = Counter(drawings()[f"mark-{card.owner}"].alt for card in position.cards if card)
    named = [drawings()[f"mark-{seat}"].alt for seat in range(3)]
    assert Counter(one for one in figures if one in named) == held + Counter(named)
    assert sum(text.startswith("pawn of") for text in figures) == 3


def test_a_match_before_its_first_game_and_an_endless_link_are_printed() -> None:
    match = start("traditional", "Ann", "Ben", first="roll")
    made = matches.document(match, "https://dice.example/" + "x" * 3000)
    assert made.pages[0]["tables"] == []
    assert made.pages[0]["code"] is None
    assert len(read(document.pdf(made, document.Look())).texts) == 1


def test_an_unfinished_match_is_printed_as_it_stands(tmp_path: Path) -> None:
    match = start("yatzy", "Ann", "Ben").throw("23455").keep("23455").use("fives")
    file = tmp_path / "match.jsonl"
    file.write_text(record.text(match), encoding="utf-8")
    assert run(["print", "match", str(file), "-o", str(tmp_path / "match.pdf")]) == 0
    assert "Unfinished: Ann" in read((tmp_path / "match.pdf").read_bytes()).texts[0]


def test_a_match_that_cannot_be_rated_has_no_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> object:
        raise IllegalMove("This card is too large to be solved.")

    monkeypatch.setattr("fivedice.cli.printing.solvers.library", lambda: refuse)
    assert len(made("yams-2seats", tmp_path).texts) == 1
    assert "There is no review: This card is too large to be solved." in capsys.readouterr().out
