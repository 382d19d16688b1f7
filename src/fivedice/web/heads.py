"""The head of each page: the style and scripts that it needs, found by reading the scripts. Knows no table.

So a browser fetches them all at once, instead of each when the one before imports it, and nothing is drawn
before its style is there.
"""

import posixpath
import re
from collections.abc import Mapping
from html import escape
from urllib.parse import quote

from msgspec import Struct

from fivedice.games import GAMES

FIRST = "app.js"
"""The script that every page begins with; it goes on by the address."""
BOARDS = "games/index.js"
"""The script that says which board is drawn by which."""
BOARD = re.compile(r"^  (\w+): \{[^{}]*?import\('\./(\w+\.js)'\)", re.MULTILINE)
IMPORTED = re.compile(r"^(?:import|export|\}).* from '(\.[^']+)'$", re.MULTILINE)
STYLED = re.compile(r"^stylesheet\('(\w+)'\)$", re.MULTILINE)
LATER = re.compile(r'rel="later" (href="[^"]+/(\w+)\.css")')
PLACE = "{{needed}}"


class Page(Struct, frozen=True):
    """What an address shows: its script, what that asks the server first, and where people go from there."""

    script: str
    asks: str = ""
    onward: tuple[str, ...] = ()


NOWHERE = Page(FIRST)
DOORS = ("join.js", "gather.js")
PLAYED = ("panels.js", "end.js")
ADDRESSES = {
    "/": Page("home.js", "/api/games", ("table.js", "games/scorecard.js", "friends.js", *DOORS, *PLAYED)),
    "/t/{code}": Page("table.js", "", PLAYED),
    "/watch/{code}": Page("table.js", "", PLAYED),
    "/replay/{code}": Page("analysis/page.js"),
    "/review/{code}": Page("analysis/page.js"),
    "/learn/{game}": Page("lesson/page.js", "/api/lessons/{game}", ("rules.js",)),
    "/records": Page("records.js"),
}
"""Every address that shows something, with its page."""


class Heads:
    """The one page, with the head that each address needs."""

    def __init__(self, index: str, scripts: Mapping[str, str], folder: str) -> None:
        """Of the page, and of the scripts as they are served from a folder."""
        self._index, self._scripts, self._folder = index, scripts, folder
        self._boards = dict(BOARD.findall(scripts[BOARDS]))
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
        """The page but for what it asks first; what every page is drawn in comes before what is drawn."""
        frame = self.reached(FIRST)
        drawn = [page.script, *([f"games/{self._boards[board]}"] if board else [])]
        scripts = [script for script in self.reached(FIRST, *drawn) if script not in frame]
        onward = [script for script in self.reached(*page.onward) if script not in (*frame, *scripts)]
        needed = [
            PLACE,
            *(self._link("modulepreload", script) for script in frame),
            *(self._link('modulepreload" fetchpriority="low', script) for script in scripts),
            *(self._link("onward", script) for script in onward),
        ]
        return self._styled(scripts).replace(PLACE, "\n".join(needed))

    def reached(self, *names: str) -> list[str]:
        """These scripts and all that they import, each once."""
        found = list(names)
        for name in found:  # those that are found on the way too
            folder = posixpath.dirname(name)
            for path in IMPORTED.findall(self._scripts[name]):
                other = posixpath.normpath(posixpath.join(folder, path))
                if other not in found:
                    found.append(other)
        return found

    def _styled(self, scripts: list[str]) -> str:
        """The page with the style that these scripts ask for."""
        wanted = {name for script in scripts for name in STYLED.findall(self._scripts[script])}
        return LATER.sub(
            lambda link: f'rel="stylesheet" {link[1]}' if link[2] in wanted else link[0], self._index
        )

    def _link(self, kind: str, script: str) -> str:
        return f'<link rel="{kind}" href="{self._folder}/{script}">'
