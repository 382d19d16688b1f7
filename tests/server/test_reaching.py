"""How others find a table: the address that is given away, the picture of it, and passes for seats."""

import re
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import segno

from fivedice.printing import qr
from fivedice.server.routes import public_url
from fivedice.server.settings import Settings
from fivedice.server.storage import schema
from fivedice.server.storage.database import Database
from fivedice.server.tables import codes, passes
from tests.server.asking import refusal
from tests.server.clients import Client, get, opened, post
from tests.server.serving import Process
from tests.server.test_players import keeps, sat_down


def test_who_listens_alone_is_told_how_to_let_others_in(server: Process) -> None:
    assert get(server.url, "reach") == {"origin": "", "sentence": public_url.ALONE}


NEARBY = "192.0.2.7"
NAMED = ("dice.example.org",)
HOSTS = ("127.0.0.1", "0.0.0.0", "192.0.2.7")


@pytest.mark.parametrize(
    ("nearby", "host", "more", "given", "why_not"),
    [
        (NEARBY, "192.0.2.8", {}, "http://192.0.2.8:80", ""),
        (NEARBY, "2001:db8::7", {}, "http://[2001:db8::7]:80", ""),
        (NEARBY, "::1", {}, "", public_url.ALONE),
        (NEARBY, "0.0.0.0", {}, "http://192.0.2.7:80", ""),
        ("", "0.0.0.0", {}, "", public_url.NO_NETWORK),
        (NEARBY, "", {"names": NAMED, "behind_proxy": "127.0.0.1"}, "https://dice.example.org", ""),
        *((NEARBY, host, {"behind_proxy": "127.0.0.1"}, "", public_url.NAMELESS) for host in HOSTS),
    ],
)
def test_the_address_that_is_given_away_is_one_that_others_reach(
    nearby: str, host: str, more: dict[str, Any], given: str, why_not: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that was chosen, or that of this machine; behind a proxy only its name, and never ours."""
    monkeypatch.setattr(public_url, "nearby", lambda: nearby)
    settings = Settings("sqlite:///t.sqlite3", host=host, port=80, **more)
    assert public_url.origin(settings) == given
    assert public_url.why_not(settings, given) == why_not


def test_a_picture_for_cameras_has_just_the_fields_of_the_code() -> None:
    text = "http://192.0.2.7:8000/t/ABC234"
    size, path = qr.draw(text)
    pieces = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", path)
    dark = [(int(x) + step, int(y)) for x, y, many in pieces for step in range(int(many))]
    rows = list(segno.make_qr(text, error="m").matrix_iter(border=qr.QUIET))
    assert sorted(dark) == sorted((x, y) for y, row in enumerate(rows) for x, one in enumerate(row) if one)
    assert size == len(rows)


def test_a_pass_brings_a_seat_once_and_to_its_table_alone(server: Process) -> None:
    ann, other = opened(server.url, "junior", "Ann", "Ben")[0], opened(server.url, "junior", "Cid", free=1)[0]
    here = f"{server.url}/api/tables/{ann['code']}"
    given = post(server.url, f"tables/{ann['code']}/pass", {"token": ann["token"]})["pass"]
    assert ann["token"] not in given
    for path in (f"{server.url}/api/tables/{other['code']}/seat", f"{server.url}/api/tables/ZZZZZZ/seat"):
        assert httpx.post(path, json={"pass": given}).status_code == 404
    assert httpx.post(f"{here}/seat", json={"pass": "x" * 65}).status_code == 422
    moved = post(server.url, f"tables/{ann['code']}/seat", {"pass": given})
    assert {**moved, "token": ann["token"]} == ann
    assert "Make a new one" in refusal(httpx.post(f"{here}/seat", json={"pass": given}), 404)
    assert httpx.post(f"{here}/pass", json={"token": other["token"]}).status_code == 409


@pytest.mark.parametrize("watching", [True, False])
async def test_a_device_that_hands_its_seat_over_watches(watching: bool, server: Process) -> None:
    ann = opened(server.url, "traditional", "Ann", "Ben", first=0, watching=watching)[0]
    table = f"tables/{ann['code']}"
    async with Client(server.url, ann["code"], ann["token"]) as old:
        given = post(server.url, f"{table}/pass", {"token": ann["token"]})
        moved = post(server.url, f"{table}/seat", {"pass": given["pass"]})
        await old.until(lambda told: told.get("entry") == {"entry": "moved", "chair": 0})
        assert (old.you["seat"], old.you["asked"], old.you["handed"]) == (None, "", 0)
        await old.say("throw")
        assert "only watching" in (await old.next())["sentence"]
        (listed,) = post(server.url, "mine", {"tokens": [[ann["code"], ann["token"]]]})
        assert (listed["seat"], listed["asked"]) == (0, [])
        for path in ("pass", "again", "start"):
            refused = httpx.post(f"{server.url}/api/{table}/{path}", json={"token": ann["token"]})
            assert refused.json()["sentence"] == "This token does not hold a chair here."
        async with Client(server.url, ann["code"], moved["token"]) as new:
            for giver, taker in ((new, old), (old, new)):
                assert (giver.you["seat"], taker.you["handed"]) == (0, 0)
                await taker.say("back")
                for one in (old, new):
                    await one.until(lambda told: told.get("entry") == {"entry": "moved", "chair": 0})
            await new.say("throw")
            await old.until(lambda told: "throw" in told.get("entry", {}).get("event", {}))
            assert (old.you["seat"], old.you["handed"]) == (None, None)
            await old.say("back")
            assert "only watching" in (await old.next())["sentence"]


def test_a_seat_that_has_moved_is_one_seat_of_its_player(server: Process) -> None:
    client, seat = sat_down(server.url)
    given = post(server.url, f"tables/{seat['code']}/pass", {"token": seat["token"]})
    moved = post(server.url, f"tables/{seat['code']}/seat", {"pass": given["pass"]})
    assert [one["token"] for one in keeps(client, moved)["seats"]] == [moved["token"]]
    assert client.asks("DELETE").status_code == 200
    assert httpx.get(f"{server.url}/api/tables/{seat['code']}").status_code == 404


def test_a_pass_is_too_old_after_a_while_and_opens_nothing_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [time.time()]
    monkeypatch.setattr(passes, "time", SimpleNamespace(time=lambda: now[0]))
    kept, token = Database(f"sqlite:///{tmp_path / 't.sqlite3'}"), codes.new_token()
    pass_ = kept.run(passes.give, "ABC234", token)
    row = str(kept.run(lambda it: it.execute(schema.passes.select()).one()))
    assert token not in row
    assert pass_ not in row
    now[0] += passes.SECONDS + 1
    assert kept.run(passes.take, pass_, ["ABC234"]) is None
    pass_ = kept.run(passes.give, "ABC234", token)
    assert kept.run(passes.take, "another", ["ABC234"]) is None
    assert kept.run(passes.take, pass_, ["ABC235"]) is None
    assert kept.run(passes.take, pass_, ["ABC234"]) == ("ABC234", token)
    assert kept.run(passes.take, pass_, ["ABC234"]) is None
    kept.close()
