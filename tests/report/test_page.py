"""The review as one file and as JSON: complete, safe, documented, with the data that a server would send."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from fivedice.analysis import luck_and_cost
from fivedice.api.match import start
from fivedice.language import speaking
from fivedice.match.match import EventMatch, begin, course
from fivedice.notation import read
from fivedice.report import offline, page, review_json
from fivedice.table.protocol.player_view import PictureCache
from fivedice.table.state import of_match
from tests.documented_keys import documented
from tests.report.conftest import Known, Playing, Wrong
from tests.server.browsing import BARRED, SETTLED, chromium
from tests.spread import one_in

HOSTILE = "</script><script>alert('x')</script>&\""


def made(match: EventMatch, known: Known, faces: str = "pips", **more: Any) -> str:
    return page.page(luck_and_cost.review(match, known(match)), known(match), faces, **more)


def inside(text: str) -> dict[str, Any]:
    (data,) = re.findall(r'<script type="application/json" id="review">(.*?)</script>', text, re.DOTALL)
    return dict(json.loads(data))


def pictures(data: dict[str, Any]) -> list[dict[str, Any]]:
    now, found = dict[str, Any](), []
    for step in data["steps"]:
        found.append(now := {**now, **step["picture"]})
    return found


def test_the_page_needs_nothing_else_and_runs_its_own_scripts_only(played: Playing, known: Known) -> None:
    text = made(played("traditional", "casual:3", "greedy", seed=2), known)
    assert not re.search(r"<(?:link|img|iframe)|\b(?:src|href)=", re.sub(r"data:[^\"]*", "", text))
    assert "url(" not in text.replace("url(data:", "")
    scripts = re.findall(r'<script type="(?:importmap|module)">(.*?)</script>', text, re.DOTALL)
    assert len(scripts) == 2
    assert page.policy() in text
    assert re.search("default-src 'none'; script-src data: ", page.policy())
    assert all(offline.digest(script) in page.policy() for script in scripts)


def test_names_cannot_break_the_page(known: Known) -> None:
    text = made(start("traditional", HOSTILE, "B").throw("66615").keep("15"), known)
    assert text.count("<script") == text.count("</script>") == 4
    assert HOSTILE not in text
    assert pictures(inside(text))[-1]["chairs"][0]["name"] == HOSTILE


@pytest.mark.parametrize(
    ("game", "faces"),
    [("traditional", "chinese"), ("challenge", "pips"), ("showdown", "pips"), ("junior", "characters")],
)
def test_its_steps_are_those_of_a_server(game: str, faces: str, played: Playing, known: Known) -> None:
    match = played(game, "casual:3", "greedy", seed=2)
    data = inside(made(match, known, faces))
    table, whole, shown = of_match(match), course(match), pictures(data)
    for number, (step, picture) in enumerate(zip(data["steps"], shown, strict=True)):
        wanted = json.loads(json.dumps(review_json.step(whole, number, table, PictureCache(""), None)))
        assert {**step, "picture": picture} == wanted
    assert len(shown) == len(match.events) + 1


def test_other_faces_can_be_asked_for(known: Known) -> None:
    (picture,) = pictures(inside(made(begin(start("traditional", "Ann").setup), known, "digits")))
    assert (picture["set"], picture["faces"][0][0]) == ("digits", "1")


def test_a_page_can_be_made_of_any_match_that_goes_on(known: Known) -> None:
    match = begin(start("traditional", "Ann", "Ben").setup)
    for going, moments in ((match, 0), (match.throw("66615").keep("15"), 2)):
        text = made(going, known)
        assert "Unfinished: Ann 0, Ben 0" in text
        review = inside(text)["review"]
        assert (review["stage"], len(review["moments"])) == ("done", moments)
        assert [figure["label"] for figure in review["summary"]["headlines"][0]["figures"]] == [
            "Lost by choices",
            "Luck",
        ]


def test_one_seat_can_be_asked_for(played: Playing, known: Known) -> None:
    match = played("traditional", "casual:3", "random", seed=2)
    review, whole = (inside(made(match, known, seat=seat))["review"] for seat in (0, None))
    for part in ("turns", "moments"):
        assert review[part] == [one for one in whole[part] if one["seat"] == 0]
    assert review["of"] == len(review["moments"])


@pytest.mark.parametrize(
    ("game", "faces"), one_in(3, [("junior", "characters"), ("traditional", "chinese"), ("showdown", "pips")])
)
def test_a_file_shows_the_review_in_a_browser(
    game: str, faces: str, played: Playing, known: Known, tmp_path: Path
) -> None:
    """Board, chart and choices, each mistake as a question, and nothing that needs a server."""
    match = played(game, "casual:3", "casual:2", seed=3)
    file, complaints = tmp_path / "review.html", list[str]()
    file.write_text(made(match, known, faces), encoding="utf-8")
    with chromium() as browser:
        opened = browser.new_page()
        opened.on("console", lambda message: complaints.append(message.text))
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.goto(file.as_uri())
        opened.get_by_role("button", name="Go through them").click()
        opened.get_by_role("heading", name="Mistake 1 of").wait_for()
        opened.get_by_role("button", name="Show me").click()
        opened.locator(".weighed .why").first.wait_for()
        assert opened.locator(".board .plate, .board .cards").count()
        assert opened.locator(".graph .worth").count() == 2
        assert opened.locator(".turns .turn").count() >= len(match.events) / 10
        opened.get_by_role("button", name="End", exact=True).click()
        opened.get_by_text(f"{len(match.events)} of {len(match.events)}").wait_for()
        opened.evaluate(SETTLED)
        opened.evaluate(AXE_SCRIPT)
        assert opened.evaluate(BARRED) == []
        assert opened.get_by_role("link").count() == 0
        assert opened.get_by_role("button", name="Check these dice").count() == 0
    assert complaints == []


def test_the_page_brings_its_translations(
    played: Playing, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that is a file speaks the language in which it was made."""
    monkeypatch.setattr(offline, "pages_json", lambda tag: f'{{"Step": "Schritt </script> {tag}"}}'.encode())
    with speaking("de"):
        text = made(played("junior", "random", "random", seed=3), known)
    assert '<html lang="de">' in text
    assert r'id="translations">{"Step": "Schritt \u003c/script> de"}</script>' in text


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


def test_the_json_of_one_seat_can_be_asked_for(played: Playing, known: Known) -> None:
    match = played("traditional", "casual:3", "greedy", seed=2, first="roll")
    fields = review_json.fields(luck_and_cost.review(match, known(match)), known(match), "digits", 1)
    assert {moment["seat"] for moment in fields["moments"]} == {1}
    assert len(fields["accounts"]) == 2
