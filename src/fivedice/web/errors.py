"""How anything that goes wrong with a request ends: a status and one sentence. Knows no route."""

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from fivedice.cards.written import BadCard
from fivedice.notation.read import BadText
from fivedice.notation.record import BadRecord
from fivedice.rules import IllegalMove
from fivedice.store import StoreError
from fivedice.web import guesses, site
from fivedice.web.appending import Conflict
from fivedice.web.hall import NoTable
from fivedice.web.reviewing import Busy
from fivedice.wire.messages import in_a_line
from fivedice.wire.sight import Unseen

STATUSES: dict[type[Exception], int] = {
    Unseen: 403,
    IllegalMove: 409,
    BadText: 422,
    BadCard: 422,
    BadRecord: 422,
    NoTable: 404,
    StoreError: 503,
    Busy: 503,
    Conflict: 409,
}
NO_OBJECT = "The body of this request is a JSON object, sent with Content-Type: application/json."


def refused(status: int, sentence: str) -> JSONResponse:
    """The answer to a request that is refused: a sentence."""
    return JSONResponse({"sentence": in_a_line(sentence)}, status)


def install(app: FastAPI) -> None:
    """Every kind of error gets its status."""
    for kind in STATUSES:
        app.add_exception_handler(kind, _known)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)


async def _known(request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, NoTable):
        guesses.wrong(request)
    status = next(status for kind, status in STATUSES.items() if isinstance(error, kind))
    return refused(status, str(error) or "Somebody else was quicker; try again.")


async def _malformed(request: Request, error: Exception) -> JSONResponse:  # noqa: ARG001 - as it is called
    assert isinstance(error, RequestValidationError)
    (first, *_) = error.errors()
    if first["loc"] == ("body",):
        return refused(422, NO_OBJECT)
    where = ".".join(str(part) for part in first["loc"][1:])
    return refused(422, f"This cannot be read{f' at {where}' if where else ''}: {first['msg']}.")


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    page = site.nowhere(request) if error.status_code == 404 else None
    if page is not None:
        return page
    answer = refused(error.status_code, f"{error.detail}.")
    answer.headers.update(error.headers or {})
    return answer
