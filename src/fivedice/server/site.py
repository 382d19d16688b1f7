"""Serves the pages and the documentation site.

Files are read once and named by a hash of their contents. The head of a page names all its modules, so that
browsers fetch them at once instead of one import after another; `python -m tests.server.modules` renews
that list (`modules.json`), and the module with the drawings.
"""

import base64
import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from fastapi import Request
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from fivedice.core import extras
from fivedice.games import GAMES
from fivedice.language import cached, speaking, spoken, tag, tr
from fivedice.language.catalogue import pages_json
from fivedice.language.languages import LANGUAGES, SOURCE
from fivedice.names import LONGEST_NAME

FIRST = "app.js"
"""The entry script of every page; it loads the rest according to the address."""
BOARDS = {"cards": "games/scorecard.js", "ring": "games/showdown.js", "scoreboard": "games/junior.js"}
"""The script that draws each kind of board."""
PLACE = "{{needed}}"


class Needed(Struct, frozen=True):
    """The modules that a script loads, itself included, and its stylesheets."""

    modules: tuple[str, ...]
    styles: tuple[str, ...]


MODULES = msgspec.json.decode(
    files(__package__).joinpath("modules.json").read_bytes(), type=dict[str, Needed]
)
"""The modules and stylesheets of each script that is loaded separately."""


class SitePage(Struct, frozen=True):
    """A page: its script, the API path that it requests first, and the scripts that are needed next."""

    script: str
    asks: str = ""
    onward: tuple[str, ...] = ()


NOWHERE = SitePage(FIRST)
HOME = "/"
PLAYED = ("table/panels/hint.js", "table/panels/panels.js", "table/end.js", "shell/wake-lock.js")
ADDRESSES = {
    HOME: SitePage(
        "home/home.js", "/api/games", ("table/table.js", "games/scorecard.js", "lobby/new-table.js")
    ),
    "/t/{code}": SitePage("table/table.js", "", PLAYED),
    "/watch/{code}": SitePage("table/table.js", "", PLAYED),
    "/tv/{code}": SitePage("table/table.js", "", PLAYED),
    "/replay/{code}": SitePage("analysis/page.js"),
    "/review/{code}": SitePage("analysis/page.js"),
    "/learn/{game}": SitePage("lesson/page.js", "/api/lessons/{game}", ("table/panels/rules.js",)),
    "/same/{code}": SitePage("same/page.js"),
    "/beside/{code}": SitePage("same/beside.js"),
    "/kitchen": SitePage("lobby/kitchen.js", "/api/games", ("table/table.js", "games/scorecard.js")),
    "/dice": SitePage("verify/totals.js"),
    "/rules": SitePage("home/rules.js"),
    "/records": SitePage("history/records.js"),
    "/train": SitePage("train/page.js"),
    "/train/{game}": SitePage("train/page.js"),
    "/train/{game}/test": SitePage("train/page.js"),
    "/club": SitePage("club/page.js"),
    "/club/{code}": SitePage("club/page.js"),
    "/club/{code}/screen": SitePage("club/page.js"),
    "/daily": SitePage("daily/page.js"),
    "/daily/{date}": SitePage("daily/page.js"),
    "/me": SitePage("me/page.js"),
    "/me/stats": SitePage("me/statistics.js"),
}
"""The page of each address."""


def _modules(entries: Iterable[str]) -> list[str]:
    """The modules of several scripts, each once, in import order."""
    return list(dict.fromkeys(name for entry in entries for name in MODULES[entry].modules))


