"""Your identity in the terminal: a private file with your name, colour, and secret for each server."""

import msgspec
from msgspec import Struct, field

from fivedice import private_files
from fivedice.runtime import store
from fivedice.runtime.store import StoreError

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
        path = store.folder().with_name(FILE)
        store.make_folder(path.parent)
        store.write_bytes(path, msgspec.json.encode(self), private=True)
        private_files.tighten(path)


def load() -> Identity:
    """Your identity; an empty one if there is no file. Raises `StoreError`."""
    path = store.folder().with_name(FILE)
    if not path.exists():
        return Identity()
    private_files.tighten(path)
    try:
        return msgspec.json.decode(store.read(path), type=Identity)
    except msgspec.DecodeError:
        raise StoreError(f"{store.shown(path)} is damaged; remove it to begin anew.") from None
