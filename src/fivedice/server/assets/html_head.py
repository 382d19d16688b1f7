"""The head of each page: its entry script, the modules that it needs, its stylesheets.

Browsers load the scripts as ES modules. The head names every module of a page, so that they are fetched at
once and not one import after another. `modules.json` lists them; `python -m tests.server.modules` renews it.
"""

from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files
from urllib.parse import quote

import msgspec
from msgspec import Struct

from fivedice.games import GAMES

FIRST = "app.js"
"""The script that every page begins with; it goes on by the address."""
BOARDS = {"cards": "games/scorecard.js", "ring": "games/showdown.js", "scoreboard": "games/junior.js"}
"""By the board of a game the script that draws it."""
PLACE = "{{needed}}"


class Needed(Struct, frozen=True):
    """What a script needs before it runs: itself and all modules that it imports, and stylesheets."""

    modules: tuple[str, ...]
    styles: tuple[str, ...]


MODULES = msgspec.json.decode(
    files(__package__).joinpath("modules.json").read_bytes(), type=dict[str, Needed]
)
"""By each script that is loaded by itself, what it needs."""


class Page(Struct, frozen=True):
    """What an address shows: its script, what that asks the server first, and where people go from there."""

    script: str
    asks: str = ""
    onward: tuple[str, ...] = ()


NOWHERE = Page(FIRST)
DOORS = ("lobby/join.js", "lobby/waiting-room.js")
PLAYED = ("table/panels/hint.js", "table/panels/panels.js", "table/end/end.js")
ADDRESSES = {
    "/": Page(
        "home/home.js", "/api/games", ("table/table.js", "games/scorecard.js", "lobby/new-table.js", *DOORS)
    ),
    "/t/{code}": Page("table/table.js", "", PLAYED),
    "/watch/{code}": Page("table/table.js", "", PLAYED),
    "/replay/{code}": Page("analysis/page.js"),
    "/review/{code}": Page("analysis/page.js"),
    "/learn/{game}": Page("lesson/page.js", "/api/lessons/{game}", ("table/panels/rules.js",)),
    "/records": Page("history/records.js"),
}
"""Every address that shows something, with its page."""


class Heads:
    """The one page, with the head that each address needs."""

    def __init__(self, index: str, folder: str) -> None:
        """Of the page, for files served from a folder."""
        self._index, self._folder = index, folder
        self._made: dict[tuple[Page, str], str] = {}

    def page(self, page: Page, parts: Mapping[str, str], board: str = "") -> str:
        """The page of an address that has these parts, with the board that it will show, if that is known."""
        game = GAMES.get(parts.get("game", ""))
        board = game.board if game else board
        if (page, board) not in self._made:
            self._made[page, board] = self._make(page, board)
        asked = page.asks.format(**{name: quote(part, safe="") for name, part in parts.items()})
        first = f'<link rel="preload" as="fetch" crossorigin href="{escape(asked)}">' if asked else ""
        return self._made[page, board].replace(PLACE, first)

    def _make(self, page: Page, board: str) -> str:
        """The page but for what it asks first."""
        entries = [FIRST, page.script, *([BOARDS[board]] if board in BOARDS else [])]
        modules = _modules(entries)
        onward = [name for name in _modules(page.onward) if name not in modules]
        links = [PLACE, f'<script type="module" src="{self._folder}/{FIRST}"></script>']
        links += [f'<link rel="modulepreload" href="{self._folder}/{name}">' for name in modules]
        links += [f'<link rel="onward" href="{self._folder}/{name}">' for name in onward]
        html = self._index.replace(PLACE, "\n".join(links))
        for style in {style for entry in entries for style in MODULES[entry].styles}:
            link = f'href="{self._folder}/style/{style}.css"'
            html = html.replace(f'rel="later" {link}', f'rel="stylesheet" {link}')
        return html


def _modules(entries: Iterable[str]) -> list[str]:
    """The modules of several scripts, each once, in the order in which they are first imported."""
    return list(dict.fromkeys(name for entry in entries for name in MODULES[entry].modules))
