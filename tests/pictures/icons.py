"""Draws the icons of the pages in the sizes that home screens want, from the two that are written down.

Run: python -m tests.pictures.icons
"""

from io import BytesIO

from PIL import Image
from playwright.sync_api import Browser

from fivedice.server.site import PAGES
from tests.server.browsing import chromium

SIGN, WHOLE = PAGES / "drawings" / "svg" / "logo.svg", PAGES / "icons" / "whole.svg"
ICONS = {"sign-192": SIGN, "sign-512": SIGN, "whole-180": WHOLE, "whole-512": WHOLE}
"""Each with what it is drawn from: the sign with its round corners, or one to be cut to whatever shape."""
COLOURS = 64
"""Few, since each icon has two and what lies between them."""


def main() -> None:
    with chromium() as browser:
        for name, source in ICONS.items():
            drawn = draw(browser, source.read_text(), int(name.rpartition("-")[2]))
            drawn.quantize(COLOURS).save(WHOLE.with_name(f"{name}.png"), optimize=True)


def draw(browser: Browser, svg: str, size: int) -> Image.Image:
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
    taken = page.screenshot(omit_background=True)
    page.close()
    return Image.open(BytesIO(taken))


if __name__ == "__main__":
    main()
