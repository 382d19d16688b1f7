"""Every command that takes a game also takes a card in a file (docs/guide/own-card.md)."""

import re
from pathlib import Path
from unittest.mock import Mock

import pytest

from fivedice.__main__ import run
from fivedice.notation import record
from tests.cards.documents import INLINE
from tests.commands import printed, refused

PAGE = (Path(__file__).parents[2] / "docs" / "guide" / "own-card.md").read_text(encoding="utf-8")
EXAMPLE, FURTHER = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The family's card of docs/guide/own-card.md, in the present folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "granny.toml"
    path.write_text(EXAMPLE, encoding="utf-8")
    return path


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A card of four boxes, soon played and solved."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "small.toml"
    path.write_text(INLINE, encoding="utf-8")
    return path


def test_the_example_of_the_page_is_a_card_of_about_twenty_lines(card: Path) -> None:
    assert 20 <= len([line for line in EXAMPLE.splitlines() if line.strip()]) <= 26
    assert run(["rules", str(card)]) == 0
    card.write_text(f"{EXAMPLE}\n{FURTHER}", encoding="utf-8")
    assert run(["rules", str(card)]) == 0


@pytest.mark.parametrize(
    ("seats", "told", "untold"),
    [
        ("[1, 1]", ["You play against your earlier scores."], ["Who starts", "The highest total wins"]),
        ("[1, 4]", ["The highest total wins.", "Alone, you play", "Who starts", "If a player leaves"], []),
        ("[2, 3]", ["The highest total wins.", "Who starts", "If a player leaves"], ["Alone"]),
    ],
)
def test_rules_are_for_as_many_as_play(seats: str, told: list[str], untold: list[str], card: Path) -> None:
    card.write_text(EXAMPLE.replace("[1, 4]", seats), encoding="utf-8")
    page = " ".join(printed("rules", str(card)).split())
    assert [one in page for one in told] == [True] * len(told)
    assert [one in page for one in untold] == [False] * len(untold)


ODD = """
title = "Odd"
faces = "piecepack"

[[sections]]
title = "All"
goal = 1
bonus = 1
boxes = [
    { name = "Fünf", needs = "5 alike", pays = 50 },
    { name = "Funf", needs = "dice 12346", pays = 7 },
    { name = "Two Run", needs = "run of 2", pays = "these dice" },
]

[further]
box = "Fünf"
bonus = 1
joker = "free"
"""


def test_the_rules_of_a_card_name_numbers_faces_and_jokers_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(ODD, encoding="utf-8")
    page = " ".join(printed("rules", str(path)).split())
    assert "With 1 point or more here, 1 is added." in page
    assert "every further five alike earns 1 point on top." in page
    assert "- Funf: ace, 2, 3, 4, null pay 7" in page
    assert "If a full house, two pairs or a row pay their sum, all five dice of a Joker count." in page
    assert "counts one number" not in page


