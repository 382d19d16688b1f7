"""Error responses: every failure becomes a status and one sentence."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import Scope

from fivedice.cards.written import BadCard
from fivedice.core.rules import IllegalMove, shortened
from fivedice.language import spoken, tr
from fivedice.notation.read import BadText
from fivedice.notation.record import BadRecord
from fivedice.runtime.store import StoreError
from fivedice.server import site
from fivedice.server.compute.reviewing import Busy
from fivedice.server.players.cookie import Barred
from fivedice.server.protection import rate_limits
from fivedice.server.storage.append_entries import Conflict
from fivedice.server.tables.registry import NoTable
from fivedice.table.protocol.visibility import Unseen

STATUSES: dict[type[Exception], int] = {
    Unseen: 403,
    Barred: 403,
    IllegalMove: 409,
    BadText: 422,
    BadCard: 422,
    BadRecord: 422,
    NoTable: 404,
    StoreError: 503,
    Busy: 503,
    Conflict: 409,
}
LONGEST_SENTENCE = 1000
"""Characters of an error message; longer ones quote a client's text."""
NO_OBJECT = "The body of this request must be a JSON object, sent with Content-Type: application/json."
NO_JSON = "The body of this request is not valid JSON."
NUMBER, TEXT, SWITCH, LIST = "a whole number", "text", "true or false", "a list"
SHOULD: Mapping[str, str] = {
    "bool_parsing": SWITCH,
    "bool_type": SWITCH,
    "dict_type": "an object",
    "int_from_float": NUMBER,
    "int_parsing": NUMBER,
    "int_parsing_size": NUMBER,
    "int_type": NUMBER,
    "finite_number": NUMBER,
    "list_type": LIST,
    "tuple_type": LIST,
    "string_type": TEXT,
    "string_unicode": TEXT,
    "literal_error": "{expected}",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "string_too_long": "no longer than {max_length}",
    "string_too_short": "no shorter than {min_length}",
    "too_long": "no longer than {max_length}",
    "too_short": "no shorter than {min_length}",
}
"""Our words for pydantic's error types, whose own messages are for developers."""
OTHERWISE: Mapping[str, str] = {
    "missing": "is missing",
    "extra_forbidden": "is not expected here",
}


REFUSED = """<!doctype html>
<html lang="%s">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>fivedice</title>
<h1>%s</h1>
<p>%s</p>
</html>
"""
"""A page without scripts or styles, because the server may refuse those too."""


def refused(status: int, sentence: str) -> JSONResponse:
    """The JSON response to a refused request."""
    return JSONResponse({"sentence": shortened(sentence, LONGEST_SENTENCE)}, status)


def refused_page(status: int, sentence: str) -> HTMLResponse:
    """The page for a refused request, for people at a browser."""
    heading = tr("This page cannot be shown")
    return HTMLResponse(REFUSED % (spoken(), heading, escape(shortened(sentence, LONGEST_SENTENCE))), status)


def wants_page(scope: Scope) -> bool:
    """Whether a person opened this address in a browser, rather than a script or program."""
    return scope.get("method") in site.READ and "text/html" in Headers(scope=scope).get("accept", "")


def install(app: FastAPI) -> None:
    """Registers the error handlers."""
    for kind in STATUSES:
        app.add_exception_handler(kind, _known)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)


async def _known(request: Request, error: Exception) -> Response:
    if isinstance(error, NoTable):
        rate_limits.count_wrong_codes(request)
    status = next(status for kind, status in STATUSES.items() if isinstance(error, kind))
    answer = refused_page if wants_page(request.scope) else refused
    response = answer(status, str(error) or tr("Someone else was faster; try again."))
    if isinstance(error, Busy):
        response.headers["retry-after"] = "3"
    return response


async def _malformed(request: Request, error: Exception) -> JSONResponse:  # noqa: ARG001 - fixed signature
    assert isinstance(error, RequestValidationError)
    (first, *others) = error.errors()
    if first["loc"] == ("body",):
        return refused(422, NO_OBJECT)
    if first["type"] == "json_invalid":
        return refused(422, NO_JSON)
    where = _where(first)
    same = [first, *(other for other in others if _where(other) == where)]
    return refused(422, f"{where} {_wrong(same)}.")


def _where(error: Mapping[str, Any]) -> str:
    """The name of the part of a request that an error is about."""
    place = (part for part in error["loc"][1:] if part != "int")  # which pydantic adds for a union
    parts = [str(part) for part in place if isinstance(part, int) or part.isidentifier()]
    return ".".join(parts) or "A part of this request"


def _wrong(errors: Sequence[Mapping[str, Any]]) -> str:
    """The fault of one field, which may accept several types."""
    otherwise = OTHERWISE.get(errors[0]["type"])
    if otherwise is not None:
        return otherwise
    should = [
        SHOULD[error["type"]].format(**error.get("ctx", {})) for error in errors if error["type"] in SHOULD
    ]
    return f"should be {' or '.join(dict.fromkeys(should))}" if should else "cannot be read"


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and wants_page(request.scope):
        return site.nowhere(request)
    answer = refused(error.status_code, NO_JSON if error.status_code == 400 else f"{error.detail}.")
    answer.headers.update(error.headers or {})
    return answer
