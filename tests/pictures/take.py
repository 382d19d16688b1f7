"""Takes a picture of every page with every game, at five sizes and in both themes, and lays them on a sheet.

Run: make pictures [ARGS="showdown review"]

With words only the pages whose names have all of them. The sheet is build/pictures/sheet.html, to be looked
at as a critic would. Without words the pictures of the documents, in docs/pictures, are taken anew as well.
"""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, ViewportSize
from rich import print as show
from rich.progress import track

from tests.pictures import pages, terminal
from tests.server.browsing import TOUCH, Look, Person, chromium
from tests.server.serving import process

HOUSE = Path(__file__).parents[2]
SHEET = HOUSE / "build" / "pictures" / "sheet.html"
README = HOUSE / "docs" / "pictures"
SIZES = {
    "small phone": (320, 640),
    "phone": (390, 844),
    "tablet": (820, 1180),
    "laptop": (1280, 800),
    "wide": (1920, 1080),
}
HELD, DESKS = ("phone", "small phone", "tablet"), ("laptop", "wide")
MOUSE: Look = {}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SHOWN = {
    "table-on-a-phone": ("traditional table", "phone", "dark"),
    "showdown": ("showdown table", "laptop", "light"),
    "home": ("home", "phone", "light"),
    "end": ("traditional end", "phone", "light"),
    "big-screen": ("club wall", "laptop", "light"),
    "analysis-board": ("traditional review", "laptop", "light"),
}
"""What the README and the documentation show: a page, at a size, in a theme."""


def main() -> None:
    """Takes them all, and says where they are."""
    words = sys.argv[1:]
    SHEET.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, process(Path(folder)) as server:
        screen = asyncio.run(terminal.drawn(Path(folder, "terminal")))
        every = pages.every(server)
        names = [name for name in every if all(word in name.split() for word in words)]
        with chromium() as browser:
            for name in track(names, "Pictures"):
                take(browser, server.url, name, *every[name])
            if not words:
                for_readme(browser, screen)
    SHEET.write_text(sheet(names), encoding="utf-8")
    show(f"{SHEET}: {len(names)} pages, {len(SIZES) * len(THEMES)} pictures each.")


def take(browser: Browser, url: str, name: str, opens: pages.Opens, game: str) -> None:
    """One page at all sizes, in both themes: with fingers on phones and tablets, with a mouse elsewhere."""
    for look, sizes in ((TOUCH, HELD), (MOUSE, DESKS)):
        ann = Person(browser, url, {"viewport": viewport(sizes[0]), "drawn": True, **look})
        opens(ann, game)
        for size in sizes:
            ann.page.set_viewport_size(viewport(size))
            for theme in THEMES:
                ann.page.emulate_media(color_scheme=theme)
                ann.shot(SHEET.with_name(file_of(name, size, theme)))
        ann.context.close()


def viewport(size: str) -> ViewportSize:
    width, height = SIZES[size]
    return {"width": width, "height": height}


def for_readme(browser: Browser, screen: str) -> None:
    """What the documents show: some of these, and the screen of the terminal, an SVG."""
    README.mkdir(exist_ok=True)
    for name, of in SHOWN.items():
        keep(SHEET.with_name(file_of(*of)), README / f"{name}.webp")
    drawn = SHEET.with_name("terminal.png")
    terminal.shot(browser, screen, drawn)
    keep(drawn, README / "terminal.webp")


def keep(picture: Path, path: Path) -> None:
    """The same in a fifth of the bytes."""
    with Image.open(picture) as opened:
        opened.save(path, quality=85)


def file_of(name: str, size: str, theme: str) -> str:
    return f"{name}-{size}-{theme}.png".replace(" ", "-")


def sheet(names: list[str]) -> str:
    heads = "".join(f"<th>{size}, {theme}" for size in SIZES for theme in THEMES)
    rows = "".join(f"<tr><th>{name}{_row(name)}" for name in names)
    style = "img {height: 20rem} th {font: 1rem sans-serif; text-align: left; vertical-align: top}"
    return f"<!doctype html><meta charset=utf-8><style>{style}</style><table><tr><th>{heads}{rows}</table>"


def _row(name: str) -> str:
    files = (file_of(name, size, theme) for size in SIZES for theme in THEMES)
    return "".join(f'<td><a href="{file}"><img loading=lazy src="{file}"></a>' for file in files)


if __name__ == "__main__":
    main()
