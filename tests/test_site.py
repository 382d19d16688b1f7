"""The documentation site builds without a warning, fetches nothing from elsewhere, and is served."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from fivedice.server.settings import Settings
from fivedice.server.site import NOT_BUILT, Documentation
from tests.server.serving import in_thread

ROOT = Path(__file__).parents[1]
FETCHED = re.compile(r"""<(?:script|img|link(?![^>]*rel="?canonical))[^>]*(?:src|href)=["']?(https?:)?//""")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it, in a folder of its own."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "properdocs", "build", "--quiet", "--site-dir", str(folder)]
    env = {**os.environ, "DISABLE_MKDOCS_2_WARNING": "true"}
    built = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, env=env)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


def test_every_page_is_built(site: Path) -> None:
    """Each Markdown page becomes a page of the site; there is a front page and a search index."""
    pages = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")]
    missing = [page for page in pages if not (site / page.with_suffix(".html")).is_file()]
    assert missing == []
    assert (site / "index.html").is_file()
    assert (site / "search" / "search_index.json").is_file()


def test_no_page_fetches_from_another_site(site: Path) -> None:
    """Scripts, styles and pictures all come with the site, so that it works offline."""
    foreign = {page.name for page in site.rglob("*.html") if FETCHED.search(page.read_text(encoding="utf-8"))}
    assert foreign == set()


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
    site: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Pages and the search index; scripts are allowed by their hashes alone."""
    monkeypatch.setattr(Documentation.__init__, "__defaults__", (site,))
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
