"""A scripted player in the line mode."""

from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from pathlib import Path

from fivedice.match import match
from fivedice.match.setup import Setup, game_called
from fivedice.notation import record
from fivedice.runtime import chance
from fivedice.runtime.library import Library
from fivedice.runtime.store import Log
from fivedice.table.state import Throws
from fivedice.terminal import asking
from fivedice.terminal.dealing import LocalDice
from fivedice.terminal.local_sitting import LocalSitting
from fivedice.terminal.plain import PlainTable


class Lines:
    """A match in lines; answers come from an iterator."""

    def __init__(
        self, setup: Setup, folder: Path, answers: Iterator[str], *, manual: bool = False, width: int = 80
    ) -> None:
        """A new match, kept in a folder, with the same dice every time."""
        self.said: list[str] = []
        self.asked: list[str] = []
        self.hidden: list[bool] = []
        log = Log.create(folder, setup.game.name, record.header(setup))
        throws: Throws = "every" if manual else "none"
        dice = LocalDice(chance.seeded(5))
        self.sitting = LocalSitting(match.begin(setup), log, dice, Library(folder), throws)
        self._answers = answers
        self.table = PlainTable(self.sitting, "digits", self._ask, self.said.append, width)

    def play(self) -> bool:
        return self.table.play()

    def text(self) -> str:
        return "\n".join(self.said)

    def _ask(self, prompt: str, hidden: bool) -> str:
        self.asked.append(prompt)
        self.hidden.append(hidden)
        return next(self._answers)


def quits(
    answers: Iterable[str],
    folder: Path,
    setup: Setup | str = "traditional",
    *,
    manual: bool = False,
    faces: str = "digits",
) -> Lines:
    """Types these answers, then quits; a game alone is played by Ann."""
    setup = agreed(setup, "Ann") if isinstance(setup, str) else setup
    lines = Lines(setup, folder, chain(answers, repeat("quit")), manual=manual)
    lines.table.face_set = faces
    assert not lines.play()
    return lines


def agreed(game: str, seats: str, first: str = "0", **options: str) -> Setup:
    """A setup as the command line makes it, the first seat to start if no other is named."""
    return asking.agree(game_called(game, options), asking.players(seats), 1, first)
