"""Settings of a server, as every worker receives them; most are options of `fivedice serve`."""

import socket
from typing import Literal

from fivedice.runtime.options import FloatRange, IntRange, Options, option, several
from fivedice.table.terms import USUAL_ABSENCE

THINKING = 60.0
"""Seconds that a bot may take for one decision, not counting the time to solve a game first."""
PROBES = "/healthz", "/readyz"
"""The addresses of the health probes; no limit applies to them."""
VARIABLE = "FIVEDICE_SERVE"
"""The environment variable that passes the settings to the workers."""
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder to which workers write their metrics."""
HERE = "127.0.0.1,::1"
MANY = 1_000_000
"""An upper bound that is never reached."""
HOUR = 3600
DATABASE = option(
    "",
    "The database of tables: postgresql://... or sqlite:///FILE; default: a file in your data folder.",
    envvar="FIVEDICE_DATABASE",
    show_envvar=True,
)


class Settings(Options):
    """All settings. Limits per address are generous, because a household shares one address."""

    database: str = DATABASE
    host: str = option("0.0.0.0", "The address to listen on.")
    port: int = option(8000, "The port; 0 picks a free one.", type=IntRange(0, 65535))
    workers: int = option(
        1, "The number of server processes; more than one needs PostgreSQL.", type=IntRange(1, 64)
    )
    requests: float = option(
        20.0, "Requests per second that change something, for one client address.", type=FloatRange(1, MANY)
    )
    connections: int = option(256, "Open connections for one client address.", type=IntRange(1, MANY))
    guesses: int = option(60, "Wrong table codes per minute for one client address.", type=IntRange(1, MANY))
    grace: float = option(
        float(USUAL_ABSENCE),
        "Seconds that a player may be absent before the computer plays for them.",
        type=FloatRange(0.1, 24 * HOUR),
    )
    patience: float = option(
        10.0,
        "Seconds to wait for the head of a request; a body or a response may take three times as long.",
        type=FloatRange(0.1, HOUR),
    )
    own_cards: bool = option(False, "Let players bring their own score cards (docs/reference/card-file.md).")
    refused_names: str = option(
        "",
        "Refuse the names in FILE, one per line; * stands for any text, and # begins a comment. Names are the"
        " same if they look alike, or differ only in case, accents, spaces and punctuation.",
        metavar="FILE",
    )
    push_key: str = option(
        "",
        "Notify players of their turn by Web Push, signed with the key in FILE; a missing key is created.",
        metavar="FILE",
    )
    push_contact: str = option(
        "", "The contact for push services: mailto:SOMEBODY or https://PAGE.", metavar="WHOM"
    )
    names: tuple[str, ...] = several("A host name of this server", "--name", metavar="NAME")
    behind_proxy: str = option(
        "",
        "Trust the client address from proxies at these addresses, separated by commas; without ADDRESSES,"
        " from proxies on this machine.",
        is_flag=False,
        flag_value=HERE,
        metavar="[ADDRESSES]",
    )
    root: str = option(
        "", "The path that all addresses begin with behind a proxy, such as /dice.", metavar="PATH"
    )
    metrics: str = option(
        "",
        "The address of metrics for Prometheus, such as 127.0.0.1:9464. Default: none.",
        metavar="HOST:PORT",
    )
    zone: str = option(
        "UTC", "The time zone in which the day of today's deal begins, such as Europe/Berlin.", metavar="ZONE"
    )
    browser: bool = option(
        False, "Open the games in the browser of this machine, and show a QR code for phones in this network."
    )
    log: Literal["text", "json"] = option("text", "Log lines as text or json.")
    check: bool = option(
        False, "Check the options, the addresses, the database, the push key and the disk, then exit."
    )

    at_once: int = 100
    """The largest burst of requests that change something, per address."""
    runner: float = THINKING
    """Seconds that a bot may take for a decision before the computer plays for it."""

    @property
    def slow(self) -> float:
        """Seconds to receive a request body, or for a peer to read some of its data."""
        return 3 * self.patience

    @property
    def public_name(self) -> str:
        """The host name in links for players; "" for none."""
        return self.names[0] if self.names else ""

    @property
    def hosts(self) -> tuple[str, ...]:
        """Every host name of this machine, besides localhost and its IP addresses."""
        own = socket.gethostname()
        return (*self.names, self.host, own, f"{own.partition('.')[0]}.local")

    @property
    def proxies(self) -> tuple[str, ...]:
        """Addresses or networks of trusted proxies, whose X-Forwarded-For header is used."""
        return tuple(address.strip() for address in self.behind_proxy.split(",") if address.strip())
