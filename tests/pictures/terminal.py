"""A picture of the table in the terminal, as Textual draws it. Knows no page."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.terminal.lines import agreed
from tests.terminal.seated import at_table, sit

SIZE = (100, 34)


async def drawn(folder: Path) -> str:
    """The screen in the second turn of a match against a bot, as an SVG."""
    async with at_table(sit(agreed("traditional", "Ann,greedy"), folder), faces="pips", size=SIZE) as ann:
        for keys in ("space", "1", "2", "space", "space", "up", "enter", "space", "3"):
            await ann.press(keys)
        return ann.app.export_screenshot(title="fivedice play")


def shot(browser: Browser, screen: str, path: Path) -> None:
    page = browser.new_page(viewport={"width": 1000, "height": 700}, device_scale_factor=1)
    page.set_content(f"<style>body {{margin: 0}} svg {{width: 960px}}</style>{screen}")
    page.locator("svg").screenshot(path=path)
    page.close()
