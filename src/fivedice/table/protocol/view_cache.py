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

    def fields(self, table: TableState) -> bytes:
        """The fields in JSON, without the enclosing braces."""
        made_from = self._depends(table)
        if not self._made_from or any(a is not b for a, b in zip(made_from, self._made_from, strict=True)):
            self._made_from, self._fields = made_from, _fields(self._draw(table))
        return self._fields


class Drawn:
    """The picture of one table after each of its entries."""

    def __init__(self, code: str) -> None:
        self._table = Part(lambda table: player_view.terms_and_chairs(table, code), _table_is_made_from)
        self._standing = Part(player_view.standing, _standing_is_made_from)

    def picture(self, table: TableState) -> msgspec.Raw:
        """The same as `player_view.picture`, as JSON."""
        parts = self._table.fields(table), _fields(player_view.course(table)), self._standing.fields(table)
        return msgspec.Raw(b"{" + b",".join(filter(None, parts)) + b"}")


def _fields(values: dict[str, Any]) -> bytes:
    return msgspec.json.encode(values)[1:-1]


def _table_is_made_from(table: TableState) -> tuple[object, ...]:
    setup = table.match.setup if table.match else None
    return table.terms, table.chairs, setup, table.closed, table.next


def _standing_is_made_from(table: TableState) -> tuple[object, ...]:
    if table.match is None:
        return (None, None)
    return table.match.state.position, table.match.state.finished
