"""What a stranger names as a push service: only public addresses are sent to, whatever stands for another."""

from ipaddress import ip_address

import pytest

from fivedice.server.protection.addresses import EgressPolicy, is_public

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
    """Of both kinds, and an IPv4 address in its IPv6 spelling."""
    assert EgressPolicy().may_be("https", text)


@pytest.mark.parametrize(
    "host", ["127.1", "127.0.0.1.", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "a.1", "1.2.3.4.5"]
)
def test_a_number_is_no_name(host: str) -> None:
    """Systems read most of these as 127.0.0.1, and not every client looks a host of digits and dots up."""
    assert not EgressPolicy().may_be("https", host)


@pytest.mark.parametrize("host", ["push.example.org", "push.example.org.", "1.example.org", "0xa.example"])
def test_a_name_is_looked_up_yet(host: str) -> None:
    """What is no address says nothing by itself."""
    assert EgressPolicy().allows_text(host) is None
