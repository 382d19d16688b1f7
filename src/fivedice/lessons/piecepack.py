"""The lesson of the piecepack game: what its odd dice count."""

from fivedice.games.thirteen import BONUS, GOAL
from fivedice.lessons.script import Lesson, Step

LESSON = Lesson(
    "piecepack",
    (
        Step(
            "These dice are odd: in place of 1 there is an A, the ace, and in place of 6 an N, the null. "
            "In a turn you throw five of them, up to three times.",
            "throw 16236",
        ),
        Step(
            "Two nulls. They look like nothing and are the best there is: each counts 6. Hold on to them. "
            "The small suns and moons never matter.",
            "keep 66, throw 461",
        ),
        Step("Three nulls now. One more throw.", "keep 666, throw 25"),
        Step(
            "Your card has thirteen boxes, and every turn fills one. Its figures say what these dice would "
            "earn in each. In Nulls each null counts 6.",
            "use nulls",
        ),
        Step(
            f"Reach {GOAL} points in the upper boxes, and {BONUS} more are yours: the line there shows how "
            "far you are. Now your next turn.",
            "throw 31524",
        ),
        Step(
            "An ace counts 1, so ace 2 3 4 5 are five in a row: a Large Straight. No need to throw again.",
            "keep 12345, use large-straight",
        ),
    ),
    "After thirteen turns the most points win. When nothing fits, you cross a box out: it is given a zero.",
)
