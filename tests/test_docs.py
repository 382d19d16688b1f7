"""The documents: what docs/reference/record.md and the example game show is run and compared."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from msgspec import Struct

import fivedice
from fivedice import Match
from fivedice.bots import random
from fivedice.cards.boxes import Box
from fivedice.cards.scorecard import Further, Section, Written
from fivedice.cli.options.games import HintOptions
from fivedice.core.texts import AnyFirst
from fivedice.folders import HOME_VARIABLE
from fivedice.games import GAMES
from fivedice.notation import read, record, write
from fivedice.notation.record import BadRecord
from fivedice.runtime.simulation import play

ROOT = Path(__file__).parents[1]
RECORD_PAGE = (ROOT / "docs" / "reference" / "record.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def fenced(text: str, kind: str) -> list[str]:
    """The code blocks of one kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


WHOLE, *SAMPLES = fenced(RECORD_PAGE, "jsonl")
POSITIONS = [block.strip() for block in fenced(RECORD_PAGE, "position")]


def test_the_whole_record_replays_to_its_result() -> None:
    replay = record.replay(WHOLE)
    assert replay.complete
    assert record.text(replay.match) == WHOLE


def test_the_documented_fault_is_reported_as_documented() -> None:
    (changed,) = re.findall(r"With line 3 changed to `(.*)`", RECORD_PAGE)
    lines = WHOLE.splitlines()
    lines[2] = changed
    with pytest.raises(BadRecord) as fault:
        record.replay("\n".join(lines) + "\n")
    assert fault.value.breaks_rules
    assert f"{fault.value}\n" in fenced(RECORD_PAGE, "text")


def test_each_of_the_five_games_has_a_sample() -> None:
    games = [record.replay(sample).match.setup.game.name for sample in SAMPLES]
    assert games == ["traditional", "challenge", "showdown", "piecepack", "junior"]
    assert len(POSITIONS) == len(SAMPLES)


@pytest.mark.parametrize(("sample", "text"), list(zip(SAMPLES, POSITIONS, strict=True)))
def test_a_sample_leads_to_its_position(sample: str, text: str) -> None:
    reached = record.replay(sample).match
    assert record.text(reached) == sample
    assert write.position(reached.state.position) == text
    assert read.position(reached.setup.game, text) == reached.state.position


def test_the_listed_events_are_written_as_listed() -> None:
    (block,) = fenced(RECORD_PAGE, "json")
    events = [read.event(line) for line in block.splitlines()]
    assert [write.event(event) for event in events] == block.splitlines()
    assert {type(event).__name__ for event in events} == {
        *("Throw", "First", "HintTaken", "Keep", "Spend", "Choose", "Final", "Score")
    }


def test_the_documented_turns_without_throws_are_a_record() -> None:
    (sample,) = fenced(RECORD_PAGE, "json-entered")
    assert record.text(record.replay(sample).match) == sample


def test_the_documented_turns_read_back() -> None:
    turns = re.findall(r"`([1-6./]+@\d)`", RECORD_PAGE)
    assert len(turns) == 5
    assert [write.turn(read.turn(text)) for text in turns] == turns


def test_the_positions_in_words_are_positions() -> None:
    (block,) = (block for block in fenced(RECORD_PAGE, "text") if block.startswith("traditional"))
    said = [line.split(maxsplit=1) for line in block.splitlines()]
    assert [Match.at(game, words).setup.game.name for game, words in said] == [game for game, _ in said]


def test_the_card_for_a_hint_comes_about() -> None:
    (words,) = re.findall(r"`fivedice hint traditional '(.*)' 22345`", README)
    assert f"'{words}'" in (HintOptions.__doc__ or "")
    played = fivedice.start("traditional", "Ann")
    for dice, box in (("55555", "yahtzee"), ("55555", "fives"), ("66433", "chance")):
        played = played.throw(dice).keep(dice).use(box)
    assert Match.at("traditional", words).state.position == played.state.position


@pytest.mark.parametrize("part", [Written, Section, Box, Further])
def test_the_page_names_the_keys_of_a_card_in_the_order_of_the_writer(part: type[Struct]) -> None:
    keys = ", ".join(f"`{key}`" for key in part.__struct_fields__)
    assert keys in " ".join(RECORD_PAGE.split())


