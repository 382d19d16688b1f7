"""The lesson of the junior game: the wild face, and a place that is taken."""

from fivedice.lessons.script import Lesson, Step

LESSON = Lesson(
    "junior",
    (
        Step(
            "Collect dice with the same friend on them: the more, the better. You throw five dice, up to "
            "three times.",
            "throw 55163",
        ),
        Step(
            "Two Goofys, and Mickey, who is wild: he counts as anybody. That makes three. Hold on to "
            "them, and throw the others.",
            "keep 155, throw 53",
        ),
        Step("Another Goofy! One die is left to throw.", "keep 1555, throw 2"),
        Step(
            "Three Goofys and Mickey make four. So your token goes to column 4 of Goofy's row, and "
            "stays there to the end.",
            "use goofy, throw 33132, keep 1333, throw 6, keep 13336, use donald-duck",
            "Your token counts 4. Now it is Juno's turn: watch.",
        ),
        Step(
            "Juno has Donald with 4. The board is for both of you: nobody else can stand on that place now.",
            "throw 33136",
        ),
        Step(
            "Four again, with Mickey: but Juno stands there. So your Donald token goes to the next free "
            "place to the left, which counts 3. You could also throw on; let us take it.",
            "keep 13336, use donald-duck",
        ),
    ),
    "Each friend counts once for you. Two players have five turns each, three have four, four have three. "
    "Then add up your columns: the most win.",
    ("greedy",),
)
