"""Nobody moves for another or sees a table that bars them; what a request may call the server."""

import json
import socket
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import CloseCode
from websockets.sync.client import connect as connect_and_wait
from websockets.typing import Origin

from fivedice.server.protection.addresses import HostNames, host_name, plain
from fivedice.server.routes import websocket
from fivedice.table.log import Closed
from fivedice.table.protocol import messages, visibility
from fivedice.table.protocol.picture import Door
from fivedice.table.state import opened as room_opened
from fivedice.table.terms import Terms
from tests.commands import complaint
from tests.laws.matches import tried
from tests.server import clients
from tests.server.asking import asked, assert_safe, handshake, heard, refusal
from tests.server.clients import Client, Message, opened, post, run
from tests.server.serving import Process, process
from tests.table import tables
from tests.table.refusals import assert_sentence
from tests.table.test_messages import any_json, nearly


async def test_who_looks_on_does_nothing(server: Process) -> None:
    code = opened(server.url, "traditional", "Ann", "Ben")[0]["code"]
    elsewhere = opened(server.url, "traditional", "Ann", "Ben")[0]["token"]
    for token in ("", "made-up", elsewhere):
        async with Client(server.url, code, token) as spectator:
            assert spectator.you["seat"] is None
            for kind in ("throw", "hint", "leave", "back"):
                await spectator.say(kind)
                assert "only watching" in (await spectator.refusal())["sentence"]
            await spectator.say("say", phrase=0)
            await spectator.refusal()
    assert clients.get(server.url, f"tables/{code}")["number"] == 3


async def test_a_table_may_bar_spectators(server: Process) -> None:
    first, _ = opened(server.url, "traditional", "Ann", "Ben", watching=False)
    async with Client(server.url, first["code"]) as stranger:
        assert [message["type"] for message in stranger.heard] == ["refused"]
        assert await stranger.end() == CloseCode.POLICY_VIOLATION
    async with Client(server.url, first["code"], first["token"]) as ann:
        assert ann.you["seat"] == 0
    assert not {"turn", "scores", "position", "sheet"} & set(
        clients.get(server.url, f"tables/{first['code']}")
    )


@pytest.mark.parametrize("code", ["ZZZZZZ", "nonsense", "%00", "abcdef"])
async def test_there_is_no_such_table(code: str, server: Process) -> None:
    async with Client(server.url, code) as stranger:
        assert_sentence(stranger.heard[0]["sentence"])
        await stranger.end()
    refusal(httpx.get(f"{server.url}/api/tables/{code}"), 404)


def test_only_the_own_pages_may_connect(server: Process) -> None:
    code = opened(server.url, "junior", "Ann", "Ben")[0]["code"]
    address = f"{server.url.replace('http', 'ws')}/ws/{code}"
    with connect_and_wait(address, origin=Origin(server.url)):
        pass
    port = server.port + 1
    for origin in ("http://elsewhere.example", f"http://127.0.0.1:{port}", "null", "", "http://[::1"):
        with pytest.raises(InvalidStatus) as refused, connect_and_wait(address, origin=Origin(origin)):
            pass
        assert refused.value.response.status_code == 403
        assert_sentence(json.loads(refused.value.response.body)["sentence"])


@pytest.mark.parametrize("path", ["/t/ABCDEF", "/records", "/api/games", "/api/tables/ABCDEF"])
@pytest.mark.parametrize("more", ["", "?from=there&x=%2F"])
def test_a_redirection_says_no_scheme(path: str, more: str, server: Process) -> None:
    answer = httpx.get(f"{server.url}{path}/{more}", headers={"x-forwarded-proto": "https"})
    assert answer.status_code == 307
    assert answer.headers["location"] == path + more


@pytest.mark.parametrize(
    "path", ["//elsewhere.example/", "//elsewhere.example/t/ABCDEF/", "/\\elsewhere.example/"]
)
def test_a_redirection_leads_nowhere_else(path: str, server: Process) -> None:
    """Two strokes at the beginning of a path would name another host."""
    with socket.create_connection(("127.0.0.1", server.port)) as wire:
        wire.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        head = heard(wire).partition(b"\r\n\r\n")[0].lower()
    assert b"\r\nlocation: //" not in head
    assert b"\r\nlocation: http" not in head


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "tables"), ("POST", "records"), ("POST", "nothing"), ("DELETE", "player")]
)
def test_only_the_own_pages_change_anything(method: str, path: str, server: Process) -> None:
    address, kind = f"{server.url}/api/{path}", {"content-type": "text/plain"}
    for origin in ("http://elsewhere.example", f"http://127.0.0.1:{server.port + 1}", "null", ""):
        refusal(httpx.request(method, address, content=b"x", headers={**kind, "origin": origin}), 403)
    own = httpx.request(method, address, content=b"x", headers={**kind, "origin": server.url})
    plain = httpx.request(method, address, content=b"x", headers=kind)
    assert own.status_code == plain.status_code != 403


