"""What a request may call the server: its own names and addresses, and no other, on any of its ways in."""

import socket
from collections.abc import Iterator

import httpx
import pytest

from fivedice.server.protection.addresses import HostNames, host_name, plain
from tests.commands import complaint
from tests.server.asking import assert_safe, handshake
from tests.server.clients import opened
from tests.server.serving import Process, process
from tests.table.refusals import assert_sentence

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
