"""Real proxies before a real server, at the root of a site and below a path that they keep or remove."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from tests.server import clients
from tests.server.browsing import PHONE, WIDE, Arrives
from tests.server.proxies import below_root, free_port, nginx_location, running, several
from tests.server.serving import Process, process

WAYS = [(proxy, way) for proxy in ("nginx", "Caddy") for way in ("keeps", "removes")]


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server below /dice, which trusts the proxies of this machine."""
    home = tmp_path_factory.mktemp("below")
    with process(home, "--root", "/dice", "--behind-proxy", "--name", "example.org") as server:
        yield server


@pytest.mark.parametrize(
    ("proxy", "site"), [("nginx", nginx_location()), ("Caddy", "reverse_proxy 127.0.0.1:8000")]
)
def test_a_proxy_passes_requests_and_sockets(proxy: str, site: str, server: Process, tmp_path: Path) -> None:
    """Configured by the guide: a table is opened and its socket tells of it."""
    with running(proxy, site, server.port, tmp_path / "proxy") as url:
        assert is_played(url)


def test_two_servers_restart_one_after_another(tmp_path: Path) -> None:
    """Each is used again as soon as it is back, even if the other goes at once."""
    ports = free_port(), free_port()
    with several(ports, tmp_path / "nginx") as url:
        for port in (*ports, *ports):
            with answering(port):
                answers = [httpx.get(f"{url}/t/{code}") for code in ("ABCDEF", "BCDEFG", "CDEFGH", "DEFGHJ")]
            assert {answer.status_code for answer in answers} == {200}


@contextmanager
def answering(port: int) -> Iterator[None]:
    with ThreadingHTTPServer(("127.0.0.1", port), EmptyAnswer) as server:
        Thread(target=server.serve_forever, args=[0.01]).start()
        try:
            yield
        finally:
            server.shutdown()


class EmptyAnswer(BaseHTTPRequestHandler):
    """Status 200 for everything."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Prints nothing."""


@pytest.mark.parametrize(("proxy", "way"), WAYS)
def test_a_match_below_a_path(proxy: str, way: str, below: Process, tmp_path: Path) -> None:
    site = below_root(proxy)[("keeps", "removes").index(way)]
    with running(proxy, site, below.port, tmp_path / "proxy") as url:
        assert is_played(f"{url}/dice")


@pytest.mark.proof
def test_friends_meet_below_a_path(below: Process, tmp_path: Path, arrives: Arrives) -> None:
    """In browsers: every page, script and socket is found, and the link names the site and the path."""
    with running("nginx", below_root("nginx")[0], below.port, tmp_path / "proxy") as url:
        ann, ben = arrives(url, WIDE), arrives(url, PHONE)
        ann.goes("/dice/")
        ann.press("With friends: Junior")
        ann.page.get_by_role("dialog").get_by_label("Your name").fill("Ann")
        code = ann.waits()
        link = ann.page.get_by_label("The link", exact=True)
        ann.page.wait_for_function("document.querySelector('.input.link').value.includes('/dice/')")
        assert link.input_value() == f"https://example.org/dice/t/{code}"
        assert ann.page.url == f"{url}/dice/t/{code}"
        ben.goes(f"/dice/t/{code}")
        ben.page.get_by_label("Your name").fill("Ben")
        ben.press("Take a chair")
        for person in (ann, ben):
            person.page.locator(".plates").get_by_text("Ben").wait_for()
        ben.page.reload()
        ben.page.locator(".plates").get_by_text("Ann").wait_for()
        for address in ("/dice/learn/junior", "/dice/records"):
            ann.goes(address)
        for person in (ann, ben):
            person.closes()


def is_played(url: str) -> bool:
    """Whether a table can be opened there, and its socket shows it."""
    body = {"game": "junior", "name": "Ann", "chairs": ["", "greedy"]}
    seat = httpx.post(f"{url}/api/tables", json=body).raise_for_status().json()

    async def look() -> bool:
        async with clients.Client(url, seat["code"], seat["token"]) as client:
            return bool(client.picture["code"] == seat["code"])

    return asyncio.run(look())
