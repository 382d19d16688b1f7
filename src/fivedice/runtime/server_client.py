"""Requests to the REST API of a server as the player of this terminal."""

import http.client
import re
import urllib.error
import urllib.request
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import msgspec

from fivedice.core.rules import quoted
from fivedice.language import spoken, tr
from fivedice.notation.record import LONGEST
from fivedice.runtime.identity import COOKIE, Identity
from fivedice.runtime.store import StoreError

PATIENCE = 30.0
"""Seconds that a server may take to answer."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, because a secret is for one server only."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Follows no redirect."""


_opener = urllib.request.build_opener(_NoRedirects)


def ask(known: Identity, server: str, path: str, body: Any = None, method: str = "") -> Any:
    """The response for a path below `/api/`; stores a new secret. Raises `StoreError` with a refusal."""
    data = None if body is None else msgspec.json.encode(body)
    request = urllib.request.Request(f"{server}/api/{path}", data, method=method or None)
    request.add_header("Content-Type", "application/json")
    if server in known.servers:
        request.add_header("Cookie", f"{COOKIE}={known.servers[server]}")
    answer, cookies = _answered(request, server)
    _keep(known, server, cookies)
    return _json(answer, server)


def ask_table(server: str, code: str, token: str, what: str) -> Any:
    """The response for a path of a table, such as "so-far", with the token of a seat."""
    request = urllib.request.Request(f"{server}/api/tables/{code}/{what}")
    request.add_header("Authorization", f"Bearer {token}")
    return _json(_answered(request, server)[0], server)


def _answered(request: urllib.request.Request, server: str) -> tuple[bytes, list[str]]:
    """The body of the response, and the cookies that it sets."""
    request.add_header("Accept-Language", spoken())
    try:
        with _opener.open(request, timeout=PATIENCE) as answer:
            return answer.read(LONGEST + 1), answer.headers.get_all("Set-Cookie", [])
    except urllib.error.HTTPError as error:
        with error:
            raise StoreError(_sentence(error)) from None
    except (OSError, http.client.HTTPException):
        raise StoreError(unreachable(server)) from None


def _json(answer: bytes, server: str) -> Any:
    try:
        return msgspec.json.decode(answer)
    except msgspec.DecodeError:
        raise StoreError(unreachable(server)) from None


def unreachable(server: str) -> str:
    """The error sentence for a server that does not respond, or that is not a fivedice server."""
    return tr("The server {server} cannot be reached.", server=server)


_OF_MATCH = re.compile(r"(https?://.+?)/(?:t|tv|watch|same|beside|review|replay|api/tables)/(\w+)\b.*")
"""A link to a match: the server and the code."""


def record_at(link: str) -> bytes:
    """The record of a finished match, from any link to it. Raises `StoreError`."""
    parts = _OF_MATCH.fullmatch(link)
    if parts is None:
        raise StoreError(tr("{link} is not a link to a match.", link=quoted(link)))
    address = f"{parts[1]}/api/tables/{parts[2].upper()}/record"
    return _answered(urllib.request.Request(address), parts[1])[0]


def _keep(known: Identity, server: str, cookies: list[str]) -> None:
    for text in cookies:
        morsel = SimpleCookie(text).get(COOKIE)
        if morsel and morsel.value != known.servers.get(server, ""):
            known.servers.pop(server, None)
            if morsel.value:
                known.servers[server] = morsel.value
            known.save()


def address(text: str) -> str:
    """The address of a server, from any link to its pages. Raises `StoreError`."""
    parts = urlsplit(text if "://" in text else f"http://{text}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise StoreError(tr("{typed} is not the address of a server.", typed=quoted(text)))
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/').removesuffix('/me')}"


def _sentence(error: urllib.error.HTTPError) -> str:
    try:
        return str(msgspec.json.decode(error.read())["sentence"])
    except (msgspec.DecodeError, KeyError, TypeError, OSError):
        return tr("The server answered with status {status}.", status=error.code)
