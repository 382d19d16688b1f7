"""The Lighthouse figures of every kind of page.

Run: python -m benchmarks.lighthouse [RUNS] [PAGE ...]   (default: 3 runs of all pages; PAGE: part of a name)

It starts its own server and needs `lighthouse` (`npm install -g lighthouse@12`, or its path in LIGHTHOUSE)
and Chromium. Each page is opened RUNS times as a phone, with simulated throttling, and RUNS times as a
desktop. The median of each figure counts, because other load on the machine moves single runs by some points.
If LIGHTHOUSE_KEEP names a folder, the full reports are saved there.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Page, sync_playwright
from rich import print as show
from rich.table import Table

from benchmarks import chromium
from benchmarks.first_load import LIE, THROW, served
from benchmarks.machine import facts
from benchmarks.results import save

GAMES = ("Traditional", "Challenge", "Showdown", "Piecepack", "Junior")
CATEGORIES = ("performance", "accessibility", "best-practices")
TIMES = {"first-contentful-paint": "FCP", "largest-contentful-paint": "LCP", "total-blocking-time": "TBT"}
SHIFT = "cumulative-layout-shift"
ENDED = Path(__file__).parent.parent / "tests/golden/showdown-2seats.jsonl"
TRIES = 3
"""The most times a page is opened: on a busy machine, Lighthouse may miss its start and report that."""
LIGHT = "/favicon.ico"
"""The page that loads fastest; the browser opens it first to store what it must remember."""
WHICH = "Lighthouse was not found: run npm install -g lighthouse@12, or set LIGHTHOUSE to its path."


def main() -> None:
    """Prints a table with a row for each page and kind of screen."""
    lighthouse = os.environ.get("LIGHTHOUSE", "") or shutil.which("lighthouse")
    if not lighthouse:
        sys.exit(WHICH)
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    table = headed(f"Lighthouse, medians of {runs}: {facts('fivedice', 'playwright')}")
    with served() as url, opened(url) as (page, port):
        for name, prepare in PAGES.items():
            if not sys.argv[2:] or any(part in name for part in sys.argv[2:]):
                page.goto(f"{url}{LIGHT}")
                page.evaluate("localStorage.clear()")
                address = url + prepare(page, url)
                page.goto(f"{url}{LIGHT}")
                for preset in ("", "--preset=desktop"):
                    said = [asked(lighthouse, address, port, preset) for _ in range(runs)]
                    keep(name, preset, said)
                    table.add_row(name, "desk" if preset else "phone", *figures(said))
    show(table)
    save("lighthouse", ["fivedice", "playwright"], table)


def headed(title: str) -> Table:
    """A table without rows."""
    table = Table("Page", "Screen", title=title, title_justify="left")
    for heading in (*CATEGORIES, *(f"{short}, s" for short in TIMES.values()), "shift"):
        table.add_column(heading, justify="right")
    return table


@contextmanager
def opened(url: str) -> Iterator[tuple[Page, int]]:
    """A page in a browser that keeps its storage, and the port at which another program can control it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as started:
        context = started.chromium.launch_persistent_context(
            profile,
            executable_path=chromium.program(),
            args=["--no-sandbox", f"--remote-debugging-port={port}"],
            viewport={"width": 390, "height": 844},
            base_url=url,
        )
        try:
            yield context.pages[0], port
        finally:
            context.close()


def asked(lighthouse: str, address: str, port: int, preset: str) -> dict[str, Any]:
    """The report of one opening of a page, with an empty browser cache."""
    command = [lighthouse, address, f"--port={port}", "--output=json", "--quiet", *preset.split()]
    command.append(f"--only-categories={','.join(CATEGORIES)}")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # node may be a Python package
    for _ in range(TRIES):
        done = subprocess.run(command, env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, check=False)
        if done.returncode == 0:
            said: dict[str, Any] = json.loads(done.stdout)
            return said
    sys.exit(f"Lighthouse could not open {address}.")


