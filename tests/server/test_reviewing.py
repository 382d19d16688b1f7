"""A match that has ended is looked back at in the background, and played on from any of its steps."""

import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from fivedice.analysis import annotate, luck_and_cost
from fivedice.api.match import Match
from fivedice.games.cardgame import CardGame
from fivedice.notation import record
from fivedice.report import review_json
from fivedice.runtime.library import Library
from fivedice.server.compute import reviewing
from tests.documented_keys import documented
from tests.golden import make
from tests.patience import PATIENCE
from tests.server.asking import asked, refusal
from tests.server.clients import brought, get, opened, play_on, post, run
from tests.server.serving import Process

FROM_THE_LAST_BOX = "3,6,9,12,15,18,20,0,25,30,40,50,-+0 0"
TURNS = 56
"""Of the golden record of traditional: two games of two, and two openings."""
GAMES = ("challenge", "showdown")


def golden(game: str) -> bytes:
    return (make.FOLDER / f"{game}-2seats.jsonl").read_bytes()


def looked_back(url: str, code: str, aim: str = "score") -> dict[str, Any]:
    """All of a review, asked for again and again as a page does."""
    moments: list[dict[str, Any]] = []
    until = time.monotonic() + 2 * PATIENCE
    while time.monotonic() < until:
        told: dict[str, Any] = get(url, f"tables/{code}/review?after={len(moments)}&aim={aim}")
        moments += told["moments"]
        if told["stage"] == "unknown" or (told["stage"] == "done" and len(moments) >= told["of"]):
            break
        time.sleep(0.02)
    return {**told, "moments": moments}


@pytest.mark.parametrize("game", GAMES)
def test_what_comes_bit_by_bit_is_the_review(game: str, server: Process, tmp_path: Path) -> None:
    code = brought(server.url, golden(game))
    told = looked_back(server.url, code)
    match = record.replay(golden(game)).match
    known = Library(tmp_path)(match.setup.game, 2, "score")
    whole = review_json.fields(luck_and_cost.review(match, known), known, "digits")
    assert [_mark(one) for one in told["moments"]] == [_mark(one) for one in whole["moments"]]
    for part, key in (("moments", "cost"), ("moments", "luck"), ("accounts", "cost")):
        here = told["moments"] if part == "moments" else told["review"]["accounts"]
        assert [one[key] for one in here] == pytest.approx([one[key] for one in whole[part]])
    assert told["counts"]["aim"] == whole["aim"]
    assert all((one["reason"] is None) == (one["best"] is None) for one in told["moments"])
    assert (told["totals"] is not None) == (game not in ("showdown", "junior"))
    turns = get(server.url, f"tables/{code}/review")["turns"]
    steps = {number for turn in turns for number in turn["steps"]}
    assert steps <= {one["number"] for one in whole["moments"]}
    assert {one["number"] for one in whole["moments"] if one["mark"]} <= steps


def test_every_key_of_an_answer_is_documented(server: Process) -> None:
    """docs/reference/review-json.md lists exactly what a server tells of a review."""
    told = get(server.url, f"tables/{brought(server.url, golden('junior'))}/review")
    assert documented("review-json.md", "A review from a server") == set(told)


def test_what_began_in_the_middle_is_not_compared_with_whole_games(server: Process) -> None:
    match = Match.at("traditional", FROM_THE_LAST_BOX, "22345", 3, names=("Ann",)).use("chance")
    assert looked_back(server.url, brought(server.url, record.text(match)))["totals"] is None


def _mark(moment: dict[str, Any]) -> tuple[int, int, str]:
    return moment["number"], moment["seat"], moment["mark"]


