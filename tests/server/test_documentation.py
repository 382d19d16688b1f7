"""The documentation site as a server shows it under /docs."""

import asyncio
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from fivedice.server import site
from fivedice.server.settings import Settings
from fivedice.server.site import NOT_BUILT, Documentation
from tests.server.serving import in_thread
from tests.test_site import site as built  # noqa: F401 - a fixture


def test_without_a_built_site_one_sentence_says_so(tmp_path: Path) -> None:
    """As in a checkout before `make docs`."""
    app = Starlette()
    app.mount("/docs", Documentation(tmp_path))

    async def get() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
            return await client.get("/docs/")

    answer = asyncio.run(get())
    assert (answer.status_code, answer.text) == (404, NOT_BUILT)


def test_the_site_is_served_with_safe_headers(
    built: Path,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Pages and the search index; scripts are allowed by their hashes alone."""
    monkeypatch.setattr(site.Documentation.__init__, "__defaults__", (built,))
    with in_thread(Settings(f"sqlite:///{tmp_path / 'docs.sqlite3'}")) as url:
        assert httpx.get(f"{url}/docs").headers["location"] == "/docs/"
        for path, kind in {
            "": "text/html",
            "reference/commands.html": "text/html",
            "search/search_index.json": "application/json",
        }.items():
            answer = httpx.get(f"{url}/docs/{path}")
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith(kind)
            assert "unsafe" not in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"
        assert httpx.get(f"{url}/docs/nowhere.html").status_code == 404
        page = httpx.get(f"{url}/docs/")
        again = httpx.get(f"{url}/docs/", headers={"if-none-match": page.headers["etag"]})
        assert "sha256-" in page.headers["content-security-policy"]
        assert again.status_code == 304
        assert again.headers["content-security-policy"] == page.headers["content-security-policy"]
