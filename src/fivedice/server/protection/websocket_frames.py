"""Text messages as they go over a WebSocket from a server, several in one piece. Knows no connection."""

import struct
from collections.abc import Iterable

_TEXT = 0x81
"""The first byte of a text that is one frame and whole."""
_LONG, _LONGER = 126, 127
"""What stands for a length that follows in two bytes, or in eight."""


def texts(messages: Iterable[bytes]) -> bytes:
    """A frame each, one after another (RFC 6455, 5.2); servers mask nothing."""
    return b"".join([part for message in messages for part in (_head(len(message)), message)])


def _head(length: int) -> bytes:
    if length < _LONG:
        return struct.pack("!BB", _TEXT, length)
    if length < 1 << 16:
        return struct.pack("!BBH", _TEXT, _LONG, length)
    return struct.pack("!BBQ", _TEXT, _LONGER, length)
