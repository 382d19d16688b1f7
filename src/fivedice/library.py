"""The knowledge of every game, solved when first asked for and kept on disk. Solves nothing itself."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from fivedice.games import scorecard
from fivedice.games.challenge import Challenge
from fivedice.games.junior import Junior
from fivedice.games.piecepack import BOXES as PIECEPACK_BOXES
from fivedice.games.piecepack import Piecepack
from fivedice.games.scorecard import Joker
from fivedice.games.showdown import Showdown
from fivedice.games.traditional import Traditional
from fivedice.knowledge import Knowledge
from fivedice.rules import Game, IllegalMove

if TYPE_CHECKING:
    from fivedice.solve.distribution import Distribution
    from fivedice.solve.points import CardPoints
    from fivedice.solve.wins import CardWins

ScoreCards = Traditional | Challenge | Piecepack

Progress = Callable[[int, int], None]
"""Told how many of how many parts of a table are solved."""


class Size(Struct, frozen=True):
    """How many positions knowledge answers for from a table, and how many bytes that takes, if it has one."""

    positions: int | None
    memory: int | None


def size_of(knowledge: Knowledge) -> Size:
    """The size of what knowledge stands on: its `table`, or itself."""
    table = getattr(knowledge, "table", knowledge)
    return Size(getattr(table, "positions", None), getattr(table, "memory", None))


def check_spread(game: Game) -> None:
    """Raises `IllegalMove` for a game whose final total has no solved distribution: all but score cards."""
    if not isinstance(game, Traditional | Challenge | Piecepack):
        raise IllegalMove(
            f"How the final score comes out is not known for {game.name}, only for score cards."
        )


class Library:
    """Knowledge by game, seats and aim; each table is read or solved once."""

    def __init__(self, folder: Path, progress: Progress | None = None) -> None:
        """A library whose tables are kept in a folder."""
        self._folder = folder
        self._progress = progress
        self._known: dict[tuple[Game, int, str], Knowledge] = {}

    def __call__(self, game: Game, seats: int, aim: str) -> Knowledge:
        """The knowledge of a game. Raises `IllegalMove` for a game that nothing is known of."""
        wanted = (game, seats, "score" if seats == 1 else aim)
        if wanted not in self._known:
            self._known[wanted] = self._find(*wanted)
        return self._known[wanted]

    def distribution(self, game: Game) -> "tuple[tuple[str, ...], Distribution]":
        """The names of the boxes and how the final total comes out under best play; see `check_spread`."""
        check_spread(game)
        from fivedice.solve.distribution import load_or_work_out  # noqa: PLC0415 - loaded only where asked

        known = self._cards(cast(ScoreCards, game))
        return known.boxes, load_or_work_out(known.table, self._folder, progress=self._progress)

    def _find(self, game: Game, seats: int, aim: str) -> Knowledge:
        match game:
            case Traditional() | Challenge() | Piecepack():
                cards = self._cards(game)
                return self._card_wins(cards) if aim == "wins" else cards
            case Junior():
                return self._junior(seats, aim)
            case Showdown():
                return self._showdown(seats, aim)
        raise IllegalMove(f"Nothing is known of {game.name} yet, for {seats} seats and {aim}.")

    def _junior(self, seats: int, aim: str) -> Knowledge:
        from fivedice.solve import junior  # noqa: PLC0415 - loaded only where it is asked
        from fivedice.solve.own_columns import OwnColumns  # noqa: PLC0415

        if seats == 1 or aim == "wins":
            return junior.knowledge(seats, self._folder, self._progress)
        return OwnColumns(seats)

    def _showdown(self, seats: int, aim: str) -> Knowledge:
        from fivedice.solve import showdown  # noqa: PLC0415 - loaded only where it is asked

        try:
            return showdown.knowledge(seats, "wins" if aim == "wins" else "chips")
        except ValueError as error:
            raise IllegalMove(str(error)) from None

    def _cards(self, game: ScoreCards) -> "CardPoints":
        from fivedice.solve.cards import load_or_solve  # noqa: PLC0415 - loaded only where it is asked
        from fivedice.solve.points import CardPoints  # noqa: PLC0415

        joker: Joker = "none" if isinstance(game, Piecepack) else game.joker
        boxes = PIECEPACK_BOXES if isinstance(game, Piecepack) else scorecard.BOXES
        return CardPoints(load_or_solve(joker, self._folder, progress=self._progress), boxes)

    def _card_wins(self, cards: "CardPoints") -> "CardWins":
        from fivedice.solve.spread import load_or_work_out  # noqa: PLC0415 - loaded only where it is asked
        from fivedice.solve.wins import CardWins  # noqa: PLC0415

        spread = load_or_work_out(cards.table, self._folder, progress=self._progress)
        return CardWins(cards.table, spread, cards.boxes)
