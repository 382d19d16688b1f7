"""The frames of five moving dice, from the browser's own trace, on a processor slowed down four times.

Run: python -m research.server.frames [RUNS]   (starts a server; PYTHONPATH=CHECKOUT/src for another version)

A due frame is either shown or dropped. The table also has the cost of a throw at full processor speed: the
time of the page's main thread and its frames, of the compositor thread, of the raster threads with the number
of paints, and of putting layers on the screen, which a graphics processor would do. Each figure is the median
over RUNS throws of a game.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from statistics import median
from typing import Any

from benchmarks import chromium
from benchmarks.first_load import GAMES, LIE, SLOWED, THROW, page_of, served
from benchmarks.machine import facts
from playwright.sync_api import Browser, sync_playwright
from rich import print as show
from rich.table import Table

Event = dict[str, Any]
CATEGORIES = ["toplevel", "benchmark", "cc", "blink.user_timing", "devtools.timeline", "__metadata"]
FLIGHT, LANDED = "flight", "landed"
MARKS = f"""() => {{
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, how) {{
        const moving = animate.call(this, frames, how)
        if (how?.id !== 'flying') return moving
        performance.mark('{FLIGHT}')
        moving.finished.then(() => performance.mark('{LANDED}'), () => {{}})
        return moving
    }}
}}"""
IN_THE_AIR = 2500
"""Milliseconds after which dice have surely landed."""
PARTS = {
    "CrRendererMain": "page",
    "Compositor": "layers",
    "ThreadPoolForegroundWorker": "painting",
    "VizCompositorThread": "screen",
    "CrGpuMain": "screen",
}
"""What the browser's threads do, by thread name."""
MADE, PAINTED, TASKS = (
    "ProxyImpl::Commit",
    "RasterTask",
    ("ThreadControllerImpl::RunTask", "ThreadPool_RunTask"),
)


def main() -> None:
    """Prints a table with a row for each game."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    table = Table(
        "Game", title=f"Five dice in flight: {facts('fivedice', 'playwright')}", title_justify="left"
    )
    for heading in ("shown", "dropped", "shown a second"):
        table.add_column(heading, justify="right")
    for heading in ("page, ms", "its frames", "layers, ms", "painting, ms", "paintings", "screen, ms"):
        table.add_column(heading, justify="right")
    with served() as url, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium.program(), args=["--no-sandbox"])
        for game in GAMES:
            slowed = [frames(flight(browser, url, game, SLOWED)) for _ in range(runs)]
            as_it_is = [work(flight(browser, url, game, 1)) for _ in range(runs)]
            table.add_row(game, *middle(slowed), *middle(as_it_is))
        browser.close()
    show(table)


def middle(measured: list[tuple[float, ...]]) -> Iterator[str]:
    """The median of each figure."""
    for figures in zip(*measured, strict=True):
        yield f"{median(figures):.0f}"


def flight(browser: Browser, url: str, game: str, slowed: int) -> list[Event]:
    """The trace of the browser while the five dice of one throw are moving."""
    with page_of(browser, "phone", "no-preference") as (page, session):
        page.add_init_script(f"({MARKS})()")
        page.goto(url)
        page.get_by_role("button", name=f"Play now: {game}").click()
        events: list[Event] = []
        while page.locator(LIE).count() < 5:  # some games begin with a roll-off or a red die
            if page.locator(THROW).count():
                page.wait_for_timeout(300)
                session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
                browser.start_tracing(page=page, categories=CATEGORIES)
                page.locator(THROW).first.click()
                page.wait_for_timeout(IN_THE_AIR)
                events = json.loads(browser.stop_tracing())["traceEvents"]
                session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            page.wait_for_timeout(50)
        return events


def window(events: list[Event]) -> tuple[float, float, int]:
    """When the first die is thrown and the last one lands, in microseconds, and the page's process."""
    marks = [event for event in events if event["name"] in (FLIGHT, LANDED) and event.get("ph") in ("I", "R")]
    times = [event["ts"] for event in marks]
    return min(times), max(times), marks[0]["pid"]


def frames(events: list[Event]) -> tuple[float, ...]:
    """Frames shown, frames dropped, and frames shown per second."""
    begin, end, page = window(events)
    states: dict[int, set[str]] = {}
    for event in events:
        if event["name"] == "PipelineReporter" and event["ph"] == "b" and event["pid"] == page:
            report = event["args"].get("frame_reporter", {})
            if begin <= event["ts"] <= end:  # a frame may be reported twice, with and without its page's part
                states.setdefault(report["frame_sequence"], set()).add(report["state"])
    shown = sum(any("PRESENTED" in state for state in told) for told in states.values())
    dropped = sum(told == {"STATE_DROPPED"} for told in states.values())
    return shown, dropped, shown / (end - begin) * 1e6


def work(events: list[Event]) -> tuple[float, ...]:
    """Milliseconds of processor time by task, and the number of frames and paints."""
    begin, end, page = window(events)
    names = {(one["pid"], one["tid"]): one["args"]["name"] for one in events if one["name"] == "thread_name"}
    spent, made = Counter[str](), Counter[str]()
    for event in events:
        if begin <= event.get("ts", 0) <= end:
            part = PARTS.get(names.get((event["pid"], event["tid"]), ""), "")
            if event["name"] in TASKS and (event["pid"] == page) == (part != "screen"):
                spent[part] += event.get("tdur", 0)
            made[event["name"]] += event["pid"] == page and event["ph"] == "X"
    page_ms, layers, painting, screen = (
        spent[part] / 1000 for part in ("page", "layers", "painting", "screen")
    )
    return page_ms, made[MADE], layers, painting, made[PAINTED], screen


if __name__ == "__main__":
    main()
