"""Unfinished matches: one writer at a time, and damaged records continue from their good part."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from fivedice.__main__ import run
from fivedice.api.match import start
from fivedice.notation import record
from fivedice.runtime import store
from fivedice.runtime.store import Log, StoreError
from tests.commands import fivedice, refused
from tests.terminal.terminal import terminal

LEAVE = "stop\n1\n"


@pytest.fixture
def left(home: Path) -> Path:
    """The record of a match left in its second turn."""
    fivedice("play", "junior", "--seats", "Ann", "--plain", "--seed", "1", typed=LEAVE)
    (path,) = store.records(home)
    return path


@contextmanager
def at_the_table(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A process that plays a match and waits for an answer."""
    command = [sys.executable, "-m", "fivedice", *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while "throw 1 of 3" not in process.stdout.readline():
            assert process.poll() is None
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("how", ["play", "resume"])
def test_a_match_is_played_in_one_terminal_at_a_time(how: str, left: Path, home: Path) -> None:
    first = (
        ("play", "junior", "--seats", "Ben", "--plain") if how == "play" else ("resume", left.name, "--plain")
    )
    with at_the_table(*first) as process:
        path = store.records(home)[-1]
        before = path.read_bytes()
        second = fivedice("resume", path.name, "--plain", typed=LEAVE)
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr == f"fivedice: {path} is open in another terminal; only one can write to it.\n"
        assert path.read_bytes() == before
        assert run(["verify", "--unfinished", str(path)]) == 0
        process.communicate(LEAVE, timeout=60)
    assert len(record.replay(path.read_bytes()).match.events) > before.count(b"\n") - 1


def test_the_newest_match_that_is_free_is_gone_on_with(left: Path, home: Path) -> None:
    with closing(Log.create(home, "junior", record.header(start("junior", "Ben").setup))) as other:
        newer, before = other.path, other.path.read_bytes()
        second = fivedice("resume", "--plain", typed=LEAVE)
        assert second.stdout.splitlines()[:3] == [
            f"{newer} is open in another terminal; only one can write to it.",
            f"Continuing the one before it: {left.name}.",
            "Junior: Ann. Type ? for help.",
        ]
        assert newer.read_bytes() == before
        with closing(Log.reopen(left)):
            third = fivedice("resume", "--plain", typed=LEAVE)
            assert (third.returncode, third.stdout) == (2, "")
            assert (
                third.stderr == f"fivedice: {newer} is open in another terminal; only one can write to it.\n"
            )


def test_play_tells_of_matches_that_were_left(left: Path, home: Path) -> None:
    told = "You have an unfinished match of Junior, Ann 2. Continue it with: fivedice resume"
    assert fivedice("play", "--plain", typed="").stdout.splitlines()[0] == told
    assert "You have" not in fivedice("play", "junior", "--plain", typed="").stdout
    with closing(Log.reopen(left)):
        assert "You have" not in fivedice("play", "--plain", typed="").stdout
    fivedice("play", "showdown", "--seats", "Ann,Ben", "--plain", typed="")
    last = "You have 2 unfinished matches, the last of Showdown, Ann 0, Ben 0."
    (home / "2026-damaged.jsonl").write_text("{}\n")
    assert fivedice("play", "--plain", typed="").stdout.splitlines()[0] == (
        f"{last} Continue it with: fivedice resume"
    )


def test_a_match_that_goes_on_begins_with_its_standing(left: Path) -> None:
    assert fivedice("resume", left.name, "--plain", typed="").stdout.splitlines()[1] == "So far: Ann 2."
    assert "So far" not in fivedice("play", "junior", "--seats", "Ann", "--plain", typed="").stdout


def test_what_another_program_wrote_is_not_written_over(home: Path) -> None:
    log = Log.create(home, "junior", "first")
    with log.path.open("a") as other:
        other.write("other\n")
    with pytest.raises(StoreError, match="changed by another program; nothing more is written there"):
        log.append("second")
    log.close()
    assert log.path.read_text() == "first\nother\n"
    gone = Log.create(home, "junior", "first")
    gone.path.unlink()
    with pytest.raises(StoreError, match="deleted or changed"):
        gone.append("second")
    gone.close()


def test_a_terminal_killed_after_a_throw_was_taken_back_leaves_a_valid_record(home: Path) -> None:
    played = ("play", "junior", "--seats", "Ann", "--plain", "--manual-dice")
    with terminal("-m", "fivedice", *played) as window:
        window.until("type what they show")
        window.types("66123\n")
        window.until("(u takes back")
        (path,) = store.records(home)
        assert len(record.replay(path.read_bytes()).match.events) == 1
        window.types("undo\n")
        window.until("type what they show", times=2)
        window.process.kill()
        window.ends()
    assert record.replay(path.read_bytes()).match.events == ()


def test_a_killed_terminal_remembers_what_was_typed_of_a_turn(home: Path) -> None:
    assert store.records(home) == []
    with terminal(
        "-m", "fivedice", "play", "traditional", "--seats", "Ann", "--plain", "--manual-dice"
    ) as window:
        window.until("type what they show")
        window.types("detail final\n")
        window.until("type your final dice")
        window.process.kill()
        window.ends()
    assert "Ann, type your final dice" in fivedice("resume", "--plain", typed="quit\n").stdout


def test_where_real_dice_are_thrown_no_seed_throws(home: Path) -> None:
    fivedice("play", "junior", "--seats", "Ann", "--plain", "--manual-dice", typed="66123\nquit\n")
    (path,) = store.records(home)
    before = path.read_bytes()
    refused = fivedice("resume", "--plain", "--seed", "1")
    assert refused.returncode == 2
    assert refused.stderr == "fivedice: You throw the dice yourself, so --seed has no effect.\n"
    assert path.read_bytes() == before
    assert fivedice("resume", "--plain", "--no-manual-dice", "--seed", "1", typed="quit\n").returncode == 0


def test_at_the_end_nothing_is_left_beside_the_record(home: Path) -> None:
    played = ("play", "junior", "--seats", "Ann", "--plain", "--manual-dice")
    fivedice(*played, typed="66666\nquit\n")
    (path,) = store.records(home)
    assert sorted(kept.name for kept in home.iterdir()) == [path.name, f"{path.stem}.real-dice"]
    turns = "".join(f"{face * 5}\nstop\n1\n" for face in "5432")
    fivedice("resume", "--plain", typed="stop\n1\n" + turns)
    assert record.replay(path.read_bytes()).complete
    assert list(home.iterdir()) == [path]


@pytest.fixture
def damaged(left: Path) -> bytes:
    """The bytes of a record whose fourth line of six breaks the rules."""
    lines = left.read_bytes().splitlines(keepends=True)
    lines[3] = b'{"throw": "66", "seat": 0}\n'
    left.write_bytes(b"".join(lines))
    return left.read_bytes()


@pytest.mark.parametrize(("more", "typed"), [((), "yes\n"), (("--salvage",), "")])
def test_a_damaged_record_is_salvaged(more: tuple[str, ...], typed: str, left: Path, damaged: bytes) -> None:
    ran = fivedice("resume", "--plain", *more, typed=typed + "1\n" + LEAVE * 10)
    assert f"{left} is damaged at line 4: " in ran.stdout
    assert "Valid events before that: 2. Lines lost from there on: 2." in ran.stdout
    assert left.with_suffix(".damaged").read_bytes() == damaged
    assert ran.returncode == 0
    assert record.replay(left.read_bytes()).complete
    assert left.read_bytes().startswith(b"".join(damaged.splitlines(keepends=True)[:3]))


@pytest.mark.parametrize("typed", ["no\n", "\n", ""])
def test_nothing_is_lost_without_a_yes(typed: str, left: Path, damaged: bytes) -> None:
    ran = fivedice("resume", left.name, "--plain", typed=typed)
    assert ran.returncode == 2
    assert "--salvage" in ran.stderr
    assert left.read_bytes() == damaged
    assert not left.with_suffix(".damaged").exists()


def test_no_damaged_record_is_kept_over_another(left: Path, damaged: bytes) -> None:
    fivedice("resume", "--plain", "--salvage")
    left.write_bytes(left.read_bytes() + b"nothing of the kind\n")
    fivedice("resume", "--plain", "--salvage")
    assert left.with_suffix(".damaged").read_bytes() == damaged
    assert left.with_name(f"{left.stem}-2.damaged").read_bytes().endswith(b"of the kind\n")


def test_a_record_without_a_good_part_is_refused_by_its_line(left: Path) -> None:
    whole = left.read_bytes()
    left.write_bytes(b"x" + whole)
    assert "line 1: " in refused("resume", str(left), "--salvage")
    assert "no unfinished match" in refused("resume")
    left.write_bytes(whole)
    fivedice("resume", "--plain", typed=LEAVE * 10)
    left.write_bytes(left.read_bytes() + b"{}\n")
    assert "Nothing may follow the secret of the dice" in refused("resume", str(left), "--salvage")
