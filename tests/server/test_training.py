"""Training on a server: drills, the test, mistakes of matches, and who they belong to."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from fivedice.games import FIVE_GAMES
from fivedice.notation import record
from fivedice.training import drills, exercise, proficiency
from tests.commands import refused
from tests.server.asking import refusal
from tests.server.serving import Process

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def ann(server: Process) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{server.url}/api", timeout=60) as browser:
        yield browser


def choice(shown: Any) -> dict[str, str]:
    """Some choice: all dice, the first use or option."""
    you, picture = shown["you"], shown["picture"]
    if you["asked"] == "keep":
        return {"keep": "".join(sorted(picture["turn"]["hands"][str(you["seat"])]))}
    if you["asked"] == "use":
        return {"use": you["uses"][0]["name"]}
    return {"choose": you["options"][0]}


@pytest.mark.parametrize("game", FIVE_GAMES)
def test_a_drill_is_shown_answered_and_comes_back_later(game: str, ann: httpx.Client) -> None:
    session = ann.get(f"train/{game}").json()
    shown = session["exercise"]
    assert shown["picture"]["game"] == game
    assert "best" not in shown["you"]
    assert ann.get("player").json() is None
    verdict = ann.post(
        f"train/{game}", json={"key": shown["key"], "zone": "Europe/Berlin", **choice(shown)}
    ).json()
    assert verdict["grade"] in ("good", "hard", "again")
    assert verdict["told"]
    assert verdict["best"]["named"]
    assert verdict["again"]
    assert ann.get("player").json()["name"] == "Player"
    after = ann.get(f"train/{game}", params={"zone": "Europe/Berlin"}).json()
    assert (after["today"], after["goal"]) == (1, 10)
    if verdict["grade"] != "again":
        assert after["exercise"]["key"] != shown["key"]


@pytest.mark.parametrize("what", ["train/junior", "train/junior/test"])
def test_the_first_answer_counts(what: str, ann: httpx.Client) -> None:
    for path in ("train/piecepack/test", what):  # the first answer makes a player
        shown = ann.get(path, params={"seed": "monday"}).json()["exercise"]
        body = {"key": shown["key"], "seed": "monday", **choice(shown)}
        if path != what:
            ann.post(path, json=body)
    with ThreadPoolExecutor(8) as threads:
        answers = [one.status_code for one in threads.map(lambda _: ann.post(what, json=body), range(8))]
    later = ann.post(what, json=body)
    if what.endswith("test"):
        assert sorted(answers) == [200] + [409] * 7
        assert later.json()["sentence"] == "This position was answered already; reload the page."
    else:  # repeated at once, a drill is graded and does not count
        assert answers == [200] * 8
        assert (later.status_code, later.json()["again"]) == (200, "")
    assert ann.get(what, params={"seed": "monday"}).json()["number"] == 1


def test_the_best_answer_is_right(server: Process, ann: httpx.Client) -> None:
    shown = ann.get("train/traditional").json()["exercise"]
    wrong = ann.post("train/traditional", json={"key": shown["key"], **choice(shown)}).json()
    best = {key: wrong["best"][key] for key in ("keep", "use") if key in wrong["best"]}
    right = httpx.post(f"{server.url}/api/train/traditional", json={"key": shown["key"], **best}).json()
    assert (right["grade"], right["told"], right["reason"]) == ("good", "That is the best choice.", "")


def test_the_goal_is_quiet_and_kept(ann: httpx.Client) -> None:
    told = ann.get("train").json()
    assert (told["told"], told["next"]) == ("Today: 0 of 10 drills.", "traditional")
    assert ann.patch("train", json={"goal": 3}).status_code == 409  # nobody is playing yet
    shown = ann.get("train/junior").json()["exercise"]
    ann.post("train/junior", json={"key": shown["key"], **choice(shown)})
    told = ann.patch("train", json={"goal": 0, "adds": False}).json()
    assert (told["goal"], told["adds"], told["told"]) == (0, False, "Drills today: 1.")
    assert ann.get("train").json()["goal"] == 0


def test_a_test_is_the_same_for_everyone_with_its_seed(server: Process, ann: httpx.Client) -> None:
    costs, asked = 0, list[str]()
    while True:
        session = ann.get("train/junior/test", params={"seed": "friday"}).json()
        if session["result"]:
            break
        shown = session["exercise"]
        asked.append(shown["key"])
        body = {"key": shown["key"], "seed": "friday", **choice(shown)}
        assert ann.post("train/junior/test", json=body).status_code == 200
        costs += 1
    assert len(set(asked)) == costs
    assert proficiency.FEWEST <= costs <= proficiency.MOST
    result = session["result"]
    assert "columns per game" in result["told"]
    assert result["standing"].startswith("You play ")
    assert [name.count("(") for name in result["marks"]] == [2, 1, 1]  # nobody loses less than Juno here
    missed = ann.get("train/junior", params={"seed": "friday"}).json()
    assert missed["exercise"]["key"] == result["missed"][0]["key"]
    body = {"key": result["missed"][0]["key"], "seed": "friday", **choice(missed["exercise"])}
    assert ann.post("train/junior", json=body).json()["again"]
    after = ann.get("train/junior", params={"seed": "friday"}).json()["exercise"]["key"]
    assert after == result["missed"][1]["key"]
    assert ann.get("train/junior/test", params={"seed": "friday"}).json() == session
    assert (
        ann.post("train/junior/test", json={"key": asked[0], "seed": "friday", "keep": ""}).status_code == 409
    )
    with httpx.Client(base_url=f"{server.url}/api", timeout=60) as ben:
        assert ben.get("train/junior/test", params={"seed": "friday"}).json()["exercise"]["key"] == asked[0]
        ben.get("train/junior/test")
    assert (
        "You play" in next(one for one in ann.get("train").json()["games"] if one["game"] == "junior")["test"]
    )


def test_a_mistake_of_a_match_becomes_a_drill_once(ann: httpx.Client) -> None:
    text = (GOLDEN / "traditional-1seats.jsonl").read_bytes()
    code = ann.post("records", content=text).json()["code"]
    events = record.replay(text).match.events
    told = {ann.post(f"tables/{code}/drills", json={"number": number}).text for number in range(1, 12)}
    assert any("This is now one of your drills." in one for one in told)
    assert any("That was the best choice." in one for one in told)
    assert ann.post(f"tables/{code}/drills", json={"number": len(events) + 1}).status_code == 409
    own = next(one for one in ann.get("train").json()["games"] if one["game"] == "traditional")
    assert int(own["told"].partition(" new")[0].split()[-1]) > len(drills.of_game("traditional"))


def test_an_exercise_is_played_on(ann: httpx.Client) -> None:
    shown = ann.get("train/showdown").json()["exercise"]
    seat = ann.post("train/try", json={"key": shown["key"], "name": "Ann"}).json()
    table = ann.get(f"tables/{seat['code']}", headers={"authorization": f"Bearer {seat['token']}"}).json()
    assert (table["game"], table["practice"]) == ("showdown", True)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("train/yahtzee", {"key": "x", "keep": ""}, 404),
        ("train/traditional", {"key": "x", "keep": ""}, 404),
        ("train/traditional", {"key": "", "keep": "7777777"}, 422),
        ("train/try", {"key": "x", "name": "Ann"}, 404),
        ("train/yams/test", {"key": "x"}, 404),
    ],
)
def test_what_there_is_not_is_refused(
    path: str, body: dict[str, str], status: int, ann: httpx.Client
) -> None:
    refusal(ann.post(path, json=body), status)


def test_the_server_and_the_command_refuse_other_games_alike(ann: httpx.Client) -> None:
    told = ann.get("train/yatzy").json()["sentence"]
    assert told.startswith("There are no drills for yatzy, only for traditional")
    assert told in " ".join(refused("train", "yatzy").split())


def test_no_exercise_names_a_person() -> None:
    assert all(
        set(one.chairs) <= {"", exercise.OTHERS}
        for drill in drills.of_game("junior").values()
        for one in [drill.terms]
    )