FOLDER = Path(__file__).parents[1] / "documentation"
NOT_BUILT = files(__package__).joinpath("not-built.html").read_text("utf-8")
"""The page below `/docs` while the site is not built."""
POLICY = (
    "default-src 'none'; script-src 'self'{hashes}; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What pages may load; `hashes` are those of inline scripts."""
INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def is_built() -> bool:
    """Whether the server has the documentation site."""
    return (FOLDER / "index.html").is_file()


class Documentation(StaticFiles):
    """The documentation site under `/docs`, as built by `make docs`; pages may run only their own scripts."""

    def __init__(self, site: "Site") -> None:
        mimetypes.add_type("image/webp", ".webp")
        self._site, self._not_built = site, site.filled(NOT_BUILT)
        super().__init__(directory=FOLDER, html=True, check_dir=False)

    async def check_config(self) -> None:
        """Accepts a missing folder."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file of the site."""
        if not is_built():
            return HTMLResponse(self._not_built, 404, {"cache-control": "no-cache"})
        answer = await super().get_response(path, scope)
        return self._site.page(NOWHERE, {}, status=404) if answer.status_code == 404 else answer

    def file_response(self, full_path: Any, *arguments: Any, **more: Any) -> Response:
        """A file, or a 304 response, from which browsers take the policy too."""
        answer = super().file_response(full_path, *arguments, **more)
        answer.headers["cache-control"] = "no-cache"
        if str(full_path).endswith(".html"):
            answer.headers["content-security-policy"] = policy(str(full_path))
        return answer


@lru_cache(256)
def policy(page: str) -> str:
    """The Content-Security-Policy of a page, with the hash of each of its inline scripts."""
    digests = (hashlib.sha256(script).digest() for script in INLINE.findall(Path(page).read_bytes()))
    hashes = "".join(f" 'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    return POLICY.format(hashes=hashes)


PAGES = Path(__file__).parents[1] / "web"
FOREVER = "public, max-age=31536000, immutable"
SMALLEST = 512
"""Files with fewer bytes are not compressed."""
PLACEHOLDER = "{{static}}"
ROOT = "{{root}}"
PRINTS = "{{prints}}"
"""The placeholder that tells print buttons whether the server makes PDFs."""
DOCUMENTS = "{{documents}}"
"""The placeholder that tells links to the documentation whether the server has it."""
LONGEST = "{{longest_name}}"
SPOKEN = "{{languages}}"
MANIFEST, WORKER = "app.webmanifest", "service-worker.js"
PACKED = (".png", ".woff2")
"""Files that are compressed already."""

READ = ["GET", "HEAD"]
COMMENTS = {
    ".js": re.compile(rb"/\*\*.*?\*/|^[ \t]*//[^\n]*", re.DOTALL | re.MULTILINE),
    ".css": re.compile(rb"/\*.*?\*/", re.DOTALL),
    ".html": re.compile(rb"<!--.*?-->\n", re.DOTALL),
}
"""Comments, among them the types in scripts (docs/decisions/native-es-modules.md)."""
STYLES = re.compile(r"style/\w+\+[\w+]+\.css")
OTHERS = "vendor/"
"""Third-party files, which are served unchanged."""


class Site:
    """All files of the pages, plain and compressed; their addresses begin with `root`."""

    def __init__(self, root: str = "") -> None:
        mimetypes.add_type("text/javascript", ".js")
        mimetypes.add_type("application/manifest+json", ".webmanifest")
        paths = sorted(path for path in PAGES.rglob("*") if path.is_file())
        names = [path.relative_to(PAGES).as_posix() for path in paths]
        self._files = {name: without_comments(name, (PAGES / name).read_bytes()) for name in names}
        home = frozenset(_modules([FIRST, ADDRESSES[HOME].script]))
        for language in LANGUAGES:
            self._files[f"languages/{language}.json"] = pages_json(language)
            self._files[f"languages/{language}.home.json"] = pages_json(language, home)
            sentences = b"self.language = '%s'\nself.said = %s\n"
            with speaking(language):
                sentences %= tag().encode(), pages_json(language, frozenset([WORKER]))
            self._files[f"languages/{language}.{WORKER}"] = sentences + self._files[WORKER]
        every = hashlib.sha256(b"".join(name.encode() + data for name, data in self._files.items()))
        self.name = every.hexdigest()[:12]
        self._root, self._folder = root, f"{root}/static/{self.name}"
        self._values = {
            PLACEHOLDER: self._folder,
            ROOT: escape(root),
            PRINTS: "yes" if extras.has("print") else "",
            DOCUMENTS: "yes" if is_built() else "",
            LONGEST: str(LONGEST_NAME),
            SPOKEN: escape(msgspec.json.encode({key: one.name for key, one in LANGUAGES.items()}).decode()),
        }
        manifest = self.filled(self._files.pop(MANIFEST).decode())
        for language in LANGUAGES:
            with speaking(language):
                self._files[f"languages/{language}.{MANIFEST}"] = _localized(manifest).encode()
        self._index = self.filled(self._files.pop("index.html").decode())
        self._pages: dict[tuple[SitePage, str], str] = {}
        self._files |= {name: self._join(name) for name in STYLES.findall(self._index)}
        self._packed = {
            name: gzip.compress(data)
            for name, data in self._files.items()
            if len(data) >= SMALLEST and not name.endswith(PACKED)
        }

    def filled(self, text: str) -> str:
        """A text with its placeholders replaced."""
        for place, value in self._values.items():
            text = text.replace(place, value)
        return text

    def _join(self, name: str) -> bytes:
        """Several stylesheets joined into one to save requests."""
        folder, _, names = name.removesuffix(".css").rpartition("/")
        return b"".join(self._files[f"{folder}/{one}.css"] for one in names.split("+"))

    def page(self, page: SitePage, parts: Mapping[str, str], board: str = "", status: int = 200) -> Response:
        """The response with a page. `parts` are those of its address; `board` is its kind of board."""
        game = GAMES.get(parts.get("game", ""))
        board = game.board if game else board
        if (page, board) not in self._pages:
            self._pages[page, board] = self._make(page, board)
        request = page.asks.format(**{name: quote(part, safe="") for name, part in parts.items()})
        first = [self._root + request] if request else []
        if spoken() != SOURCE:
            part = ".home" if page == ADDRESSES[HOME] else ""
            first.append(f"{self._folder}/languages/{spoken()}{part}.json")
        links = [f'<link rel="preload" as="fetch" crossorigin href="{escape(path)}">' for path in first]
        html = _localized(self._pages[page, board])
        return HTMLResponse(html.replace(PLACE, "\n".join(links)), status, {"cache-control": "no-cache"})

    def _make(self, page: SitePage, board: str) -> str:
        """The HTML of a page, whose head names its modules, without the first request."""
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

    def answer(self, name: str, request: Request, cache: str) -> Response:
        """The response with a file, compressed if the browser accepts that."""
        if name not in self._files:
            raise HTTPException(404, "Not Found")
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        data, headers = self._files[name], {"cache-control": cache, "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", "") and name in self._packed:
            data, headers["content-encoding"] = self._packed[name], "gzip"
        return Response(data, media_type=kind, headers=headers)


def _localized(text: str) -> str:
    """A page or the manifest with its sentences in the reader's language."""
    for place, sentence in _sentences().items():
        text = text.replace(place, sentence)
    return text


@cached()
def _sentences() -> dict[str, str]:
    """What is said without scripts, by its placeholder."""
    return {
        "{{lang}}": tag(),
        "{{title}}": tr("fivedice: games with five dice"),
        "{{description}}": tr("Games with five dice: play with friends or against bots."),
        "{{noscript}}": tr("This page needs JavaScript. You can also play in a terminal: fivedice play."),
    }


def without_comments(name: str, data: bytes) -> bytes:
    """A file of ours without comments; line numbers stay the same."""
    comment = COMMENTS.get(Path(name).suffix)
    if comment is None or name.startswith(OTHERS):
        return data
    return comment.sub(lambda text: b"\n" * text[0].count(b"\n"), data)
