"""Figures of matches as CSV, JSON and Parquet: a row per match, the same columns in all three."""

import csv
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import numpy as np

from fivedice.core.extras import need
from fivedice.statistics.figures import MatchFigures

Row = dict[str, Any]

PLAIN = (
    *("code", "kind", "title", "imported", "games", "place", "won", "credited", "hints", "decisions"),
    *("by_game", "bonuses", "yahtzees", "unit", "start", "luck", "cost", "others", "exact"),
)
MAPPED = ("by_kind", "by_box", "habits")


def row(one: MatchFigures) -> Row:
    """A match as a row: texts and numbers, and three maps of costs."""
    plain = {name: getattr(one, name) for name in PLAIN}
    when = {"at": f"{np.datetime64(round(one.at), 's')}Z"}
    names = {"players": 1 + len(one.opponents), "opponents": [other.name for other in one.opponents]}
    many = {"totals": list(one.totals), **names, **{name: getattr(one, name) for name in MAPPED}}
    return {**when, **plain, **many}


def as_json(matches: Iterable[MatchFigures]) -> bytes:
    """A JSON list with one object per match."""
    return msgspec.json.format(msgspec.json.encode([row(one) for one in matches])) + b"\n"


def as_csv(matches: Iterable[MatchFigures]) -> bytes:
    """One line per match; lists are separated by semicolons, and maps become "name=number"."""
    lines = _Lines()
    writer = csv.DictWriter(lines, [*row(EMPTY)])
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row(one).items()} for one in matches)
    return "".join(lines).encode()


def as_parquet(matches: Iterable[MatchFigures]) -> bytes:
    """A table with lists and maps. Raises `Lacking` without pyarrow."""
    need("parquet")
    import pyarrow as pa  # noqa: PLC0415 - an extra
    from pyarrow import parquet  # noqa: PLC0415

    costs, number, flag = pa.map_(pa.string(), pa.float64()), pa.float64(), pa.bool_()
    types = {
        **{"at": pa.timestamp("s", "UTC"), "won": number, "imported": flag, "credited": flag, "exact": flag},
        **dict.fromkeys(("start", "luck", "cost", "others"), number),
        **dict.fromkeys(("code", "kind", "title", "unit"), pa.string()),
        **dict.fromkeys(MAPPED, costs),
        **{"totals": pa.list_(pa.int64()), "opponents": pa.list_(pa.string())},
    }
    schema = pa.schema([(name, types.get(name, pa.int64())) for name in row(EMPTY)])
    rows = [{**row(one), "at": round(one.at)} for one in matches]
    mapped = [{**one, **{name: [*one[name].items()] for name in MAPPED}} for one in rows]
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(mapped, schema), sink)
    return bytes(sink.getvalue())


EMPTY = MatchFigures("", "", "", 0, 1, (), 1, 0.0)
FORMATS: dict[str, Callable[[Iterable[MatchFigures]], bytes]] = {
    "csv": as_csv,
    "json": as_json,
    "parquet": as_parquet,
}


class _Lines(list[str]):
    """A list that accepts lines like a file."""

    write = list.append


DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
"""First characters of a cell that a spreadsheet would take for a formula."""


def _cell(value: object) -> object:
    match value:
        case list():
            return _safe("; ".join(map(str, value)))
        case dict():
            return "; ".join(f"{name}={cost:.4f}" for name, cost in value.items())
        case str():
            return _safe(value)
        case _:
            return value


def _safe(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(DANGEROUS) else text
