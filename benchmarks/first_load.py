"""The cost of a first page load: bytes, requests, seconds to the first throw, and frames of its animation.

Run: python -m benchmarks.first_load [RUNS]   (starts its own server; run nothing else meanwhile)

Bytes are counted as transferred: compressed, with the response headers. The page's own
`requestAnimationFrame` counts frames while dice move and land, at full speed and four times slower.
"""

import itertools
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from time import perf_counter
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from rich import print as show
from rich.table import Table

from benchmarks import chromium
from benchmarks.machine import facts
from benchmarks.results import save

GAMES = ("Traditional", "Challenge", "Showdown", "Piecepack", "Junior")
SIZES = {"desk": (1280, 800), "phone": (390, 844)}
SLOWED = 4
THROW = ".doing .button.main:not([aria-disabled=true])"
LIE = "button.hold[aria-disabled=false]"
COUNT = """() => {
    window.frames_at = []
    const count = at => { frames_at.push(at); window.counting = requestAnimationFrame(count) }
    window.counting = requestAnimationFrame(count)
}"""
COUNTED = "() => { cancelAnimationFrame(counting); return frames_at }"
LATE = 25.0
"""Milliseconds between frames above which a frame is late: one and a half frames at 60 per second."""


def main() -> None:
    """Prints two tables."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with served() as url, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium.program(), args=["--no-sandbox"])
        loads = table("The first load", "Game", "Size", "home, kB", "and table, kB", "requests", "throw, s")
        flights = table("A throw", "Game", "Processor", "frames", "a second", "late", "longest, ms")
        for game in GAMES:
            for size in SIZES:
                measured = [load(browser, url, game, size) for _ in range(runs)]
                loads.add_row(game, size, *rounded(measured))
            for slowed in (1, SLOWED):
                measured = [flight(browser, url, game, slowed) for _ in range(runs)]
                flights.add_row(
                    game, f"{slowed} times slower" if slowed > 1 else "as it is", *rounded(measured)
                )
        browser.close()
    show(loads, flights)
    save("first_load", ["fivedice", "playwright"], loads, flights)


def table(title: str, *headings: str) -> Table:
    """An empty table."""
    made = Table(title=f"{title}: {facts('fivedice', 'playwright')}", title_justify="left")
    for place, heading in enumerate(headings):
        made.add_column(heading, justify="left" if place < 2 else "right")
    return made


def rounded(measured: list[tuple[float, ...]]) -> Iterator[str]:
    """The median of each number over the runs."""
    for numbers in zip(*measured, strict=True):
        middle = median(numbers)
        yield f"{middle:.2f}" if middle < 10 and middle % 1 else f"{middle:.0f}"


def load(browser: Browser, url: str, game: str, size: str) -> tuple[float, ...]:
    """kB of the home page, kB with the table, requests, and seconds until a throw can be pressed."""
    with page_of(browser, size) as (page, session):
        taken: list[float] = []
        session.on("Network.loadingFinished", lambda event: taken.append(event["encodedDataLength"]))
        begin = perf_counter()
        page.goto(url, wait_until="commit")
        page.get_by_role("button", name=f"Play now: {game}").wait_for()
        home = sum(taken) / 1000
        page.get_by_role("button", name=f"Play now: {game}").click()
        page.locator(THROW).wait_for()
        seconds = perf_counter() - begin
        page.wait_for_load_state("networkidle")
        return home, sum(taken) / 1000, len(taken), seconds


def flight(browser: Browser, url: str, game: str, slowed: int) -> tuple[float, ...]:
    """Frames from a throw until its dice land: number, rate per second, late ones, and the longest wait."""
    with page_of(browser, "phone", "no-preference") as (page, session):
        page.goto(url)
        page.get_by_role("button", name=f"Play now: {game}").click()
        while page.locator(LIE).count() < 5:  # some games begin with a roll-off or a red die
            if page.locator(THROW).count():
                session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
                page.evaluate(COUNT)
                page.locator(THROW).first.click()
                page.wait_for_timeout(1800)
                frames = page.evaluate(COUNTED)
                session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            page.wait_for_timeout(50)
        waits = [after - before for before, after in itertools.pairwise(frames)]
        seconds = (frames[-1] - frames[0]) / 1000
        return len(frames), len(waits) / seconds, sum(wait > LATE for wait in waits), max(waits)


@contextmanager
def page_of(browser: Browser, size: str, motion: str = "reduce") -> Iterator[tuple[Page, CDPSession]]:
    """A page with an empty cache, and the session that records its network traffic."""
    width, height = SIZES[size]
    how: dict[str, Any] = {"viewport": {"width": width, "height": height}, "reduced_motion": motion}
    context = browser.new_context(**how)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    yield page, session
    context.close()


@contextmanager
def served() -> Iterator[str]:
    """The address of a server with its own folder."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "fivedice", "serve", "--host", "127.0.0.1", "--port", "0"]
        command += ["--database", f"sqlite:///{folder}/tables.sqlite3"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[2].rstrip("/")
        finally:
            server.terminate()
            server.wait()
            server.stdout.close()


if __name__ == "__main__":
    main()
