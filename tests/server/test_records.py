"""Matches that have ended: records, steps and reviews, read beside the tables; what my tables say."""

import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from fivedice.__main__ import run as fivedice
from fivedice.analysis import annotate, luck_and_cost
from fivedice.api.match import Match
from fivedice.cards import written
from fivedice.games.cardgame import CardGame
from fivedice.notation import record
from fivedice.report import review_json
from fivedice.runtime.days import DAY
from fivedice.runtime.library import Library
from fivedice.server.compute import reading, reviewing
from fivedice.server.settings import Settings
from fivedice.server.storage import table_rows
from fivedice.server.storage.database import Database
from fivedice.table.terms import Terms
from tests.documented_keys import documented
from tests.golden import make, test_golden
from tests.patience import PATIENCE
from tests.server import clients
from tests.server.asking import asked, assert_safe, refusal
from tests.server.clients import Message, brought, get, opened, play_on, post, run, start
from tests.server.own_cards import CARD
from tests.server.serving import Process, in_thread, unlimited
from tests.server.stored import put
from tests.spread import spread

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


FROM_THE_LAST_BOX = "3,6,9,12,15,18,20,0,25,30,40,50,-+0 0"
TURNS = 56
"""Of the golden record of traditional: two games of two, and two openings."""
GAMES = ("challenge", "showdown")


def golden(game: str) -> bytes:
    return (make.FOLDER / f"{game}-2seats.jsonl").read_bytes()


def looked_back(url: str, code: str, aim: str = "score") -> dict[str, Any]:
    """All of a review, asked for again and again as a page does."""
    moments: list[dict[str, Any]] = []
    until = time.monotonic() + 2 * PATIENCE
    while time.monotonic() < until:
        told: dict[str, Any] = get(url, f"tables/{code}/review?after={len(moments)}&aim={aim}")
        moments += told["moments"]
        if told["stage"] == "unknown" or (told["stage"] == "done" and len(moments) >= told["of"]):
            break
        time.sleep(0.02)
    return {**told, "moments": moments}


@pytest.mark.parametrize("game", GAMES)
def test_what_comes_bit_by_bit_is_the_review(game: str, server: Process, tmp_path: Path) -> None:
    code = brought(server.url, golden(game))
    told = looked_back(server.url, code)
    match = record.replay(golden(game)).match
    known = Library(tmp_path)(match.setup.game, 2, "score")
    whole = review_json.fields(luck_and_cost.review(match, known), known, "digits")
    assert [_mark(one) for one in told["moments"]] == [_mark(one) for one in whole["moments"]]
    for part, key in (("moments", "cost"), ("moments", "luck"), ("accounts", "cost")):
        here = told["moments"] if part == "moments" else told["review"]["accounts"]
        assert [one[key] for one in here] == pytest.approx([one[key] for one in whole[part]])
    assert told["counts"]["aim"] == whole["aim"]
    assert all((one["reason"] is None) == (one["best"] is None) for one in told["moments"])
    assert (told["totals"] is not None) == (game not in ("showdown", "junior"))
    turns = get(server.url, f"tables/{code}/review")["turns"]
    steps = {number for turn in turns for number in turn["steps"]}
    assert steps <= {one["number"] for one in whole["moments"]}
    assert {one["number"] for one in whole["moments"] if one["mark"]} <= steps


def test_every_key_of_an_answer_is_documented(server: Process) -> None:
    """docs/reference/review-json.md lists exactly what a server tells of a review."""
    told = get(server.url, f"tables/{brought(server.url, golden('junior'))}/review")
    assert documented("review-json.md", "A review from a server") == set(told)


def test_what_began_in_the_middle_is_not_compared_with_whole_games(server: Process) -> None:
    match = Match.at("traditional", FROM_THE_LAST_BOX, "22345", 3, names=("Ann",)).use("chance")
    assert looked_back(server.url, brought(server.url, record.text(match)))["totals"] is None


def _mark(moment: dict[str, Any]) -> tuple[int, int, str]:
    return moment["number"], moment["seat"], moment["mark"]


