"""Clients of a table over real sockets: what they were shown, and how they play. Knows no server."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from random import Random
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from tests.patience import PATIENCE
from tests.table.protocol import FROM_CLIENT, FROM_TABLE

Message = dict[str, Any]


class Client:
    """One connection; every message that comes or goes is held against the schema."""

    def __init__(self, url: str, code: str, token: str = "") -> None:
        self.url, self.code, self.token = url, code, token
        self.heard: list[Message] = []
        self.picture: Message = {}
        self.you: Message = {}
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> Self:
        """Says hello and takes the whole table."""
        url = f"{self.url.replace('http', 'ws', 1)}/ws/{self.code}"
        self._socket = await connect(url, max_queue=None)  # or it stops reading, and ends by a timeout
        await self.send({"type": "hello", "token": self.token})
        await self.next()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def send(self, message: Message) -> None:
        """Sends a message as the protocol has it."""
        FROM_CLIENT.validate(message)
        await self.socket.send(json.dumps(message))

    async def say(self, kind: str, **fields: Any) -> None:
        """Sends a message of this type; a move is made on what was seen last."""
        after = {"after": self.picture["number"]} if kind in MOVES and "after" not in fields else {}
        await self.send({"type": kind, **fields, **after})

    async def next(self) -> Message:
        """The next message, taken to heart."""
        message: Message = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        FROM_TABLE.validate(message)
        self.heard.append(message)
        if "picture" in message:
            self._check_order(message)
            self.picture, self.you = message["picture"], message["you"]
        return message

    def _check_order(self, message: Message) -> None:
        """Entries come one after another, none twice and none left out."""
        if message["type"] == "told":
            assert message["number"] == message["picture"]["number"] == self.picture["number"] + 1

    async def until(self, done: Callable[[Message], bool]) -> Message:
        """Listens until a message is as wanted."""
        while not done(message := await self.next()):
            pass
        return message

    async def end(self) -> int | None:
        """Listens until the table ends the connection; the code with which it does."""
        with suppress(ConnectionClosed):
            await self.until(lambda _: False)
        return self.socket.close_code

    async def refusal(self) -> Message:
        return await self.until(lambda message: message["type"] == "refused")

    async def asked(self) -> None:
        """Listens until this seat is asked something."""
        while not self.you["asked"]:
            await self.next()

    async def play(self, chance: Random, until: Callable[[Message], bool] | None = None) -> None:
        """Plays whenever it is asked, to the end of the match or until a picture is as wanted."""
        done = until or is_over
        while not done(self.picture):
            if not self.you["asked"]:
                await self.next()
                continue
            await self.send(chosen(self.picture, self.you, chance))
            await self.until(lambda message: message["type"] == "refused" or self._is_mine(message))

    def _is_mine(self, message: Message) -> bool:
        """Whether an entry is this seat's own doing, or the question is another now."""
        event = message.get("entry", {}).get("event", {})
        return event.get("seat") == self.you["seat"] or not self.you["asked"]


MOVES = ("throw", "keep", "use", "choose", "hint", "final", "score", "takeback")


def is_over(picture: Message) -> bool:
    return bool(picture["stage"] == "over")


def chosen(picture: Message, you: Message, chance: Random) -> Message:
    """A move that is legal, mostly sensible, so that matches end soon."""
    sensible = chance.random() < 0.85
    move: Message = {"type": you["asked"], "after": picture["number"]}
    if you["asked"] == "keep":
        hand = picture["turn"]["hands"][str(you["seat"])]
        face = max(hand, key=hand.count)
        kept = face * hand.count(face) if sensible else "".join(d for d in hand if chance.random() < 0.5)
        return {**move, "dice": kept}
    if you["asked"] == "use":
        best = max(you["uses"], key=lambda use: use["pays"])
        return {**move, "use": (best if sensible else chance.choice(you["uses"]))["name"]}
    if you["asked"] == "choose":
        return {**move, "option": chance.choice(you["options"])}
    return move


@asynccontextmanager
async def at_table(url: str, seats: Sequence[Message]) -> AsyncIterator[list[Client]]:
    """These seats, each in a connection of its own."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Client(url, seat["code"], seat["token"])) for seat in seats]


async def play_on(
    url: str, seats: list[Message], seed: int, until: Callable[[Message], bool] | None = None
) -> list[Client]:
    """All seats play in connections of their own; whoever is cut off comes back by itself, like the page."""
    clients = [Client(url, seat["code"], seat["token"]) for seat in seats]

    async def one(client: Client, chance: Random) -> None:
        while not client.picture or not (until or is_over)(client.picture):
            with suppress(OSError, ConnectionClosed, InvalidMessage, InvalidStatus, TimeoutError):
                async with client:
                    if client.picture:  # a failing database shows none
                        await client.play(chance, until)
                        return
            await asyncio.sleep(0.1)

    async with asyncio.timeout(PATIENCE * 5):
        await asyncio.gather(*(one(c, Random(f"{seed}/{place}")) for place, c in enumerate(clients)))
    return clients


def opened(url: str, game: str, *names: str, bots: int = 0, free: int = 0, **terms: Any) -> list[Message]:
    """The seats of these people at a new table, with bots behind them; it begins if no chair is free."""
    chairs = [""] * (len(names) + free) + ["greedy"] * bots
    body = {"game": game, "chairs": chairs, "name": names[0], "first": 0, **terms}
    seats = [post(url, "tables", body)]
    return seats + [post(url, f"tables/{seats[0]['code']}/chairs", {"name": name}) for name in names[1:]]


def over(url: str, *names: str, game: str = "junior", seed: int = 6, **more: Any) -> list[Message]:
    """The seats of these people at a new table whose match they have played to its end."""
    seats = opened(url, game, *names, **more)
    run(play_on(url, seats, seed))
    return seats


def start(url: str, seat: Message) -> None:
    """The match begins without those whose chairs are free still."""
    post(url, f"tables/{seat['code']}/start", {"token": seat["token"]})


def post(url: str, path: str, body: Any) -> Any:
    """The answer to a request that must be granted."""
    answer = httpx.post(f"{url}/api/{path}", json=body, timeout=PATIENCE)
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None


def get(url: str, path: str) -> Any:
    answer = httpx.get(f"{url}/api/{path}", timeout=PATIENCE)
    assert answer.is_success, answer.text
    return answer.json()


def brought(url: str, record: str | bytes) -> str:
    """The code of a record that is brought."""
    return str(httpx.post(f"{url}/api/records", content=record, timeout=PATIENCE).json()["code"])


def run(play: Awaitable[object]) -> None:
    """Runs a test that waits, no longer than it may."""

    async def limited() -> None:
        async with asyncio.timeout(PATIENCE * 3):
            await play

    asyncio.run(limited())
