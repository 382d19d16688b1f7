"""The lesson of the challenge game: one round, in which the same dice become two different hands."""

from fivedice.lessons.script import Lesson, Step

LESSON = Lesson(
    "challenge",
    (
        Step(
            "Here everybody plays at the same time, with the same dice. So nobody is luckier: the better "
            "choice wins. You throw for both.",
            "throw 23356",
        ),
        Step(
            "You and Juno both have these five. What each of you holds on to is a secret. You need only a "
            "four for five in a row.",
            "0 keep 2356, 1 keep 33, throw 4, throw 31",
            "Now both choices are turned over. You both take the first new die; Juno, who has more room, "
            "also takes the next ones.",
        ),
        Step(
            "The four came, and both of you have it: your row is complete! Juno held on to the threes, has "
            "three of them now, and may throw again. You are happy with yours.",
            "0 keep 23456, 1 keep 333, throw 32",
            "Juno throws for two more threes.",
        ),
        Step(
            "Your card has thirteen boxes, and every round fills one. Which one you take is a secret too, "
            "until both have chosen.",
            "0 use large-straight, 1 use 4-of-a-kind",
            "Both boxes are shown at the same moment.",
        ),
    ),
    "The same dice: 40 points for you, 14 for Juno. One choice made all the difference. After thirteen "
    "rounds the most points win.",
    ("greedy",),
)