def test_other_sites_may_link_here(server: Process) -> None:
    """What changes nothing is answered, whichever page asks; browsers show it none of that."""
    assert httpx.get(server.url, headers={"origin": "http://elsewhere.example"}).status_code == 200


def test_the_first_message_is_hello_and_only_the_first(server: Process) -> None:
    code = opened(server.url, "junior", "Ann", "Ben")[0]["code"]
    with connect_and_wait(f"{server.url.replace('http', 'ws')}/ws/{code}") as stranger:
        for sent, kind in [("throw", "refused"), ("hello", "table"), ("hello", "refused")]:
            stranger.send(json.dumps({"type": sent, **({"after": 1} if sent == "throw" else {})}))
            assert json.loads(stranger.recv())["type"] == kind


async def test_what_is_too_long_is_refused_and_what_is_far_too_long_ends_it(server: Process) -> None:
    seat = opened(server.url, "junior", "Ann", "Ben")[0]
    async with Client(server.url, seat["code"], seat["token"]) as ann:
        await ann.socket.send('"' + "x" * websocket.LONGEST_MESSAGE + '"')
        assert "at most" in (await ann.refusal())["sentence"]
        await ann.say("throw")
        await ann.until(lambda message: message["type"] == "told")
        with suppress(ConnectionClosed):  # which may end while it is still being sent
            await ann.socket.send("x" * 1_000_000)
        assert await ann.end() == CloseCode.MESSAGE_TOO_BIG


@pytest.fixture(scope="module")
def table(server: Process) -> list[Message]:
    """The seats of a table that everything is thrown at."""
    return opened(server.url, "traditional", "Ann", "Ben")


@settings(derandomize=True, deadline=None, max_examples=40, database=None)
@given(st.lists(st.one_of(st.text(), st.binary(), (any_json | nearly).map(json.dumps)), max_size=12))
def test_arbitrary_messages_are_answered_and_the_table_still_plays(
    server: Process, sent: list[str | bytes]
) -> None:
    sent = [message for message in sent if not isinstance(message, str) or _is_unicode(message)]
    unread = [message for message in sent if tried(messages.read, message) is not None]
    seat = opened(server.url, "traditional", "Ann", "Ben")[0]

    async def play() -> None:
        async with Client(server.url, seat["code"], seat["token"]) as ann:
            for message in sent:
                await ann.socket.send(message)
            await ann.say("say", phrase=2)
            await ann.until(lambda message: message.get("entry", {}).get("phrase") == 2)
            refused = [message["sentence"] for message in ann.heard if message["type"] == "refused"]
            for sentence in refused:
                assert_sentence(sentence)
            assert len(unread) <= len(refused) <= len(sent)

    run(play())


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def test_bytes_that_are_no_frames_harm_nobody(server: Process, table: list[Message]) -> None:
    upgrade = handshake(table[0]["code"])
    for data in (
        b"\x00" * 100,
        b"GET / HTTP/9.9\r\n\r\n",
        upgrade + b"\xff" * 50,
        upgrade + b"\x81\x05hello",
    ):
        with socket.create_connection(("127.0.0.1", server.port)) as wire:
            wire.sendall(data)
            wire.shutdown(socket.SHUT_WR)
            heard(wire)
    assert clients.get(server.url, f"tables/{table[0]['code']}")["code"] == table[0]["code"]


READ_BY_CODE = ("/record", "/steps/0", "/steps/5")


@pytest.fixture(scope="module")
def over(server: Process) -> list[Message]:
    return clients.over(server.url, "Ann", "Ben", watching=False)


@pytest.fixture(scope="module")
def going_on(server: Process) -> list[Message]:
    return opened(server.url, "traditional", "Ann", "Ben", watching=False)


@pytest.fixture(scope="module")
def elsewhere(server: Process) -> str:
    return str(opened(server.url, "junior", "Ann", "Ben")[0]["token"])


def shown_to(server: Process, path: str, token: str, *, by_cookie: bool = False) -> httpx.Response:
    """The answer to who shows this token, as a program or as a page does."""
    cookies = {"fivedice_seat": token} if by_cookie else {}
    headers = {} if by_cookie or not token else {"authorization": f"Bearer {token}"}
    return httpx.get(f"{server.url}{path}", headers=headers, cookies=cookies, timeout=60)


