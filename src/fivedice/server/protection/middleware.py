"""ASGI middleware: host and origin checks, rate limits, size limits and security headers."""

import asyncio
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fivedice.server.protection import addresses, rate_limits
from fivedice.server.protection.addresses import HostNames, Proxies
from fivedice.server.protection.rate_limits import CodeGuesses, Held, Senders
from fivedice.server.routes.errors import refused, refused_page
from fivedice.server.settings import Settings

LONGEST_BODY = 1_000_000
"""Bytes of a request; a record of the longest match is smaller."""
TOO_LONG = f"A request has at most {LONGEST_BODY} bytes"
FOREIGN = "A page of another site has no say here."
ALL = 10
"""How many requests of any kind are allowed for each that changes something: a page is some fifty files."""
READING = ("GET", "HEAD")
CODED = ("/api/", "/ws/", "/review/")
"""Where codes of tables are named."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
REVIEW_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
"""A review is one page that carries its own style and runs nothing."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
PARTS = "/static/"
"""Where the files of a page are. What it may do is said with the page itself, so a script needs less."""
KINDS = ("text/javascript", "text/css")
OF_PARTS = ("x-content-type-options", "cross-origin-resource-policy")

BY_SEAT = ("/api/tables/", "/review/")
"""Responses that depend on who asks: not cached, unless they say otherwise."""


class TooLong(HTTPException):
    """A body that is longer than any may be; the framework hands on errors of this kind alone."""

    def __init__(self) -> None:
        """It was read so far, and no more."""
        super().__init__(413, TOO_LONG)


class Watch:
    """The limits that all requests share."""

    def __init__(self, settings: Settings) -> None:
        self.names, self.proxies = HostNames(settings.names), Proxies(settings.proxies)
        self.changes = Senders(settings.a_second, settings.at_once)
        self.requests = Senders(ALL * settings.a_second, ALL * settings.at_once)
        self.guesses = CodeGuesses(settings.guesses)
        self.cards = Senders(rate_limits.CARDS_AN_HOUR / 3600, rate_limits.CARDS_AN_HOUR)
        self.sockets = Held(settings.connections)


class ProtectionMiddleware:
    """A layer around an application."""

    def __init__(self, app: ASGIApp, watch: Watch) -> None:
        self._app, self._watch = app, watch

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or a WebSocket for as long as it is open."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        watch, sent = self._watch, _with_headers(send, scope["path"])
        sender = watch.proxies.sender(scope)
        watch.guesses.watch(scope, sender)
        rate_limits.watch_cards(scope, watch.cards, sender)
        refusal = _misdirected(scope, watch.names) or _foreign(scope) or _too_long(scope)
        refusal = refusal or self._too_much(scope, sender)
        if refusal is not None:
            answer = refused_page if _wants_page(scope) else refused
            await answer(*refusal)(scope, receive, sent)
        elif scope["type"] == "websocket":
            await self._hold(scope, receive, sent, sender)
        else:
            await self._serve(scope, receive, sent)

    async def _serve(self, scope: Scope, receive: Receive, sent: Send) -> None:
        try:
            await self._app(scope, _measured(receive), sent)
        except ClientDisconnect:
            return
        except asyncio.CancelledError:  # the server ends, and has waited long enough
            await refused(503, "The server is going down; try again in a while.")(scope, receive, sent)

    async def _hold(self, scope: Scope, receive: Receive, sent: Send, sender: str) -> None:
        if not self._watch.sockets.take(sender):
            await refused(429, "There are too many connections from your address.")(scope, receive, sent)
            return
        try:
            await self._app(scope, receive, sent)
        except asyncio.CancelledError:  # as above; it has been told so
            return
        finally:
            self._watch.sockets.give_back(sender)

    def _too_much(self, scope: Scope, sender: str) -> tuple[int, str] | None:
        """Why this sender has to wait."""
        is_change = scope.get("method", "GET") not in READING
        if not self._watch.requests.take(sender) or (is_change and not self._watch.changes.take(sender)):
            return 429, "That is too many requests; wait a moment."
        if scope["path"].startswith(CODED) and self._watch.guesses.are_spent(sender):
            return 429, "You have tried too many wrong table codes; wait a minute."
        return None


def _wants_page(scope: Scope) -> bool:
    """Whether somebody at a browser goes to an address, rather than a script or a program."""
    return scope.get("method") in READING and "text/html" in Headers(scope=scope).get("accept", "")


def _misdirected(scope: Scope, served: HostNames) -> tuple[int, str] | None:
    """Why a request is not meant for this server."""
    hosts = Headers(scope=scope).getlist("host")
    host = addresses.called(hosts[0]) if len(hosts) == 1 else None
    if host is None:
        return 400, "A request names the host that it is meant for, once."
    reached = scope["server"][0] if scope.get("server") else ""
    if served.have(host, reached):
        return None
    return 421, f"This server does not go by the name of {host}; who runs it can add --name {host}."


def _foreign(scope: Scope) -> tuple[int, str] | None:
    """Why a page may not change anything: a browser says which one asks, and programs say nothing."""
    if scope.get("method") in READING:
        return None
    headers = Headers(scope=scope)
    origin, host = headers.get("origin"), headers.get("host")
    return None if origin is None or origin in (f"http://{host}", f"https://{host}") else (403, FOREIGN)


def _too_long(scope: Scope) -> tuple[int, str] | None:
    """Why the body of a request is not even read."""
    length = Headers(scope=scope).get("content-length", "0")
    if not length.isdecimal() or len(length) > 9 or int(length) > LONGEST_BODY:
        return 413, f"{TOO_LONG}."
    return None


def _measured(receive: Receive) -> Receive:
    """Counts a body whose length was not given."""
    length = 0

    async def measured() -> Message:
        nonlocal length
        message = await receive()
        length += len(message.get("body", b""))
        if length > LONGEST_BODY:
            raise TooLong
        return message

    return measured


def _with_headers(send: Send, path: str) -> Send:
    async def sent(message: Message) -> None:
        if message["type"].endswith("http.response.start"):
            headers = MutableHeaders(scope=message)
            is_part = path.startswith(PARTS) and headers.get("content-type", "").startswith(KINDS)
            for name in OF_PARTS if is_part else HEADERS:
                headers.setdefault(name, HEADERS[name])
            if path.startswith(BY_SEAT):
                headers.setdefault("cache-control", "no-store")
            if "location" in headers:
                headers["location"] = _here(headers["location"])
        await send(message)

    return sent


def _here(location: str) -> str:
    """A redirect to the same host, by path alone: behind a proxy that ends TLS, we do not know the scheme."""
    parts = urlsplit(location)
    return "/" + parts.path.lstrip("/") + (f"?{parts.query}" if parts.query else "")
