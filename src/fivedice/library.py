"""The knowledge of every game, solved when first asked for and kept on disk. Solves nothing itself."""

from collections.abc import Callable
from pathlib import Path

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

Progress = Callable[[int, int], None]
"""Told how many of how many parts of a table are solved."""


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

    def _find(self, game: Game, seats: int, aim: str) -> Knowledge:
        match game:
            case Traditional() | Challenge():
                return self._cards(game.joker, scorecard.BOXES)
            case Piecepack():
                return self._cards("none", PIECEPACK_BOXES)
            case Junior() | Showdown():
                pass
        raise IllegalMove(f"Nothing is known of {game.name} yet, for {seats} seats and {aim}.")

    def _cards(self, joker: Joker, boxes: tuple[str, ...]) -> Knowledge:
        from fivedice.solve.cards import load_or_solve  # noqa: PLC0415 - loaded only where it is asked
        from fivedice.solve.points import CardPoints  # noqa: PLC0415

        return CardPoints(load_or_solve(joker, self._folder, progress=self._progress), boxes)
