"""Settings of a server, as every worker receives them."""

from msgspec import Struct

from fivedice.table.terms import USUAL_ABSENCE

THINKING = 60.0
"""Seconds that a bot may take for one decision, not counting the time to solve a game first."""
PROBES = "/healthz", "/readyz"
"""The addresses of the health probes; no limit applies to them."""
VARIABLE = "FIVEDICE_SERVE"
"""The environment variable that passes the settings to the workers."""


class Settings(Struct, frozen=True):
    """All settings. Limits per address are generous, because a household shares one address."""

    database: str
    """The URL of the database, SQLite or PostgreSQL."""
    a_second: float = 20.0
    """Requests that change something, per second and address."""
    at_once: int = 100
    """The largest burst of such requests per address."""
    grace: float = USUAL_ABSENCE
    """Seconds that a player may be absent before the computer plays for them."""
    names: tuple[str, ...] = ()
    """Host names of the server, besides localhost and its IP addresses."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of trusted proxies, whose X-Forwarded-For header is used."""
    connections: int = 256
    """Open connections per address."""
    guesses: int = 60
    """Wrong table codes per minute and address."""
    patience: float = 10.0
    """Seconds for the head of a request, or for the first message of a WebSocket."""
    runner: float = THINKING
    """Seconds that a bot may take for a decision before the computer plays for it."""

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: int = 0
    """The port to listen on; 0 means any free port."""
    called: str = ""
    """The host name in links for players: the first of `names`."""
    root: str = ""
    """The path that all addresses begin with, such as /dice; "" for none."""
    log: str = "text"
    """The form of log lines: text or json."""
    own_cards: bool = False
    """Whether players may play their own cards."""
    refused_names: str = ""
    """The file with the names that nobody may take; "" for none."""
    push_key: str = ""
    """The file with the key that signs push messages; "" turns them off."""
    push_contact: str = ""
    """The contact for push services: mailto:ADDRESS or https://PAGE."""
    zone: str = "UTC"
    """The time zone in which the days of today's deal begin, such as Europe/Berlin."""

    @property
    def slow(self) -> float:
        """Seconds to receive a request body, or for a peer to read some of its data."""
        return 3 * self.patience
