"""Settings of a server, as every worker receives them."""

from msgspec import Struct

from fivedice.table.terms import USUAL_ABSENCE

THINKING = 60.0
"""Seconds that a bot may think about one decision; waiting for what has to be solved first does not count."""
VARIABLE = "FIVEDICE_SERVE"
"""The variable in which the settings reach the workers."""


class Settings(Struct, frozen=True):
    """Whatever can be chosen; an address is that of a household, so it stands for many people."""

    database: str
    """The URL of the database, SQLite or PostgreSQL."""
    a_second: float = 20.0
    """Requests that change something, of one address."""
    at_once: int = 100
    """Requests that change something which an address may send in one burst."""
    grace: float = USUAL_ABSENCE
    """Seconds that a person may be gone before the game plays for the seat."""
    names: tuple[str, ...] = ()
    """Names that the server goes by, besides localhost and the addresses it is reached at."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies, which are believed when they say whom they forward."""
    connections: int = 256
    """How many an address may have at once."""
    guesses: int = 60
    """Codes that there are not, which an address may name in a minute."""
    patience: float = 10.0
    """Seconds for what is done at once: the head of a request, hello."""
    runner: float = THINKING
    """Seconds that a bot may think before the game plays for it."""

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: int = 0
    """The port to listen on; 0 takes any that is free."""
    called: str = ""
    """The name that players reach it by, of all its names the first that was given."""
    own_cards: bool = False
    """Whether a card that a player wrote down is played."""
    push_key: str = ""
    """The file with the key that signs what is pushed; without one nobody is called."""
    push_contact: str = ""
    """Whom a push service writes to: mailto:SOMEBODY or https://PAGE."""

    @property
    def slow(self) -> float:
        """Seconds for what takes long on a bad line: a body, or anything of what waits to be taken."""
        return 3 * self.patience
