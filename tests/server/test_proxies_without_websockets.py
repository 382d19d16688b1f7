"""Behind a proxy that passes on requests and no WebSocket: the page and the server's log name the cause."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from fivedice.server.app import Settings
from fivedice.server.routes import websocket
from tests.server import clients
from tests.server.browsing import SMALL, Look, Person
from tests.server.serving import Process, in_thread

Arrives = Callable[[str, Look], Person]
BLOCKED = re.compile("The server answers, but its live connection is blocked")


def refuse(socket: Any) -> None:
    """As a proxy that answers the handshake itself."""
    socket.close()


def swallow(socket: Any) -> None:
    """As a proxy that leaves the connection open, and passes nothing on."""


@pytest.mark.parametrize(("proxy", "seconds"), [(refuse, 0), (swallow, 80)], ids=["refuses", "swallows"])
def test_a_page_says_that_its_live_connection_is_blocked(
    proxy: Callable[[Any], None], seconds: int, server: Process, arrives: Arrives
) -> None:
    """After a few attempts, instead of reconnecting for ever; it goes on as soon as one gets through."""
    (seat,) = clients.opened(server.url, "junior", "Ann", bots=1)
    ann = arrives(server.url, SMALL)
    ann.page.clock.install()
    ann.page.route_web_socket(re.compile("/ws/"), proxy)
    ann.remembers(seat, "junior")
    ann.page.goto(f"/t/{seat['code']}")
    ann.page.get_by_text("Going to the table").wait_for()
    for _ in range(seconds):
        ann.page.clock.run_for(1000)
    expect(ann.page.locator(".lost")).to_have_text(BLOCKED)
    assert ann.barred() == []
    ann.complaints.clear()  # of the sockets that were refused
    ann.page.route_web_socket(re.compile("/ws/"), lambda socket: socket.connect_to_server())
    ann.page.clock.run_for(25_000)
    ann.page.locator(".doing").wait_for()
    expect(ann.page.locator(".lost")).to_have_text("")
    ann.complaints.clear()


def test_the_log_warns_once_of_a_websocket_without_its_upgrade(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And again after an hour: strangers can send such requests as often as they like."""
    now = [10.0]
    monkeypatch.setattr(websocket, "monotonic", lambda: now[0])
    with in_thread(Settings(f"sqlite:///{tmp_path / 'x.sqlite3'}")) as url:
        for _ in range(3):
            answer = httpx.get(f"{url}/ws/ABC234")
        assert (answer.status_code, answer.headers["upgrade"]) == (426, "websocket")
        assert answer.json() == {"sentence": websocket.NO_UPGRADE}
        assert [record.message for record in caplog.records] == [websocket.PROXY_WARNING]
        now[0] += websocket.WARN_EVERY
        httpx.get(f"{url}/ws/ABC234")
    assert len(caplog.records) == 2
