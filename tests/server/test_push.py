"""Who is not there is called when asked: once for each turn, by a push that only that browser can read."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from fivedice.language.catalogue import messages
from fivedice.server.push import subscriptions
from fivedice.server.push.sender import PushEncryption
from fivedice.server.push.subscriptions import MOST, MOST_SEATS, Subscription
from fivedice.server.storage import table_rows
from fivedice.server.storage.database import Database
from tests.server import clients
from tests.server.clients import Client, Message, opened, run
from tests.server.postgres import database
from tests.server.push_service import CONTACT, HERE, Device, Service, plays_a_turn, settings
from tests.server.serving import in_thread


@pytest.fixture
def fresh(pushed: Service) -> Service:
    """The service, to which nothing has come yet."""
    pushed.come.clear()
    pushed.answers.clear()
    return pushed


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory, key: Path) -> Iterator[str]:
    """The address of a server that calls, as anybody has one."""
    file = tmp_path_factory.mktemp("strict") / "tables.sqlite3"
    with in_thread(settings(f"sqlite:///{file}", key)) as url:
        yield url


def begin(url: str, device: Device, *seats: Message) -> None:
    """The browser is called for these seats."""
    tokens = [(seat["code"], seat["token"]) for seat in seats]
    clients.post(url, "push", {**device.subscription, "tokens": tokens})


async def waits(service: Service, many: int) -> None:
    await asyncio.to_thread(service.wait, many)


# --- At the table ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("terms", [{"days": 3}, {"absence": 600}], ids=["by correspondence", "live"])
def test_who_is_not_there_is_called_once_for_each_turn(
    calling: str, fresh: Service, terms: dict[str, Any]
) -> None:
    """Ben is told whose turn it is, where and with whom; while he is there he is not; then again."""
    ann, ben = opened(calling, "junior", "Ann", "Ben", **terms)
    phone = Device(fresh, "phone")
    begin(calling, phone, ben)

    async def play() -> None:
        async with Client(calling, ann["code"], ann["token"]) as person:
            for many in (1, 2):
                await person.asked()
                await person.play(Random(1), until=lambda seen: seen["awaits"]["seats"] == [1])
                await waits(fresh, many)
                await plays_a_turn(calling, ben)
                async with Client(calling, ben["code"], ben["token"]):
                    await person.asked()
                    await person.play(Random(1), until=lambda seen: seen["awaits"]["seats"] == [1])
                    await plays_a_turn(calling, ben)

    run(play())
    days = " You have 3 days." if "days" in terms else ""
    told = {"title": "It is your turn", "body": f"Junior, with Ann.{days}", "path": f"/t/{ann['code']}"}
    assert fresh.told(phone) == [told, told]
    headers = fresh.come[0][1]
    assert headers["Ttl"] == str(3 * 24 * 3600 if days else 600)
    assert ann["code"] not in str(headers)


def test_all_browsers_of_a_seat_are_called_and_no_other(calling: str, fresh: Service) -> None:
    """Whoever has no token of the seat gets nothing, and who was called off neither."""
    ann, ben = opened(calling, "junior", "Ann", "Ben", days=1)
    phone, laptop, old, eves = (Device(fresh, name) for name in ("phone", "laptop", "old", "eves"))
    for device in (phone, laptop, old):
        begin(calling, device, ben)
    clients.post(calling, "push/off", {"endpoint": old.endpoint})
    begin(calling, eves, {"code": ann["code"], "token": "made up"}, {"code": "ZZZZZZ", "token": "x"})
    run(plays_a_turn(calling, ann))
    fresh.wait(2)
    assert sorted(fresh.paths()) == ["laptop", "phone"]
    assert fresh.told(phone)[0]["body"] == "Junior, with Ann. You have 1 day."


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_is_gone_is_called_no_more(status: int, calling: str, fresh: Service) -> None:
    """The service says so; the other browser of the seat is called on, and what is refused is tried again."""
    ann, ben = opened(calling, "junior", "Ann", "Ben", days=3)
    fresh.answers |= {"/gone": status, "/refused": 403, "/moved": 307}
    for name in ("gone", "refused", "moved", "phone"):
        begin(calling, Device(fresh, name), ben)
    await plays_a_turn(calling, ann)
    await waits(fresh, 4)
    await plays_a_turn(calling, ben)
    await plays_a_turn(calling, ann)
    await waits(fresh, 7)
    assert sorted(fresh.paths()) == ["gone", *["moved"] * 2, *["phone"] * 2, *["refused"] * 2]


async def test_a_service_that_does_not_answer_holds_up_no_table(calling: str, fresh: Service) -> None:
    """Nobody listens at the endpoint of one seat; the other is called, and all play on."""
    ann, ben = opened(calling, "junior", "Ann", "Ben", days=3)
    nobody, phone = Device(fresh, "nobody"), Device(fresh, "phone")
    nobody.endpoint = "http://127.0.0.1:9/nobody"
    for device in (nobody, phone):
        begin(calling, device, ann, ben)
    for many, seat in enumerate((ann, ben, ann), 1):
        await plays_a_turn(calling, seat)
        await waits(fresh, many)
    assert fresh.paths() == ["phone"] * 3


@pytest.mark.proof
def test_of_two_workers_one_calls(key: Path, postgres_server: str, fresh: Service) -> None:
    """Ann is at one worker; Ben is called once, and not at all while he is at the other worker."""
    with database(postgres_server, "calling") as address, ExitStack() as both:
        one, other = (both.enter_context(in_thread(settings(address, key), outside=HERE)) for _ in range(2))
        ann, ben = opened(one, "junior", "Ann", "Ben", days=3)
        begin(other, Device(fresh, "phone"), ben)

        async def play() -> None:
            async with Client(one, ann["code"], ann["token"]) as person:
                await person.play(Random(1), until=lambda seen: seen["awaits"]["seats"] == [1])
                await waits(fresh, 1)
                await plays_a_turn(other, ben)
                async with Client(other, ben["code"], ben["token"]) as here:
                    await person.asked()
                    await person.play(Random(1), until=lambda seen: seen["awaits"]["seats"] == [1])
                    await here.until(lambda _: here.you["asked"] == "throw")
                await plays_a_turn(one, ben)
                await person.asked()
                await person.play(Random(1), until=lambda seen: seen["awaits"]["seats"] == [1])
                await waits(fresh, 2)

        run(play())
    assert fresh.paths() == ["phone"] * 2


# --- Requests --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://10.0.0.7:8443/x",
        "https://[::ffff:192.168.0.1]/x",
        "https://somebody@push.example.org/x",
        "https://push.example.org:port/x",
        "https:///x",
        "file:///etc/passwd",
        "",
    ],
)
def test_an_endpoint_that_leads_inside_is_refused_in_a_sentence(endpoint: str, strict: str) -> None:
    """Only public addresses by https; nothing of it is kept."""
    body = {"endpoint": endpoint, "keys": {"p256dh": "x", "auth": "x"}}
    answer = httpx.post(f"{strict}/api/push", json=body)
    assert (answer.status_code, answer.json()["sentence"][:15]) == (409, "This is not a p")


def test_without_a_key_nobody_is_called(quick: str) -> None:
    """The pages are told no key, so they show no button; who asks all the same is told why not."""
    assert clients.get(quick, "games")["push"] == ""
    body = {"endpoint": "https://push.example.org/x", "keys": {"p256dh": "x", "auth": "x"}}
    for path, asked in (("push", body), ("push/off", {"endpoint": body["endpoint"]})):
        answer = httpx.post(f"{quick}/api/{path}", json=asked)
        assert answer.status_code == 409
        assert "--push-key" in answer.json()["sentence"]


def test_the_pages_are_told_the_public_key(calling: str, key: Path) -> None:
    """And what runs when they are closed is served at the root."""
    assert clients.get(calling, "games")["push"] == PushEncryption(key, CONTACT).key
    worker = httpx.get(f"{calling}/service-worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert "No server" in worker.text
    german = httpx.get(f"{calling}/service-worker.js", headers={"accept-language": "de"})
    assert messages("de", "pages")["", "No server"] in german.text


# --- What is kept ----------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Database]:
    opened = Database(f"sqlite:///{tmp_path / 't.sqlite3'}")
    yield opened
    opened.close()


def browser(name: str) -> Subscription:
    return Subscription(f"https://push.example.org/{name}", "p", "a")


def test_a_question_is_told_once(kept: Database) -> None:
    """Whoever asks second gets nothing, though the browser has subscribed again; the next is told again."""
    held = ("ABCDEF", "holder")
    kept.run(subscriptions.keep, browser("x"), [held])
    assert kept.run(subscriptions.to_call, held, 5) == (browser("x"),)
    kept.run(subscriptions.keep, browser("x"), [held])
    assert kept.run(subscriptions.to_call, held, 5) == ()
    assert kept.run(subscriptions.to_call, held, 6) == (browser("x"),)


def test_a_seat_calls_so_many_browsers_and_a_browser_serves_so_many_seats(kept: Database) -> None:
    """The oldest go. What is over calls nobody."""
    held = ("ABCDEF", "holder")
    for number in range(MOST + 2):
        kept.run(subscriptions.keep, browser(str(number)), [held])
    assert set(kept.run(subscriptions.to_call, held, 1)) == {
        browser(str(number)) for number in range(2, MOST + 2)
    }
    kept.run(table_rows.sum_up, "ABCDEF", "{}")
    assert kept.run(subscriptions.to_call, held, 2) == ()
    for first in range(0, MOST_SEATS + 100, 100):
        kept.run(subscriptions.keep, browser("x"), [("GHJKLM", str(first + more)) for more in range(100)])
    assert kept.run(subscriptions.to_call, ("GHJKLM", "99"), 1) == ()
    assert kept.run(subscriptions.to_call, ("GHJKLM", "100"), 1) == (browser("x"),)
