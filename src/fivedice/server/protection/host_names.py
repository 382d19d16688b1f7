"""The host names that a request may be addressed to.

Checking them prevents DNS rebinding: a stranger's page whose name resolves to this machine is refused.
"""

import re
from collections.abc import Iterable

from fivedice.server.protection import addresses

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
    address = addresses.read(name)
    if address is not None:
        return str(address)
    try:
        written = name.encode("idna").decode().lower().removesuffix(".")
    except UnicodeError:
        return None
    return written if _name.fullmatch(written) else None
