"""The lesson of any score card that has a box for fours: one turn, told in the words of the card."""

from fivedice.cards.boxes import Box
from fivedice.games.cardgame import card_of
from fivedice.lessons.script import Lesson, Step
from fivedice.rules import Game, title

WANTED = 4


def lesson(game: Game) -> Lesson | None:
    """One turn that ends in fours, where a box counts them."""
    card = card_of(game)
    box = next((box for box in card.boxes if _is_wanted(box)), None) if card else None
    if card is None or box is None:
        return None
    goals = [section for section in card.sections if section.bonus]
    bonus = "".join(
        f"Reach {one.goal} points in the boxes of {one.title}, and {one.bonus} more are yours. "
        for one in goals[:1]
    )
    count = len(card.names)
    return Lesson(
        game.name,
        (
            Step(
                "In a turn you throw five dice, up to three times. What they show at the end earns points.",
                "throw 41462",
            ),
            Step("Two fours! Hold on to them, and throw only the others again.", "keep 44, throw 543"),
            Step(
                "Now there are three. The fours that you set aside stay where they are.",
                "keep 444, throw 42",
            ),
            Step(
                f"Your card has {count} boxes, and every turn fills one. Its figures say what these dice "
                f"would earn in each. In {title(box.name)} every four counts.",
                f"use {box.name}",
            ),
        ),
        f"{bonus}After {count} turns every box is filled, and the most points win. When nothing fits, a box "
        "is given a zero.",
    )


def _is_wanted(box: Box) -> bool:
    return box.face == WANTED and box.pays == "these dice"
