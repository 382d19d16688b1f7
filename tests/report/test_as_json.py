"""The review as JSON: stable, documented keys, and figures that add up."""

import json
from typing import Any

import pytest

from fivedice.analysis import luck_and_cost
from fivedice.api.match import start
from fivedice.notation import read
from fivedice.report import review_json
from tests.documented_keys import documented
from tests.report.conftest import Known, Playing, Wrong


@pytest.fixture
def fields(played: Playing, known: Known) -> dict[str, Any]:
    match = played("traditional", "casual:3", "greedy", seed=2, first="roll")
    knowledge = known(match)
    text = review_json.text(luck_and_cost.review(match, knowledge), knowledge, "digits")
    found: dict[str, Any] = json.loads(text)
    return found


def test_every_key_is_documented_and_every_documented_key_is_there(fields: dict[str, Any]) -> None:
    for heading, object_ in (
        ("The review", fields),
        ("An account", fields["accounts"][0]),
        ("A moment", fields["moments"][0]),
    ):
        assert documented("review-json.md", heading) == set(object_)


def test_the_figures_add_up_from_the_moments(fields: dict[str, Any]) -> None:
    for account in fields["accounts"]:
        own = [moment for moment in fields["moments"] if moment["seat"] == account["seat"]]
        assert sum(moment["luck"] for moment in own) == pytest.approx(account["luck"], abs=1e-9)
        assert sum(moment["cost"] for moment in own) == pytest.approx(account["cost"], abs=1e-9)
        terms = account["start"] + account["luck"] - account["cost"] + account["others"]
        assert terms == pytest.approx(account["result"], abs=1e-9)
        assert account["result"] == fields["scores"][account["seat"]]


def test_what_does_not_fit_the_result_stands_in_the_residue(played: Playing, known: Known) -> None:
    match = played("traditional", "casual:3", "greedy", seed=2, first="roll")
    wrong = Wrong(known(match), match.state.position, 2.0)
    for knowledge, residue in ((known(match), 0), (wrong, -2)):
        told = review_json.fields(luck_and_cost.review(match, knowledge), knowledge, "digits")["accounts"]
        assert [account["residue"] for account in told] == pytest.approx([residue] * 2, abs=1e-9)
        assert [account["result"] for account in told] == list(match.scores)
    going = start("traditional", "Ann").throw("66615")
    (account,) = review_json.fields(luck_and_cost.review(going, known(going)), known(going), "digits")[
        "accounts"
    ]
    assert account["residue"] is None


def test_events_are_those_of_the_record(fields: dict[str, Any], played: Playing) -> None:
    match = played("traditional", "casual:3", "greedy", seed=2, first="roll")
    for moment in fields["moments"]:
        event = read.event(json.dumps(moment["event"]))
        assert event == match.events[moment["number"] - 1]
        assert moment["best"] is None or read.event(json.dumps(moment["best"])).seat == moment["seat"]


def test_one_seat_can_be_asked_for(played: Playing, known: Known) -> None:
    match = played("traditional", "casual:3", "greedy", seed=2, first="roll")
    fields = review_json.fields(luck_and_cost.review(match, known(match)), known(match), "digits", 1)
    assert {moment["seat"] for moment in fields["moments"]} == {1}
    assert len(fields["accounts"]) == 2
