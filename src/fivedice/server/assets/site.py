"""Serves the pages: files read once and named by a hash of their contents."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from fivedice.server.assets.html_head import ADDRESSES, NOWHERE, Heads, Page
from fivedice.server.tables.registry import TableRegistry

PAGES = Path(__file__).parents[2] / "web"
FOREVER = "public, max-age=31536000, immutable"
SMALLEST = 512
"""Bytes under which a file is not worth packing."""
PLACEHOLDER = "{{static}}"
MANIFEST = "app.webmanifest"
PACKED = (".png",)
"""What is packed as it is."""

READ = ["GET", "HEAD"]
COMMENTS = {
    ".js": re.compile(rb"/\*\*.*?\*/|^[ \t]*//[^\n]*", re.DOTALL | re.MULTILINE),
    ".css": re.compile(rb"/\*.*?\*/", re.DOTALL),
}
"""What only people read, in scripts their types too; a sixth of all that would go over the wire."""
INDENTS = re.compile(rb"^[ \t]+", re.MULTILINE)
STYLES = re.compile(r"style/\w+\+[\w+]+\.css")
OTHERS = "vendor/"
"""Where files stand as others wrote them."""

router = APIRouter(include_in_schema=False)


class Site:
    """All files of the pages, plain and packed."""

    def __init__(self, folder: Path = PAGES) -> None:
        """Reads them."""
        mimetypes.add_type("text/javascript", ".js")
        mimetypes.add_type("application/manifest+json", ".webmanifest")
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        named = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        self._files = {name: lean(name, data) for name, data in named.items()}
        every = hashlib.sha256(b"".join(name.encode() + data for name, data in self._files.items()))
        self.name = every.hexdigest()[:12]
        own = f"/static/{self.name}"
        self._files[MANIFEST] = self._files[MANIFEST].replace(PLACEHOLDER.encode(), own.encode())
        page = self._files.pop("index.html").decode().replace(PLACEHOLDER, own)
        self._files |= {name: self._joined(name) for name in STYLES.findall(page)}
        self._heads = Heads(page, own)
        self._packed = {
            name: gzip.compress(data)
            for name, data in self._files.items()
            if len(data) >= SMALLEST and not name.endswith(PACKED)
        }

    def _joined(self, name: str) -> bytes:
        """Several styles as one, for every file is a journey there and back; nothing stands between rules."""
        folder, _, names = name.removesuffix(".css").rpartition("/")
        whole = b"".join(self._files[f"{folder}/{one}.css"] for one in names.split("+"))
        return re.sub(rb"\s*([{};])\s*", rb"\1", whole)

    def page(self, page: Page, parts: Mapping[str, str], board: str = "", status: int = 200) -> Response:
        """The page of an address that has these parts, which will show this board."""
        return HTMLResponse(self._heads.page(page, parts, board), status, {"cache-control": "no-cache"})

    def answer(self, name: str, request: Request, cache: str) -> Response:
        """A file; packed where the browser can unpack it."""
        if name not in self._files:
            raise HTTPException(404, "There is no such page")
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        headers = {"cache-control": cache, "vary": "accept-encoding"}
        data = self._files[name]
        if "gzip" in request.headers.get("accept-encoding", "") and name in self._packed:
            return Response(
                self._packed[name], media_type=kind, headers={**headers, "content-encoding": "gzip"}
            )
        return Response(data, media_type=kind, headers=headers)


def lean(name: str, data: bytes) -> bytes:
    """A file without its comments, a script without its indents; every line has the number that it had.

    What stands in a template loses its indents as well: its lines still end, so a page shows a space there.
    """
    comments = COMMENTS.get(Path(name).suffix)
    if comments is None or name.startswith(OTHERS):
        return data
    bare = comments.sub(lambda found: b"\n" * found[0].count(b"\n"), data)
    return INDENTS.sub(b"", bare) if name.endswith(".js") else bare


def index(request: Request) -> Response:
    """The one page; what it shows depends on its address."""
    site: Site = request.app.state.site
    registry: TableRegistry = request.app.state.registry
    parts = request.path_params
    board = registry.board(parts.get("code", "").upper())
    return site.page(ADDRESSES[request.scope["route"].path], parts, board)


for address in ADDRESSES:
    router.add_api_route(address, index, methods=READ)


def nowhere(request: Request) -> Response | None:
    """The page that says that there is none, if it is somebody at a browser who goes there."""
    if request.method not in READ or "text/html" not in request.headers.get("accept", ""):
        return None
    site: Site = request.app.state.site
    return site.page(NOWHERE, {}, status=404)


@router.get("/static/{version}/{name:path}")
def static(version: str, name: str, request: Request) -> Response:
    """A file of the pages, for ever under the name of its version."""
    site: Site = request.app.state.site
    return site.answer(name, request, FOREVER if version == site.name else "no-cache")


@router.get("/service-worker.js")
def worker(request: Request) -> Response:
    """What a browser runs when it is called: at the root, since it stands for the pages below its address."""
    site: Site = request.app.state.site
    return site.answer("service-worker.js", request, "no-cache")


@router.get(f"/{MANIFEST}")
def manifest(request: Request) -> Response:
    """What a phone needs to know to put the pages on its home screen."""
    site: Site = request.app.state.site
    return site.answer(MANIFEST, request, "no-cache")


@router.get("/favicon.ico")
def favicon(request: Request) -> Response:
    """The sign in the tab."""
    site: Site = request.app.state.site
    return site.answer("favicon.svg", request, "public, max-age=86400")
