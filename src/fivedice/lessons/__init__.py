"""Lessons: for each game, the first turn or two, playable in a minute.

The lessons of the five games are in games.toml. Other score cards with a box for fours get a generated one.
"""

import tomllib
from importlib.resources import files

import msgspec
from msgspec.structs import replace

from fivedice.cards.boxes import Box, paid
from fivedice.cards.scorecard import ScoreCard, Section
from fivedice.core.rules import Game, title
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.games.pages.owncard import COUNTS, in_words
from fivedice.lessons.script import Lesson, LessonStep


def _lessons() -> dict[str, Lesson]:
    written = tomllib.loads(files(__package__).joinpath("games.toml").read_text("utf-8"))
    return {
        lesson.game: replace(lesson, steps=tuple(_with_bonus(lesson.game, step) for step in lesson.steps))
        for lesson in msgspec.convert(written["lessons"], list[Lesson])
    }


def _with_bonus(game: str, step: LessonStep) -> LessonStep:
    card = card_of(GAMES[game])
    if card is None:
        return step
    upper = card.sections[0]
    caption = step.caption.replace("{goal}", str(upper.goal)).replace("{bonus}", str(upper.bonus))
    return replace(step, caption=caption)


LESSONS = _lessons()

WANTED = 4
SIXES = {"2 alike": (1, 4, 5, 6, 6), "3 alike": (4, 5, 6, 6, 6), "4 alike": (5, 6, 6, 6, 6)}
"""A throw that fills a box, by the need of the box."""


def of(game: Game) -> Lesson | None:
    """The game's own lesson, or a generated one for a score card with a box for fours."""
    return LESSONS.get(game.name) or _of_card(game)


def _of_card(game: Game) -> Lesson | None:
    """A turn that ends in fours, then one with dice alike; None without a box for fours."""
    card = card_of(game)
    box = next((box for box in card.boxes if _is_wanted(box)), None) if card else None
    if card is None or box is None:
        return None
    count = len(card.names)
    return Lesson(
        game.name,
        (
            LessonStep(
                "In a turn you throw five dice, up to three times. What they show at the end earns points.",
                "throw 41462",
            ),
            LessonStep("Two fours! Set them aside, and throw only the others again.", "keep 44, throw 543"),
            LessonStep(
                "Now there are three. The fours that you set aside stay where they are.",
                "keep 444, throw 42",
            ),
            LessonStep(
                f"Your card has {count} boxes, and every turn fills one. The numbers show what these dice "
                f"would earn in each. In {title(box.name)} every four counts.",
                f"use {box.name}",
            ),
            *_alike(card),
        ),
        f"After {count} turns every box is filled, and the most points win. When nothing fits, you "
        "put a zero in a box. The rules say what each box needs.",
    )


def _is_wanted(box: Box) -> bool:
    return box.face == WANTED and box.pays == "these dice"


def _alike(card: ScoreCard) -> tuple[LessonStep, ...]:
    """A second turn, for the first box that needs dice alike."""
    box = next((box for box in card.boxes if box.needs in SIXES and paid(box, SIXES[box.needs])), None)
    if box is None:
        return ()
    dice = "".join(map(str, SIXES[box.needs]))
    bonus = next((_reached(one) for one in card.sections if one.bonus), "The box stays filled.")
    return (
        LessonStep(f"{bonus} Now your next turn.", f"throw {dice[::2]}{dice[1::2]}"),
        LessonStep(
            f"{COUNTS[dice.count('6')].capitalize()} sixes at once. You could throw again, but let us take "
            f"{title(box.name)}: {in_words(box)}.",
            f"keep {dice}, use {box.name}",
        ),
    )


def _reached(section: Section) -> str:
    first, last = (title(section.boxes[at].name) for at in (0, -1))
    where = f"the boxes from {first} to {last}" if first != last else first
    return f"Reach {section.goal} points in {where}, and {section.bonus} more are yours."
