"""The time from opening the home page to the first possible throw, in a browser with an empty cache.

Run: python -m benchmarks.first_throw URL [TIMES]   (URL of a running `fivedice serve`)
"""

import sys
from time import perf_counter

from playwright.sync_api import Browser, sync_playwright
from rich import print as show
from rich.table import Table

from benchmarks import chromium
from benchmarks.machine import facts
from benchmarks.results import save

SIZES = {"desk": (1280, 800), "phone": (390, 844)}
THROW = ".doing .button.main:not([aria-disabled=true])"


def main() -> None:
    """Prints a table with a row for each run."""
    if len(sys.argv) < 2:
        sys.exit("Give the URL of a running `fivedice serve`.")
    url, times = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    table = Table("Size", title=facts("fivedice", "playwright"), title_justify="left")
    for heading in ("Play now pressed, s", "Throw can be pressed, s"):
        table.add_column(heading, justify="right")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium.program(), args=["--no-sandbox"])
        for size in list(SIZES) * times:
            table.add_row(size, *(f"{seconds:.2f}" for seconds in measure(browser, url, size)))
        browser.close()
    show(table)
    save("first_throw", ["fivedice", "playwright"], table)


def measure(browser: Browser, url: str, size: str) -> tuple[float, float]:
    """Seconds until the home page accepts a press, and until the table does."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height})
    page, begin = context.new_page(), perf_counter()
    page.goto(url, wait_until="commit")
    page.get_by_role("button", name="Play now: Traditional").click()
    pressed = perf_counter() - begin
    page.locator(THROW).wait_for()
    ready = perf_counter() - begin
    context.close()
    return pressed, ready


if __name__ == "__main__":
    main()
