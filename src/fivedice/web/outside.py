"""Where this server may send what strangers want sent: by https to public addresses. Sends nothing.

Who names an endpoint could else have this server knock at doors that only it reaches.
"""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_network

from msgspec import Struct

from fivedice.web import addresses
from fivedice.web.addresses import Address

TO_IPV4 = ip_network("64:ff9b::/96")
"""Addresses that stand for any of IPv4, those of one's own network too."""


def is_public(address: Address) -> bool:
    """Whether an address is one machine's on the public net, and stands for no other."""
    if isinstance(address, IPv6Address) and (address.sixtofour or address in TO_IPV4):
        return False
    return address.is_global and not address.is_multicast


class Outside(Struct, frozen=True):
    """What counts as outside; a test that plays the other end has another idea of it."""

    schemes: tuple[str, ...] = ("https",)
    allows: Callable[[Address], bool] = is_public

    def may_be(self, scheme: str, host: str | None) -> bool:
        """Whether something may be sent there, as far as its address says; a name is to be looked up yet."""
        return scheme in self.schemes and bool(host) and (self.allows_text(host or "") is not False)

    def allows_text(self, host: str) -> bool | None:
        """Whether the address that a text is may be sent to; None where it is a name."""
        address = addresses.read(host)
        return None if address is None else self.allows(address)
