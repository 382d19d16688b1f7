"""What is pushed is sealed for one browser and goes outside alone; where it cannot be, a sentence says so."""

import asyncio
from ipaddress import ip_address
from pathlib import Path

import http_ece
import pytest

from fivedice.__main__ import run as fivedice
from fivedice.runtime.store import StoreError
from fivedice.server.protection.addresses import EgressPolicy, is_public
from fivedice.server.push import sender
from fivedice.server.push.sender import BadKeys, Checked, PushEncryption
from fivedice.server.push.subscriptions import Subscription
from fivedice.server.tables.turn_alerts import TurnAlert
from tests.server.push_service import CONTACT, HERE, Device, Service

CALL = TurnAlert("ABCDEF", "holder", 7, "Junior", ("Ben", "Cleo"), 3)


def test_only_the_browser_reads_what_is_sealed(key: Path) -> None:
    """Its own keys open it; another's do not, and keys that are none seal nothing."""
    at = Service("https://push.example.org")
    device, other = Device(at, "x"), Device(at, "y")
    headers, body = PushEncryption(key, CONTACT).letter(Subscription(device.endpoint, **device.keys), CALL)
    assert device.read(body)["body"] == "Junior, with Ben and Cleo. You have 3 days."
    assert b"Junior" not in body
    assert headers["urgency"] == "normal"
    with pytest.raises(http_ece.ECEException):
        other.read(body)
    for wrong in ({"p256dh": "x"}, {"auth": "\N{SNOWMAN}"}, {"p256dh": "BA" + 85 * "A"}):
        with pytest.raises(BadKeys):
            sender.sealed(Subscription(device.endpoint, **{**device.keys, **wrong}), b"x")


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        *(
            (inside, False)
            for inside in ("127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "0.0.0.0")
        ),
        *((inside, False) for inside in ("224.0.0.1", "255.255.255.255", "::1", "fe80::1", "fc00::1")),
        *((inside, False) for inside in ("64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1")),
    ],
)
def test_what_is_public(address: str, public: bool) -> None:
    """No address of this machine, of its network or of a group, nor one that stands for such an address."""
    assert is_public(ip_address(address)) is public


def test_a_name_that_leads_inside_is_not_known() -> None:
    """However innocent it looks: what it stands for counts, at the moment of sending."""

    async def look() -> None:
        with pytest.raises(OSError, match="not outside"):
            await Checked(EgressPolicy()).resolve("localhost")
        assert (await Checked(HERE).resolve("localhost"))[0]["host"] == "127.0.0.1"

    asyncio.run(look())


# --- The command -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--push-key", "push.pem"], "--push-contact"),
        (["--push-contact", CONTACT], "--push-key"),
        (["--push-key", "push.pem", "--push-contact", "nobody"], "is not a contact"),
        (["--push-key", "letter.txt", "--push-contact", CONTACT], "does not contain a private"),
        (["--push-key", "no/such/folder.pem", "--push-contact", CONTACT], "The key cannot be written"),
        (["--push-key", ".", "--push-contact", CONTACT], "cannot be read"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_is_wrong_with_a_key_is_one_sentence(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Exit code 2, before anything is served."""
    monkeypatch.chdir(tmp_path)
    Path("letter.txt").write_text("Dear Ann")
    assert fivedice(["serve", "--port", "0", *arguments]) == 2
    told = capsys.readouterr()
    assert sentence in told.err
    assert "Traceback" not in told.err


def test_a_key_is_made_once_and_for_its_owner(tmp_path: Path) -> None:
    """It stays what it is."""
    file = tmp_path / "push.pem"
    assert sender.prepare(file, CONTACT)
    first = file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0
    assert not sender.prepare(file, CONTACT)
    assert file.read_bytes() == first
    with pytest.raises(StoreError):
        PushEncryption(file, "")
