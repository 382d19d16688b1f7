"""Whatever the terminal, the pipe or the disk: letters that cannot be written and streams that are closed."""

import os
import subprocess
import sys

import pytest

from fivedice.__main__ import run
from fivedice.cli.shared import console


def said(redirected: str, arguments: str, **environment: str) -> tuple[int, str, str]:
    """The exit code, the output and the error output of a command whose streams a shell has redirected."""
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m fivedice {arguments} {redirected}"],
        env=os.environ | {"PYTHONUNBUFFERED": ""} | environment,
        check=False,
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )
    return done.returncode, done.stdout.decode("latin-1"), done.stderr.decode("latin-1")


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252"])
def test_rules_can_be_read_in_any_encoding(encoding: str) -> None:
    """Signs that an encoding lacks are written as the plainest ones that are like them."""
    code, told, failed = said("", "rules junior", PYTHONIOENCODING=encoding)
    assert (code, failed) == (0, "")
    assert "Mickey Mouse" in told
    assert "?" not in told


@pytest.mark.parametrize(
    ("letter", "plain"), [("ü", "u"), ("–", "-"), ("…", "..."), ("“", '"'), ("½", "1/2")]
)
def test_a_letter_becomes_the_plainest_that_is_like_it(letter: str, plain: str) -> None:
    """Without its accents, and in ASCII; what is like no other becomes a question mark."""
    name = f"A{letter}n王"
    code, told, failed = said(
        "", f"play yams --seats '{name}' --plain", PYTHONIOENCODING="ascii", PYTHONUTF8="1"
    )
    assert (code, failed) == (0, "")
    assert f"Yams: A{plain}n?." in told


@pytest.mark.parametrize("game", ["traditional", "showdown", "piecepack", "junior"])
def test_a_terminal_without_such_letters_can_play(game: str) -> None:
    """No game needs any letter but plain ones."""
    code, _, failed = said("", f"play {game} --seats Ann,Ben --plain", PYTHONIOENCODING="ascii")
    assert (code, failed) == (0, "")


@pytest.mark.parametrize("arguments", ["rules traditional", "play traditional --seats Ann --plain"])
def test_a_disk_that_is_full_gets_one_sentence(arguments: str) -> None:
    """What is printed cannot be kept, and the exit code says so."""
    told = "fivedice: The output cannot be written: no space left on device.\n"
    assert said(">/dev/full", arguments) == (2, "", told)


def test_a_file_that_the_system_refuses_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever it was needed for, and nothing is said of the output."""

    def refuses(_: str) -> None:
        raise PermissionError(13, "Permission denied", "rules.txt")

    monkeypatch.setattr(console, "say", refuses)
    assert run(["rules", "junior"]) == 2
    assert capsys.readouterr().err == "fivedice: rules.txt cannot be used: permission denied.\n"


def test_nobody_is_told_where_nobody_can_be() -> None:
    """A sentence that cannot be written anywhere leaves the exit code."""
    assert said("2>/dev/full", "rules bridge") == (2, "", "")


@pytest.mark.parametrize(
    ("arguments", "closed"),
    [
        ("rules traditional", "<&-"),
        ("rules traditional", ">&-"),
        ("rules traditional", "2>&-"),
        ("play traditional --seats Ann --plain", "<&- >&- 2>&-"),
    ],
)
def test_a_closed_stream_is_one_that_leads_nowhere(arguments: str, closed: str) -> None:
    """No input is the end of what is typed, and no output is read by nobody."""
    code, _, failed = said(closed, arguments)
    assert (code, failed) == (0, "")