def described(server: Process) -> Iterator[str]:
    """Every path that shows something of a table, as the description of the REST interface has it."""
    for path, ways in clients.get(server.url, "openapi.json")["paths"].items():
        if "get" in ways and "{code}" in path and not path.startswith("/api/clubs/"):
            needed = [one["name"] for one in ways["get"].get("parameters", ()) if one.get("required")]
            yield path + ("?cost=1" if "cost" in needed else "")


@pytest.mark.parametrize("token", ["", "made-up", "elsewhere"])
@pytest.mark.parametrize("table", ["over", "going_on"])
def test_a_stranger_is_shown_no_more_than_the_door(
    table: str, token: str, server: Process, request: pytest.FixtureRequest, elsewhere: str
) -> None:
    code = request.getfixturevalue(table)[0]["code"]
    token = elsewhere if token == "elsewhere" else token
    paths = list(described(server))
    assert len(paths) >= 4
    for path in paths:
        for by_cookie in (False, True):
            answer = shown_to(
                server, path.format(code=code, number=0, part="pad"), token, by_cookie=by_cookie
            )
            assert answer.headers["cache-control"] == "no-store"
            if answer.status_code == 200:
                assert set(answer.json()) == set(Door.__struct_fields__)
            else:
                assert answer.status_code == 403
                assert "no spectators" in answer.json()["sentence"]
                assert_sentence(answer.json()["sentence"])


def test_the_door_of_a_closed_table_says_so() -> None:
    room = room_opened(Terms("junior", ("", ""), watching=False))
    for after, closed in ((room, False), (room.after(Closed()), True)):
        assert visibility.picture(after, "ABCDEF", None).closed is closed


@pytest.mark.parametrize("game", ["junior", "challenge"])
def test_the_door_says_no_more_the_longer_the_match_goes_on(game: str) -> None:
    """Who looks again and again counts no decisions: while it is played and nobody goes, it is the same."""
    agreed = Terms(game, ("", ""), watching=False)
    rooms = [step.after for step in tables.life(agreed, seed=1, restless=0)]
    doors = [visibility.picture(room, "ABCDEF", None) for room in rooms if room.match and not room.is_over]
    assert len(doors) > 20
    assert all(door == doors[0] for door in doors)


@pytest.mark.parametrize("table", ["over", "going_on"])
def test_a_code_alone_tells_nothing_of_a_private_table(
    table: str, server: Process, request: pytest.FixtureRequest
) -> None:
    seats = request.getfixturevalue(table)
    code = seats[0]["code"]
    assert post(server.url, "mine", {"codes": [code], "tokens": [[code, ""], [code, "made-up"]]}) == []
    (mine,) = post(server.url, "mine", {"tokens": [[code, seats[1]["token"]]]})
    assert mine["seat"] == 1
    assert "scores" in mine


def test_who_held_a_seat_has_all_of_it_after_the_end(server: Process, over: list[Message]) -> None:
    code = over[0]["code"]
    for seat in over:
        for by_cookie in (False, True):
            for path in (f"/api/tables/{code}{part}" for part in READ_BY_CODE):
                answer = shown_to(server, path, seat["token"], by_cookie=by_cookie)
                assert answer.status_code == 200
                assert answer.headers["cache-control"] == "no-store"
            review = shown_to(server, f"/review/{code}/report", seat["token"], by_cookie=by_cookie)
            assert "Ann" in review.text
            assert review.headers["cache-control"] == "no-store"
            assert review.status_code == 200


def test_a_seat_sees_its_private_table_over_rest_as_well(server: Process, going_on: list[Message]) -> None:
    code, token = going_on[0]["code"], going_on[0]["token"]
    assert "position" in shown_to(server, f"/api/tables/{code}", token).json()
    for path in (f"/api/tables/{code}/record", f"/api/tables/{code}/steps/0", f"/review/{code}/report"):
        assert shown_to(server, path, token).status_code == 409
    assert asked(server, "POST", f"/api/tables/{code}/again", {"token": token}).status_code == 409


