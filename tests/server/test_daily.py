"""Today's deal on a server whose clock the test moves: what counts, what is secret, and until when."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from fivedice.deals import verify
from fivedice.games import GAMES
from fivedice.notation import record
from fivedice.notation.record import Replay
from fivedice.runtime import days
from tests.patience import awaited
from tests.server import clients
from tests.server.serving import Process, in_thread, unlimited

BERLIN = days.zone("Europe/Berlin")
HOUR = 3600.0
NOON = days.of("2026-03-28", BERLIN).begins + 12 * HOUR
"""The day before a day of 23 hours."""
Browsers = Callable[[], httpx.Client]


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._real, self._ahead = time.time, 0.0
        self.set(NOON)
        monkeypatch.setattr(time, "time", lambda: self._real() + self._ahead)

    def set(self, now: float) -> None:
        self._ahead = now - self._real()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def url(clock: Clock, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:  # noqa: ARG001 - first
    """The address of a server that looks at its clock and counts matches often."""
    monkeypatch.setattr("fivedice.server.daily.drawing.EVERY", 0.05)
    monkeypatch.setattr("fivedice.server.players.counting.EVERY", 0.1)
    with in_thread(unlimited(tmp_path, zone="Europe/Berlin")) as found:
        yield found


@pytest.fixture
def browsers(url: str) -> Iterator[Browsers]:
    with ExitStack() as stack:
        yield lambda: stack.enter_context(httpx.Client(base_url=f"{url}/api", timeout=60))


def secrets_in(tmp_path: Path) -> dict[str, tuple[str, str]]:
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database:
        rows = database.execute("SELECT name, commitment, secret FROM fivedice_deals").fetchall()
    return {name: (commitment, secret) for name, commitment, secret in rows}


def begins(browser: httpx.Client, name: str = "Ann", game: str = "traditional", **more: str) -> Any:
    answer = browser.post(f"daily/{game}/play", json={"name": name, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def refused(browser: httpx.Client, game: str = "traditional", **more: str) -> str:
    answer = browser.post(f"daily/{game}/play", json={"name": "Ann", **more})
    assert answer.status_code in (404, 409), answer.text
    sentence: str = answer.json()["sentence"]
    return sentence


def plays(url: str, *seats: Any) -> list[clients.Message]:
    heard: list[clients.Message] = []

    async def work() -> None:
        for number, seat in enumerate(seats):
            (client,) = await clients.play_on(url, [seat], number)
            heard.extend(client.heard)

    clients.run(work())
    return heard


def bearer(seat: Any) -> dict[str, str]:
    return {"authorization": f"Bearer {seat['token']}"}


def replayed(url: str, seat: Any) -> Replay:
    return record.replay(httpx.get(f"{url}/api/tables/{seat['code']}/record", headers=bearer(seat)).content)


def state_of(browser: httpx.Client, game: str = "traditional") -> Any:
    (state,) = [one for one in browser.get("daily").json()["games"] if one["game"] == game]
    return state


def board(browser: httpx.Client, date: str = "", game: str = "traditional") -> Any:
    return browser.get(f"daily/{game}", params={"date": date}).json()


def counted(browser: httpx.Client, date: str = "", game: str = "traditional") -> Any:
    awaited(lambda: board(browser, date, game)["mine"]["share"])
    return board(browser, date, game)


def test_a_deal_is_committed_the_day_before(clock: Clock, browsers: Browsers, tmp_path: Path) -> None:
    ann = browsers()
    today = ann.get("daily").json()
    assert (today["date"], today["zone"]) == ("2026-03-28", "Europe/Berlin")
    assert [one["game"] for one in today["games"]] == [*GAMES]
    assert "on the day itself" in board(ann)["drawn"]
    awaited(lambda: len(secrets_in(tmp_path)) >= 2 * len(GAMES))
    drawn = secrets_in(tmp_path)
    assert len({secret for _, secret in drawn.values()}) == len(drawn)
    clock.set(NOON + 13 * HOUR)
    tomorrow = ann.get("daily").json()
    assert tomorrow["date"] == "2026-03-29"
    assert (tomorrow["ends"] - tomorrow["begins"]) / HOUR == 23
    found = board(ann)
    assert "before the day began" in found["drawn"]
    assert found["commitment"] == drawn["daily 2026-03-29 traditional joker=forced"][0]


def test_the_first_attempt_counts_and_the_others_are_practice(url: str, browsers: Browsers) -> None:
    """All on the same dice; not before the first is over, because that would show its dice. Practice is not
    among the results.
    """
    ann, ben = browsers(), browsers()
    first = begins(ann)
    assert first["counts"]
    assert "still playing" in refused(ann)
    state = state_of(ann)
    assert (state["state"], state["code"]) == ("playing", first["code"])
    plays(url, first)
    again, other = begins(ann), begins(ben, "Ben")
    assert (again["counts"], other["counts"]) == (False, True)
    plays(url, again, other)
    matches = [replayed(url, seat).match for seat in (first, again, other)]
    assert matches[0].events == matches[1].events != matches[2].events
    assert matches[0].events[0] == matches[2].events[0]
    counted(ben)
    (mine, others) = sorted(counted(ann)["board"], key=lambda row: not row["you"])
    assert (mine["name"], others["name"]) == ("Ann", "Ben")
    assert mine["points"] == matches[0].scores[0]
    awaited(lambda: not ann.get("player/profile").json()["pending"])
    assert [one["totals"] for one in ann.get("player/export?format=json").json()] == [[mine["points"]]]


def test_all_devices_of_a_player_at_once_begin_one_attempt(host: Process) -> None:
    with ExitStack() as stack:
        devices = [
            stack.enter_context(httpx.Client(base_url=f"{host.url}/api", timeout=60)) for _ in range(6)
        ]
        begins(devices[0], game="yams")  # the server knows the player
        for device in devices[1:]:
            device.cookies.update(devices[0].cookies)
        with ThreadPoolExecutor(len(devices)) as threads:
            boards = [*threads.map(lambda one: board(one, game="yacht"), devices)]
            answers = [*threads.map(lambda one: one.post("daily/yacht/play", json={"name": "Ann"}), devices)]
        assert len({one["commitment"] for one in boards}) == 1
        assert sorted(answer.status_code for answer in answers) == [201] + [409] * 5
        (begun,) = [answer.json() for answer in answers if answer.status_code == 201]
        for device in devices:
            assert state_of(device, "yacht")["code"] == begun["code"]
            assert begun["token"] in [seat["token"] for seat in device.get("player").json()["seats"]]


def test_two_players_who_become_one_keep_one_attempt(browsers: Browsers) -> None:
    ann, ben = browsers(), browsers()
    mine, other = begins(ann, "Ann"), begins(ben, "Ben")
    words = ann.post("player/words", json={}).json()["words"]
    assert ben.post("player/restore", json={"words": words, "together": True}).status_code == 200
    for one in (ann, ben):
        assert state_of(one)["code"] == mine["code"] != other["code"]


def test_an_attempt_counts_for_the_day_it_began(url: str, clock: Clock, browsers: Browsers) -> None:
    """Also if it ends after midnight; the streak goes on, and the new day is still to be played."""
    ann = browsers()
    midnight = days.of("2026-03-29", BERLIN).begins
    clock.set(midnight - 60)
    late = begins(ann)
    clock.set(midnight + 600)
    plays(url, late)
    assert counted(ann, "2026-03-28")["board"][0]["name"] == "Ann"
    today = board(ann)
    assert (today["mine"], today["board"]) == (None, [])
    assert today["told"]
    plays(url, begins(ann))
    assert len(counted(ann)["board"]) == 1
    clock.set(midnight + 30 * HOUR)
    assert ann.get("daily").json()["streak"] == "You have played 2 days in a row."


def test_an_attempt_that_ends_after_its_dice_are_revealed_is_not_ranked(
    url: str, clock: Clock, browsers: Browsers
) -> None:
    ann = browsers()
    late = begins(ann)
    clock.set(days.of("2026-03-28", BERLIN).reveals + 60)
    plays(url, late)
    found = counted(ann, "2026-03-28")
    assert (found["mine"]["late"], found["board"]) == (True, [])


def test_nothing_reveals_a_secret_before_its_time(
    url: str, clock: Clock, browsers: Browsers, tmp_path: Path
) -> None:
    ann, eve = browsers(), browsers()
    seats = [begins(ann, game=game) for game in ("traditional", "junior")]
    heard = str(plays(url, *seats))
    seats.append(begins(ann))  # practice
    heard += str(plays(url, seats[-1]))
    answers = [str(ann.get("daily").json())]
    for seat in seats:
        own = bearer(seat)
        answers += [ann.get(path.format(code=seat["code"]), headers=own).text for path in PATHS]
    answers += [str(board(one, "", game)) for one in (ann, eve) for game in GAMES]
    secrets = [secret for _, secret in secrets_in(tmp_path).values()]
    assert len(secrets) >= 2 * len(GAMES)
    assert not [secret for secret in secrets if secret in heard + "".join(answers)]
    assert '"dice":{"commitment"' in "".join(answers)  # the records are among them
    clock.set(days.of("2026-03-28", BERLIN).reveals + 1)
    for seat in seats:
        assert verify.check(replayed(url, seat)).verdict == "verified"
    assert board(eve, "2026-03-28")["secret"] == replayed(url, seats[0]).secret
    assert board(eve)["secret"] == ""


PATHS = (
    "tables/{code}",
    "tables/{code}/record",
    "tables/{code}/steps/5",
    "tables/{code}/steps/5/choices",
    "tables/{code}/review",
    "tables/{code}/ending",
)


def test_nobody_else_sees_the_dice_of_a_day_that_goes_on(url: str, browsers: Browsers) -> None:
    ann, eve = browsers(), browsers()
    first = begins(ann)
    plays(url, first)
    for seat in (first, begins(ann)):
        told = eve.get(f"tables/{seat['code']}").json()
        assert "turn" not in told
        assert "scores" not in told
        for path in PATHS[1:]:
            assert eve.get(path.format(code=seat["code"])).status_code == 403
        assert eve.post("mine", json={"codes": [seat["code"]]}).json() == []
        assert eve.get(f"{url}/review/{seat['code']}/report").status_code == 403

        async def looks(code: str = seat["code"]) -> None:
            watcher = clients.Client(url, code)
            async with watcher:
                assert [one["type"] for one in watcher.heard] == ["refused"]

        clients.run(looks())
    commitment = board(eve)["commitment"]
    opening = {"game": "traditional", "chairs": [""], "name": "Eve", "commitment": commitment}
    assert "already used" in eve.post("tables", json=opening).json()["sentence"]


def test_past_days_stay_playable(url: str, clock: Clock, browsers: Browsers) -> None:
    ann, ben = browsers(), browsers()
    plays(url, begins(ann))
    counted(ann)
    day = days.of("2026-03-28", BERLIN)
    assert "not begun" in refused(ben, date="2026-03-29")
    assert "no deals" in refused(ben, date="2026-03-27")
    clock.set(day.ends + 60)
    assert "opens to everyone" in refused(ben, date=day.date)
    assert board(ben, day.date)["board"]
    clock.set(day.reveals + 60)
    past = begins(ben, "Ben", date=day.date)
    assert not past["counts"]
    plays(url, past)
    assert [row["name"] for row in board(ben, day.date)["board"]] == ["Ann"]
    assert verify.check(replayed(url, past)).verdict == "verified"


def test_the_board_opens_for_those_who_have_played(url: str, browsers: Browsers) -> None:
    people = [browsers() for _ in range(3)]
    seats = [begins(one, name) for one, name in zip(people, ("Ann", "Ben", "Cleo"), strict=True)]
    plays(url, *seats)
    for one in people:
        counted(one)
    found = counted(people[1])
    assert found["finished"] == "3 players have finished."
    assert "standard deviation" in found["spread"]
    rows = found["board"]
    assert {row["name"] for row in rows} == {"Ann", "Ben", "Cleo"}
    assert [row["name"] for row in rows if row["you"]] == ["Ben"]
    assert [row["points"] for row in rows] == sorted((row["points"] for row in rows), reverse=True)
    costs = sorted(row["lost"] for row in rows)
    assert [row["by_cost"] for row in rows] == [1 + costs.index(row["lost"]) for row in rows]
    share = found["mine"]["share"]
    assert share.startswith("fivedice, Traditional, 28 March: ")
    assert " lost, luckier than " in share
    assert not found["mine"]["higher"].startswith("Higher than 0%")
    dora = browsers()
    assert (board(dora)["board"], board(dora)["mine"]) == ([], None)


def test_a_player_who_is_deleted_leaves_the_board(url: str, browsers: Browsers) -> None:
    ann, ben = browsers(), browsers()
    plays(url, begins(ann, "Ann"), begins(ben, "Ben"))
    counted(ann)
    counted(ben)
    assert ann.delete("player").status_code == 200
    assert [row["name"] for row in board(ben)["board"]] == ["Ben"]


def test_wrong_requests_are_refused_with_a_sentence(browsers: Browsers) -> None:
    ann = browsers()
    assert "no game" in refused(ann, game="chess")
    assert "no date" in refused(ann, date="tomorrow")
    assert ann.get("daily", params={"date": "2026-02-30"}).status_code == 409
    assert ann.post("daily/traditional/play", json={"name": ""}).status_code == 409
    assert ann.get("player").json() is None
