"""Whatever comes over the socket: nobody moves for another, nothing breaks, and the others play on."""

import json
import socket
from contextlib import suppress

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import CloseCode
from websockets.sync.client import connect as connect_and_wait
from websockets.typing import Origin

from fivedice.server.routes import websocket
from fivedice.table.protocol import messages
from tests.laws.matches import tried
from tests.server import clients
from tests.server.asking import handshake, heard
from tests.server.clients import Client, Message, opened, run
from tests.server.serving import Process
from tests.table.refusals import assert_sentence
from tests.table.test_messages import any_json, nearly


async def test_who_looks_on_does_nothing(server: Process) -> None:
    """Without a token, with one made up or of another table: shown the table, refused every move."""
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
    """Then only who holds a seat sees it: over the socket, and over REST no more than who sits there."""
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
    """Over the socket one sentence and the end of it; over REST the same with a status."""
    async with Client(server.url, code) as stranger:
        assert_sentence(stranger.heard[0]["sentence"])
        await stranger.end()
    answer = httpx.get(f"{server.url}/api/tables/{code}")
    assert answer.status_code == 404
    assert_sentence(answer.json()["sentence"])


def test_only_the_own_pages_may_connect(server: Process) -> None:
    """A browser on another site is refused; from the own pages, or a program, all is well."""
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
    """A proxy may have ended TLS or have another port, so only path and query are named."""
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
    """What a browser says comes from another site is refused before it is read; from our pages it is not."""
    address, kind = f"{server.url}/api/{path}", {"content-type": "text/plain"}
    for origin in ("http://elsewhere.example", f"http://127.0.0.1:{server.port + 1}", "null", ""):
        answer = httpx.request(method, address, content=b"x", headers={**kind, "origin": origin})
        assert answer.status_code == 403
        assert_sentence(answer.json()["sentence"])
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
    """Text, bytes and JSON of any kind from a seat: what is no message is refused, each in a sentence."""
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
    """Broken handshakes, frames and half requests: the connection ends, and the table plays."""
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
