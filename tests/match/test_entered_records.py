"""Records of matches with turns entered without throws."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivedice.games import GAMES
from fivedice.match.events import HintTaken
from fivedice.match.history import HINTS
from fivedice.match.match import start
from fivedice.notation import read, record, write
from fivedice.notation.record import ENTERED, VERSION, BadRecord
from tests.laws.matches import entered, seeds, setups, tried

law = settings(derandomize=True, deadline=None, max_examples=8, database=None)
BEGUN = record.header(start("traditional", "Ann").setup, ENTERED) + "\n"


def test_a_record_says_what_was_not_entered() -> None:
    match = start("traditional", "Ann").final("52225").use("full-house").score("chance", 23)
    assert record.text(match) == BEGUN + (
        '{"final": "52225", "seat": 0}\n{"use": "full-house", "seat": 0}\n'
        '{"score": "chance", "pays": 23, "seat": 0}\n'
    )
    five = match.score("yahtzee", 50)
    assert record.text(five).endswith('{"score": "yahtzee", "pays": 50, "seat": 0, "five": true}\n')
    assert record.replay(record.text(five)).match == five


def test_only_a_record_with_such_turns_has_version_2() -> None:
    match = start("traditional", "Ann")
    assert record.text(match.throw("12345")).startswith('{"fivedice": 1, ')
    assert record.text(match.final("12345")).startswith('{"fivedice": 2, ')
    assert record.header(match.setup) == record.header(match.setup, VERSION)
    assert record.replay(BEGUN + '{"throw": "12345", "seat": 0}\n').match == match.throw("12345")


@pytest.mark.parametrize(
    "line", ['{"final": "12345", "seat": 0}', '{"score": "chance", "pays": 15, "seat": 0}']
)
def test_a_record_of_version_1_has_no_such_turns(line: str) -> None:
    text = record.header(start("traditional", "Ann").setup) + f"\n{line}\n"
    with pytest.raises(
        BadRecord, match="line 2: Final dice and scores are only in records of version 2"
    ) as told:
        record.replay(text)
    assert not told.value.breaks_rules


@pytest.mark.parametrize("version", [0, 3, True, 1.5, "2", None])
def test_other_versions_are_refused(version: Any) -> None:
    with pytest.raises(BadRecord, match="line 1: "):
        record.replay(BEGUN.replace('"fivedice": 2', f'"fivedice": {json.dumps(version)}'))


@pytest.mark.parametrize("name", GAMES)
@law
@given(data=st.data(), seed=seeds)
def test_a_mixed_match_is_written_and_read_back(name: str, data: st.DataObject, seed: int) -> None:
    match = entered(data.draw(setups(name)), seed, data.draw(st.sampled_from([20, 90, 50_000])))
    text = record.text(match)
    assert record.replay(text).match == match
    assert record.text(record.replay(text).match) == text
    for event in match.events:
        assert read.event(write.event(event)) == event


WRONG = [
    *(
        {"final": dice, "seat": 0}
        for dice in ("1234", "123456", "", "12340", "x", 12345, None, [1, 2, 3, 4, 5])
    ),
    *({"final": "12345", "seat": seat} for seat in (1, -1, "0", True, None, 0.0)),
    {"final": "12345"},
    {"final": "12345", "seat": 0, "five": True},
    *(
        {"score": use, "pays": 15, "seat": 0}
        for use in ("Chance", "", "nothing", "\ud800", None, 3, ["chance"])
    ),
    *(
        {"score": "chance", "pays": pays, "seat": 0}
        for pays in (4, -5, 999_999_999, 10**12, 15.0, "15", True, None)
    ),
    *({"score": "chance", "pays": 15, "seat": seat} for seat in (1, -1, "0", True, None)),
    *({"score": "yahtzee", "pays": 50, "seat": 0, "five": five} for five in (False, 1, "true", None)),
    {"score": "yahtzee", "pays": 50, "seat": 0},
    {"score": "chance", "pays": 15},
    {"score": "chance", "seat": 0},
    {"score": "chance", "pays": 15, "seat": 0, "dice": "12345"},
]


@pytest.mark.parametrize("fields", WRONG)
def test_anything_else_is_refused_in_one_sentence(fields: dict[str, Any]) -> None:
    refused = tried(record.replay, BEGUN + json.dumps(fields) + "\n")
    assert isinstance(refused, BadRecord)
    assert refused.line == 2
    assert str(refused).count(". ") <= 1
    assert len(str(refused)) < 600


def test_hints_count_between_final_dice_and_their_use() -> None:
    text = BEGUN + '{"final": "12345", "seat": 0}\n' + write.event(HintTaken(0)) + "\n"
    assert len(record.replay(text + '{"use": "chance", "seat": 0}\n').match.events) == 3
    with pytest.raises(BadRecord, match="1000 hints"):
        record.replay(text + (write.event(HintTaken(0)) + "\n") * HINTS)
