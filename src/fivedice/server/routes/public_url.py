"""The address at which others reach this server, as far as the machine knows."""

import socket
from contextlib import suppress
from ipaddress import ip_address

from fivedice.language import mark, tr
from fivedice.server.protection import addresses
from fivedice.server.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")
AFAR = ("198.51.100.1", 9)
"""An address for documentation: connecting a UDP socket to it finds our interface and sends nothing."""
ALONE = mark("Only this machine can reach this server. Start it with --host 0.0.0.0 to let others in.")
NAMELESS = mark("This server is behind a proxy. Start it with --name NAME so that its links are correct.")
NO_NETWORK = mark("This machine is not connected to a network, so nobody else can reach it.")


def nearby() -> str:
    """The address of this machine in its network, or ""."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(AFAR)
        own = str(probe.getsockname()[0])
        return "" if ip_address(own).is_loopback else own
    return ""


def origin(settings: Settings) -> str:
    """The start of the URL that others use, or "" if they cannot reach this server."""
    if settings.proxies:
        return f"https://{in_address(settings.public_name)}{settings.root}" if settings.public_name else ""
    host = nearby() if settings.host in EVERYWHERE else settings.host
    if not host or is_here(host):
        return ""
    return f"http://{in_address(host)}:{settings.port}{settings.root}"


def why_not(settings: Settings, own: str) -> str:
    """A sentence for the host on why others cannot reach the server; "" if they can."""
    if own:
        return ""
    if settings.proxies:
        return tr(NAMELESS)
    return tr(NO_NETWORK if settings.host in EVERYWHERE else ALONE)


def in_address(host: str) -> str:
    """A host as it is written in a URL, with brackets around an IPv6 address."""
    return f"[{host.strip('[]')}]" if ":" in host else host


def is_here(host: str) -> bool:
    """Whether a host is the machine itself."""
    address = addresses.read(host)
    return host == "localhost" or (address is not None and address.is_loopback)
