"""ASGI middleware: host and origin checks, rate limits, size limits and security headers."""

import asyncio
from functools import partial
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fivedice.language import mark, preferred, speaking, tr
from fivedice.server import metrics, refusals
from fivedice.server.protection import addresses, rate_limits
from fivedice.server.protection.addresses import HostNames, Proxies
from fivedice.server.protection.rate_limits import NEW_CARD, SENDER, WRONG_CODE, HeldCounts, Senders
from fivedice.server.refusals import refused
from fivedice.server.settings import PROBES, Settings
from fivedice.server.site import FOREVER, POLICY, READ

LONGEST_BODY, LONGEST_RECORD = 100_000, 1_000_000
"""The most bytes of a request, and of an uploaded record; those of the longest match are fewer."""
RECORDS = "/api/records"
TOO_LONG = mark("A request may have at most {most} bytes.")
FOREIGN = mark("Pages of other sites may not use this server.")
ALL = 10
"""Requests of any kind allowed per request that changes something; a page has about fifty files."""
LANGUAGE = "language"
"""The cookie with the language that somebody chose on a page."""
BY_LANGUAGE = "accept-language, cookie"
"""What responses depend on, except files that are cached forever."""
CODED = ("/api/", "/ws/", "/review/")
"""The paths that contain table codes."""

