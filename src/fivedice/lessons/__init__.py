"""Lessons: for each game, the first turn or two, playable in a minute."""

from fivedice.core.rules import Game
from fivedice.lessons.games import LESSONS, lesson
from fivedice.lessons.script import Lesson


def of(game: Game) -> Lesson | None:
    """The game's own lesson, or one for any score card that has a box for fours."""
    return LESSONS.get(game.name) or lesson(game)
