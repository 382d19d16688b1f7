"""Solves the tables that the package contains and packs them: python -m research.ship_tables

Run this after any change to what solving gives; a test, tests/solve/test_tables.py, fails until you do.
"""

import tempfile
from pathlib import Path
from typing import NamedTuple

from fivedice.core.rules import Game
from fivedice.games.cardgame import card_of
from fivedice.match.setup import game_called
from fivedice.runtime.library import Library
from fivedice.solve.cards import remaining
from fivedice.solve.cards.table import file_of
from fivedice.solve.junior import exact, table
from fivedice.solve.kernel import tables


class Shipped(NamedTuple):
    """A game on a card whose solved table is in the package."""

    name: str
    options: dict[str, str]
    like: int | None
    """The place in `CARDS` of an earlier card with similar tables, if there is one."""

    @property
    def game(self) -> Game:
        """The game."""
        return game_called(self.name, self.options)


CARDS = (
    Shipped("traditional", {}, None),
    Shipped("piecepack", {}, None),
    Shipped("traditional", {"joker": "free"}, 0),
    Shipped("kniffel", {}, 1),
    Shipped("yams", {}, 2),
    Shipped("yacht", {}, None),
    Shipped("yatzy", {}, None),
)
SEATS = 2
"""The number of players for junior's shipped chances; a card's chances fit any number."""


def file_for(number: int, what: str, folder: Path) -> Path:
    """The file of a solved table for the card at this place of `CARDS`."""
    card = card_of(CARDS[number].game)
    assert card is not None
    return file_of(card, what, folder)


def main() -> None:
    """Solves and packs the tables, and prints the bytes of each."""
    with tempfile.TemporaryDirectory() as nowhere:
        folder = Path(nowhere)
        library, packed = Library(folder, shipped=False), 0
        for number, card in enumerate(CARDS):
            library.distribution(card.game)
            library(card.game, SEATS, "wins")
            for what in ("worths", remaining.FILE):
                like = "" if card.like is None else file_for(card.like, what, folder).name
                packed += _told(card.game, tables.pack(file_for(number, what, folder), like))
            packed += _told(card.game, tables.pack(file_for(number, "totals", folder)))
        junior = game_called("junior", {})
        library(junior, SEATS, "wins")
        packed += _told(junior, tables.pack(exact.file_of(SEATS, folder)))
        for name, to_win in ((table.TO_WIN, True), (table.FOR_COLUMNS, False)):
            tables.write(folder / name, "", table.three_to_ship(to_win=to_win))
            packed += _told(junior, tables.pack(folder / name))
        print(f"{packed:>10,} bytes in all")


def _told(game: Game, size: int) -> int:
    print(f"{size:>10,} {game.title}", flush=True)
    return size


if __name__ == "__main__":
    main()
