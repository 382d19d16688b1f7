"""The address under which others reach this server, as far as the machine knows, and QR codes of it."""

import socket
from contextlib import suppress
from ipaddress import ip_address

import segno

from fivedice.server.protection import addresses
from fivedice.server.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")
AFAR = ("198.51.100.1", 9)
"""An address that nobody has: the way to it leads out of this machine, and nothing is sent."""
ALONE = "Only this machine reaches this server; started with --host 0.0.0.0, it lets others in."
NAMELESS = "Others reach this server through a proxy; started with --name NAME, it gives them the right link."
NO_NETWORK = "This machine is in no network now, so nobody else can reach it."


def nearby() -> str:
    """The address of this machine in its network, or nothing."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(AFAR)
        found = str(probe.getsockname()[0])
        return "" if ip_address(found).is_loopback else found
    return ""


def origin(settings: Settings) -> str:
    """What others type before the path, or nothing where they cannot come."""
    if settings.proxies:
        return f"https://{in_address(settings.called)}" if settings.called else ""
    host = nearby() if settings.host in EVERYWHERE else settings.host
    if not host or is_here(host):
        return ""
    return f"http://{in_address(host)}:{settings.port}"


def why_not(settings: Settings, found: str) -> str:
    """A sentence for who would let others in, where there is no address for them."""
    if found:
        return ""
    if settings.proxies:
        return NAMELESS
    return NO_NETWORK if settings.host in EVERYWHERE else ALONE


def in_address(host: str) -> str:
    """A name, or an address with brackets around it where it is of the newer kind."""
    return f"[{host.strip('[]')}]" if ":" in host else host


def is_here(host: str) -> bool:
    """Whether a name means the machine that says it."""
    address = addresses.read(host)
    return host == "localhost" or (address is not None and address.is_loopback)


QUIET = 4
"""Fields around a code that stay light, as its standard wants."""


def drawn(text: str) -> tuple[int, str]:
    """How many fields a side has, and the dark ones: in each row a piece for as many as lie side by side."""
    rows = [list(row) for row in segno.make_qr(text, error="m").matrix_iter(border=QUIET)]
    pieces: list[str] = []
    for y, row in enumerate(rows):
        starts = [x for x, dark in enumerate(row) if dark and not row[x - 1]]
        pieces += (f"M{x} {y}h{row.index(0, x) - x}v1h-{row.index(0, x) - x}z" for x in starts)
    return len(rows), "".join(pieces)
