"""The responses to refused requests: JSON for programs, a page for people."""

from html import escape
from importlib.resources import files

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import Scope

from fivedice.core.rules import shortened
from fivedice.language import tag, tr
from fivedice.server.site import READ

LONGEST_SENTENCE = 1000
"""Characters of an error message; longer ones quote a client's text."""
REFUSED = files(__package__).joinpath("refused.html").read_text("utf-8")
"""A page without scripts or styles, because the server may refuse those too."""


def refused(status: int, sentence: str) -> JSONResponse:
    """The JSON response to a refused request."""
    return JSONResponse({"sentence": shortened(sentence, LONGEST_SENTENCE)}, status)


def refusal(scope: Scope, status: int, sentence: str) -> Response:
    """The response to a refused request: JSON, or a page with a way home for people at a browser."""
    if not wants_page(scope):
        return refused(status, sentence)
    heading, text = tr("This page cannot be shown"), escape(shortened(sentence, LONGEST_SENTENCE))
    home = scope["app"].state.settings.root, tr("All games")
    return HTMLResponse(REFUSED % (tag(), heading, text, *home), status)


def wants_page(scope: Scope) -> bool:
    """Whether a person opened this address in a browser, rather than a script or program."""
    return scope.get("method") in READ and "text/html" in Headers(scope=scope).get("accept", "")
