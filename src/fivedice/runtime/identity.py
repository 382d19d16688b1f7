"""Your identity in the terminal: a private file with your name, colour, and secret for each server."""

from msgspec import Struct, field

from fivedice.runtime import store

FILE = "player.json"
COOKIE = "fivedice_player"
"""The cookie with a player's secret."""
COLOURS = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "pink")
"""The colours that a player may choose."""


class Identity(Struct):
    """Your identity on this computer."""

    name: str = ""
    colour: str = ""
    servers: dict[str, str] = field(default_factory=dict)
    """Your secret for each server, by its address."""

    def save(self) -> None:
        """Writes the file, which only this user can read. Raises `StoreError`."""
        store.save(store.folder().with_name(FILE), self)


def load() -> Identity:
    """Your identity; an empty one if there is no file. Raises `StoreError`."""
    return store.load(store.folder().with_name(FILE), Identity, "remove")
