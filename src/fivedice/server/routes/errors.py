"""Error responses: every failure becomes a status and one sentence."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from fivedice.cards.faults import BadCard
from fivedice.core.rules import IllegalMove, Untranslated
from fivedice.language import mark, one_of, tr
from fivedice.notation.read import BadText
from fivedice.notation.record import BadRecord
from fivedice.runtime.store import StoreError
from fivedice.server.compute.reviewing import Busy
from fivedice.server.players.cookie import Barred
from fivedice.server.protection import rate_limits
from fivedice.server.refusals import refusal, wants_page
from fivedice.server.routes import pages
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
NO_OBJECT = mark("The body of this request must be a JSON object, sent with Content-Type: application/json.")
NO_JSON = mark("The body of this request is not valid JSON.")
PHRASES = {
    "Not Found": mark("There is nothing at this address."),
    "Method Not Allowed": mark("This address cannot be used like that."),
}
"""Our sentences for those of Starlette."""
NUMBER = mark("a whole number")
SHOULD: Mapping[str, str] = {
    **dict.fromkeys(("bool_parsing", "bool_type"), mark("true or false")),
    **dict.fromkeys(("int_from_float", "int_parsing", "int_parsing_size", "int_type"), NUMBER),
    **dict.fromkeys(("list_type", "tuple_type"), mark("a list")),
    **dict.fromkeys(("string_type", "string_unicode"), mark("text")),
    "dict_type": mark("an object"),
    "finite_number": NUMBER,
    "greater_than_equal": mark("at least {ge}"),
    "less_than_equal": mark("at most {le}"),
    "string_too_long": mark("no longer than {max_length}"),
    "string_too_short": mark("no shorter than {min_length}"),
    "too_long": mark("no longer than {max_length}"),
    "too_short": mark("no shorter than {min_length}"),
}
"""Our words for pydantic's error types, whose own messages are for developers."""
LITERAL = "literal_error"
"""The type of an error that lists the possible values itself."""
OTHERWISE: Mapping[str, str] = {
    "missing": mark("{field} is missing."),
    "extra_forbidden": mark("{field} is not expected here."),
}


async def _known(request: Request, error: Exception) -> Response:
    if isinstance(error, Untranslated):  # a fault of the program, whose sentence is not for players
        raise error
    if isinstance(error, NoTable):
        rate_limits.count_wrong_codes(request)
    status = next(status for kind, status in STATUSES.items() if isinstance(error, kind))
    response = refusal(request.scope, status, str(error) or tr("Someone else was faster; try again."))
    if isinstance(error, Busy):
        response.headers["retry-after"] = "3"
    return response


async def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    (first, *others) = error.errors()
    if first["loc"] == ("body",):
        return refusal(request.scope, 422, tr(NO_OBJECT))
    if first["type"] == "json_invalid":
        return refusal(request.scope, 422, tr(NO_JSON))
    where = _where(first)
    same = [first, *(other for other in others if _where(other) == where)]
    return refusal(request.scope, 422, _wrong(where, same))


def _where(error: Mapping[str, Any]) -> str:
    """The name of the part of a request that an error is about."""
    place = (part for part in error["loc"][1:] if part != "int")  # which pydantic adds for a union
    parts = [str(part) for part in place if isinstance(part, int) or part.isidentifier()]
    return ".".join(parts) or tr("A part of this request")


def _wrong(where: str, errors: Sequence[Mapping[str, Any]]) -> str:
    """The fault of one field, which may accept several types."""
    should = [_should(error) for error in errors if error["type"] in {*SHOULD, LITERAL}]
    fault = mark("{field} should be {wanted}.") if should else mark("{field} cannot be read.")
    wanted = one_of(dict.fromkeys(should)) if should else ""
    return tr(OTHERWISE.get(errors[0]["type"], fault), field=where, wanted=wanted)


def _should(error: Mapping[str, Any]) -> str:
    limits = error.get("ctx", {})
    if error["type"] == LITERAL:
        return one_of(re.findall("'[^']*'", limits["expected"]))
    return tr(SHOULD[error["type"]], **limits)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and wants_page(request.scope):
        return pages.nowhere(request)
    sentence = tr(PHRASES.get(error.detail, error.detail)) if error.status_code != 400 else tr(NO_JSON)
    answer = refusal(request.scope, error.status_code, sentence)
    answer.headers.update(error.headers or {})
    return answer


HANDLERS: dict[int | type[Exception], Any] = {
    **dict.fromkeys(STATUSES, _known),
    **{RequestValidationError: _malformed, HTTPException: _http},
}
"""The handler of each error."""