@pytest.fixture
def sixth(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the game in the examples, which is added to the register."""
    game = import_module("examples.straight_five").StraightFive()
    monkeypatch.setitem(GAMES, game.name, game)
    return str(game.name)


@pytest.mark.parametrize("first", [0, "random", "roll"])
def test_the_sixth_game_plays_and_replays(sixth: str, first: AnyFirst) -> None:
    begun = fivedice.start(sixth, "Ann", "Ben", "Cy", first=first)
    ended = play(begun.setup, [random] * 3, 5, 1)
    replay = record.replay(record.text(ended))
    position = ended.state.position
    assert replay.complete
    assert replay.match == ended
    assert read.position(ended.setup.game, write.position(position)) == position
    assert all(25 <= total <= 150 for total in ended.scores)


DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FILES = [
    path.relative_to(ROOT).as_posix()
    for top in ("src", "tests", "benchmarks", "research", "examples")
    for path in (ROOT / top).rglob("*.py")
]
ELSEWHERE = {"src/fivedice/games/straight_five.py", "mybots.py", "games/scorecard.py"}
"""Files that a reader writes, and one that is told to be gone."""


def test_documents_name_source_files_that_exist() -> None:
    named = {
        name
        for document in DOCUMENTS
        for name in re.findall(r"`(?:python )?([\w/]+\.py)\b", document.read_text(encoding="utf-8"))
    }
    missing = {name for name in named if not any(f"/{path}".endswith(f"/{name}") for path in FILES)}
    assert missing <= ELSEWHERE


def changes() -> list[tuple[str, str]]:
    """The table "Where do I change …?" of the architecture page: what to change, and the place."""
    page = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## Where do I change …?")[2]
    return re.findall(r"^\| ([^|-][^|]*) \| (.*) \|$", table, re.MULTILINE)[1:]


@pytest.mark.parametrize(("change", "place"), changes())
def test_what_one_may_want_to_change_is_where_the_table_says(change: str, place: str) -> None:
    folders = re.findall(r"in `([\w/-]+)`,", place)
    names = [name for name in re.findall(r"`([^`]+)`", place) if name not in folders]
    homes = [ROOT, *(ROOT / "src" / "fivedice" / folder for folder in ("", *folders))]
    found = {name: [home / name for home in homes if (home / name).exists()] for name in names}
    files = [path for paths in found.values() for path in paths if path.is_file()]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    assert [name for name, paths in found.items() if not paths and name not in text] == [], change


def test_the_page_on_python_names_every_exception_that_is_offered() -> None:
    page = (ROOT / "docs" / "guide" / "python.md").read_text(encoding="utf-8")
    offered = {name: getattr(fivedice, name) for name in fivedice.__all__}
    raised = {
        name: one for name, one in offered.items() if isinstance(one, type) and issubclass(one, Exception)
    }
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == set(raised)
    assert all(issubclass(kind, ValueError) for kind in raised.values())


def test_the_readme_of_research_names_every_script() -> None:
    readme = (ROOT / "research" / "README.md").read_text(encoding="utf-8")
    scripts = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "research").rglob("*.py")
        if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
    }
    assert set(re.findall(r"\bresearch(?:\.\w+)+", readme)) == scripts


GUIDE = ROOT / "docs" / "guide"


def test_troubleshooting_quotes_what_the_program_says() -> None:
    files = [path for end in ("py", "js", "html") for path in (ROOT / "src" / "fivedice").rglob(f"*.{end}")]
    source = "".join(path.read_text(encoding="utf-8") for path in [*files, ROOT / "hatch_build.py"])
    source = source.replace("{HOME_VARIABLE}", HOME_VARIABLE).replace("{variable}", HOME_VARIABLE)
    page = (GUIDE / "troubleshooting.md").read_text(encoding="utf-8")
    quoted = re.findall(r"^> (.+)$", page, re.MULTILINE)
    assert len(quoted) > 9
    parts = [part.strip(" .,") for message in quoted for part in message.split("…")]
    assert [part for part in parts if part not in source] == []


def test_every_page_is_listed_on_the_front_page() -> None:
    front = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    pages = [page.relative_to(ROOT / "docs") for page in (ROOT / "docs").rglob("*/*.md")]
    assert [
        str(page)
        for page in pages
        if page.parts[0] != "decisions" and "python" not in page.parts and f"({page})" not in front
    ] == []
