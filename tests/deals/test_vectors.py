"""The golden vectors of docs/reference/dice.md, which bind this implementation and the one in JavaScript."""

import json
from pathlib import Path
from typing import Any

import pytest

from fivedice.deals import verify
from fivedice.deals.deal import Deal
from fivedice.notation import record

VECTORS = json.loads(
    (Path(__file__).parents[2] / "docs/reference/dice-vectors.json").read_text(encoding="utf-8")
)


def changed(text: str, wrong: dict[str, Any]) -> str:
    """A record with one line changed."""
    lines = text.splitlines()
    lines[wrong["line"] - 1] = wrong["to"]
    return "\n".join(lines) + "\n"


def found(text: str) -> int | None:
    """The line at which the reader or the check of the dice stops; None if all is right."""
    try:
        return verify.check(record.replay(text)).line
    except record.BadRecord as error:
        return error.line


def test_every_die_of_the_vectors() -> None:
    """Dice by secret, contributions, number of the match and place, and draws among 2 to 10 seats."""
    for one in VECTORS["dice"]:
        deal = Deal(bytes.fromhex(one["secret"]), tuple(one["contributions"]), one["match"])
        assert deal.draw(one["place"], one["sides"]) == one["number"]


@pytest.mark.parametrize("one", VECTORS["records"], ids=lambda one: one["name"])
def test_records_of_the_vectors_follow_from_their_secrets(one: dict[str, Any]) -> None:
    """A record of each game: openings of all kinds, several hands, and a turn under way."""
    checked = verify.check(record.replay(one["record"]))
    assert checked.verdict == "verified", checked.sentence


@pytest.mark.parametrize("one", VECTORS["records"], ids=lambda one: one["name"])
def test_any_change_is_found_in_its_line(one: dict[str, Any]) -> None:
    for wrong in one["wrong"]:
        line = found(changed(one["record"], wrong))
        assert line == wrong["found"] if wrong["found"] else line is not None, wrong["what"]
