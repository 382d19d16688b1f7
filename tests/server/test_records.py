"""Matches that have ended: their records, steps and reviews; and what a list of my tables says."""

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
from fivedice.server.tables.clock import DAY
from tests.golden import test_golden
from tests.server import clients
from tests.server.asking import asked, assert_safe, refusal
from tests.server.clients import Message, opened, post, start
from tests.server.serving import Process, in_thread

GOLDEN = Path(test_golden.__file__).parent


@pytest.fixture(scope="module")
def over(server: Process) -> list[dict[str, Any]]:
    return clients.over(server.url, "Ann", "Ben")


def test_a_record_goes_down_and_up_again(over: list[dict[str, Any]], server: Process, tmp_path: Path) -> None:
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
    page = asked(server, "GET", f"/review/{over[0]['code']}/report")
    assert page.status_code == 200
    assert_safe(page)
    assert page.headers["content-security-policy"].startswith("default-src 'none'; script-src data: 'sha256-")
    assert "Ann" in page.text


def test_mine_are_the_tables_whose_tokens_i_have(over: list[dict[str, Any]], server: Process) -> None:
    code, token = over[1]["code"], over[1]["token"]
    tokens = [[code, token], [code, "wrong"], ["ZZZZZZ", token], ["x", ""]]
    (summary,) = post(server.url, "mine", {"tokens": tokens, "codes": ["ZZZZZZ", "?"]})
    assert (summary["code"], summary["seat"], summary["stage"]) == (code, 1, "over")
    assert summary["winners"]


def test_choices_are_told_of_decisions_only(over: list[dict[str, Any]], server: Process) -> None:
    code = over[0]["code"]
    lines = asked(server, "GET", f"/api/tables/{code}/record").text.splitlines()
    events = [json.loads(line) for line in lines]  # the header has the number 0
    kept = next(number for number, event in enumerate(events) if "keep" in event)
    thrown = next(number for number, event in enumerate(events) if "throw" in event)
    told = clients.get(server.url, f"tables/{code}/steps/{kept}/choices")
    assert events[kept] in [one["decision"] for one in told]
    for number in (0, thrown, 10_000):
        refusal(asked(server, "GET", f"/api/tables/{code}/steps/{number}/choices"), 409)


def test_only_practice_from_there_is_compared(over: list[dict[str, Any]], server: Process) -> None:
    code = over[0]["code"]
    for token, number in ((over[0]["token"], 20), ("wrong", 0)):
        body = msgspec.json.encode({"number": number, "practice": code, "token": token})
        refusal(asked(server, "POST", f"/api/tables/{code}/tried", body), 409)


FILES = [GOLDEN / f"{game}-2seats.jsonl" for game in ("challenge", "junior")]


def cut(file: Path, share: float) -> bytes:
    lines = file.read_bytes().splitlines(keepends=True)
    return b"".join(lines[: max(1, int(share * (len(lines) - 2)))])


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_record_of_an_unfinished_match_is_not_taken(file: Path, share: float, server: Process) -> None:
    assert "Finish it where it began" in refusal(asked(server, "POST", "/api/records", cut(file, share)), 409)


def test_a_record_without_its_last_line_is_of_a_match_that_is_over(server: Process) -> None:
    lines = FILES[0].read_bytes().splitlines(keepends=True)
    assert asked(server, "POST", "/api/records", b"".join(lines[:-1])).status_code == 201


def test_an_unfinished_record_of_old_is_kept_and_shown_to_nobody(tmp_path: Path) -> None:
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


def listed(server: Process, *seats: Message) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = post(
        server.url, "mine", {"tokens": [[seat["code"], seat["token"]] for seat in seats]}
    )
    return found


def test_a_table_by_correspondence_says_how_long_it_waits_yet(server: Process) -> None:
    ann, ben = opened(server.url, "junior", "Ann", "Ben", days=3)
    for seat in (ann, ben):
        assert 2.9 * DAY < listed(server, seat)[0]["left"] <= 3 * DAY
    others = opened(server.url, "junior", "Ann", "Ben")[0], opened(server.url, "junior", "Ann", free=1)[0]
    assert all("left" not in one for one in listed(server, *others))


def test_where_a_match_goes_on_the_list_says_how_long_ago_somebody_moved(
    server: Process, over: list[Message]
) -> None:
    days, none = (
        opened(server.url, "junior", "Ann", "Ben", days=3),
        opened(server.url, "junior", "Ann", "Ben"),
    )
    told = [one["ago"] for one in listed(server, days[0], none[0])]
    assert all(0 <= ago < 60 for ago in told)
    assert listed(server, days[0])[0]["ago"] > told[0]
    others = over[0], opened(server.url, "junior", "Ann", free=1)[0]
    assert all("ago" not in one for one in listed(server, *others))


def test_who_asks_for_a_rematch_is_named_until_it_begins(server: Process, over: list[Message]) -> None:
    ann, ben = over
    assert "at_rematch" not in listed(server, ann)[0]
    rematch = post(server.url, f"tables/{ben['code']}/again", {"token": ben["token"]})
    (told,) = listed(server, ann)
    assert (told["next"], told["at_rematch"]) == (rematch["code"], ["Ben"])
    assert all("at_rematch" not in one for one in listed(server, ben, rematch))
    post(server.url, f"tables/{rematch['code']}/chairs", {"name": "Ann"})
    assert listed(server, ann)[0]["at_rematch"] == []


def test_another_rematch_takes_the_place_of_one_that_began_without_me(server: Process) -> None:
    ann, ben = clients.over(server.url, "Ann", "Ben")
    ask = [(f"tables/{seat['code']}/again", {"token": seat["token"]}) for seat in (ann, ben)]
    alone = post(server.url, *ask[0])
    assert httpx.post(f"{server.url}/api/{ask[0][0]}", json=ask[0][1]).status_code == 409
    start(server.url, alone)
    assert httpx.post(f"{server.url}/api/{ask[0][0]}", json=ask[0][1]).status_code == 409
    other = post(server.url, *ask[1])
    (told,) = listed(server, ann)
    assert (told["next"], told["at_rematch"]) == (other["code"], ["Ben"])
