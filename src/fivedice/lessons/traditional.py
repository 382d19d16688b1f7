"""The lesson of the traditional game: a turn with all three throws, and one that ends early."""

from fivedice.games.thirteen import BONUS, GOAL
from fivedice.lessons.script import Lesson, Step

LESSON = Lesson(
    "traditional",
    (
        Step(
            "In a turn you throw five dice, up to three times. What they show at the end earns points.",
            "throw 41462",
        ),
        Step("Two fours! Hold on to them, and throw only the others again.", "keep 44, throw 543"),
        Step("Now there are three. The fours that you set aside stay where they are.", "keep 444, throw 42"),
        Step(
            "That was the third throw. Your card has thirteen boxes, and every turn fills one. Its figures "
            "say what these dice would earn in each. In Fours every four counts.",
            "use fours",
        ),
        Step(
            f"Below the upper boxes a line fills up: reach {GOAL} points there, and {BONUS} more are yours. "
            "Three dice of each number are just enough; you have four fours. Now your next turn.",
            "throw 25436",
        ),
        Step(
            "Five in a row at once: a Large Straight. You need not throw again; take it while it is there.",
            "keep 23456, use large-straight",
        ),
    ),
    "After thirteen turns the most points win. Five alike are a Yahtzee, 50 points. Another one later is a "
    "Joker: it may stand for a Full House or a Straight. And a box can be given a zero when nothing fits.",
)
