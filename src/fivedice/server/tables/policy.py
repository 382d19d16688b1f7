"""The terms and names that this server allows at its tables."""

import errno
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from fivedice import bots
from fivedice.bots import personas
from fivedice.core.rules import Game, IllegalMove, quoted
from fivedice.language import mark, tr
from fivedice.match.match import EventMatch
from fivedice.match.setup import Setup
from fivedice.match.state import State
from fivedice.names import resembles
from fivedice.runtime.library import check_bots
from fivedice.runtime.store import HostError, StoreError, printable, reason
from fivedice.table.seating import check_person
from fivedice.table.terms import (
    Terms,
    alone_on_same_dice,
    check_terms,
    expected_setup,
    from_here,
    on_same_dice,
)

log = logging.getLogger(__name__)
NO_OWN_CARDS = mark("This server does not allow your own cards; its host can allow them with --own-cards.")
STRONG, UNKNOWING = "expert", "greedy"
"""The bots that take the other seats when a match is continued: for solved games, and for others."""
COMMENT = re.compile(r"(^|\s)#.*")


def read_names(file: Path) -> list[str]:
    """The names and patterns of a list, without comments. Raises `StoreError`."""
    try:
        if file.exists() and not file.is_file():  # a pipe would stop the server until somebody writes to it
            raise OSError(errno.EINVAL, "it is not a file")
        lines = file.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = reason(error) if isinstance(error, OSError) else "it is not UTF-8 text"
        raise HostError(f"The list of refused names {printable(file)} cannot be read: {why}.") from None
    return [name for line in lines if (name := COMMENT.sub("", line).strip())]


class RefusedNames:
    """The names that nobody may take, from a `file` that is read again when it changes."""

    def __init__(self, file: str = "") -> None:
        self._file = Path(file) if file else None
        self._is_refused, self._problem = resembles(()), ""
        self._version: tuple[int, int] | None = (0, 0)

    def check(self, name: str) -> None:
        """Raises `IllegalMove` for a refused name."""
        if self._file:
            self._renew(self._file)
        if self._is_refused(name):
            refuses = mark("The host of this server refuses the name {name}; please choose another one.")
            raise IllegalMove(tr(refuses, name=quoted(name)))

    def _renew(self, file: Path) -> None:
        """Reads a changed list. If it cannot be read, keeps the old list and logs the error once."""
        try:
            version = _version(file)
            if version != self._version:
                self._is_refused, self._version = resembles(read_names(file)), version
            self._problem = ""
        except StoreError as error:
            if self._problem != str(error):
                log.error("%s The previous list stays in effect.", error)
            self._problem = str(error)


def _version(file: Path) -> tuple[int, int] | None:
    """The time and size of a file, which change with its contents; None if there is no such file."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


class TablePolicy(Struct, frozen=True):
    """The terms and names that the host allows."""

    own_cards: bool = False
    refused: RefusedNames = RefusedNames()

    def check_name(self, name: str) -> None:
        """Raises `IllegalMove` for a name that the host refuses or that a person may not take."""
        check_person(name)
        self.refused.check(name)

    def check(self, terms: Terms) -> None:
        """Raises `IllegalMove` for terms that this server refuses or that allow no match."""
        self.check_game(terms.rules())
        check_terms(terms)
        _check_bots(expected_setup(terms))

    def from_here(self, state: State, seat: int) -> Terms:
        """Terms to continue a match from `state` against the best available bot. Raises `IllegalMove`."""
        return _best(partial(from_here, state, seat))

    def on_same_dice(self, match: EventMatch, seat: int, code: str, *, alone: bool) -> Terms:
        """Terms to play the dice of a match again, with the same bots or alone. Raises `IllegalMove`."""
        if alone:
            return alone_on_same_dice(match, seat, code)
        return _best(lambda bot: on_same_dice(match.setup, seat, bot, code))

    def check_game(self, game: Game) -> None:
        """Raises `IllegalMove` for a player's own card if this server does not allow them."""
        if game.is_own_card:
            self.check_own_cards()

    def check_own_cards(self) -> None:
        """Raises `IllegalMove` if this server does not allow own cards; checked before one is read."""
        if not self.own_cards:
            raise IllegalMove(tr(NO_OWN_CARDS))

    def check_fill(self, terms: Terms, bot: str) -> None:
        """Raises `IllegalMove` for an unknown bot, or one that cannot play this game."""
        if bot:
            bots.check(bot)
        _check_bots(expected_setup(replace(terms, chairs=(bot,))))


def _best(terms: Callable[[str], Terms]) -> Terms:
    """The terms with the best bot that can play here."""
    strong = terms(STRONG)
    with suppress(IllegalMove):
        _check_bots(expected_setup(strong))
        return strong
    return terms(UNKNOWING)


def _check_bots(setup: Setup) -> None:
    """Raises `IllegalMove`, with the bot's table name, for a bot that cannot play this game."""
    check_bots(setup, lambda bot: personas.of(bot).name)
