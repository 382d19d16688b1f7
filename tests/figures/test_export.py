"""The three formats have the same rows."""

import csv
import io
import json
from typing import Any

import pyarrow.parquet
import pytest
from msgspec.structs import replace

from fivedice.statistics.export import as_bytes
from fivedice.statistics.figures import MatchFigures, Opponent
from tests.figures.test_profile import one

MATCHES = [
    one(1, habits={"chance:early": 1.5}),
    one(
        1_700_000_000, opponents=(Opponent("=HYPERLINK(1)", 2), Opponent("Zoë; Ben", 3)), cost=None, luck=None
    ),
]


def parquet(matches: list[MatchFigures]) -> list[dict[str, Any]]:
    return list(pyarrow.parquet.read_table(io.BytesIO(as_bytes(matches, "parquet"))).to_pylist())


def test_every_format_has_the_same_columns_and_rows() -> None:
    by_json, by_parquet = json.loads(as_bytes(MATCHES, "json")), parquet(MATCHES)
    by_csv = list(csv.DictReader(as_bytes(MATCHES, "csv").decode().splitlines()))
    for plain, table, text in zip(by_json, by_parquet, by_csv, strict=True):
        assert [*plain] == [*table] == [*text]
        assert f"{table.pop('at'):%Y-%m-%dT%H:%M:%S}Z" == plain["at"] == text["at"]
        for name in ("by_kind", "by_box", "habits"):
            assert dict(table.pop(name)) == pytest.approx(plain.pop(name))
        plain.pop("at")
        assert plain == table
        assert text["cost"] == ("" if plain["cost"] is None else str(plain["cost"]))


@pytest.mark.parametrize("name", ["csv", "json", "parquet"])
def test_no_matches_make_an_empty_file(name: str) -> None:
    assert as_bytes([], name)


def test_a_name_is_no_formula_for_a_spreadsheet() -> None:
    matches = [replace(MATCHES[0], title="+1"), MATCHES[1]]
    first, second = csv.DictReader(as_bytes(matches, "csv").decode().splitlines())
    assert (first["title"], second["opponents"]) == ("'+1", "'=HYPERLINK(1); Zoë; Ben")
