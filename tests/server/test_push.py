"""Who is not there is called when asked: once for each turn, sealed for one browser, outside alone."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from ipaddress import ip_address
from pathlib import Path
from random import Random
from typing import Any

import http_ece
import httpx
import pytest

from fivedice.language.catalogue import messages
from fivedice.runtime.store import StoreError
from fivedice.server.protection.addresses import EgressPolicy, is_public
from fivedice.server.push import sender, subscriptions
from fivedice.server.push.sender import BadKeys, CheckedResolver, PushEncryption
from fivedice.server.push.subscriptions import MOST, MOST_SEATS, Subscription, TurnAlert
from fivedice.server.storage import table_rows
from fivedice.server.storage.database import Database
from tests.commands import complaint
from tests.server import clients
from tests.server.asking import refusal
from tests.server.clients import Client, Message, opened, run
from tests.server.postgres import database
from tests.server.push_service import CONTACT, HERE, Device, Service, plays_a_turn, settings
from tests.server.serving import in_thread
from tests.spread import one_in


@pytest.fixture
def fresh(pushed: Service) -> Service:
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
    tokens = [(seat["code"], seat["token"]) for seat in seats]
    clients.post(url, "push", {**device.subscription, "tokens": tokens})


async def waits(service: Service, many: int) -> None:
    await asyncio.to_thread(service.wait, many)


@pytest.mark.parametrize("terms", one_in(2, [{"days": 3}, {"absence": 600}]), ids=["by days", "live"])
async def test_who_is_not_there_is_called_once_for_each_turn(
    calling: str, fresh: Service, terms: dict[str, Any]
) -> None:
    ann, ben = opened(calling, "junior", "Ann", "Ben", **terms)
    phone = Device(fresh, "phone")
    begin(calling, phone, ben)
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
    days = " You have 3 days." if "days" in terms else ""
    told = {"title": "It is your turn", "body": f"Junior, with Ann.{days}", "path": f"/t/{ann['code']}"}
    assert fresh.told(phone) == [told, told]
    headers = fresh.come[0][1]
    assert headers["Ttl"] == str(3 * 24 * 3600 if days else 600)
    assert ann["code"] not in str(headers)


def test_all_browsers_of_a_seat_are_called_and_no_other(calling: str, fresh: Service) -> None:
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


@pytest.mark.parametrize("status", one_in(2, [404, 410]))
async def test_a_browser_that_is_gone_is_called_no_more(status: int, calling: str, fresh: Service) -> None:
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


INSIDE = """http://push.example.org/x https://127.0.0.1/x https://[::1]/x https://10.0.0.7:8443/x
https://[::ffff:192.168.0.1]/x https://somebody@push.example.org/x https://push.example.org:port/x https:///x
file:///etc/passwd"""


@pytest.mark.parametrize("endpoint", ["", *INSIDE.split()])
def test_an_endpoint_that_leads_inside_is_refused_in_a_sentence(endpoint: str, strict: str) -> None:
    body = {"endpoint": endpoint, "keys": {"p256dh": "x", "auth": "x"}}
    answer = httpx.post(f"{strict}/api/push", json=body)
    assert (answer.status_code, answer.json()["sentence"][:15]) == (409, "This is not a p")


def test_without_a_key_nobody_is_called(quick: str) -> None:
    """The pages are told no key, so they show no button; who asks all the same is told why not."""
    assert clients.get(quick, "games")["push"] == ""
    body = {"endpoint": "https://push.example.org/x", "keys": {"p256dh": "x", "auth": "x"}}
    for path, asked in (("push", body), ("push/off", {"endpoint": body["endpoint"]})):
        assert "--push-key" in refusal(httpx.post(f"{quick}/api/{path}", json=asked), 409)


def test_the_pages_are_told_the_public_key(calling: str, key: Path) -> None:
    assert clients.get(calling, "games")["push"] == PushEncryption(key, CONTACT).key
    worker = httpx.get(f"{calling}/service-worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert "No server" in worker.text
    german = httpx.get(f"{calling}/service-worker.js", headers={"accept-language": "de"})
    assert messages("de", "pages")["", "No server"] in german.text


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Database]:
    opened = Database(f"sqlite:///{tmp_path / 't.sqlite3'}")
    yield opened
    opened.close()


def browser(name: str) -> Subscription:
    return Subscription(f"https://push.example.org/{name}", "p", "a")


def test_a_question_is_told_once(kept: Database) -> None:
    held = ("ABCDEF", "holder")
    kept.run(subscriptions.keep, browser("x"), [held])
    assert kept.run(subscriptions.to_call, held, 5) == (browser("x"),)
    kept.run(subscriptions.keep, browser("x"), [held])
    assert kept.run(subscriptions.to_call, held, 5) == ()
    assert kept.run(subscriptions.to_call, held, 6) == (browser("x"),)


def test_a_seat_calls_so_many_browsers_and_a_browser_serves_so_many_seats(kept: Database) -> None:
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


