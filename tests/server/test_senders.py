"""Who a request is from, and how much one household may send: requests, sockets and guesses of codes."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect as connect_and_wait

from fivedice.server.protection import rate_limits
from fivedice.server.protection.addresses import Proxies, household
from fivedice.server.protection.middleware import ALL
from fivedice.server.settings import HERE
from tests.commands import complaint
from tests.server.clients import PATIENCE, opened
from tests.server.serving import in_thread, unlimited
from tests.spread import one_in
from tests.table.refusals import assert_sentence

TABLE = {"game": "traditional", "chairs": ["", ""], "name": "Ann"}


def statuses(url: str, forwarded: list[str]) -> list[int]:
    """What becomes of requests that change something, each said to be forwarded for somebody."""
    return [
        httpx.post(f"{url}/api/tables", json=TABLE, headers={"x-forwarded-for": sender}).status_code
        for sender in forwarded
    ]


def test_nobody_is_believed_about_the_sender(tmp_path: Path) -> None:
    """Who is told of no proxy limits a sender whatever it says of itself, also from this machine."""
    with in_thread(unlimited(tmp_path, requests=0.01, at_once=2)) as url:
        assert statuses(url, ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]) == [201, 201, 429, 429]


def test_a_proxy_is_believed_about_its_own_hop_only(tmp_path: Path) -> None:
    """The last hop that is no proxy counts; what the sender has written before it does not."""
    with in_thread(unlimited(tmp_path, requests=0.01, at_once=2, behind_proxy=HERE)) as url:
        first = statuses(url, ["192.0.2.1", "198.51.100.9, 192.0.2.1", "203.0.113.5,192.0.2.1, ::1"])
        assert first == [201, 201, 429]
        assert statuses(url, ["192.0.2.2", "192.0.2.1, 192.0.2.2", "192.0.2.2"]) == [201, 201, 429]


@pytest.mark.parametrize(
    ("peer", "forwarded", "sender"),
    [
        ("192.0.2.7", ["1.2.3.4"], "192.0.2.7"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", [""], "127.0.0.1"),
        ("127.0.0.1", ["1.2.3.4"], "1.2.3.4"),
        ("::ffff:127.0.0.1", ["1.2.3.4"], "1.2.3.4"),
        ("127.0.0.1", ["5.6.7.8, 1.2.3.4"], "1.2.3.4"),
        ("127.0.0.1", ["5.6.7.8", "1.2.3.4"], "1.2.3.4"),
        ("127.0.0.1", ["5.6.7.8, 1.2.3.4, 10.9.9.9"], "1.2.3.4"),
        ("127.0.0.1", ["5.6.7.8, 10.1.1.1, 10.9.9.9"], "5.6.7.8"),
        ("127.0.0.1", ["10.1.1.1, 10.9.9.9"], "10.1.1.1"),
        ("127.0.0.1", ["1.2.3.4:5678"], "1.2.3.4"),
        ("127.0.0.1", ["[2001:db8::1]:5678"], household("2001:db8::1")),
        ("127.0.0.1", ["nonsense"], "127.0.0.1"),
        ("127.0.0.1", ["1.2.3.4, nonsense"], "1.2.3.4"),
        ("", [], ""),
    ],
)
def test_the_sender_is_the_last_hop_that_is_no_proxy(peer: str, forwarded: list[str], sender: str) -> None:
    """Read from the server on; a hop that cannot be read is passed over."""
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    scope = {"type": "http", "client": (peer, 1) if peer else None, "headers": headers}
    assert Proxies(["127.0.0.1", "10.0.0.0/8"]).sender(scope) == sender


def test_the_devices_of_a_household_are_one_sender() -> None:
    """In IPv6 each has an address of its own, as many as it likes, out of one network."""
    assert household("2001:db8:1:2::1") == household("2001:db8:1:2:ffff::9") != household("2001:db8:1:3::1")
    assert household("192.0.2.1") == household("::ffff:192.0.2.1") != household("192.0.2.2")


def test_requests_of_any_kind_are_limited(tmp_path: Path) -> None:
    with in_thread(unlimited(tmp_path, requests=0.001, at_once=2)) as url:
        found = [httpx.get(f"{url}/api/games") for _ in range(2 * ALL + 2)]
    assert [answer.status_code for answer in found] == [200] * 2 * ALL + [429] * 2
    assert_sentence(found[-1].json()["sentence"])


def over_rest(url: str, code: str) -> int:
    return httpx.get(f"{url}/api/tables/{code}").status_code


def by_review(url: str, code: str) -> int:
    return httpx.get(f"{url}/review/{code}/report").status_code


def by_chair(url: str, code: str) -> int:
    return httpx.post(f"{url}/api/tables/{code}/chairs", json={"name": "Eve"}).status_code


def by_list(url: str, code: str) -> int:
    """Asks what has become of a record."""
    answer = httpx.post(f"{url}/api/mine", json={"codes": [code]})
    return 404 if answer.json() == [] else answer.status_code


def by_socket(url: str, code: str) -> int:
    """Looks on."""
    try:
        with connect_and_wait(f"{url.replace('http', 'ws')}/ws/{code}") as wire:
            wire.send('{"type": "hello"}')
            return 404 if "refused" in str(wire.recv(PATIENCE)) else 200
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.mark.parametrize("ask", one_in(4, [over_rest, by_review, by_chair, by_list, by_socket]))
def test_codes_cannot_be_guessed_for_long(
    ask: Callable[[str, str], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After so many wrong ones none is looked up, in whatever way, right or wrong; pages are still there."""
    now = time.monotonic()
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(monotonic=lambda: now))
    with in_thread(unlimited(tmp_path, guesses=5)) as url:
        code = opened(url, "traditional", "Ann", free=1)[0]["code"]
        assert [ask(url, "ZZZZZZ") for _ in range(5)] == [404] * 5
        for other in (over_rest, by_review, by_chair, by_list, by_socket):
            assert (other(url, code), other(url, "ZZZZZZ")) == (429, 429)
        assert_sentence(httpx.get(f"{url}/api/tables/{code}").json()["sentence"])
        assert httpx.get(f"{url}/t/{code}").status_code == 200
        now += 60
        assert over_rest(url, code) == 200


