"""Which addresses the server may send to at a stranger's request: https and public addresses only.

Who names an endpoint could else have this server knock at doors that only it reaches.
"""

from collections.abc import Callable
from ipaddress import IPv4Address, ip_network

from msgspec import Struct

from fivedice.server.protection import addresses
from fivedice.server.protection.addresses import Address

UNICAST = ip_network("2000::/3")
"""The IPv6 addresses of machines on the public net. All others are special, or stand for an IPv4 address."""
SPECIAL = tuple(
    map(
        ip_network,
        (
            *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
            *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
            *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
            *("224.0.0.0/4", "240.0.0.0/4"),
            *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
        ),
    )
)
"""From IANA's registries of special-purpose addresses, Teredo and 6to4 included. Python's `is_global` differs
between its versions and accepts addresses that stand for others."""


def is_public(address: Address) -> bool:
    """Whether an address is one machine's on the public net, and stands for no other."""
    if isinstance(address, IPv4Address) or address in UNICAST:
        return address.is_global and not any(address in network for network in SPECIAL)
    return False


class EgressPolicy(Struct, frozen=True):
    """What counts as outside; a test that plays the other end has another idea of it."""

    schemes: tuple[str, ...] = ("https",)
    allows: Callable[[Address], bool] = is_public

    def may_be(self, scheme: str, host: str | None) -> bool:
        """Whether something may be sent there, as far as its address says; a name is to be looked up yet."""
        return scheme in self.schemes and bool(host) and (self.allows_text(host or "") is not False)

    def allows_text(self, host: str) -> bool | None:
        """Whether the address that a text is may be sent to; None where it is a name.

        A number such as 127.1 is not a name: older aiohttp connects to it without asking our resolver.
        """
        address = addresses.read(host)
        if address is not None:
            return self.allows(address)
        return False if _ends_in_a_number(host) else None


def _ends_in_a_number(host: str) -> bool:
    """Whether browsers and operating systems would read it as an IPv4 address (the URL standard's test)."""
    last = host.rstrip(".").rpartition(".")[2].lower()
    return last.isdecimal() or (
        last.startswith("0x") and all(sign in "0123456789abcdef" for sign in last[2:])
    )
