"""Bundled cards: each is a TOML file in this folder, with a page of notes."""

from importlib.resources import files

from fivedice.cards import written
from fivedice.games.owncard import OwnCard


def _card(name: str) -> OwnCard:
    """The card of that name."""
    folder = files(__package__)
    about = folder.joinpath(f"{name}.md").read_text("utf-8")
    return OwnCard(written.read(folder.joinpath(f"{name}.toml").read_text("utf-8")), name, about)


_NAMES = sorted(
    file.name.removesuffix(".toml") for file in files(__package__).iterdir() if file.name.endswith(".toml")
)

MORE_CARDS: tuple[OwnCard, ...] = tuple(map(_card, _NAMES))
