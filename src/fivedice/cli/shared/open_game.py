"""Finds the game that an argument names: a built-in one, or a card in a file."""

import codecs
from collections.abc import Iterable
from pathlib import Path

from fivedice.cards import written
from fivedice.cards.written import BadCard
from fivedice.cli.shared import console
from fivedice.cli.shared.console import name_and_value
from fivedice.core.rules import Game
from fivedice.games import GAMES
from fivedice.games.owncard import OwnCard
from fivedice.match.setup import game_called, game_meant, with_options
from fivedice.runtime.store import StoreError, reason

SUFFIX = ".toml"
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How files begin that some editors call Unicode."""
MOST_BYTES = 4 * written.LONGEST_TEXT + 1
"""What a card that is not too long can take at most, and one more."""


def named(name: str, options: Iterable[str] = ()) -> Game:
    """The game of that name, or on the card of that file, with house options as they are typed.

    Ends the command with a sentence for a file that holds no card. Raises `IllegalMove` for a game or an
    option that there is not, and `StoreError` for a file that cannot be read.
    """
    given = dict(map(name_and_value, options))
    if not is_file(name):
        name = game_meant(name)
        if name not in GAMES and Path(name).is_file():
            console.fail(f"{name} is no game; a card of your own is in a file whose name ends in {SUFFIX}.")
        return game_called(name, given)
    try:
        return with_options(OwnCard(written.read(_text(Path(name)))), given)
    except BadCard as error:
        console.fail(f"{name}: {error}")


def is_file(name: str) -> bool:
    """Whether this names a file with a card, whether there is such a file or not."""
    return name.lower().endswith(SUFFIX)


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            written_down = file.read(MOST_BYTES)
        if len(written_down) == MOST_BYTES:  # it may be cut within a letter, and is no text then
            raise BadCard(written.TOO_LONG)
        return written_down.decode("utf-16" if written_down.startswith(UTF_16) else "utf-8")
    except UnicodeDecodeError:
        console.fail(f"{path} is no text in UTF-8: open it in an editor and save it with that encoding.")
    except (OSError, ValueError) as error:
        raise StoreError(f"{path} cannot be read: {_why(error)}.") from None


def _why(error: OSError | ValueError) -> str:
    return reason(error) if isinstance(error, OSError) else str(error)
