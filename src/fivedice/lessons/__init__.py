"""Lessons: the first turn or two of each game, from games.toml, or made for cards with a box for fours."""

import tomllib
from importlib.resources import files

import msgspec
from msgspec.structs import replace

from fivedice.cards.boxes import paid
from fivedice.cards.scorecard import ScoreCard, Section
from fivedice.core.rules import Game
from fivedice.games.cardgame import card_of
from fivedice.games.pages.owncard import in_words
from fivedice.language import mark, sentences, tr
from fivedice.lessons.script import Lesson, LessonStep

_TEXT = files(__package__).joinpath("games.toml").read_text("utf-8")
LESSONS = {one.game: one for one in msgspec.convert(tomllib.loads(_TEXT)["lessons"], list[Lesson])}
"""The lessons in English, with places for the bonus."""

WANTED = 4
SIXES = {"2 alike": (1, 4, 5, 6, 6), "3 alike": (4, 5, 6, 6, 6), "4 alike": (5, 6, 6, 6, 6)}
"""A throw that fills a box, by the need of the box."""
AT_ONCE = {
    "2 alike": mark("Two sixes at once. You could throw again, but let us take {box}: {needs}."),
    "3 alike": mark("Three sixes at once. You could throw again, but let us take {box}: {needs}."),
    "4 alike": mark("Four sixes at once. You could throw again, but let us take {box}: {needs}."),
}


def of(game: Game) -> Lesson | None:
    """The game's own lesson, or a generated one for a score card with a box for fours."""
    lesson = LESSONS.get(game.name)
    return _in_language(lesson, game) if lesson else _of_card(game)


def _in_language(lesson: Lesson, game: Game) -> Lesson:
    card = card_of(game)
    values = {"goal": card.sections[0].goal, "bonus": card.sections[0].bonus} if card else {}
    steps = (
        replace(step, caption=tr(step.caption, **values), meanwhile=step.meanwhile and tr(step.meanwhile))
        for step in lesson.steps
    )
    return replace(lesson, steps=tuple(steps), ending=tr(lesson.ending))


def _of_card(game: Game) -> Lesson | None:
    """A turn that ends in fours, then one with dice alike; None without a box for fours."""
    card = card_of(game)
    fours = (box for box in card.boxes if box.face == WANTED and box.pays == "these dice") if card else ()
    box = next(iter(fours), None)
    if card is None or box is None:
        return None
    count = len(card.names)
    begin = mark("In a turn you throw five dice, up to three times. What they show at the end earns points.")
    two = mark("Two fours! Keep them, and throw only the others again.")
    three = mark("Now there are three. The fours that you keep stay where they are.")
    fill = mark(
        "Your card has {count} boxes, and every turn fills one. The numbers show what these dice would earn "
        "in each. In {box} every four counts."
    )
    end = mark(
        "After {count} turns every box is filled, and the most points win. When nothing fits, you put a zero "
        "in a box. The rules say what each box needs."
    )
    steps = (
        LessonStep(tr(begin), "throw 41462"),
        LessonStep(tr(two), "keep 44, throw 543"),
        LessonStep(tr(three), "keep 444, throw 42"),
        LessonStep(tr(fill, count=count, box=card.title(box.name)), f"use {box.name}"),
    )
    return Lesson(game.name, (*steps, *_alike(card)), tr(end, count=count))


def _alike(card: ScoreCard) -> tuple[LessonStep, ...]:
    """A second turn, for the first box that needs dice alike."""
    box = next((box for box in card.boxes if box.needs in SIXES and paid(box, SIXES[box.needs])), None)
    if box is None:
        return ()
    dice = "".join(map(str, SIXES[box.needs]))
    sums = (_bonus_sentence(one, card) for one in card.sections if one.bonus)
    bonus = next(sums, tr("The box stays filled."))
    at_once = tr(AT_ONCE[box.needs], box=card.title(box.name), needs=in_words(box))
    return (
        LessonStep(sentences(bonus, tr("Now your next turn.")), f"throw {dice[::2]}{dice[1::2]}"),
        LessonStep(at_once, f"keep {dice}, use {box.name}"),
    )


def _bonus_sentence(section: Section, card: ScoreCard) -> str:
    first, last = (card.title(section.boxes[at].name) for at in (0, -1))
    values = {"goal": section.goal, "bonus": section.bonus, "first": first, "last": last}
    if first == last:
        return tr("Reach {goal} points in {first}, and {bonus} more are yours.", **values)
    return tr(
        "Reach {goal} points in the boxes from {first} to {last}, and {bonus} more are yours.", **values
    )
