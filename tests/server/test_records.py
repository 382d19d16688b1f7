"""Matches that have ended: their records go down and up again, are seen step by step, and reviewed."""

from pathlib import Path
from typing import Any

import pytest

from fivedice.__main__ import run as fivedice
from fivedice.notation import record
from tests.golden import test_golden
from tests.server import clients
from tests.server.asking import asked, assert_safe
from tests.server.clients import opened, play_on, post, run
from tests.server.serving import Process

GOLDEN = Path(test_golden.__file__).parent


@pytest.fixture(scope="module")
def over(server: Process) -> list[dict[str, Any]]:
    """The seats of a table whose match has ended."""
    seats = opened(server.url, "junior", "Ann", "Ben")

    async def play() -> None:
        await play_on(server.url, seats, 6)

    run(play())
    return seats


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
    assert asked(server, "GET", f"/api/tables/{code}/steps/{last + 1}").status_code == 409
    assert asked(server, "GET", f"/api/tables/{code}/steps/-1").status_code == 409


def test_the_review_is_one_safe_page(over: list[dict[str, Any]], server: Process) -> None:
    """It runs no script, may not either, and names the players."""
    page = asked(server, "GET", f"/review/{over[0]['code']}/report")
    assert page.status_code == 200
    assert_safe(page)
    assert "script-src" not in page.headers["content-security-policy"]
    assert "<script" not in page.text
    assert "Ann" in page.text


def test_mine_are_the_tables_whose_tokens_i_have(over: list[dict[str, Any]], server: Process) -> None:
    """With a right token its seat; with a wrong one, or of a table that there is not, nothing."""
    code, token = over[1]["code"], over[1]["token"]
    tokens = [[code, token], [code, "wrong"], ["ZZZZZZ", token], ["x", ""]]
    (summary,) = post(server.url, "mine", {"tokens": tokens, "codes": ["ZZZZZZ", "?"]})
    assert (summary["code"], summary["seat"], summary["stage"]) == (code, 1, "over")
    assert summary["winners"]


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*-2seats.jsonl")), ids=lambda file: file.stem)
def test_records_of_every_game_can_be_replayed(file: Path, server: Process) -> None:
    """Uploaded, every step of it is shown as the match stood."""
    code = asked(server, "POST", "/api/records", file.read_bytes()).json()["code"]
    match = record.replay(file.read_bytes()).match
    end = clients.get(server.url, f"tables/{code}/steps/{len(match.events)}")["picture"]
    assert end["scores"] == list(match.scores)
    assert [chair["name"] for chair in end["chairs"]] == [player.name for player in match.setup.players]
    assert end["stage"] == "over"
    clients.get(server.url, f"tables/{code}/steps/{len(match.events) // 2}")
