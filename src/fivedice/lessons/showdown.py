"""The lesson of showdown: a card is placed, another player's card is stolen."""

from fivedice.lessons.script import Lesson, Step

LESSON = Lesson(
    "showdown",
    (
        Step(
            "Your pawn runs round the board; your dice win cards for it. Every chip on a card of yours "
            "counts, and the most chips win. A turn begins with the red die.",
            "throw 3",
        ),
        Step(
            "The red die moved your pawn to an empty space. Here you may place any card from the middle that "
            "your dice can make.",
            "throw 55124",
        ),
        Step("Two fives. Hold on to them, and throw the others for more.", "keep 55, throw 516"),
        Step(
            "Three fives! The card Fives takes a chip for each of them. You could throw once more, but "
            "three are good.",
            "keep 15556, use place-fives, throw 2, throw 22334, keep 2233, throw 3, keep 22333, "
            "use place-full-house",
            "The card is yours, with three chips. Now it is Juno's turn: watch.",
        ),
        Step(
            "Juno made three of one number and two of another: a Full House, five chips. It lies three "
            "spaces before your pawn!",
            "throw 3",
        ),
        Step(
            "A three: you landed on Juno's card. Make the same with your dice, and it is yours.",
            "throw 46426",
        ),
        Step("Two pairs. One more four or six is all you need.", "keep 4466, throw 4"),
        Step(
            "A Full House! Juno takes the old chips back, and yours go on the card.",
            "keep 44466, use steal-full-house",
        ),
    ),
    "Corners are wild: from there you may place or steal any card. Once all twelve cards lie on the board, "
    "everybody has a last turn, in which a good thrower can steal card after card.",
    ("greedy",),
)