def test_turns_are_told_before_anything_is_known(lenient: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gates = {name: threading.Event() for name in ("__call__", "distribution")}
    for name, gate in gates.items():
        monkeypatch.setattr(Library, name, _behind(gate, getattr(Library, name)))
    code = brought(lenient, golden("traditional"))
    told = get(lenient, f"tables/{code}/review")
    assert (told["stage"], told["moments"], len(told["turns"])) == ("knowing", [], TURNS)
    gates["__call__"].set()
    while told["stage"] != "totals":
        told = get(lenient, f"tables/{code}/review")
    assert told["review"]["accounts"]
    assert told["totals"] is None
    gates["distribution"].set()
    assert looked_back(lenient, code)["totals"]["seats"]


def test_the_end_is_read_off_the_same_review(server: Process) -> None:
    code = brought(server.url, golden("challenge"))
    told = get(server.url, f"tables/{code}/ending")
    assert [one["seat"] for one in told] == [0, 1]
    review = get(server.url, f"tables/{code}/review")
    assert review["stage"] in ("totals", "done")
    assert len(review["moments"]) == review["of"]
    for one, account in zip(told, review["review"]["accounts"], strict=True):
        assert one["cost"] == pytest.approx(account["cost"])


def test_only_so_many_matches_are_looked_back_at_beside_each_other(
    lenient: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    monkeypatch.setattr(Library, "distribution", _behind(gate, Library.distribution))
    monkeypatch.setattr(reviewing, "MOST_UNDER_WAY", 1)
    first, second = brought(lenient, golden("traditional")), brought(lenient, golden("junior"))
    get(lenient, f"tables/{first}/review")
    told = refusal(httpx.get(f"{lenient}/api/tables/{second}/review"), 503)
    assert told.startswith("Too many reviews are running")
    gate.set()
    assert looked_back(lenient, first)["stage"] == "done"
    assert looked_back(lenient, second)["stage"] == "done"


def _behind(gate: threading.Event, work: Any) -> Any:
    def waits(*arguments: Any) -> Any:
        assert gate.wait(PATIENCE)
        return work(*arguments)

    return waits


def test_what_nothing_knows_has_its_turns_and_says_so(lenient: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CardGame, "solver", "")
    told = looked_back(lenient, brought(lenient, golden("yatzy")))
    assert (told["stage"], told["moments"]) == ("unknown", [])
    assert "There is no solver for Yatzy" in told["told"]
    assert len(told["turns"]) == 2 * (15 + 1), "the throws for who begins are turns, too"


def test_a_review_that_fails_says_so_and_is_not_started_again_by_the_next_poll(
    lenient: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    weigh, tries = annotate.each_moment, list[Any]()

    def fails(*arguments: Any) -> Any:
        tries.append(arguments)
        raise ValueError("No turns of junior lead to this position.")

    monkeypatch.setattr(annotate, "each_moment", fails)
    code = brought(lenient, golden("junior"))
    for _ in range(3):
        told = looked_back(lenient, code)
        assert (told["stage"], told["told"]) == ("unknown", "The review failed. Try again in a minute.")
    assert len(tries) == 1
    monkeypatch.setattr(annotate, "each_moment", weigh)
    monkeypatch.setattr(reviewing, "TRY_AGAIN", 0)
    assert looked_back(lenient, code)["stage"] == "done"


@pytest.mark.parametrize("game", GAMES)
def test_any_step_can_be_played_on_from(game: str, server: Process) -> None:
    code = brought(server.url, golden(game))
    last = get(server.url, f"tables/{code}/steps/0")["of"]
    for number in (0, last // 3, last // 2, last - 1):
        stood = get(server.url, f"tables/{code}/steps/{number}")["picture"]
        seat = post(server.url, f"tables/{code}/try", {"number": number, "seat": 1, "name": "Ann"})
        assert seat["chair"] == 1
        begun = get(server.url, f"tables/{seat['code']}")
        if stood["position"] is not None:
            assert begun["position"] == stood["position"]
            assert begun["turn"] == stood["turn"] or stood["turn"]["decided"]
        assert begun["stage"] == "playing"
        assert [bool(chair["bot"]) for chair in begun["chairs"]] == [True, False]
    body = {"number": last, "seat": 0, "name": "Ann"}
    assert asked(server, "POST", f"/api/tables/{code}/try", body).status_code == 409
    assert asked(server, "POST", f"/api/tables/{code}/try", {**body, "number": last + 1}).status_code == 409
    assert (
        asked(server, "POST", f"/api/tables/{code}/try", {**body, "seat": 7, "number": 1}).status_code == 409
    )


def test_a_private_match_is_played_on_by_its_seats_alone(server: Process) -> None:
    seats = opened(server.url, "junior", "Ann", "Ben", watching=False)
    run(play_on(server.url, seats, 7))
    path, body = f"/api/tables/{seats[0]['code']}", {"number": 3, "seat": 0, "name": "Ann"}
    assert asked(server, "GET", f"{path}/review").status_code == 403
    assert asked(server, "POST", f"{path}/try", body).status_code == 403
    shown = {"authorization": f"Bearer {seats[1]['token']}"}
    assert httpx.get(f"{server.url}{path}/review", headers=shown).json()["you"] == 1
    tried = httpx.post(f"{server.url}{path}/try", json=body, headers=shown).json()
    assert not get(server.url, f"tables/{tried['code']}")["terms"]["watching"]


CODE = "ABCDEF"
RECORD = (make.FOLDER / "junior-2seats.jsonl").read_bytes()


class Gate:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        self._work, self._open, self.reached = getattr(module, name), threading.Event(), threading.Event()
        self.within = 0
        """How many have come to it."""
        monkeypatch.setattr(module, name, self._wait)

    def open(self) -> None:
        self._open.set()

    def _wait(self, *arguments: Any) -> Any:
        self.within += 1
        self.reached.set()
        assert self._open.wait(PATIENCE)
        return self._work(*arguments)


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """The address of a server that has an uploaded record and remembers nothing of it."""
    settings = unlimited(tmp_path)
    with closing(Database(settings.database)) as database:
        database.run(table_rows.upload, CODE, RECORD.decode(), "")
    with in_thread(settings) as url:
        yield url


PATHS = [f"tables/{CODE}/record", "mine", f"tables/{CODE}/steps/9", f"../review/{CODE}/report", "records"]


@pytest.mark.parametrize("path", spread(PATHS, *PATHS[:2]))
def test_who_reads_a_record_keeps_nobody_waiting(
    path: str, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if path == "mine":
        monkeypatch.setattr(table_rows, "summaries", lambda *_: {})  # an older version wrote the database
    gate = Gate(monkeypatch, record, "replay")
    with ThreadPoolExecutor(10) as threads:
        asked = [threads.submit(_ask, url, path) for _ in range(10)]
        assert gate.reached.wait(PATIENCE)
        seat = opened(url, "traditional", "Ann", "Ben")[0]
        assert get(url, f"tables/{seat['code']}")["stage"] == "playing"
        assert not any(one.done() for one in asked)
        gate.open()
        assert all(one.result().is_success for one in asked)


def _ask(url: str, path: str) -> httpx.Response:
    if path == "records":
        return httpx.post(f"{url}/api/records", content=RECORD, timeout=PATIENCE)
    if path == "mine":
        return httpx.post(f"{url}/api/mine", json={"codes": [CODE]}, timeout=PATIENCE)
    return httpx.get(f"{url}/api/{path}", timeout=PATIENCE)


def test_who_loads_a_table_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = unlimited(tmp_path)
    code = put(settings.database, Terms("junior", ("", ""), first=0), ("Ann", "Ben"), ())[0]["code"]
    with in_thread(settings) as url, ThreadPoolExecutor(1) as threads:
        other = opened(url, "traditional", "Cy", "Di")[0]["code"]
        get(url, f"tables/{other}")
        gate = Gate(monkeypatch, reading, "_fold")
        asked = threads.submit(get, url, f"tables/{code}")
        assert gate.reached.wait(PATIENCE)
        assert get(url, f"tables/{other}")["stage"] == "playing"
        assert not asked.done()
        gate.open()
        assert asked.result()["code"] == code


def test_who_brings_a_card_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with in_thread(unlimited(tmp_path, own_cards=True)) as url, ThreadPoolExecutor(10) as threads:
        gate = Gate(monkeypatch, written, "read")
        table = {"game": "card", "chairs": [""], "name": "Ann"}
        asked = [
            threads.submit(post, url, path, {**more, "written": CARD})
            for path, more in (("cards", {}), ("tables", table)) * 5
        ]
        assert gate.reached.wait(PATIENCE)
        assert get(url, f"tables/{opened(url, 'junior', 'Ann', 'Ben')[0]['code']}")["stage"] == "playing"
        assert gate.within == 1
        gate.open()
        assert all(one.result() for one in asked)


def test_a_record_is_read_once_for_all_who_look_at_it(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch, record, "replay")
    gate.open()
    with ThreadPoolExecutor(8) as threads:
        steps = list(threads.map(lambda number: get(url, f"tables/{CODE}/steps/{number}"), range(24)))
    post(url, "mine", {"codes": [CODE]})
    assert [step["number"] for step in steps] == list(range(24))
    assert gate.within == 1
