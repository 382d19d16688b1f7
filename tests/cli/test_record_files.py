"""Record files: their order, files that are not records, and how names are printed."""

import os
import resource
import stat
import sys
import time
from collections.abc import Iterator
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Self

import pytest

from fivedice.__main__ import run
from fivedice.api.match import start
from fivedice.notation import record
from fivedice.runtime import store
from tests.commands import fivedice, printed, refused

FORGED = "2026-11-21-201530Z-\x1b[2Jred\nforged.jsonl"
REPEATED = 1_792_888_200
"""25 October 2026, 00:30 UTC: the first half past two in Berlin. The second comes an hour later."""


class Clock(datetime):
    """A clock that shows what it is set to."""

    at = 0

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls.fromtimestamp(cls.at, tz)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Clock]]:
    """A clock to be set; the time zone is put back at the end."""
    monkeypatch.setattr(store, "datetime", Clock)
    yield Clock
    monkeypatch.undo()
    time.tzset()


def left(home: Path, name: str, clock: type[Clock], at: int) -> Path:
    """The record of a match that somebody begins at this time and leaves."""
    clock.at = at
    log = store.Log.create(home, "junior", record.header(start("junior", name).setup))
    log.append('{"throw": "12345", "seat": 0}')
    log.close()
    return log.path


