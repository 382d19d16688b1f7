"""Records of matches that are not over: the server takes none and reviews none, or it would give hints."""

import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from fivedice.server.app import Settings
from fivedice.server.storage.database import Database
from tests.golden import test_golden
from tests.server.asking import asked
from tests.server.clients import post
from tests.server.serving import Process, in_thread
from tests.table.refusals import assert_sentence

GOLDEN = Path(test_golden.__file__).parent
GAMES = sorted(GOLDEN.glob("*-2seats.jsonl"))


def cut(file: Path, share: float) -> bytes:
    """The first lines of a record: a match that has not come to its end."""
    lines = file.read_bytes().splitlines(keepends=True)
    return b"".join(lines[: max(1, int(share * (len(lines) - 2)))])


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_record_of_an_unfinished_match_is_not_taken(file: Path, share: float, server: Process) -> None:
    """Before its first throw, in its middle and before its last event; a sentence says what to do."""
    answer = asked(server, "POST", "/api/records", cut(file, share))
    assert answer.status_code == 409
    assert "Finish it where it began" in answer.json()["sentence"]
    assert_sentence(answer.json()["sentence"])


def test_a_record_without_its_last_line_is_of_a_match_that_is_over(server: Process) -> None:
    """What counts is the match and not whether its result was written."""
    lines = GAMES[0].read_bytes().splitlines(keepends=True)
    assert asked(server, "POST", "/api/records", b"".join(lines[:-1])).status_code == 201


def test_an_unfinished_record_of_old_is_kept_and_shown_to_nobody(tmp_path: Path) -> None:
    """One that is stored already has no review, steps or record; my matches say that it was left."""
    url = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    Database(url).close()
    with closing(sqlite3.connect(tmp_path / "old.sqlite3")) as old, old:
        old.execute("INSERT INTO fivedice_uploads VALUES ('ABCDEF', ?, 0)", (cut(GAMES[0], 0.5).decode(),))
    with in_thread(Settings(url)) as server:
        for path in ("/api/tables/ABCDEF/record", "/api/tables/ABCDEF/steps/1", "/review/ABCDEF/report"):
            answer = httpx.get(f"{server}{path}", timeout=60)
            assert (answer.status_code, answer.json()["sentence"]) == (409, "The match is not over yet.")
        (mine,) = post(server, "mine", {"codes": ["ABCDEF"]})
        assert (mine["stage"], mine["closed"]) == ("playing", True)
