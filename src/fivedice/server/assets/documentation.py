"""The documentation site under `/docs`, as `make docs` has built it into the package."""

import base64
import hashlib
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parents[2] / "documentation"
NOT_BUILT = "This server was installed without the documentation site; `make docs` builds it in a checkout.\n"
POLICY = (
    "default-src 'none'; script-src 'self'{hashes}; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


class Documentation(StaticFiles):
    """Serves the site; a page may run its own inline scripts and no others."""

    def __init__(self, folder: Path = FOLDER) -> None:
        mimetypes.add_type("image/webp", ".webp")
        self._folder = folder
        super().__init__(directory=folder, html=True, check_dir=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file of the site."""
        if not (self._folder / "index.html").is_file():
            return PlainTextResponse(NOT_BUILT, 404)
        answer = await super().get_response(path, scope)
        if isinstance(answer, FileResponse) and answer.status_code == 404:
            answer.headers["content-security-policy"] = policy(str(answer.path))
        return answer

    def file_response(self, full_path: Any, *arguments: Any, **more: Any) -> Response:
        """A file, or that it has not changed; a browser takes the policy from that answer too."""
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