CALL = TurnAlert("ABCDEF", "holder", 7, "Junior", ("Ben", "Cleo"), 3)


def test_only_the_browser_reads_what_is_sealed(key: Path) -> None:
    at = Service("https://push.example.org")
    device, other = Device(at, "x"), Device(at, "y")
    headers, body = PushEncryption(key, CONTACT).push_request(
        Subscription(device.endpoint, **device.keys), CALL
    )
    assert device.read(body)["body"] == "Junior, with Ben and Cleo. You have 3 days."
    assert b"Junior" not in body
    assert headers["urgency"] == "normal"
    with pytest.raises(http_ece.ECEException):
        other.read(body)
    for wrong in ({"p256dh": "x"}, {"auth": "\N{SNOWMAN}"}, {"p256dh": "BA" + 85 * "A"}):
        with pytest.raises(BadKeys):
            sender.seal(Subscription(device.endpoint, **{**device.keys, **wrong}), b"x")


async def test_a_name_that_leads_inside_is_not_known() -> None:
    with pytest.raises(OSError, match="no allowed address"):
        await CheckedResolver(EgressPolicy()).resolve("localhost")
    assert (await CheckedResolver(HERE).resolve("localhost"))[0]["host"] == "127.0.0.1"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--push-key", "push.pem"], "--push-contact"),
        (["--push-contact", CONTACT], "--push-key"),
        (["--push-key", "push.pem", "--push-contact", "nobody"], "is not a contact"),
        (["--push-key", "letter.txt", "--push-contact", CONTACT], "does not contain a private"),
        (["--push-key", "no/such/folder.pem", "--push-contact", CONTACT], "there is no folder"),
        (["--push-key", ".", "--push-contact", CONTACT], "cannot be read"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_is_wrong_with_a_key_is_one_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("letter.txt").write_text("Dear Ann")
    assert sentence in complaint("serve", "--port", "0", *arguments)


def test_a_key_is_made_once_and_for_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "push.pem"
    assert sender.prepare(file, CONTACT)
    first = file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0
    assert not sender.prepare(file, CONTACT)
    assert file.read_bytes() == first
    with pytest.raises(StoreError):
        PushEncryption(file, "")


STAND_FOR_OTHERS = (
    *("::ffff:10.0.0.1", "::8.8.8.8", "::ffff:0:8.8.8.8"),
    *("64:ff9b::8.8.8.8", "64:ff9b:1::8.8.8.8", "64:ff9b:1:ffff::10.0.0.1"),
    *("2002:a00:1::", "2001:0:a00:1::", "2001::8.8.8.8"),
)
"""IPv4-mapped, -compatible and -translated, NAT64, 6to4 and Teredo."""
SPECIAL = (
    *("0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.31.0.1", "192.168.0.1"),
    *("192.0.0.9", "192.0.0.10", "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.175.48.1"),
    *("198.19.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.0.0.1", "240.0.0.1", "255.255.255.255"),
    *("::", "::1", "100::1", "100:0:0:1::1", "2001:1::1", "2001:3::1", "2001:4:112::1", "2001:10::1"),
    *("2001:20::1", "2001:30::1", "2001:db8::1", "2620:4f:8000::1", "3fff:fff::1", "5f00::1"),
    *("fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "feff::1", "ff02::1", "4000::1", "e000::1"),
)
"""An address of every range in IANA's registries of special purposes, and of what nobody was ever given."""
PUBLIC = """8.8.8.8 93.184.215.14 2606:2800:21f:cb07:6820:80da:af6b:8b2c ::ffff:8.8.8.8 142.250.185.74
192.0.1.1 2600:1901:0:9343::1 2a00:1450:4001:82a::200a"""


@pytest.mark.parametrize("text", [*STAND_FOR_OTHERS, *SPECIAL])
def test_nothing_is_sent_to_a_special_address(text: str) -> None:
    """As an address that a name has, and as one that stands in an endpoint, with and without a zone."""
    assert not is_public(ip_address(text))
    zoned = (f"[{text}]", f"{text}%eth0") if ":" in text else ()
    assert not any(EgressPolicy().may_be("https", host) for host in (text, *zoned))


@pytest.mark.parametrize("text", PUBLIC.split())
def test_public_addresses_are_sent_to(text: str) -> None:
    assert EgressPolicy().may_be("https", text)


@pytest.mark.parametrize(
    "host", ["127.1", "127.0.0.1.", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "a.1", "1.2.3.4.5"]
)
def test_a_number_is_no_name(host: str) -> None:
    """Systems read most of these as 127.0.0.1, and not every client looks a host of digits and dots up."""
    assert not EgressPolicy().may_be("https", host)


@pytest.mark.parametrize("host", ["push.example.org", "push.example.org.", "1.example.org", "0xa.example"])
def test_a_name_is_looked_up_yet(host: str) -> None:
    assert EgressPolicy().allows_text(host) is None