HEADERS = {
    "content-security-policy": POLICY.format(hashes=""),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
PARTS = "/static/"
"""The files of pages. Scripts and styles need fewer headers, because the page itself sets the policy."""
KINDS = ("text/javascript", "text/css")
OF_PARTS = ("x-content-type-options", "cross-origin-resource-policy")

BY_SEAT = ("/api/tables/", "/api/player", "/api/clubs", "/api/daily", "/api/train", "/review/")
"""Paths whose responses depend on the seat or player; they are not cached by default."""


class ProtectionMiddleware:
    """Checks every request and passes it to `app`, without the root of its path."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._root = app, settings.root
        self._names, self._proxies = HostNames(settings.hosts), Proxies(settings.proxies)
        self._changes = Senders(settings.requests, settings.at_once)
        self._requests = Senders(ALL * settings.requests, ALL * settings.at_once)
        self._guesses = Senders(settings.guesses / 60, settings.guesses)
        self._cards = Senders(rate_limits.CARDS_AN_HOUR / 3600, rate_limits.CARDS_AN_HOUR)
        self._sockets = HeldCounts(settings.connections)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request, or a WebSocket while it is open."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        with speaking(_language(scope)):
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope = _below(self._root, scope)
        sent, sender = _with_headers(send, scope["path"], self._root), self._proxies.sender(scope)
        refusal = _misdirected(scope, self._names)
        if scope["path"] in PROBES and (_is_local(scope) or not refusal):
            await self._serve(scope, receive, sent)
            return
        scope[SENDER] = sender
        scope[WRONG_CODE] = partial(self._guesses.take, sender)
        scope[NEW_CARD] = partial(self._cards.take, sender)
        refusal = refusal or _foreign(scope) or _too_long(scope) or self._too_much(scope, sender)
        if refusal is not None:
            await refusals.refusal(scope, *refusal)(scope, receive, sent)
        elif scope["type"] == "websocket":
            await self._hold(scope, receive, sent, sender)
        else:
            await self._serve(scope, receive, sent)

    async def _serve(self, scope: Scope, receive: Receive, sent: Send) -> None:
        has_begun = False

        async def note_start(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await sent(message)

        try:
            await self._app(scope, _limited(receive, _longest(scope)), note_start)
        except ClientDisconnect:
            return
        except asyncio.CancelledError:  # the server is shutting down and has waited long enough
            if has_begun:  # uvicorn would log a traceback for a second response
                return
            await refused(503, tr("The server is shutting down; try again in a while."))(scope, receive, sent)

    async def _hold(self, scope: Scope, receive: Receive, sent: Send, sender: str) -> None:
        if not self._sockets.take(sender):
            await refused(429, tr("There are too many connections from your address."))(scope, receive, sent)
            return
        try:
            await self._app(scope, receive, sent)
        except asyncio.CancelledError:  # as above; the client has been notified
            return
        finally:
            self._sockets.give_back(sender)

    def _too_much(self, scope: Scope, sender: str) -> tuple[int, str] | None:
        is_change = scope.get("method", "GET") not in READ
        if not self._requests.take(sender) or (is_change and not self._changes.take(sender)):
            return 429, tr("You have sent too many requests; wait a moment.")
        if scope["path"].startswith(CODED) and self._guesses.is_spent(sender):
            return 429, tr("You have tried too many wrong table codes; wait a minute.")
        return None


def _is_local(scope: Scope) -> bool:
    """Whether the connection comes from this machine, such as from a container's health check."""
    client = addresses.read(scope["client"][0]) if scope.get("client") else None
    return client is not None and client.is_loopback


def _misdirected(scope: Scope, served: HostNames) -> tuple[int, str] | None:
    """The refusal of a request that is meant for another host."""
    hosts = Headers(scope=scope).getlist("host")
    host = addresses.host_name(hosts[0]) if len(hosts) == 1 else None
    if host is None:
        return 400, tr("A request must have one valid Host header.")
    reached = scope["server"][0] if scope.get("server") else ""
    if served.have(host, reached):
        return None
    return 421, tr("{host} is not a name of this server; its host can add it with --name {host}.", host=host)


def _foreign(scope: Scope) -> tuple[int, str] | None:
    """The refusal of a change by a page of another origin; programs send no Origin header."""
    if scope.get("method") in READ:
        return None
    headers = Headers(scope=scope)
    origin, host = headers.get("origin"), headers.get("host")
    return None if origin is None or origin in (f"http://{host}", f"https://{host}") else (403, tr(FOREIGN))


def _longest(scope: Scope) -> int:
    """A megabyte of JSON with unknown keys would take a second to refuse."""
    return LONGEST_RECORD if scope["path"] == RECORDS else LONGEST_BODY


def _too_long(scope: Scope) -> tuple[int, str] | None:
    length, most = Headers(scope=scope).get("content-length", "0"), _longest(scope)
    if not length.isdecimal() or len(length) > 9 or int(length) > most:
        return 413, tr(TOO_LONG, most=most)
    return None


def _limited(receive: Receive, most: int) -> Receive:
    """Limits a body without a Content-Length."""
    length = 0

    async def limited() -> Message:
        nonlocal length
        message = await receive()
        length += len(message.get("body", b""))
        if length > most:
            # Starlette passes on no other exceptions
            raise HTTPException(413, tr(TOO_LONG, most=most))
        return message

    return limited


def _language(scope: Scope) -> str:
    """The language chosen on a page, or else the first of those that the browser prefers."""
    headers = Headers(scope=scope)
    chosen = cookie_parser(headers.get("cookie", "")).get(LANGUAGE, "")
    return preferred(f"{chosen},{headers.get('accept-language', '')}")


def _below(root: str, scope: Scope) -> Scope:
    """The request with a path below the root, whether or not a proxy has removed the root already."""
    path: str = scope["path"]
    if not root or not (path == root or path.startswith(f"{root}/")):
        return scope
    return {**scope, "path": path.removeprefix(root) or "/"}


def _with_headers(send: Send, path: str, root: str) -> Send:
    async def sent(message: Message) -> None:
        if message["type"].endswith("http.response.start"):
            metrics.count_answer(message.get("status", 101))
            headers = MutableHeaders(scope=message)
            is_part = path.startswith(PARTS) and headers.get("content-type", "").startswith(KINDS)
            for name in OF_PARTS if is_part else HEADERS:
                headers.setdefault(name, HEADERS[name])
            if headers.get("cache-control") != FOREVER:
                headers.add_vary_header(BY_LANGUAGE)
            if path.startswith(BY_SEAT):
                headers.setdefault("cache-control", "no-store")
            if "location" in headers:
                headers["location"] = root + _here(headers["location"])
        await send(message)

    return sent


def _here(location: str) -> str:
    """A redirect reduced to its path, because behind a TLS proxy the scheme is unknown."""
    parts = urlsplit(location)
    return "/" + parts.path.lstrip("/") + (f"?{parts.query}" if parts.query else "")
