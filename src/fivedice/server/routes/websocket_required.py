"""The answer to a plain request where a WebSocket belongs, and the warning that a proxy may be to blame."""

import logging
from time import monotonic

from fastapi import APIRouter, Request
from starlette.responses import Response

from fivedice.server.routes.errors import refused

UPGRADE_REQUIRED = 426
SENTENCE = "A table is followed over a WebSocket, and this request came without the upgrade to one."
WARNING = (
    "A request to follow a table came without its upgrade to a WebSocket, so that page cannot play: "
    "a proxy in front of this server must pass on the headers Upgrade and Connection."
)
EVERY = 3600.0
"""Seconds between two warnings: anybody can send such requests."""

log = logging.getLogger(__name__)
router = APIRouter(include_in_schema=False)


@router.get("/ws/{code}")
def plain_request(code: str, request: Request) -> Response:  # noqa: ARG001 - all tables are alike
    """Refused. The pages ask so on purpose once their WebSocket was refused several times."""
    state, now = request.app.state, monotonic()
    if now - getattr(state, "upgrade_warned_at", -EVERY) >= EVERY:
        state.upgrade_warned_at = now
        log.warning(WARNING)
    answer = refused(UPGRADE_REQUIRED, SENTENCE)
    answer.headers["upgrade"] = "websocket"
    return answer
