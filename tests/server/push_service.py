"""A push service and browsers that it serves: what they are sent, opened with their keys. Knows no table."""

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid

from fivedice.server.protection.addresses import EgressPolicy
from fivedice.server.settings import Settings
from tests.patience import PATIENCE
from tests.server.clients import Client, Message
from tests.server.serving import QUICK

CONTACT = "mailto:somebody@example.org"
HERE = EgressPolicy(("http",), lambda address: address.is_loopback)
"""For a server under test this machine is outside."""


class Device:
    """A browser that has subscribed at a service."""

    def __init__(self, service: "Service", name: str) -> None:
        """With keys of its own."""
        self.endpoint = f"{service.url}/{name}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = b"0123456789abcdef"
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": _text(point), "auth": _text(self._secret)}

    @property
    def subscription(self) -> dict[str, Any]:
        return {"endpoint": self.endpoint, "keys": self.keys}

    def read(self, body: bytes) -> dict[str, str]:
        """What it is told."""
        opened = http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret, version="aes128gcm")
        told: dict[str, str] = json.loads(opened)
        return told


class Service:
    """A push service; `answers` says with which status it answers for a browser."""

    def __init__(self, url: str) -> None:
        self.url, self.answers = url, dict[str, int]()
        self.come: list[tuple[str, dict[str, str], bytes]] = []
        self._more = threading.Condition()

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """Something has come."""
        with self._more:
            self.come.append((path, headers, body))
            self._more.notify_all()
        return self.answers.get(path, 201)

    def wait(self, many: int) -> None:
        with self._more:
            assert self._more.wait_for(lambda: len(self.come) >= many, PATIENCE), self.come

    def paths(self) -> list[str]:
        """For which browsers something has come, in order."""
        return [path.removeprefix("/") for path, _, _ in self.come]

    def told(self, device: Device) -> list[dict[str, str]]:
        """What this browser was told; all of it is signed, and nothing is said in the open."""
        told = []
        for path, headers, body in self.come:
            if f"{self.url}{path}" == device.endpoint:
                assert Vapid.verify(headers["Authorization"])
                told.append(device.read(body))
        return told


@contextmanager
def service() -> Iterator[Service]:

    class Handler(BaseHTTPRequestHandler):
        at: ClassVar[Service]

        def do_POST(self) -> None:
            """Takes what comes."""
            body = self.rfile.read(int(self.headers["content-length"]))
            status = self.at.take(self.path, {k.title(): v for k, v in self.headers.items()}, body)
            self.send_response(status)
            if status == 307:
                self.send_header("location", f"{self.at.url}/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Handler.at = made = Service(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield made
    server.shutdown()
    thread.join()
    server.server_close()


def settings(address: str, key: Path) -> Settings:
    """Of a server that calls, soon, with this key."""
    return Settings(
        address, requests=QUICK, at_once=10_000, grace=0.4, push_key=str(key), push_contact=CONTACT
    )


async def plays_a_turn(url: str, seat: Message) -> None:
    """Somebody comes, decides whatever is to be decided, and goes again."""
    mine = [seat["chair"]]
    async with Client(url, seat["code"], seat["token"]) as person:
        await person.asked()
        await person.play(Random(1), until=lambda seen: seen["awaits"]["seats"] != mine)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
