"""Finds the game that an argument names: a built-in one, or a card in a file."""

import codecs
from collections.abc import Iterable
from pathlib import Path

from fivedice.cards import written
from fivedice.cards.faults import BadCard
from fivedice.cli.shared import console
from fivedice.core.rules import Game
from fivedice.games import GAMES
from fivedice.games.owncard import OwnCard
from fivedice.language import mark, tr, with_label
from fivedice.match.setup import game_called, game_meant, with_options
from fivedice.runtime import store

SUFFIX = ".toml"
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""The byte order marks of files that some editors call Unicode."""
MOST_BYTES = 4 * written.LONGEST_TEXT + 1
"""One byte more than the longest valid card."""


def by_name(name: str, options: Iterable[str] = ()) -> Game:
    """The game with this name, or of the card in this file. Raises `IllegalMove` or `StoreError`."""
    values = dict(map(console.name_and_value, options))
    if not is_file(name):
        name = game_meant(name)
        if name not in GAMES and Path(name).is_file():
            wrong = mark("{name} is not a game; the file name of your own card must end in {ending}.")
            console.fail(tr(wrong, name=name, ending=SUFFIX))
        return game_called(name, values)
    try:
        return with_options(OwnCard(written.read(_text(Path(name)))), values)
    except BadCard as error:
        console.fail(with_label(name, str(error)))


def is_file(name: str) -> bool:
    """Whether this is the name of a card file, existing or not."""
    return name.lower().endswith(SUFFIX)


def _text(path: Path) -> str:
    written_down = store.start(path, MOST_BYTES)
    if len(written_down) == MOST_BYTES:  # a truncated character would not decode
        raise written.too_long()
    try:
        return written_down.decode("utf-16" if written_down.startswith(UTF_16) else "utf-8")
    except UnicodeDecodeError:
        wrong = mark("{path} is not UTF-8 text. Open it in an editor and save it as UTF-8.")
        console.fail(tr(wrong, path=path))
