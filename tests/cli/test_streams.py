"""Characters that cannot be encoded, full disks, closed streams, and lines that wrap in a terminal."""

import io
import os
import subprocess
import sys
from unittest.mock import Mock

import pytest

from fivedice.__main__ import run
from fivedice.cli.shared import console
from tests.commands import Terminal
from tests.spread import spread


def said(redirected: str, arguments: str, **environment: str) -> tuple[int, str, str]:
    """Runs a command with redirected streams; returns exit code, output and errors."""
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m fivedice {arguments} {redirected}"],
        env=os.environ | {"PYTHONUNBUFFERED": ""} | environment,
        check=False,
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )
    return done.returncode, done.stdout.decode("latin-1"), done.stderr.decode("latin-1")


@pytest.mark.parametrize("encoding", spread(["ascii", "cp1252"], "ascii"))
def test_rules_can_be_read_in_any_encoding(encoding: str) -> None:
    code, told, failed = said("", "rules junior", PYTHONIOENCODING=encoding)
    assert (code, failed) == (0, "")
    assert "Mickey Mouse" in told
    assert "?" not in told


def test_a_letter_becomes_the_plainest_that_is_like_it() -> None:
    names = "Aün王,A–n王,A…n王,A“n王,A½n王"
    code, told, failed = said(
        "", f"play yams --seats '{names}' --plain", PYTHONIOENCODING="ascii", PYTHONUTF8="1"
    )
    assert (code, failed) == (0, "")
    assert 'Yams: Aun?, A-n?, A...n?, A"n?, A1/2n?.' in told


@pytest.mark.parametrize("arguments", ["rules traditional", "play traditional --seats Ann --plain"])
def test_a_disk_that_is_full_gets_one_sentence(arguments: str) -> None:
    told = "fivedice: The output cannot be written: no space left on device.\n"
    assert said(">/dev/full", arguments) == (2, "", told)


def test_a_refused_file_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    failure = PermissionError(13, "Permission denied", "rules.txt")
    monkeypatch.setattr(console, "say", Mock(side_effect=failure))
    assert run(["rules", "junior"]) == 2
    assert capsys.readouterr().err == "fivedice: rules.txt cannot be used: permission denied.\n"


def test_nobody_is_told_where_nobody_can_be() -> None:
    assert said("2>/dev/full", "rules bridge") == (2, "", "")


@pytest.mark.parametrize("closed", spread(["<&-", ">&-", "2>&-", "<&- >&- 2>&-"], "<&- >&- 2>&-"))
def test_a_closed_stream_is_one_that_leads_nowhere(closed: str) -> None:
    code, _, failed = said(closed, "play traditional --seats Ann --plain")
    assert (code, failed) == (0, "")


def written_to(output: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Redirects the output; a terminal has thirty columns."""
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setattr(sys, "stdout", output)
    return output


def test_a_long_line_breaks_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    window = written_to(Terminal(), monkeypatch)
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
    window = written_to(Terminal(), monkeypatch)
    monkeypatch.setattr(sys, "stdin", io.StringIO("yes\n"))
    assert console.ask("Kniffel would be a zero, Chance 19 is open. Take it? ") == "yes"
    assert window.getvalue() == "Kniffel would be a zero,\n  Chance 19 is open. Take it? \n"


def test_programs_get_every_line_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = written_to(io.StringIO(), monkeypatch)
    console.tell("word " * 20)
    assert pipe.getvalue() == "word " * 20 + "\n"
