"""Matches that have ended: their records go down and up again, are seen step by step, and reviewed."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from fivedice.__main__ import run as fivedice
from fivedice.notation import record
from fivedice.server.settings import Settings
from fivedice.server.storage.database import Database
from tests.golden import test_golden
from tests.server import clients
from tests.server.asking import asked, assert_safe
from tests.server.clients import post
from tests.server.serving import Process, in_thread
from tests.table.refusals import assert_sentence

GOLDEN = Path(test_golden.__file__).parent


@pytest.fixture(scope="module")
def over(server: Process) -> list[dict[str, Any]]:
    """The seats of a table whose match has ended."""
    return clients.over(server.url, "Ann", "Ben")


def test_a_record_goes_down_and_up_again(over: list[dict[str, Any]], server: Process, tmp_path: Path) -> None:
    """It verifies as a file; uploaded, it has the same steps and the same record under a new code."""
    code = over[0]["code"]
    down = asked(server, "GET", f"/api/tables/{code}/record")
    assert f"fivedice-{code}.jsonl" in down.headers["content-disposition"]
    file = tmp_path / "down.jsonl"
    file.write_bytes(down.content)
    assert fivedice(["verify", str(file)]) == 0
    up = asked(server, "POST", "/api/records", down.content).json()["code"]
    assert asked(server, "GET", f"/api/tables/{up}/record").content == down.content
    last = len(record.replay(down.content).match.events)
    for number in (0, 1, last):
        one, other = (clients.get(server.url, f"tables/{c}/steps/{number}") for c in (code, up))
        assert (one["told"], one["of"]) == (other["told"], other["of"])
        assert one["picture"]["position"] == other["picture"]["position"]
    assert post(server.url, "mine", {"codes": [code]})[0]["scores"]
    assert asked(server, "GET", f"/api/tables/{code}/steps/{last + 1}").status_code == 409
    assert asked(server, "GET", f"/api/tables/{code}/steps/-1").status_code == 409


def test_the_review_is_one_safe_page(over: list[dict[str, Any]], server: Process) -> None:
    """It may run its own scripts only, and names the players."""
    page = asked(server, "GET", f"/review/{over[0]['code']}/report")
    assert page.status_code == 200
    assert_safe(page)
    assert page.headers["content-security-policy"].startswith("default-src 'none'; script-src data: 'sha256-")
    assert "Ann" in page.text


def test_mine_are_the_tables_whose_tokens_i_have(over: list[dict[str, Any]], server: Process) -> None:
    """With a right token its seat; with a wrong one, or of a table that there is not, nothing."""
    code, token = over[1]["code"], over[1]["token"]
    tokens = [[code, token], [code, "wrong"], ["ZZZZZZ", token], ["x", ""]]
    (summary,) = post(server.url, "mine", {"tokens": tokens, "codes": ["ZZZZZZ", "?"]})
    assert (summary["code"], summary["seat"], summary["stage"]) == (code, 1, "over")
    assert summary["winners"]


def test_choices_are_told_of_decisions_only(over: list[dict[str, Any]], server: Process) -> None:
    """All that were open, the one in the match among them; of a throw nothing, nor of no event."""
    code = over[0]["code"]
    lines = asked(server, "GET", f"/api/tables/{code}/record").text.splitlines()
    events = [json.loads(line) for line in lines]  # the header has the number 0
    kept = next(number for number, event in enumerate(events) if "keep" in event)
    thrown = next(number for number, event in enumerate(events) if "throw" in event)
    told = clients.get(server.url, f"tables/{code}/steps/{kept}/choices")
    assert events[kept] in [one["decision"] for one in told]
    for number in (0, thrown, 10_000):
        refused = asked(server, "GET", f"/api/tables/{code}/steps/{number}/choices")
        assert refused.status_code == 409
        assert_sentence(refused.json()["sentence"])


def test_only_practice_from_there_is_compared(over: list[dict[str, Any]], server: Process) -> None:
    code = over[0]["code"]
    for token, number in ((over[0]["token"], 20), ("wrong", 0)):
        body = msgspec.json.encode({"number": number, "practice": code, "token": token})
        refused = asked(server, "POST", f"/api/tables/{code}/tried", body)
        assert refused.status_code == 409
        assert_sentence(refused.json()["sentence"])


@pytest.mark.parametrize("game", ["traditional", "showdown"])
def test_records_can_be_replayed(game: str, server: Process) -> None:
    file = GOLDEN / f"{game}-2seats.jsonl"
    code = asked(server, "POST", "/api/records", file.read_bytes()).json()["code"]
    match = record.replay(file.read_bytes()).match
    end = clients.get(server.url, f"tables/{code}/steps/{len(match.events)}")["picture"]
    assert end["scores"] == list(match.scores)
    assert [chair["name"] for chair in end["chairs"]] == [player.name for player in match.setup.players]
    assert end["stage"] == "over"
    clients.get(server.url, f"tables/{code}/steps/{len(match.events) // 2}")


FILES = [GOLDEN / f"{game}-2seats.jsonl" for game in ("challenge", "junior")]


def cut(file: Path, share: float) -> bytes:
    """The first lines of a record: a match that has not come to its end."""
    lines = file.read_bytes().splitlines(keepends=True)
    return b"".join(lines[: max(1, int(share * (len(lines) - 2)))])


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_record_of_an_unfinished_match_is_not_taken(file: Path, share: float, server: Process) -> None:
    """Before its first throw, in its middle and before its last event; a sentence says what to do."""
    answer = asked(server, "POST", "/api/records", cut(file, share))
    assert answer.status_code == 409
    assert "Finish it where it began" in answer.json()["sentence"]
    assert_sentence(answer.json()["sentence"])


def test_a_record_without_its_last_line_is_of_a_match_that_is_over(server: Process) -> None:
    """What counts is the match and not whether its result was written."""
    lines = FILES[0].read_bytes().splitlines(keepends=True)
    assert asked(server, "POST", "/api/records", b"".join(lines[:-1])).status_code == 201


def test_an_unfinished_record_of_old_is_kept_and_shown_to_nobody(tmp_path: Path) -> None:
    """One that is stored already has no review, steps or record; my matches say that it was left."""
    url = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    Database(url).close()
    with closing(sqlite3.connect(tmp_path / "old.sqlite3")) as old, old:
        old.execute("INSERT INTO fivedice_uploads VALUES ('ABCDEF', ?, 0)", (cut(FILES[0], 0.5).decode(),))
    with in_thread(Settings(url)) as server:
        for path in ("/api/tables/ABCDEF/record", "/api/tables/ABCDEF/steps/1", "/review/ABCDEF/report"):
            answer = httpx.get(f"{server}{path}", timeout=60)
            assert (answer.status_code, answer.json()["sentence"]) == (409, "The match is not over yet.")
        (mine,) = post(server, "mine", {"codes": ["ABCDEF"]})
        assert (mine["stage"], mine["closed"]) == ("playing", True)
