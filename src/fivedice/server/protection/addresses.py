"""IP addresses and host names: parsing, clients behind trusted proxies, and the names of this server.

Checking host names prevents DNS rebinding: a foreign page whose name resolves to this machine is refused.
"""

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import Scope

Address = IPv4Address | IPv6Address
HOUSEHOLD = 8
"""Bytes of an IPv6 address that a household's devices have in common."""


def read(text: str) -> Address | None:
    """The address that a text is, without brackets and zone, as IPv4 where it is one; None if it is none."""
    bare = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def household(peer: str) -> str:
    """What all devices behind one line share: the IPv4 address, or the network of the IPv6 one."""
    address = read(peer)
    if isinstance(address, IPv6Address):
        return address.packed[:HOUSEHOLD].hex()
    return peer if address is None else str(address)


class Proxies:
    """The proxies whose X-Forwarded-For is trusted."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        """Addresses or networks. Raises `ValueError` where one is neither."""
        self._networks = [ip_network(network) for network in networks]

    def trust(self, peer: str) -> bool:
        """Whether the other end of a connection is one of them."""
        address = read(peer)
        return address is not None and self._has(address)

    def sender(self, scope: Scope) -> str:
        """The household that a request comes from: the last hop, read from the server, that is no proxy."""
        peer = scope["client"][0] if scope.get("client") else ""
        sender = read(peer)
        for hop in reversed(_forwarded(scope)):
            if sender is None or not self._has(sender):
                break
            sender = _hop(hop) or sender
        return household(peer if sender is None else str(sender))

    def _has(self, address: Address) -> bool:
        return any(address in network for network in self._networks)


def _forwarded(scope: Scope) -> list[str]:
    """The hops that the header lists, the nearest last; each proxy has added who came to it."""
    listed = ",".join(Headers(scope=scope).getlist("x-forwarded-for"))
    return [hop.strip() for hop in listed.split(",")] if listed else []


def _hop(text: str) -> Address | None:
    """An address that may be followed by a port."""
    return read(text) or read(text.rpartition(":")[0])


ALWAYS = ("localhost", "127.0.0.1", "::1")
LONGEST = 253
"""Characters of a name; no name that can be looked up has more."""

_name = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
_host = re.compile(r"(?P<host>\[[^\[\]]+\]|[^\[\]:]+)(:[0-9]*)?")


class HostNames:
    """The names and addresses of one server."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        """These, besides those of the machine to itself; what is no name is left out."""
        self._names = {plain(name) for name in (*ALWAYS, *names)}

    def have(self, host: str, reached: str) -> bool:
        """Whether a plain name is meant for this server, reached at an address of its own."""
        return host in self._names or host == plain(reached)


def called(header: str) -> str | None:
    """The plain name in a Host header, whatever port follows it; None where there is none."""
    match = _host.fullmatch(header.strip())
    return plain(match["host"]) if match else None


def plain(name: str) -> str | None:
    """A name or an address in the one way that it is compared in; None where it is neither."""
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
