"""Long records, cards and logs are read beside the tables: whoever asks for anything else is answered."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from fivedice.cards import written
from fivedice.notation import record
from fivedice.server.compute import reading
from fivedice.server.storage import table_rows
from fivedice.server.storage.database import Database
from fivedice.table.terms import Terms
from tests.golden import make
from tests.patience import PATIENCE
from tests.server.clients import get, opened, post
from tests.server.own_cards import CARD
from tests.server.serving import in_thread, unlimited
from tests.server.stored import put
from tests.spread import spread

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
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a server that has an uploaded record and remembers nothing of it."""
    settings = unlimited(tmp_path)
    with closing(Database(settings.database)) as database:
        database.run(table_rows.upload, CODE, RECORD.decode(), "")
    with in_thread(settings) as url:
        yield url


PATHS = [f"tables/{CODE}/record", "mine", f"tables/{CODE}/steps/9", f"../review/{CODE}/report", "records"]


@pytest.mark.parametrize("path", spread(PATHS, *PATHS[:2]))
def test_who_reads_a_record_keeps_nobody_waiting(
    path: str, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if path == "mine":
        monkeypatch.setattr(table_rows, "summaries", lambda *_: {})  # an older version wrote the database
    gate = Gate(monkeypatch, record, "replay")
    with ThreadPoolExecutor(10) as threads:
        asked = [threads.submit(_ask, server, path) for _ in range(10)]
        assert gate.reached.wait(PATIENCE)
        seat = opened(server, "traditional", "Ann", "Ben")[0]
        assert get(server, f"tables/{seat['code']}")["stage"] == "playing"
        assert not any(one.done() for one in asked)
        gate.open()
        assert all(one.result().is_success for one in asked)


def _ask(server: str, path: str) -> httpx.Response:
    if path == "records":
        return httpx.post(f"{server}/api/records", content=RECORD, timeout=PATIENCE)
    if path == "mine":
        return httpx.post(f"{server}/api/mine", json={"codes": [CODE]}, timeout=PATIENCE)
    return httpx.get(f"{server}/api/{path}", timeout=PATIENCE)


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


def test_a_record_is_read_once_for_all_who_look_at_it(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch, record, "replay")
    gate.open()
    with ThreadPoolExecutor(8) as threads:
        steps = list(threads.map(lambda number: get(server, f"tables/{CODE}/steps/{number}"), range(24)))
    post(server, "mine", {"codes": [CODE]})
    assert [step["number"] for step in steps] == list(range(24))
    assert gate.within == 1
