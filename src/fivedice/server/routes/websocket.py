"""The WebSocket of a table: what comes in is read and limited, what goes out is sent. Plays nothing."""

import asyncio
import logging
from contextlib import suppress

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from fivedice.notation.read import BadText
from fivedice.runtime.store import StoreError
from fivedice.server.protection import code_guesses
from fivedice.server.protection.rate_limits import Allowance
from fivedice.server.protection.websocket_protocol import POLICY_VIOLATED, WAY
from fivedice.server.routes.errors import refused
from fivedice.server.tables import codes
from fivedice.server.tables.client import Client
from fivedice.server.tables.registry import NoTable, TableRegistry
from fivedice.server.tables.subscribers import NO_ONLOOKERS
from fivedice.table.protocol import messages, visibility
from fivedice.table.protocol.messages import FromClient, Hello, Here, Refused, There

BROKEN, TRY_AGAIN = 1011, 1013
"""How a connection ends by the server's own fault: a mistake in it, or what may be there again soon."""
LONGEST = 2048
"""Characters of a message; none that is meant is as long."""
A_SECOND, AT_ONCE = 50.0, 100
"""How many messages of a connection are read; what comes faster waits."""
LAST_WORDS = 2.0
"""Seconds in which what is still waiting is sent before a connection is closed."""
PATH = "/ws/"
"""Behind which stands the code of a table."""
ELSEWHERE = f"A WebSocket is that of a table: {PATH}CODE."

log = logging.getLogger(__name__)


async def table(scope: Scope, receive: Receive, send: Send) -> None:
    """One client at one table, until it goes; an application by itself, since all layers of one are held."""
    if not scope["path"].startswith(PATH):
        await refused(404, ELSEWHERE)(scope, receive, send)
        return
    socket = WebSocket(scope, receive, send)
    try:
        await socket.accept()
    except WebSocketDisconnect:
        return
    way = scope.pop(WAY)  # which holds the scope
    client = Client(way)
    why = await _serve(socket, scope["path"].removeprefix(PATH), client)
    client.end()
    if way.is_open:
        with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            await asyncio.wait_for(socket.close(why), LAST_WORDS)


async def _serve(socket: WebSocket, code: str, client: Client) -> int:
    """Until the client goes, or is refused for good; with which status it is let go."""
    try:
        await _at_table(socket, code, client)
    except WebSocketDisconnect:
        pass
    except NoTable as error:
        code_guesses.wrong(socket)
        client.send(Refused(str(error)))
    except StoreError as error:
        client.send(Refused(str(error)))
        return TRY_AGAIN
    except Exception:
        log.exception("A connection to table %r ended in an error.", code)
        client.send(Refused("Something is wrong with the server; this was noted."))
        return BROKEN
    return POLICY_VIOLATED


async def _at_table(socket: WebSocket, code: str, client: Client) -> None:
    registry: TableRegistry = socket.app.state.registry
    allowance = Allowance(A_SECOND, AT_ONCE)
    hello = await _hello(socket, client, allowance)
    if hello is None:
        return
    live = await registry.table(code)
    holder = codes.digest(hello.token)
    if not visibility.is_open(live.room, live.room.chair_of(holder)):
        client.send(NO_ONLOOKERS)
        return
    try:
        await live.join(client, holder)
        while True:
            message = await _receive(socket, client, allowance)
            if isinstance(message, There):
                client.send(Here())
            elif message is not None:
                await live.hear(client, message)
    finally:
        live.leave(client)


async def _hello(socket: WebSocket, client: Client, allowance: Allowance) -> Hello | None:
    """The first message, or None where it takes too long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(socket.app.state.settings.patience):
            while not isinstance(message := await _receive(socket, client, allowance), Hello):
                if message is not None:
                    client.send(Refused("The first message is hello."))
            return message
    return None


async def _receive(socket: WebSocket, client: Client, allowance: Allowance) -> FromClient | None:
    """The next message, or None where it was none."""
    while not allowance.take():
        await asyncio.sleep(allowance.wait)
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    data = received.get("text") or received.get("bytes") or ""
    try:
        if len(data) > LONGEST:
            raise BadText(f"A message has at most {LONGEST} characters.")
        return messages.read(data)
    except BadText as error:
        client.send(Refused(str(error)))
        return None
