"""Requests of any kind, right and wrong, and what every answer to one must have."""

import json
import socket
from typing import Any

import httpx

from fivedice.server.protection.middleware import HEADERS
from tests.server.serving import Process
from tests.table.refusals import assert_sentence


def asked(server: Process, method: str, path: str, body: Any = None) -> httpx.Response:
    """The answer to any request, its body as JSON or as raw bytes."""
    content = body if isinstance(body, bytes) else json.dumps(body)
    headers = {"content-type": "application/json"}
    return httpx.request(
        method, f"{server.url}{path}", content=None if body is None else content, headers=headers, timeout=60
    )


def assert_safe(answer: httpx.Response) -> None:
    assert set(HEADERS) <= set(answer.headers)
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "server" not in answer.headers


def refusal(answer: httpx.Response, status: int) -> str:
    """The sentence with which a request is refused, and with this status."""
    assert answer.status_code == status, answer.text
    sentence: str = answer.json()["sentence"]
    assert_sentence(sentence)
    return sentence


def handshake(code: str, host: str = "localhost", more: str = "") -> bytes:
    """What asks for the socket of a table."""
    return (
        f"GET /ws/{code} HTTP/1.1\r\nHost: {host}\r\n{more}Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


def heard(wire: socket.socket) -> bytes:
    """All that comes until the server ends a connection."""
    wire.settimeout(60)
    return b"".join(iter(lambda: wire.recv(65536), b""))


def assert_refused(answer: bytes, status: int) -> None:
    """One answer, with this status and a sentence."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ".encode())
    refusal(httpx.Response(status, content=body), status)
