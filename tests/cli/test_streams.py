"""Characters that cannot be encoded, full disks and closed streams."""

import os
import subprocess
import sys

import pytest

from fivedice.__main__ import run
from fivedice.cli.shared import console


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


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
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


def test_a_file_that_the_system_refuses_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuses(_: str) -> None:
        raise PermissionError(13, "Permission denied", "rules.txt")

    monkeypatch.setattr(console, "say", refuses)
    assert run(["rules", "junior"]) == 2
    assert capsys.readouterr().err == "fivedice: rules.txt cannot be used: permission denied.\n"


def test_nobody_is_told_where_nobody_can_be() -> None:
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
    code, _, failed = said(closed, arguments)
    assert (code, failed) == (0, "")