def test_right_codes_are_no_guesses(tmp_path: Path) -> None:
    with in_thread(unlimited(tmp_path, guesses=2)) as url:
        code = opened(url, "traditional", "Ann", free=1)[0]["code"]
        assert {over_rest(url, code) for _ in range(10)} == {200}
        assert {by_socket(url, code) for _ in range(10)} == {200}


def test_behind_a_proxy_each_sender_has_its_own_connections(tmp_path: Path) -> None:
    """One cannot take what is another's, and the proxy itself may have as many as it needs."""
    with in_thread(unlimited(tmp_path, connections=3, behind_proxy=HERE)) as url, ExitStack() as stack:
        code = opened(url, "traditional", "Ann", free=1)[0]["code"]
        address = f"{url.replace('http', 'ws')}/ws/{code}"

        def sit(sender: str) -> None:
            stack.enter_context(connect_and_wait(address, additional_headers={"x-forwarded-for": sender}))

        for sender in ("192.0.2.1", "192.0.2.2", "192.0.2.3"):
            for _ in range(3):
                sit(sender)
            with pytest.raises(InvalidStatus) as refused:
                sit(f"203.0.113.9, {sender}")
            assert refused.value.response.status_code == 429


@pytest.mark.parametrize("addresses", ["*", "nonsense", "10.0.0.0/99", "127.0.0.1,x", "10.0.0.1/8"])
def test_a_proxy_that_is_none_is_one_sentence(addresses: str) -> None:
    """The command ends; nobody is believed by mistake."""
    assert "are not proxy addresses" in complaint("serve", "--port", "0", "--behind-proxy", addresses)
