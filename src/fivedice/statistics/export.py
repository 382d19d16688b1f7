"""The figures of matches as a table: a row per match."""

from collections.abc import Iterable

import numpy as np

from fivedice.statistics.figures import MatchFigures
from fivedice.statistics.formats import FORMATS, Columns, Pieces, Row

PLAIN: Columns = {
    **{"code": str, "kind": str, "title": str, "imported": bool, "games": int, "place": int, "won": float},
    **{"credited": bool, "hints": int, "decisions": int, "by_game": int, "bonuses": int, "yahtzees": int},
    **{"unit": str, "start": float, "luck": float, "cost": float, "others": float, "exact": bool},
}
MAPPED = ("by_kind", "by_box", "habits")
COLUMNS: Columns = {
    **{"at": np.datetime64, **PLAIN, "totals": list[int], "players": int, "opponents": list[str]},
    **dict.fromkeys(MAPPED, dict[str, float]),
}


def row(one: MatchFigures) -> Row:
    """A match as a row: texts and numbers, and three maps of costs."""
    plain, mapped = ([getattr(one, name) for name in names] for names in (PLAIN, MAPPED))
    opponents = [other.name for other in one.opponents]
    at = np.datetime64(round(one.at), "s")
    return at, *plain, [*one.totals], 1 + len(opponents), opponents, *mapped


def as_bytes(matches: Iterable[MatchFigures], ending: str) -> bytes:
    """A file of this type: csv, json or parquet. Raises `Lacking` for Parquet without pyarrow."""
    pieces = Pieces()
    FORMATS[ending](COLUMNS, map(row, matches), pieces)
    return b"".join(pieces)