def keep(name: str, preset: str, said: list[dict[str, Any]]) -> None:
    """Saves the full reports if LIGHTHOUSE_KEEP names a folder."""
    screen, folder = "desk" if preset else "phone", os.environ.get("LIGHTHOUSE_KEEP")
    print(name, screen, *figures(said), file=sys.stderr, flush=True)
    for number, one in enumerate(said if folder else ()):
        Path(folder or "", f"{name} {screen} {number}.json").write_text(json.dumps(one))


def figures(said: list[dict[str, Any]]) -> Iterator[str]:
    """The median of each figure."""
    for category in CATEGORIES:
        yield f"{median(100 * one['categories'][category]['score'] for one in said):.0f}"
    for audit in TIMES:
        yield f"{median(one['audits'][audit]['numericValue'] for one in said) / 1000:.2f}"
    yield f"{median(one['audits'][SHIFT]['numericValue'] for one in said):.3f}"


# --- what is opened ---


def home(page: Page, url: str) -> str:  # noqa: ARG001 - all have the same signature
    """The home page of a browser without seats."""
    return "/"


def table_of(game: str) -> Callable[[Page, str], str]:
    """The player's own seat at a table, with dice to keep."""

    def prepare(page: Page, url: str) -> str:
        page.goto(url)
        page.get_by_role("button", name=f"Play now: {game}").click()
        while page.locator(LIE).count() < 5:
            if page.locator(THROW).count():
                page.locator(THROW).first.click()
            page.wait_for_timeout(50)
        return path_of(page)

    return prepare


def waiting(page: Page, url: str) -> str:
    """A table whose second chair is open."""
    page.goto(url)
    page.get_by_role("button", name="With friends: Traditional").click()
    page.get_by_role("dialog").get_by_label("Your name").fill("Ann")
    page.get_by_label("Chair 2", exact=True).wait_for()
    page.get_by_role("button", name="Open the table").click()
    page.locator(".big-code").wait_for()
    return path_of(page)


def chair(page: Page, url: str) -> str:
    """The same table, as a person without a seat sees it."""
    path = waiting(page, url)
    page.evaluate("localStorage.clear()")
    return path


def review(page: Page, url: str) -> str:  # noqa: ARG001 - all have the same signature
    """A finished match of showdown with two seats."""
    request = Request(f"{url}/api/records", ENDED.read_bytes(), {"content-type": "text/plain"})
    with urlopen(request) as answer:
        return f"/review/{json.load(answer)['code']}"


def records(page: Page, url: str) -> str:
    """The list of matches, with one in progress."""
    table_of("Junior")(page, url)
    return "/records"


def you(page: Page, url: str) -> str:
    """The page *You* of a player with a seat."""
    records(page, url)
    return "/me"


def statistics(page: Page, url: str) -> str:
    """The statistics of a player with one finished match."""
    page.goto(url + you(page, url))
    page.locator(".people").wait_for()
    code = review(page, url).rpartition("/")[2]
    page.request.post("/api/player/imports", data={"code": code, "seat": 0})
    page.goto(f"{url}/me/stats")
    page.locator(".headlines").wait_for()
    return "/me/stats"


def path_of(page: Page) -> str:
    """The path of the page's address."""
    return "/" + page.url.split("/", 3)[3]


def at(path: str) -> Callable[[Page, str], str]:
    """A page that needs nothing before it."""
    return lambda _, __: path


PAGES: dict[str, Callable[[Page, str], str]] = {
    "home": home,
    **{f"lesson of {game.lower()}": at(f"/learn/{game.lower()}") for game in GAMES},
    "a free chair": chair,
    "waiting room": waiting,
    **{f"table of {game.lower()}": table_of(game) for game in GAMES},
    "review": review,
    "My matches": records,
    "You": you,
    "statistics": statistics,
    "training": at("/train"),
    "exercise": at("/train/traditional"),
}


if __name__ == "__main__":
    main()
