"""The lessons of the five games, and one for any score card that has a box for fours, in its own words."""

from fivedice.cards.boxes import Box, paid
from fivedice.cards.scorecard import ScoreCard, Section
from fivedice.core.rules import Game, title
from fivedice.games.cardgame import card_of
from fivedice.games.pages.owncard import COUNTS, in_words
from fivedice.games.thirteen import BONUS, GOAL
from fivedice.lessons.script import Lesson, Step

_TRADITIONAL = Lesson(
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
"""A turn with all three throws, and one that ends early."""

_CHALLENGE = Lesson(
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
"""One round, in which the same dice become two different hands."""

_SHOWDOWN = Lesson(
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
"""A card is placed, another player's card is stolen."""

_PIECEPACK = Lesson(
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
"""What its odd dice count."""

_JUNIOR = Lesson(
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
"""The wild face, and a place that is taken."""

LESSONS = {lesson.game: lesson for lesson in (_TRADITIONAL, _CHALLENGE, _SHOWDOWN, _PIECEPACK, _JUNIOR)}


# --- Score cards -------------------------------------------------------------------------------------------


WANTED = 4
SIXES = {"2 alike": (1, 4, 5, 6, 6), "3 alike": (4, 5, 6, 6, 6), "4 alike": (5, 6, 6, 6, 6)}
"""The throw for a box with this need."""


def lesson(game: Game) -> Lesson | None:
    """A turn that ends in fours, then one with dice alike; None without a box for fours."""
    card = card_of(game)
    box = next((box for box in card.boxes if _is_wanted(box)), None) if card else None
    if card is None or box is None:
        return None
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
            *_alike(card),
        ),
        f"After {count} turns every box is filled, and the most points win. When nothing fits, a box is "
        "given a zero. What each box asks for stands in the rules.",
    )


def _is_wanted(box: Box) -> bool:
    return box.face == WANTED and box.pays == "these dice"


def _alike(card: ScoreCard) -> tuple[Step, ...]:
    """A second turn, for the first box that needs dice alike."""
    box = next((box for box in card.boxes if box.needs in SIXES and paid(box, SIXES[box.needs])), None)
    if box is None:
        return ()
    dice = "".join(map(str, SIXES[box.needs]))
    bonus = next((_reached(one) for one in card.sections if one.bonus), "The box is filled for good.")
    return (
        Step(f"{bonus} Now your next turn.", f"throw {dice[::2]}{dice[1::2]}"),
        Step(
            f"{COUNTS[dice.count('6')].capitalize()} sixes at once. You could throw on; let us take "
            f"{title(box.name)}: {in_words(box)}.",
            f"keep {dice}, use {box.name}",
        ),
    )


def _reached(section: Section) -> str:
    first, last = (title(section.boxes[at].name) for at in (0, -1))
    where = f"the boxes from {first} to {last}" if first != last else first
    return f"Reach {section.goal} points in {where}, and {section.bonus} more are yours."