HOSTNAME = socket.gethostname()
OURS = f"""localhost LOCALHOST localhost. 127.0.0.1 [::1] [0:0::1] {HOSTNAME}
{HOSTNAME.partition(".")[0]}.local dice.example Dice.Example würfel.example xn--wrfel-kva.example 10.1.2.3"""
OTHERS = """elsewhere.example localhost.elsewhere.example dice.example.elsewhere.example xdice.example
127.0.0.1.elsewhere.example 192.0.2.7 [2001:db8::7]"""
PATHS = ("/api/games", "/t/ABCDEF", "/static/x/app.js")
NONE = [
    "a b",
    "",
    *[r":8000", r"localhost@elsewhere.example", r"localhost/x", r"[::1", r"localhost:x", r"..", r"\\"],
    "x" * 300,
]


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    names = ("--name", "dice.example", "--name", "würfel.example", "--name", "10.1.2.3")
    with process(tmp_path_factory.mktemp("named"), *names) as running:
        yield running


def test_its_own_names_are_served(named: Process) -> None:
    for host in OURS.split():
        for port in ("", ":80", ":"):
            header = plain_header(host) + port
            assert httpx.get(named.url, headers={"host": header}).status_code == 200, header


def plain_header(host: str) -> str:
    return host if host.startswith("[") else host.encode("idna").decode()


@pytest.mark.parametrize(("hosts", "wanted"), [(OTHERS.split(), 421), (NONE, 400)], ids=["others", "none"])
def test_any_other_name_is_refused(hosts: list[str], wanted: int, named: Process) -> None:
    for host, path in [*((host, "/") for host in hosts), *((hosts[0], path) for path in PATHS)]:
        answer = httpx.get(f"{named.url}{path}", headers={"host": host})
        assert answer.status_code == wanted, (host, path)
        assert_sentence(answer.json()["sentence"])
        assert_safe(answer)


def test_a_browser_that_goes_to_another_name_reads_what_the_host_can_do(named: Process) -> None:
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "host": "elsewhere.example"}
    page = httpx.get(f"{named.url}/t/ABCDEF", headers=browser)
    assert (page.status_code, page.headers["content-type"]) == (421, "text/html; charset=utf-8")
    assert "--name elsewhere.example" in page.text
    assert_safe(page)
    told = httpx.post(f"{named.url}/api/tables", headers=browser).json()["sentence"]
    assert told in page.text


def test_a_page_of_another_name_gets_no_socket(named: Process) -> None:
    """Its name may resolve to this machine, and host and origin agree: the handshake is refused."""
    code = opened(named.url, "junior", "Ann", "Ben")[0]["code"]
    for host, wanted in [*((host, 421) for host in OTHERS.split()), *((host, 400) for host in NONE)]:
        assert status(named, by_page(code, host)) == wanted, host
    for host in OURS.split():
        assert status(named, by_page(code, plain_header(host))) == 101, host


def status(server: Process, sent: bytes) -> int:
    with socket.create_connection(("127.0.0.1", server.port)) as wire:
        wire.settimeout(30)
        wire.sendall(sent)
        return int(wire.recv(4096).split()[1])


def by_page(code: str, host: str) -> bytes:
    return handshake(code, host, f"Origin: http://{host}\r\n")


@pytest.mark.parametrize(
    "head",
    [
        "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost:\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: elsewhere.example\r\n\r\n",
        "GET http://localhost/ HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n",
    ],
)
def test_a_request_names_one_host(head: str, named: Process) -> None:
    assert status(named, head.encode()) in (400, 421)


def test_without_names_it_is_reached_by_its_address(lenient: str) -> None:
    assert httpx.get(lenient).status_code == 200
    assert httpx.get(lenient, headers={"host": HOSTNAME + ".elsewhere.example"}).status_code == 421


def test_an_address_is_one_however_it_is_written() -> None:
    """IPv6 with zeros or without, with a zone, in brackets, and IPv4 in the clothes of IPv6."""
    names = HostNames(["2001:db8::1"])
    for written in ("[2001:db8::1]", "[2001:DB8:0:0::1]:8000", "[2001:db8::1%25eth0]"):
        assert names.have(host_name(written) or "", "")
    assert names.have(host_name("192.0.2.1:8000") or "", "::ffff:192.0.2.1")
    assert names.have(host_name("[fe80::1]") or "", "fe80::1%eth0")
    assert not names.have(host_name("[2001:db8::2]") or "", "2001:db8::3")
    assert plain("::ffff:192.0.2.1") == "192.0.2.1"


@pytest.mark.parametrize("name", ["http://dice.example", "dice.example:8000", "", "x" * 300, "-x", "a..b"])
def test_a_name_that_is_none_is_one_sentence(name: str) -> None:
    assert "is not a host name" in complaint("serve", "--port", "0", "--name", name)
