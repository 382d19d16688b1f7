"""Lines for people wrap at the width of the terminal."""

import io
import sys
from pathlib import Path

import pytest

from fivedice.__main__ import run
from fivedice.cli.shared import console
from fivedice.match.match import start
from fivedice.notation import record


class Window(io.StringIO):
    def isatty(self) -> bool:
        return True


def written_to(output: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Redirects the output; a terminal has thirty columns."""
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setattr(sys, "stdout", output)
    return output


def test_a_long_line_breaks_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    window = written_to(Window(), monkeypatch)
    console.tell(
        "They would pay: Aces 1, Threes 3, Chance 19.\n\n  Twos 2\n  Small Straight 30, with 35 Upper bonus"
    )
    assert window.getvalue().splitlines() == [
        "They would pay: Aces 1, Threes",
        "  3, Chance 19.",
        "",
        "  Twos 2",
        "  Small Straight 30, with 35",
        "    Upper bonus",
    ]


def test_a_prompt_breaks_too_and_what_is_typed_stands_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    window = written_to(Window(), monkeypatch)
    monkeypatch.setattr(sys, "stdin", io.StringIO("yes\n"))
    assert console.ask("Kniffel would be a zero, Chance 19 is open. Take it? ") == "yes"
    assert window.getvalue() == "Kniffel would be a zero,\n  Chance 19 is open. Take it? \n"


def test_the_list_of_records_breaks_between_words(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir(parents=True)
    match = start("junior", "Annabella", "Benedetta").throw("12345")
    (home / "2026-11-23-121314-j.jsonl").write_text(record.text(match))
    window = written_to(Window(), monkeypatch)
    assert run(["records"]) == run(["show"]) == 0
    lines = window.getvalue().splitlines()
    assert lines[1:6] == [
        "  2026-11-23-121314-j.jsonl:",
        "    Junior: Annabella,",
        "    Benedetta. Unfinished:",
        "    Annabella 0, Benedetta 0.",
        "   Junior: Annabella,",
    ]
    assert "1  Annabella throws Mickey(1)" in lines


def test_programs_get_every_line_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = written_to(io.StringIO(), monkeypatch)
    console.tell("word " * 20)
    assert pipe.getvalue() == "word " * 20 + "\n"
