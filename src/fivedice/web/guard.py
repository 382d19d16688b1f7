"""What every request passes: limits on how much and how often, headers that keep pages safe. Serves none."""

import asyncio

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fivedice.web.errors import told
from fivedice.web.limits import Senders

LONGEST_BODY = 1_000_000
"""Bytes of a request; a record of the longest match is smaller."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
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


class TooLong(Exception):  # noqa: N818 - the request is at fault
    """A body that is longer than any may be."""


class Guard:
    """A layer around the application."""

    def __init__(self, app: ASGIApp, a_second: float, at_once: int) -> None:
        """So many requests that change something a second, by sender."""
        self._app, self._senders = app, Senders(a_second, at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        sent = _with_headers(send)
        refusal = self._refuses(scope)
        if refusal is not None:
            await told(*refusal)(scope, receive, sent)
            return
        try:
            await self._app(scope, _measured(receive), sent)
        except TooLong:
            await told(413, f"A request has at most {LONGEST_BODY} bytes.")(scope, receive, sent)
        except asyncio.CancelledError:  # the server ends, and has waited long enough
            await told(503, "The server is going down; try again in a while.")(scope, receive, sent)

    def _refuses(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 9 or int(length) > LONGEST_BODY:
            return 413, f"A request has at most {LONGEST_BODY} bytes."
        sender = scope["client"][0] if scope.get("client") else ""
        if scope["method"] == "POST" and not self._senders.take(sender):
            return 429, "That is too many requests; wait a moment."
        return None


def _measured(receive: Receive) -> Receive:
    """Counts a body whose length was not told."""
    length = 0

    async def measured() -> Message:
        nonlocal length
        message = await receive()
        length += len(message.get("body", b""))
        if length > LONGEST_BODY:
            raise TooLong
        return message

    return measured


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
