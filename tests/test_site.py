"""The documentation site builds without a warning and fetches nothing from elsewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

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
