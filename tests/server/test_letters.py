"""What is pushed is sealed for one browser and goes outside alone; where it cannot be, a sentence says so."""

from ipaddress import ip_address
from pathlib import Path

import http_ece
import pytest

from fivedice.runtime.store import StoreError
from fivedice.server.protection.addresses import EgressPolicy, is_public
from fivedice.server.push import sender
from fivedice.server.push.sender import BadKeys, CheckedResolver, PushEncryption
from fivedice.server.push.subscriptions import Subscription, TurnAlert
from tests.commands import complaint
from tests.server.push_service import CONTACT, HERE, Device, Service

CALL = TurnAlert("ABCDEF", "holder", 7, "Junior", ("Ben", "Cleo"), 3)


def test_only_the_browser_reads_what_is_sealed(key: Path) -> None:
    """Its own keys open it; another's do not, and keys that are none seal nothing."""
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
            sender.sealed(Subscription(device.endpoint, **{**device.keys, **wrong}), b"x")


async def test_a_name_that_leads_inside_is_not_known() -> None:
    """However innocent it looks: what it stands for counts, at the moment of sending."""
    with pytest.raises(OSError, match="no allowed address"):
        await CheckedResolver(EgressPolicy()).resolve("localhost")
    assert (await CheckedResolver(HERE).resolve("localhost"))[0]["host"] == "127.0.0.1"


# --- The command -----------------------------------------------------------------------------------------


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
PUBLIC = (
    "8.8.8.8",
    "93.184.215.14",
    "2606:2800:21f:cb07:6820:80da:af6b:8b2c",
    "::ffff:8.8.8.8",
    "142.250.185.74",
    "192.0.1.1",
    "2600:1901:0:9343::1",
    "2a00:1450:4001:82a::200a",
)


@pytest.mark.parametrize("text", [*STAND_FOR_OTHERS, *SPECIAL])
def test_nothing_is_sent_to_a_special_address(text: str) -> None:
    """As an address that a name has, and as one that stands in an endpoint, with and without a zone."""
    assert not is_public(ip_address(text))
    zoned = (f"[{text}]", f"{text}%eth0") if ":" in text else ()
    assert not any(EgressPolicy().may_be("https", host) for host in (text, *zoned))


@pytest.mark.parametrize("text", PUBLIC)
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
