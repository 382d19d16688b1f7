"""The client's address of a request, also behind trusted proxies (X-Forwarded-For)."""

from collections.abc import Iterable
from ipaddress import ip_network

from starlette.datastructures import Headers
from starlette.types import Scope

from fivedice.server.protection import addresses
from fivedice.server.protection.addresses import Address


class Proxies:
    """The proxies whose X-Forwarded-For is trusted."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        """Addresses or networks. Raises `ValueError` where one is neither."""
        self._networks = [ip_network(network) for network in networks]

    def trust(self, peer: str) -> bool:
        """Whether the other end of a connection is one of them."""
        address = addresses.read(peer)
        return address is not None and self._has(address)

    def sender(self, scope: Scope) -> str:
        """The household that a request comes from: the last hop, read from the server, that is no proxy."""
        peer = scope["client"][0] if scope.get("client") else ""
        sender = addresses.read(peer)
        for hop in reversed(_forwarded(scope)):
            if sender is None or not self._has(sender):
                break
            sender = _hop(hop) or sender
        return addresses.household(peer if sender is None else str(sender))

    def _has(self, address: Address) -> bool:
        return any(address in network for network in self._networks)


def _forwarded(scope: Scope) -> list[str]:
    """The hops that the header lists, the nearest last; each proxy has added who came to it."""
    listed = ",".join(Headers(scope=scope).getlist("x-forwarded-for"))
    return [hop.strip() for hop in listed.split(",")] if listed else []


def _hop(text: str) -> Address | None:
    """An address that may be followed by a port."""
    return addresses.read(text) or addresses.read(text.rpartition(":")[0])
