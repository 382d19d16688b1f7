"""The head of each page: the style and scripts that it needs, found by reading the scripts.

So a browser fetches them all at once and in few files, and nothing is drawn before its style is there.
"""

import re
from collections.abc import Iterable, Mapping
from html import escape
from urllib.parse import quote

from msgspec import Struct

from fivedice.games import GAMES
from fivedice.server.assets.bundle import Scripts

FIRST = "app.js"
"""The script that every page begins with; it goes on by the address."""
BOARDS = "games/index.js"
"""The script that says which board is drawn by which."""
BOARD = re.compile(r"^(\w+): \{[^{}]*?import\('\./(\w+\.js)'\)", re.MULTILINE)
STYLED = re.compile(r"^stylesheet\('(\w+)'\)$", re.MULTILINE)
LATER = re.compile(r'rel="later" (href="[^"]+/(\w+)\.css")')
PLACE = "{{needed}}"
RUNS = "shell/loader.js"
"""The script that runs the others."""
JOINED = "joined"
"""The folder of files of several scripts; each is called by the script that it is fetched for."""


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

    def __init__(self, index: str, texts: Mapping[str, str], folder: str) -> None:
        """Of the page, and of the texts of scripts, for files served from a folder."""
        self._index, self._folder, self._runs = index, folder, texts[RUNS]
        self._scripts = Scripts({name: text for name, text in texts.items() if name != RUNS})
        self._styles = {name: STYLED.findall(text) for name, text in texts.items()}
        self._boards = dict(BOARD.findall(texts[BOARDS]))
        self._frame = self._scripts.reached(FIRST)
        self._made: dict[tuple[Page, str], str] = {}

    def files(self, pages: Iterable[Page]) -> dict[str, str]:
        """All files of scripts by their names: what comes first, what comes when needed, what comes after."""
        whole = {FIRST: self._scripts.joined(self._frame) + self._runs}
        later = {name: self._scripts.joined(self._beyond(name)) for name in sorted(self._scripts.later)}
        onward = {
            f"onward/{page.script}": self._scripts.joined(self._onward(page)) for page in pages if page.onward
        }
        return {f"{JOINED}/{name}": text for name, text in (whole | later | onward).items()}

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
        """The page but for what it asks first. What every page begins with comes last: it runs the others."""
        drawn = [page.script, *([f"games/{self._boards[board]}"] if board else [])]
        needed = [PLACE, *(self._script(name) for name in drawn if name != FIRST), self._script(FIRST)]
        if page.onward:
            needed.append(f'<link rel="onward" href="{self._folder}/{JOINED}/onward/{page.script}">')
        return self._styled(self._scripts.reached(FIRST, *drawn)).replace(PLACE, "\n".join(needed))

    def _beyond(self, *names: str) -> list[str]:
        """These scripts and what they import, but for what every page begins with."""
        return [name for name in self._scripts.reached(*names) if name not in self._frame]

    def _onward(self, page: Page) -> list[str]:
        """The scripts that people need where they go from a page, but for its own."""
        own = self._beyond(page.script)
        return [name for name in self._beyond(*page.onward) if name not in own]

    def _styled(self, scripts: list[str]) -> str:
        """The page with the style that these scripts ask for."""
        wanted = {name for script in scripts for name in self._styles[script]}
        return LATER.sub(
            lambda link: f'rel="stylesheet" {link[1]}' if link[2] in wanted else link[0], self._index
        )

    def _script(self, name: str) -> str:
        return f'<script type="module" src="{self._folder}/{JOINED}/{name}"></script>'
