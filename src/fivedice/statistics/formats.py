"""Tables as CSV, JSON and Parquet. Rows are written in chunks, so a table may be larger than memory."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec
import numpy as np

from fivedice.core.extras import need

Columns = Mapping[str, Any]
"""The type of each column: bool, int, float, str, np.datetime64 (in seconds, UTC), a list of int, float or
str, or a map from str to float. Any value may be None.
"""
Row = Sequence[Any]
"""A value for each column."""
CHUNK = 20_000
"""The number of rows that are in memory at a time."""


def write_csv(columns: Columns, rows: Iterable[Row], file: Any) -> None:
    """Writes a line per row; lists are separated by semicolons, and maps become "name=number"."""
    lines = Pieces()
    writer = csv.writer(lines)
    writer.writerow(columns)
    for chunk in _chunks(rows):
        writer.writerows(map(_cell, row) for row in chunk)
        file.write("".join(lines).encode())
        lines.clear()
    file.write("".join(lines).encode())


def write_lines(columns: Columns, rows: Iterable[Row], file: Any) -> None:
    """Writes a JSON object per row and line."""
    for chunk in _chunks(rows):
        file.write(_json.encode_lines([dict(zip(columns, row, strict=True)) for row in chunk]))


def write_json(columns: Columns, rows: Iterable[Row], file: Any) -> None:
    """Writes a JSON list of objects, spaced for people; all rows are in memory."""
    objects = [dict(zip(columns, row, strict=True)) for row in rows]
    file.write(msgspec.json.format(_json.encode(objects)) + b"\n")


def write_parquet(columns: Columns, rows: Iterable[Row], file: Any) -> None:
    """Writes a table with lists and maps. Raises `Lacking` without pyarrow."""
    need("parquet")
    import pyarrow.parquet  # noqa: PLC0415 - an extra

    number, text = pyarrow.float64(), pyarrow.string()
    types: dict[Any, Any] = {
        **{bool: pyarrow.bool_(), int: pyarrow.int64(), float: number, str: text},
        **{list[int]: pyarrow.list_(pyarrow.int64()), list[float]: pyarrow.list_(number)},
        list[str]: pyarrow.list_(text),
        **{dict[str, float]: pyarrow.map_(text, number), np.datetime64: pyarrow.timestamp("s", "UTC")},
    }
    schema = pyarrow.schema([(name, types[kind]) for name, kind in columns.items()])
    with pyarrow.parquet.ParquetWriter(file, schema) as writer:
        for chunk in _chunks(rows):
            values = zip(schema.types, zip(*chunk, strict=True), strict=True)
            arrays = [pyarrow.array(map(_arrow, column), type=kind) for kind, column in values]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))


FORMATS: dict[str, Callable[[Columns, Iterable[Row], Any], None]] = {
    **{"csv": write_csv, "json": write_json, "jsonl": write_lines, "parquet": write_parquet}
}
"""By the ending of a file."""


def _chunks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    left = iter(rows)
    while chunk := list(islice(left, CHUNK)):
        yield chunk


class Pieces(list[Any]):
    """A list that accepts pieces like a file."""

    write = list.append
    closed = False


_json = msgspec.json.Encoder(enc_hook="{}Z".format)
"""Writes times with the sign of UTC."""
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
"""First characters of a cell that a spreadsheet would take for a formula."""


def _arrow(value: Any) -> Any:
    if isinstance(value, dict):
        return [*value.items()]
    return value.item() if isinstance(value, np.datetime64) else value


def _cell(value: Any) -> Any:
    match value:
        case list():
            joined = "; ".join("" if each is None else str(each) for each in value)
            return _safe(joined) if any(isinstance(each, str) for each in value) else joined
        case dict():
            return "; ".join(f"{name}={cost:.4f}" for name, cost in value.items())
        case str():
            return _safe(value)
        case np.datetime64():
            return f"{value}Z"
        case _:
            return value


def _safe(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(DANGEROUS) else text
