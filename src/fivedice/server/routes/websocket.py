"""The WebSocket of a table, and the response to requests without an upgrade to a WebSocket."""

import asyncio
import logging
from contextlib import suppress
from time import monotonic

from fastapi import APIRouter, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.frames import CloseCode

from fivedice.language import mark, speaking, tr
from fivedice.language.languages import LANGUAGES
from fivedice.notation.read import BadText
from fivedice.runtime.store import StoreError
from fivedice.server.protection import rate_limits
from fivedice.server.protection.rate_limits import Allowance
from fivedice.server.refusals import refusal, refused
from fivedice.server.tables import codes
from fivedice.server.tables.registry import NoTable, TableRegistry
from fivedice.server.tables.session import TableSession
from fivedice.server.tables.subscribers import Client, no_spectators
from fivedice.table.protocol import messages, visibility

LONGEST_MESSAGE = 2048
"""The most characters in a message; every valid one is shorter."""
A_SECOND, AT_ONCE = 50.0, 100
"""Messages read from a connection per second, and in a burst; further messages wait."""
PATH = "/ws/"
ELSEWHERE = f"There is no WebSocket here; the WebSocket of a table is at {PATH}CODE."

UPGRADE_REQUIRED = 426
NO_UPGRADE = mark("This address needs a WebSocket, but the request did not ask for an upgrade to one.")
PROXY_WARNING = (
    "A page could not connect to its table, because its request had no upgrade to a WebSocket. "
    "A proxy in front of this server must forward the headers Upgrade and Connection."
)
WARN_EVERY = 3600.0
"""Seconds between two warnings, because anybody can send such requests."""

log = logging.getLogger(__name__)
router = APIRouter(include_in_schema=False)


@router.get(PATH + "{code}")
def plain_request(code: str, request: Request) -> Response:  # noqa: ARG001 - the same for all tables
    """Refuses a request without an upgrade. Pages send one after their WebSocket failed several times."""
    state, now = request.app.state, monotonic()
    if now - getattr(state, "upgrade_warned_at", -WARN_EVERY) >= WARN_EVERY:
        state.upgrade_warned_at = now
        log.warning(PROXY_WARNING)
    answer = refusal(request.scope, UPGRADE_REQUIRED, tr(NO_UPGRADE))
    answer.headers["upgrade"] = "websocket"
    return answer


@router.websocket(PATH + "{code:path}")
async def follow(socket: WebSocket, code: str) -> None:
    """Connects one client to one table until either side ends the connection."""
    with suppress(WebSocketDisconnect):
        await socket.accept()
        client = Client()
        async with asyncio.TaskGroup() as tasks:
            reading = tasks.create_task(_read(socket, code, client))
            try:
                await client.deliver(socket)
            except TimeoutError:
                reading.cancel()


@router.websocket("/{path:path}")
async def elsewhere(socket: WebSocket, path: str) -> None:  # noqa: ARG001 - the same everywhere
    """Refuses a WebSocket at any other path."""
    await socket.send_denial_response(refused(404, ELSEWHERE))


async def _read(socket: WebSocket, code: str, client: Client) -> None:
    """Handles a client's messages until it disconnects or is refused for good."""
    close_code = CloseCode.POLICY_VIOLATION
    try:
        await _at_table(socket, code, client)
    except WebSocketDisconnect:
        pass
    except NoTable as error:
        rate_limits.count_wrong_codes(socket)
        client.send(messages.RefusedMessage(str(error)))
    except StoreError as error:
        client.send(messages.RefusedMessage(str(error)))
        close_code = CloseCode.TRY_AGAIN_LATER
    except Exception:
        log.exception("A connection to table %r failed.", code)
        client.send(messages.RefusedMessage(tr("The server had an internal error, which was logged.")))
        close_code = CloseCode.INTERNAL_ERROR
    finally:
        client.end(close_code)


async def _at_table(socket: WebSocket, code: str, client: Client) -> None:
    registry: TableRegistry = socket.app.state.registry
    allowance = Allowance(A_SECOND, AT_ONCE)
    hello = await _hello(socket, client, allowance)
    if hello is None:
        return
    if hello.language in LANGUAGES:
        client.language = hello.language
    client.holder = codes.digest(hello.token)
    with speaking(client.language):
        await _follow(socket, await registry.table(code), client, allowance)


async def _follow(socket: WebSocket, session: TableSession, client: Client, allowance: Allowance) -> None:
    if not visibility.is_open(session.state, session.state.seat_of(client.holder)):
        client.send(no_spectators())
        return
    try:
        await session.join(client)
        while True:
            message = await _receive(socket, client, allowance)
            if isinstance(message, messages.ThereMessage):
                client.send(messages.HereMessage())
            elif message is not None:
                await session.hear(client, message)
    finally:
        session.leave(client)


async def _hello(socket: WebSocket, client: Client, allowance: Allowance) -> messages.HelloMessage | None:
    """The first message; None if it takes too long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(socket.app.state.settings.patience):
            while not isinstance(message := await _receive(socket, client, allowance), messages.HelloMessage):
                if message is not None:
                    client.send(messages.RefusedMessage(tr("The first message must be hello.")))
            return message
    return None


async def _receive(socket: WebSocket, client: Client, allowance: Allowance) -> messages.FromClient | None:
    """The next message. If it is invalid, sends the client the reason and returns None."""
    while not allowance.take():
        await asyncio.sleep(allowance.wait)
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    data = received.get("text") or received.get("bytes") or ""
    try:
        if len(data) > LONGEST_MESSAGE:
            raise BadText(tr("A message has at most {most} characters.", most=LONGEST_MESSAGE))
        return messages.read(data)
    except BadText as error:
        client.send(messages.RefusedMessage(str(error)))
        return None