def be_in(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()


def newest_for_all() -> set[str]:
    """The players of the match that each command takes for the newest."""
    told = {command: fivedice(command).stdout for command in ("show", "review", "hint")}
    told["resume"] = fivedice("resume", "--plain", typed="quit\n").stdout
    told["play"] = fivedice("play", "--plain", typed="").stdout.splitlines()[0]
    told["records"] = fivedice("records").stdout.splitlines()[-1]
    found = {word: next((name for name in ("Tom", "Bea") if name in said), "") for word, said in told.items()}
    assert all(found.values()), told
    return set(found.values())


def test_the_newest_match_is_the_one_begun_last_wherever_that_was(
    home: Path, clock: type[Clock], monkeypatch: pytest.MonkeyPatch
) -> None:
    be_in("Asia/Tokyo", monkeypatch)
    tokyo = left(home, "Tom", clock, 1_795_260_000)
    be_in("Europe/Berlin", monkeypatch)
    berlin = left(home, "Bea", clock, 1_795_262_000)
    assert store.records(home) == [tokyo, berlin]
    assert newest_for_all() == {"Bea"}
    assert sorted(path.name for path in (berlin, tokyo)) == [tokyo.name, berlin.name]


@pytest.mark.parametrize(
    ("older", "newer", "zone"),
    [
        (("2026-11-21-201530", 1_795_260_930), ("2026-11-21-130000", 1_795_263_600), "Europe/Berlin"),
        (("2026-10-25-023000", REPEATED + 60), ("2026-10-25-021000", REPEATED + 41 * 60), "Europe/Berlin"),
        (("2026-11-21-201530", 1_795_290_000), ("2026-11-21-201531", 1_795_289_000), "Europe/Berlin"),
        (("9999-99-99-999999", 1_795_260_930), ("2026-11-21-130000", 1_795_263_600), "Europe/Berlin"),
    ],
    ids=["Tokyo, then Berlin", "the hour that comes twice", "played on later", "no time at all"],
)
def test_records_named_by_local_time_are_ordered_by_what_their_files_tell(
    older: tuple[str, int], newer: tuple[str, int], zone: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir(parents=True)
    be_in(zone, monkeypatch)
    for stamp, written in (newer, older):
        (home / f"{stamp}-junior.jsonl").touch()
        os.utime(home / f"{stamp}-junior.jsonl", (written, written))
    found = [path.name for path in store.records(home)]
    monkeypatch.undo()
    time.tzset()
    assert found == [f"{stamp}-junior.jsonl" for stamp, _ in (older, newer)]


def test_what_is_no_regular_file_is_no_record(home: Path) -> None:
    """They are not opened, because reading a pipe would block."""
    home.mkdir(parents=True)
    os.mkfifo(home / "2026-11-21-201530-pipe.jsonl")
    (home / "2026-11-21-201530-folder.jsonl").mkdir()
    (home / "2026-11-21-201530-device.jsonl").symlink_to("/dev/zero")
    (home / "2026-11-21-201530-nowhere.jsonl").symlink_to(home / "nowhere")
    assert store.records(home) == []
    assert "No matches are saved yet" in printed("records")
    assert refused("resume") == "fivedice: There is no unfinished match here.\n"
    for name in ("pipe", "device"):
        said = f"{name}.jsonl is not a regular file, so no match can be kept in it.\n"
        assert refused("resume", f"2026-11-21-201530-{name}.jsonl").endswith(said)


def test_a_pipe_named_by_hand_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    match = start("junior", "Ann").throw("12345")
    for command in (["show"], ["verify", "--unfinished"], ["hint"]):
        reading, writing = os.pipe()
        os.write(writing, record.text(match).encode())
        os.close(writing)
        assert run([*command, f"/dev/fd/{reading}"]) == 0
        os.close(reading)
    assert "Ann throws" in capsys.readouterr().out


def test_the_folder_of_a_new_record_is_on_the_disk(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced, real = list[os.stat_result](), os.fsync

    def spy(descriptor: int) -> None:
        synced.append(os.fstat(descriptor))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", spy)
    log = store.Log.create(home, "junior", "x")
    log.close()
    assert any(stat.S_ISDIR(one.st_mode) and os.path.samestat(one, home.stat()) for one in synced)
    synced.clear()
    store.set_aside(log.path, b"x")
    assert any(stat.S_ISDIR(one.st_mode) for one in synced)


def test_names_of_files_are_shown_without_raw_control_characters(home: Path) -> None:
    home.mkdir(parents=True)
    match = start("junior", "Ann").throw("12345")
    (home / FORGED).write_text(record.text(match))
    shown = "2026-11-21-201530Z-\\x1b[2Jred\\nforged.jsonl"
    commands = (
        ["records"],
        ["hint"],
        ["verify", str(home / FORGED)],
        ["resume", "--plain"],
        ["show", FORGED[:-6]],
    )
    for command in commands:
        ran = fivedice(*command, typed="quit\n")
        said = ran.stdout + ran.stderr
        assert "\x1b" not in said
        assert shown.removesuffix(".jsonl") in said
    broken = home / FORGED.replace("21", "22")
    broken.write_text("{}\n")
    for command in (["show", str(broken)], ["verify", str(broken)], ["resume", str(broken)], ["records"]):
        ran = fivedice(*command, typed="no\n")
        assert "\x1b" not in ran.stdout + ran.stderr
        assert "\nforged" not in ran.stdout + ran.stderr


def test_records_stand_in_the_order_in_which_they_began(home: Path, clock: type[Clock]) -> None:
    clock.at = 1_750_000_000
    games = ("yams", "junior", "traditional", "junior") * 3
    logs = [store.Log.create(home, game, "x") for game in games]
    clock.at += 1
    logs.append(store.Log.create(home, "challenge", "x"))
    (home / "ours.jsonl").touch()
    assert store.records(home) == [*(log.path for log in logs), home / "ours.jsonl"]
    for log in logs:
        log.close()


def test_lines_end_with_a_line_feed_on_every_system(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    binary, real, opened = 1 << 24, os.open, list[int]()

    def spy(path: Path, flags: int, mode: int = 0o777) -> int:
        if path.suffix == store.SUFFIX:
            opened.append(flags & binary)
        return real(path, flags & ~binary, mode)

    monkeypatch.setattr(os, "O_BINARY", binary, raising=False)
    monkeypatch.setattr(os, "open", spy)
    log = store.Log.create(home, "junior", "x")
    log.close()
    store.Log.reopen(log.path).close()
    assert opened == [binary, binary]


@pytest.mark.parametrize(
    "words",
    [
        "simulate junior --seats random,greedy --matches 2 --seed 1 --records {}",
        "print rules junior --output {}/old.pdf",
        "review tests/golden/junior-2seats.jsonl --output {}/old.html",
        "export records tests/golden/junior-2seats.jsonl --output {}/old.csv",
        "arena junior random greedy --matches 2 --jobs 1 --plot {}/old.svg",
        "serve --port 0 --push-contact mailto:ann@example.org --push-key {}/new.pem",
    ],
    ids=lambda words: words.partition(" ")[0],
)
def test_a_full_disk_leaves_no_part_of_a_file(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # Python would keep a part of a module it compiles
    old = tmp_path / words.rpartition("/")[2]
    if old.stem == "old":
        old.write_text("old")
    limit, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50, hard))
    try:
        told = refused(*words.format(tmp_path).split())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    assert "cannot be written: file too large." in told
    assert {file.read_text() for file in tmp_path.iterdir() if file.is_file()} <= {"old"}
