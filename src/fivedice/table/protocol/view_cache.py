"""Pictures of a table as JSON, rebuilding only the parts that changed."""

from collections.abc import Callable
from typing import Any

import msgspec

from fivedice.table.protocol import player_view
from fivedice.table.state import TableState

Draw = Callable[[TableState], dict[str, Any]]


class Part:
    """Some fields of a picture, cached while the objects they depend on are the same objects."""

    def __init__(self, draw: Draw, depends: Callable[[TableState], tuple[object, ...]]) -> None:
        self._draw, self._depends = draw, depends
        self._made_from: tuple[object, ...] = ()
        self._fields = b""

    def fields(self, room: TableState) -> bytes:
        """The fields in JSON, without the enclosing braces."""
        made_from = self._depends(room)
        if not self._made_from or any(a is not b for a, b in zip(made_from, self._made_from, strict=True)):
            self._made_from, self._fields = made_from, _fields(self._draw(room))
        return self._fields


class Drawn:
    """The picture of one table after each of its entries."""

    def __init__(self, code: str) -> None:
        self._table = Part(lambda room: player_view.table(room, code), _table_is_made_from)
        self._standing = Part(player_view.standing, _standing_is_made_from)

    def picture(self, room: TableState) -> msgspec.Raw:
        """The same as `player_view.picture`, as JSON."""
        parts = self._table.fields(room), _fields(player_view.course(room)), self._standing.fields(room)
        return msgspec.Raw(b"{" + b",".join(filter(None, parts)) + b"}")


def _fields(values: dict[str, Any]) -> bytes:
    return msgspec.json.encode(values)[1:-1]


def _table_is_made_from(room: TableState) -> tuple[object, ...]:
    setup = room.match.setup if room.match else None
    return room.terms, room.chairs, setup, room.closed, room.next


def _standing_is_made_from(room: TableState) -> tuple[object, ...]:
    if room.match is None:
        return (None, None)
    return room.match.state.position, room.match.state.finished
