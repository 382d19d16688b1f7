"""Real proxies before a real server, and a server below a path that they keep or remove."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest
from playwright.sync_api import expect

from fivedice.server.settings import Settings
from tests.server import clients
from tests.server.browsing import PHONE, WIDE, Arrives
from tests.server.proxies import below_root, free_port, nginx_location, running, several
from tests.server.serving import Process, in_thread, process

WAYS = [(proxy, way) for proxy in ("nginx", "Caddy") for way in ("keeps", "removes")]


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    home = tmp_path_factory.mktemp("below")
    with process(home, "--root", "/dice", "--behind-proxy", "--name", "example.org") as server:
        yield server


@pytest.mark.parametrize(
    ("proxy", "site"), [("nginx", nginx_location()), ("Caddy", "reverse_proxy 127.0.0.1:8000")]
)
def test_a_proxy_passes_requests_and_sockets(proxy: str, site: str, server: Process, tmp_path: Path) -> None:
    with running(proxy, site, server.port, tmp_path / "proxy") as url:
        assert is_played(url)


def test_two_servers_restart_one_after_another(tmp_path: Path) -> None:
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
        ann.page.add_init_script("navigator.share = what => (window.shared = what, Promise.resolve())")
        ann.goes("/dice/")
        ann.press("With friends: Showdown")
        ann.page.get_by_role("dialog").get_by_label("Your name").fill("Ann")
        code = ann.waits()
        link = ann.page.get_by_label("The link", exact=True)
        ann.page.wait_for_function("document.querySelector('.input.link').value.includes('/dice/')")
        assert link.input_value() == f"https://example.org/dice/t/{code}"
        assert ann.page.url == f"{url}/dice/t/{code}"
        ann.page.get_by_role("img", name="QR code of the link").wait_for()
        assert ann.page.locator("svg.camera").get_attribute("data-text") == link.input_value()
        ann.press("Send the link")
        assert ann.page.evaluate("window.shared.url") == link.input_value()
        ben.goes(f"/dice/t/{code}")
        turn = ben.page.get_by_role("list", name="How a turn goes")
        expect(turn).to_contain_text("Throw the red die: it moves your pawn")
        ben.page.get_by_text("A ring of sixteen spaces").wait_for()
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


ROOT = "/dice"
LINK = re.compile(r'(?:href|src)="([^"]+)"')


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = f"sqlite:///{tmp_path_factory.mktemp('root') / 'tables.sqlite3'}"
    with in_thread(Settings(database, root=ROOT, port=8000, host="192.0.2.1")) as address:
        yield address


@pytest.mark.parametrize("path", ["/", "/learn/junior", "/healthz", "/api/games", "/app.webmanifest"])
def test_the_path_may_be_kept_or_removed(path: str, url: str) -> None:
    kept, removed = httpx.get(f"{url}{ROOT}{path}"), httpx.get(f"{url}{path}")
    assert kept.status_code == 200
    assert kept.content == removed.content


def test_every_link_of_a_page_is_below_the_path(url: str) -> None:
    page = httpx.get(f"{url}{ROOT}/").text
    links = LINK.findall(page)
    assert len(links) > 20
    assert [link for link in links if not link.startswith(f"{ROOT}/")] == []
    assert {httpx.get(f"{url}{link}").status_code for link in links} == {200}
    assert f'data-root="{ROOT}"' in page


def test_the_manifest_stays_below_the_path(url: str) -> None:
    manifest = httpx.get(f"{url}{ROOT}/app.webmanifest").json()
    assert {manifest[name] for name in ("id", "start_url", "scope")} == {f"{ROOT}/"}
    assert all(icon["src"].startswith(f"{ROOT}/static/") for icon in manifest["icons"])


def test_a_redirect_stays_below_the_path(url: str) -> None:
    for path in ("/docs", f"{ROOT}/docs"):
        answer = httpx.get(f"{url}{path}")
        if answer.is_redirect:
            assert answer.headers["location"] == f"{ROOT}/docs/"


def test_links_for_others_have_the_path(url: str) -> None:
    assert httpx.get(f"{url}{ROOT}/api/reach").json()["origin"] == "http://192.0.2.1:8000/dice"


def test_a_path_that_only_begins_alike_is_another(url: str) -> None:
    assert httpx.get(f"{url}/dicey/api/games").status_code == 404
