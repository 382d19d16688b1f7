"""Solves the tables that the package contains and packs them.

Run: python -m research.ship_tables [GAME ...]

`make tables` runs this and everything else that follows from the values of a game. Run it after any change to
what solving gives; a test, tests/solve/test_tables.py, fails until you do.
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fivedice.core.rules import Game
from fivedice.core.worth import Worth
from fivedice.games.cardgame import card_of
from fivedice.games.junior import Junior
from fivedice.match.setup import game_called
from fivedice.runtime.library import Library
from fivedice.solve.cards import remaining
from fivedice.solve.cards.table import file_of
from fivedice.solve.junior import exact, table
from fivedice.solve.junior.board import key_of, layout
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
    Shipped("yacht-dice", {}, None),
)
FILES = ("worths", remaining.FILE, "totals")
"""What is stored of a card."""
SEATS = 2
"""The number of players for junior's shipped chances; a card's chances fit any number."""


FINE = 2.0**32
"""The denominator of worths of junior with three seats: they are 1.2e-10 off at most, and compress well."""


def file_for(number: int, what: str, folder: Path) -> Path:
    """The file of a solved table for the card at this place of `CARDS`."""
    card = card_of(CARDS[number].game)
    assert card is not None
    return file_of(card, what, folder)


def chosen(games: Sequence[str]) -> list[int]:
    """The places in `CARDS` of these games, and of cards that are stored as the difference from one of them;
    without games, of all.
    """
    places = list[int]()
    for number, card in enumerate(CARDS):
        if not games or card.name in games or card.like in places:
            places.append(number)
    return places


def main() -> None:
    """Solves and packs the tables of all games or of some, and prints the bytes of each."""
    games = sys.argv[1:]
    with tempfile.TemporaryDirectory() as nowhere:
        folder = Path(nowhere)
        library = Library(folder, shipped=False)
        for number in chosen(games):
            _ship_card(number, library, folder)
        if not games or "junior" in games:
            _ship_junior(library, folder)
        _delete_others(folder)
    print(f"{sum(path.stat().st_size for path in tables.SHIPPED.iterdir()):>10,} bytes in all")


def _ship_card(number: int, library: Library, folder: Path) -> None:
    card = CARDS[number]
    library.distribution(card.game)
    library(card.game, SEATS, "wins")
    for what in FILES:
        like = "" if card.like is None or what == "totals" else file_for(card.like, what, folder).name
        _tell(card.game, tables.pack(file_for(number, what, folder), like))


def _ship_junior(library: Library, folder: Path) -> None:
    junior = game_called("junior", {})
    library(junior, SEATS, "wins")
    _tell(junior, tables.pack(exact.file_of(SEATS, folder)))
    for name, to_win in ((table.TO_WIN, True), (table.FOR_COLUMNS, False)):
        tables.write(folder / name, "", _junior_of_three(to_win=to_win))
        _tell(junior, tables.pack(folder / name))


def _delete_others(folder: Path) -> None:
    """Deletes the packed tables of cards that have changed, whose files have other names now."""
    kept = {file_for(number, what, folder).name for number in range(len(CARDS)) for what in FILES}
    for path in tables.SHIPPED.glob(f"{tables.OF_CARDS}{tables.PACKED}"):
        if path.name.removesuffix(tables.PACKED) not in kept:
            path.unlink()


def _tell(game: Game, size: int) -> None:
    print(f"{size:>10,} {game.title}", flush=True)


def _junior_of_three(*, to_win: bool) -> Worth:
    """The table of the first turns of junior with three seats."""
    if to_win:
        start = np.array([key_of(Junior().start(table.THREE, 0))])
        levels = table.solve_compiled(start, 0, table.SHIPPED_TURNS)
        solved = table.of_levels(layout(table.THREE), levels)
    else:
        solved = table.three_for_columns(whole=True)
    keys, worths = table.as_numbers(solved)[:, :1], solved.worth[:, : table.THREE - to_win]
    return np.column_stack([keys, np.round(worths * FINE) / FINE])


if __name__ == "__main__":
    main()