def test_turns_are_told_before_anything_is_known(lenient: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gates = {name: threading.Event() for name in ("__call__", "distribution")}
    for name, gate in gates.items():
        monkeypatch.setattr(Library, name, _behind(gate, getattr(Library, name)))
    code = brought(lenient, golden("traditional"))
    told = get(lenient, f"tables/{code}/review")
    assert (told["stage"], told["moments"], len(told["turns"])) == ("knowing", [], TURNS)
    gates["__call__"].set()
    while told["stage"] != "totals":
        told = get(lenient, f"tables/{code}/review")
    assert told["review"]["accounts"]
    assert told["totals"] is None
    gates["distribution"].set()
    assert looked_back(lenient, code)["totals"]["seats"]


def test_the_end_is_read_off_the_same_review(server: Process) -> None:
    code = brought(server.url, golden("challenge"))
    told = get(server.url, f"tables/{code}/ending")
    assert [one["seat"] for one in told] == [0, 1]
    review = get(server.url, f"tables/{code}/review")
    assert review["stage"] in ("totals", "done")
    assert len(review["moments"]) == review["of"]
    for one, account in zip(told, review["review"]["accounts"], strict=True):
        assert one["cost"] == pytest.approx(account["cost"])


def test_only_so_many_matches_are_looked_back_at_beside_each_other(
    lenient: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    monkeypatch.setattr(Library, "distribution", _behind(gate, Library.distribution))
    monkeypatch.setattr(reviewing, "MOST_UNDER_WAY", 1)
    first, second = brought(lenient, golden("traditional")), brought(lenient, golden("junior"))
    get(lenient, f"tables/{first}/review")
    told = refusal(httpx.get(f"{lenient}/api/tables/{second}/review"), 503)
    assert told.startswith("Too many reviews are running")
    gate.set()
    assert looked_back(lenient, first)["stage"] == "done"
    assert looked_back(lenient, second)["stage"] == "done"


def _behind(gate: threading.Event, work: Any) -> Any:
    def waits(*arguments: Any) -> Any:
        assert gate.wait(PATIENCE)
        return work(*arguments)

    return waits


def test_what_nothing_knows_has_its_turns_and_says_so(lenient: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CardGame, "solver", "")
    told = looked_back(lenient, brought(lenient, golden("yatzy")))
    assert (told["stage"], told["moments"]) == ("unknown", [])
    assert "There is no solver for Yatzy" in told["told"]
    assert len(told["turns"]) == 2 * (15 + 1), "the throws for who begins are turns, too"


def test_a_review_that_fails_says_so_and_is_not_started_again_by_the_next_poll(
    lenient: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    weigh, tries = annotate.each_moment, list[Any]()

    def fails(*arguments: Any) -> Any:
        tries.append(arguments)
        raise ValueError("No turns of junior lead to this position.")

    monkeypatch.setattr(annotate, "each_moment", fails)
    code = brought(lenient, golden("junior"))
    for _ in range(3):
        told = looked_back(lenient, code)
        assert (told["stage"], told["told"]) == ("unknown", "The review failed. Try again in a minute.")
    assert len(tries) == 1
    monkeypatch.setattr(annotate, "each_moment", weigh)
    monkeypatch.setattr(reviewing, "TRY_AGAIN", 0)
    assert looked_back(lenient, code)["stage"] == "done"


@pytest.mark.parametrize("game", GAMES)
def test_any_step_can_be_played_on_from(game: str, server: Process) -> None:
    code = brought(server.url, golden(game))
    last = get(server.url, f"tables/{code}/steps/0")["of"]
    for number in (0, last // 3, last // 2, last - 1):
        stood = get(server.url, f"tables/{code}/steps/{number}")["picture"]
        seat = post(server.url, f"tables/{code}/try", {"number": number, "seat": 1, "name": "Ann"})
        assert seat["chair"] == 1
        begun = get(server.url, f"tables/{seat['code']}")
        if stood["position"] is not None:
            assert begun["position"] == stood["position"]
            assert begun["turn"] == stood["turn"] or stood["turn"]["decided"]
        assert begun["stage"] == "playing"
        assert [bool(chair["bot"]) for chair in begun["chairs"]] == [True, False]
    body = {"number": last, "seat": 0, "name": "Ann"}
    assert asked(server, "POST", f"/api/tables/{code}/try", body).status_code == 409
    assert asked(server, "POST", f"/api/tables/{code}/try", {**body, "number": last + 1}).status_code == 409
    assert (
        asked(server, "POST", f"/api/tables/{code}/try", {**body, "seat": 7, "number": 1}).status_code == 409
    )


def test_a_private_match_is_played_on_by_its_seats_alone(server: Process) -> None:
    seats = opened(server.url, "junior", "Ann", "Ben", watching=False)
    run(play_on(server.url, seats, 7))
    path, body = f"/api/tables/{seats[0]['code']}", {"number": 3, "seat": 0, "name": "Ann"}
    assert asked(server, "GET", f"{path}/review").status_code == 403
    assert asked(server, "POST", f"{path}/try", body).status_code == 403
    shown = {"authorization": f"Bearer {seats[1]['token']}"}
    assert httpx.get(f"{server.url}{path}/review", headers=shown).json()["you"] == 1
    tried = httpx.post(f"{server.url}{path}/try", json=body, headers=shown).json()
    assert not get(server.url, f"tables/{tried['code']}")["terms"]["watching"]
