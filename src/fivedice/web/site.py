"""The pages: their files, read once, under a name made from what is in them. Knows no table."""

import gzip
import hashlib
import mimetypes
import re
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

PAGES = Path(__file__).parent / "pages"
FOREVER = "public, max-age=31536000, immutable"
SMALLEST = 512
"""Bytes under which a file is not worth packing."""
PLACEHOLDER = "{{static}}"

READ = ["GET", "HEAD"]
COMMENTS = {
    ".js": re.compile(rb"/\*\*.*?\*/|^[ \t]*//[^\n]*", re.DOTALL | re.MULTILINE),
    ".css": re.compile(rb"/\*.*?\*/", re.DOTALL),
}
"""What only people read, in scripts their types too; a sixth of all that would go over the wire."""
OTHERS = "vendor/"
"""Where files stand as others wrote them."""

router = APIRouter(include_in_schema=False)


class Site:
    """All files of the pages, plain and packed."""

    def __init__(self, folder: Path = PAGES) -> None:
        """Reads them."""
        mimetypes.add_type("text/javascript", ".js")
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        named = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        self._files = {name: lean(name, data) for name, data in named.items()}
        every = hashlib.sha256(b"".join(name.encode() + data for name, data in self._files.items()))
        self.name = every.hexdigest()[:12]
        index = self._files["index.html"].decode().replace(PLACEHOLDER, f"/static/{self.name}")
        self._files["index.html"] = index.encode()
        self._packed = {name: gzip.compress(data) for name, data in self._files.items()}

    def answer(self, name: str, request: Request, cache: str) -> Response:
        """A file; packed where the browser can unpack it."""
        if name not in self._files:
            raise HTTPException(404, "There is no such page")
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        headers = {"cache-control": cache, "vary": "accept-encoding"}
        data = self._files[name]
        if "gzip" in request.headers.get("accept-encoding", "") and len(data) >= SMALLEST:
            return Response(
                self._packed[name], media_type=kind, headers={**headers, "content-encoding": "gzip"}
            )
        return Response(data, media_type=kind, headers=headers)


def lean(name: str, data: bytes) -> bytes:
    """A file without its comments; every line has the number that it had."""
    comments = COMMENTS.get(Path(name).suffix)
    if comments is None or name.startswith(OTHERS):
        return data
    return comments.sub(lambda found: b"\n" * found[0].count(b"\n"), data)


@router.api_route("/", methods=READ)
@router.api_route("/t/{code}", methods=READ)
@router.api_route("/watch/{code}", methods=READ)
@router.api_route("/replay/{code}", methods=READ)
@router.api_route("/review/{code}", methods=READ)
@router.api_route("/learn/{game}", methods=READ)
@router.api_route("/records", methods=READ)
def index(request: Request) -> Response:
    """The one page; what it shows depends on its address."""
    site: Site = request.app.state.site
    return site.answer("index.html", request, "no-cache")


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


@router.get("/favicon.ico")
def favicon(request: Request) -> Response:
    """The sign in the tab."""
    site: Site = request.app.state.site
    return site.answer("favicon.svg", request, "public, max-age=86400")
