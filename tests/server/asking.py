"""Requests of any kind, right and wrong, and what every answer to one must have."""

import json
from typing import Any

import httpx

from fivedice.server.protection.middleware import HEADERS
from tests.server.serving import Process


def asked(server: Process, method: str, path: str, body: Any = None) -> httpx.Response:
    """The answer to any request, its body as JSON or as raw bytes."""
    content = body if isinstance(body, bytes) else json.dumps(body)
    headers = {"content-type": "application/json"}
    return httpx.request(
        method, f"{server.url}{path}", content=None if body is None else content, headers=headers, timeout=60
    )


def assert_safe(answer: httpx.Response) -> None:
    """Every header of the guard is there."""
    assert set(HEADERS) <= set(answer.headers)
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "server" not in answer.headers
