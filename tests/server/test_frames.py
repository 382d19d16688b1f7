"""Texts in frames: what a client of any make reads out of them, whatever their length."""

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from fivedice.server.protection import websocket_frames

LENGTHS = (0, 1, 125, 126, 127, 65_535, 65_536, 100_000)


def read(data: bytes) -> list[bytes]:
    """The texts that a client reads."""
    client = ClientProtocol(parse_uri("ws://localhost/"), state=OPEN, max_size=None)
    client.receive_data(data)
    come = client.events_received()
    assert all(isinstance(frame, Frame) and frame.opcode is Opcode.TEXT and frame.fin for frame in come)
    return [bytes(frame.data) for frame in come if isinstance(frame, Frame)]


@pytest.mark.parametrize("length", LENGTHS)
def test_a_text_of_any_length_is_a_frame(length: int) -> None:
    """Lengths of one, two and eight bytes, at their limits."""
    assert read(websocket_frames.texts([b"a" * length])) == [b"a" * length]


def test_several_go_out_in_one_piece_and_stay_several() -> None:
    """In their order, signs of any script included; nothing of nothing."""
    said = [b"one", "zwei ö 三".encode(), b"x" * 3000]
    assert read(websocket_frames.texts(said)) == said
    assert websocket_frames.texts([]) == b""
