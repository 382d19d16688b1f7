"""Lessons: for each game, the first turn or two, playable in a minute."""

from fivedice.core.rules import Game
from fivedice.lessons import challenge, general, junior, piecepack, showdown, traditional
from fivedice.lessons.script import Lesson

_OWN: dict[str, Lesson] = {
    one.LESSON.game: one.LESSON for one in (traditional, challenge, showdown, piecepack, junior)
}


def of(game: Game) -> Lesson | None:
    """The lesson of a game: its own, or that of all score cards, if any fits."""
    return _OWN.get(game.name) or general.lesson(game)
