"""A server below a path, such as /dice, behind a proxy that keeps the path or removes it."""

import re
from collections.abc import Iterator

import httpx
import pytest

from fivedice.server.settings import Settings
from tests.server.serving import in_thread

ROOT = "/dice"
LINK = re.compile(r'(?:href|src)="([^"]+)"')


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server below /dice."""
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
    """A phone's home screen opens the page there."""
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
