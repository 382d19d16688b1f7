"""IP addresses and host names: clients behind trusted proxies, names of this server, push services.

Checking host names prevents DNS rebinding: a foreign page whose name resolves to this machine is refused.
The egress policy keeps strangers from making the server connect to addresses that only it can reach.
"""

import re
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from msgspec import Struct
from starlette.datastructures import Headers
from starlette.types import Scope

Address = IPv4Address | IPv6Address
HOUSEHOLD = 8
"""Bytes of an IPv6 address that all devices of a household share."""


def read(text: str) -> Address | None:
    """Parses an IP address, with or without brackets or zone; mapped ones become IPv4. None if invalid."""
    bare = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def household(peer: str) -> str:
    """The key for limits per household: the IPv4 address, or the network of an IPv6 address."""
    address = read(peer)
    if isinstance(address, IPv6Address):
        return address.packed[:HOUSEHOLD].hex()
    return peer if address is None else str(address)


class Proxies:
    """The proxies whose X-Forwarded-For header is trusted. Raises `ValueError` for an invalid network."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self._networks = [ip_network(network) for network in networks]

    def trust(self, peer: str) -> bool:
        """Whether the peer of a connection is a trusted proxy."""
        return self._has(read(peer))

    def sender(self, scope: Scope) -> str:
        """The household of a request: the household of the last hop that is not a trusted proxy."""
        peer = scope["client"][0] if scope.get("client") else ""
        sender = read(peer)
        for hop in reversed(_forwarded(scope)):
            if not self._has(sender):
                break
            sender = _hop(hop) or sender
        return household(peer if sender is None else str(sender))

    def _has(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._networks)


def _forwarded(scope: Scope) -> list[str]:
    """The hops in the header, the nearest last; each proxy has appended its client."""
    listed = ",".join(Headers(scope=scope).getlist("x-forwarded-for"))
    return [hop.strip() for hop in listed.split(",")] if listed else []


def _hop(text: str) -> Address | None:
    """Parses an address with or without a port."""
    return read(text) or read(text.rpartition(":")[0])


ALWAYS = ("localhost", "127.0.0.1", "::1")
LONGEST = 253
"""The longest DNS name, in characters."""

_name = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
_host = re.compile(r"(?P<host>\[[^\[\]]+\]|[^\[\]:]+)(:[0-9]*)?")


class HostNames:
    """The host names of one server, besides those of the machine itself. Ignores invalid names."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = {plain(name) for name in (*ALWAYS, *names)}

    def have(self, host: str, reached: str) -> bool:
        """Whether a normalized host is one of the names, or the address at which the server was reached."""
        return host in self._names or host == plain(reached)


def host_name(header: str) -> str | None:
    """The normalized name in a Host header, without its port; None if invalid."""
    match = _host.fullmatch(header.strip())
    return plain(match["host"]) if match else None


def plain(name: str) -> str | None:
    """Normalizes a host name or an address for comparison; None if invalid."""
    if len(name) > LONGEST:
        return None
    address = read(name)
    if address is not None:
        return str(address)
    try:
        written = name.encode("idna").decode().lower().removesuffix(".")
    except UnicodeError:
        return None
    return written if _name.fullmatch(written) else None


UNICAST = ip_network("2000::/3")
"""The IPv6 addresses of public machines. All others are special, or represent an IPv4 address."""
SPECIAL_BLOCKS = (
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
    *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
    *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
    *("224.0.0.0/4", "240.0.0.0/4"),
    *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
)
SPECIAL = tuple(map(ip_network, SPECIAL_BLOCKS))
"""From IANA's registries of special-purpose addresses, with Teredo and 6to4. Python's `is_global` differs
between its versions and accepts addresses that represent other addresses."""


def is_public(address: Address) -> bool:
    """Whether an address belongs to one public machine and does not represent another address."""
    if isinstance(address, IPv4Address) or address in UNICAST:
        return address.is_global and not any(address in network for network in SPECIAL)
    return False


class EgressPolicy(Struct, frozen=True):
    """The addresses to which the server may send requests; tests replace it to receive them locally."""

    schemes: tuple[str, ...] = ("https",)
    allows: Callable[[Address], bool] = is_public

    def may_be(self, scheme: str, host: str | None) -> bool:
        """Whether a URL looks allowed; a host name must still be resolved and its addresses checked."""
        return scheme in self.schemes and bool(host) and (self.allows_text(host or "") is not False)

    def allows_text(self, host: str) -> bool | None:
        """Whether an address is allowed; None for a host name.

        A number such as 127.1 is not a host name: older aiohttp connects to it without asking our resolver.
        """
        address = read(host)
        if address is not None:
            return self.allows(address)
        return False if _ends_in_a_number(host) else None


def _ends_in_a_number(host: str) -> bool:
    """Whether browsers and operating systems read a host as an IPv4 address (the URL standard's test)."""
    last = host.rstrip(".").rpartition(".")[2].lower()
    return last.isdecimal() or (
        last.startswith("0x") and all(sign in "0123456789abcdef" for sign in last[2:])
    )
