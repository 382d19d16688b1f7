"""Parsing of IP addresses, and the household that an address belongs to."""

from ipaddress import IPv4Address, IPv6Address, ip_address

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