@pytest.mark.parametrize(("typed", "total"), [("funf", 8), ("fünf", 0), ("FÜNF", 0)])
def test_of_two_names_that_differ_by_a_sign_the_typed_one_is_meant(
    typed: str, total: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(ODD, encoding="utf-8")
    said = ["12346", "stop", typed, "yes"]
    monkeypatch.setattr("builtins.input", Mock(side_effect=[*said, EOFError]))
    assert f"{total} in total." in printed("play", str(path), "--seats", "Ann", "--plain", "--manual-dice")


@pytest.mark.parametrize("line", re.findall(r"^fivedice (\w+ granny.toml.*)$", PAGE, re.MULTILINE))
def test_the_commands_of_the_page_run(line: str, card: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = (
        line.replace("'", "").replace("+0 0", "+0_0").replace("--matches 200", "--matches 2 --jobs 1").split()
    )
    monkeypatch.setattr("builtins.input", Mock(side_effect=EOFError))
    assert card.exists()
    assert run([word.replace("_", " ") for word in words]) == 0


def test_the_refusal_on_the_page_is_what_is_said(card: Path) -> None:
    card.write_text(EXAMPLE.replace("face 3", "fase 3"), encoding="utf-8")
    (told,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert refused("play", card.name) == f"fivedice: granny.toml: {told}"


@pytest.mark.parametrize(
    "arguments",
    [["play"], ["rules"], ["solve"], ["simulate"], ["arena", "greedy", "random"], ["hint", "-", "12345@1"]],
    ids=lambda arguments: arguments[0],
)
def test_every_command_refuses_a_file_that_is_no_card(arguments: list[str], tmp_path: Path) -> None:
    bad, folder, binary = (tmp_path / name for name in ("bad.toml", "folder.toml", "binary.TOML"))
    bad.write_text(INLINE.replace("goal", "gaol"), encoding="utf-8")
    folder.mkdir()
    binary.write_bytes(b"\x80\x00t\xff")
    said = {
        bad: "line 6, gaol",
        folder: "cannot be read: is a directory.",
        binary: "UTF-8",
        tmp_path / "no.toml": "no such file",
    }
    for path, part in said.items():
        told = refused(arguments[0], str(path), *arguments[1:])
        assert part in told
        assert told.count("\n") == 1


def test_a_card_has_no_house_options(small: Path) -> None:
    assert "Inline has no option 'joker'; it has" in refused("solve", small.name, "--option", "joker=free")


def test_five_alike_are_told_by_the_name_that_the_card_has_for_them(small: Path) -> None:
    def told() -> str:
        return printed("solve", small.name, "--distribution")

    chances = r"none \d+\.\d\d%, one \d+\.\d\d%"
    assert re.search(rf"^Five: {chances}, two or more \d+\.\d\d%$", told(), re.MULTILINE)
    assert re.search(r"^  Five Bonus +\d+\.\d\d$", told(), re.MULTILINE)
    plain = small.read_text(encoding="utf-8").partition("[further]")[0].replace('"Five"', '"Jackpot"')
    small.write_text(plain, encoding="utf-8")
    assert re.search(rf"^Jackpot: {chances}$", told(), re.MULTILINE)


def test_tables_and_titles_print_what_the_card_is_called(small: Path) -> None:
    small.write_text(INLINE.replace("Inline", "[red]$x$ [/] 5%"), encoding="utf-8")
    assert "1 match of [red]$x$ [/] 5%" in printed("simulate", small.name, "--matches", "1")
    arena = ["arena", small.name, "greedy", "random", "--matches", "2", "--jobs", "1", "--plot", "p.svg"]
    assert "2 matches of [red]$x$ [/] 5%" in printed(*arena)


def test_the_header_on_the_page_of_records_is_read_and_written_so() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "record.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^```json-header\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    match = record.replay(line).match
    assert record.text(match) == line
    assert match.setup.game.title == "Short"
    with pytest.raises(record.BadRecord, match="line 1: "):
        record.replay(line.replace(', "goal": 0', ""))
    with pytest.raises(record.BadRecord, match="line 1: This card cannot be played: Two boxes are called"):
        record.replay(line.replace("sixes", "luck"))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_a_card_may_be_saved_as_an_editor_likes(encoding: str, card: Path) -> None:
    card.write_text(EXAMPLE, encoding=encoding)
    assert run(["rules", str(card)]) == 0
    card.write_text(EXAMPLE.replace('title = "', 'title = "\u00e9', 1), encoding="latin-1")
    assert "save it as UTF-8" in refused("rules", str(card))


def test_a_box_may_be_called_bonus(card: Path) -> None:
    text = 'title = "T"\n[[sections]]\ntitle = "A"\nboxes = [{ name = "Bonus" }, { name = "2 Bonus" },'
    text += ' { name = "Five", needs = "5 alike", pays = 50 }]\n[further]\nbox = "Five"\nbonus = 20\n'
    card.write_text(text, encoding="utf-8")
    assert run(["hint", str(card), "bonus=25", "22345"]) == 0
    assert run(["hint", str(card), "2 bonus=25, five=50, 1 yahtzee bonus", "22345"]) == 0
