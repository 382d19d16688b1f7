"""Rules pages: a Markdown file for each game, and the parts that several games share.

The line mode prints a page as it is. So lines are short, and the only markup is headings, lists and the names
that players type. These names are in the last section, which the browser leaves out.
"""

from importlib.resources import files
from textwrap import fill

from fivedice.cards.boxes import ZERO
from fivedice.cards.scorecard import Section
from fivedice.core.rules import title
from fivedice.games import thirteen

LONGEST_LINE = 79
TYPING = "## At the terminal"
"""The heading of the last section: what to type."""

THE_TURN = """\
## Your turn

You throw five dice, at most three times.

1. Throw all five.
2. Keep any of them, all or none, and throw the rest.
3. Keep any of them again and throw the rest. You may also throw dice that you
   kept before.

You may stop after any throw by keeping all five. You need not say beforehand
what you are trying for; only the final dice count.
"""


def boxes(first: str = "Aces: the sum of the ones", sixth: str = "Sixes: the sum of the sixes") -> str:
    """The pay of the thirteen boxes; the first and sixth differ in piecepack."""
    return f"""\
## The thirteen boxes

Upper Section:

- {first}
- Twos: the sum of the twos
- Threes: the sum of the threes
- Fours: the sum of the fours
- Fives: the sum of the fives
- {sixth}

Lower Section:

- 3 of a Kind: at least three dice alike pay the total of all five dice
- 4 of a Kind: at least four alike pay the total of all five dice
- Full House: three of one number and two of another pay 25
- Small Straight: four numbers in a row, anywhere among the dice, pay 30
- Large Straight: five numbers in a row pay 40
- YAHTZEE: five alike pay 50
- Chance: any dice pay their total
"""


THIRTEEN = boxes()

FILLING_ANY = """\
## Filling a box

Your final dice fill exactly one box that is still open. You choose the order,
and no box is used twice. If your dice do not make what the box needs, it gets
a zero.

You may also choose a zero in any box that you may fill now, even in one where
the dice would score."""

FILLING = f"""\
{FILLING_ANY} A box that counts one number always takes all its
dice; you cannot count fewer.
"""

UPPER_BONUS = """\
## The Upper bonus

With {upper.goal} points or more in the six upper boxes, you get {upper.bonus} more. Three dice of
every number make exactly 63; a high box can make up for a low one.
"""

JOKER = """\
## More than one Yahtzee

A Yahtzee is five alike. While your YAHTZEE box is open, it is a roll like any
other: it pays 50 there, or what another open box pays for it. It is then not a
Full House, because a second number is missing, and not a straight; both pay 0.

Once your YAHTZEE box is filled, two things can happen.

The Yahtzee bonus: if that box holds 50, every further Yahtzee earns 100
points on top, as often as you like. If it holds a zero there is no bonus.
Only the final dice of a turn earn it, not five alike that you broke up.

The Joker rules apply with 50 and with zero alike:

1. If the upper box of that number is open, you must fill it.
2. If not, fill any open lower box. There the Joker pays in full: Full House
   25, Small Straight 30, Large Straight 40; 3 of a Kind, 4 of a Kind and
   Chance the total. A zero by choice is possible in each of them too.
3. If no lower box is open either, put a zero in any open upper box.

Step 1 names the box, so you cannot choose a zero instead.

For example, you throw five fours, your Fours box is filled and your YAHTZEE
box holds a zero. You may take 40 in Large Straight, but you do not get the
100. With 50 in the YAHTZEE box, the same turn would be worth 140.

## House option: the free Joker

You may agree on this rule before the match. Once your YAHTZEE box is filled, a
further Yahtzee may fill any open box. It pays as a Joker in the lower boxes
only if the upper box of its number is filled; otherwise it pays 0 in Full
House and the straights. The bonus of 100 is the same.
"""

TYPED_JOKER = "Set `joker=free` for the free Joker, `joker=forced` for the usual one."

SHARED_WIN = """\
- Equal totals share the win.
"""

HIGHEST_ROLL = """\
For the highest roll each player throws five dice, and the highest total
starts. Those who tie for highest throw again among themselves until one leads.
"""


def chosen_start() -> str:
    """The section on who starts, for games where the group may choose."""
    return f"""\
## Who starts

The group chooses who starts; otherwise it is the first seat. You can also have
a seat drawn at random, or play for the highest roll.

{HIGHEST_ROLL}
After that the turns pass to the left.
"""


ON_SCREEN = "If a player leaves"
"""The heading of what only matters where a program keeps the score."""
AWAY = f"""\
## {ON_SCREEN}

If a player leaves or runs out of time, the game plays for them until they are
back, so that nobody has to wait:

- It keeps all dice as they fall.
"""

AWAY_WITH_A_CARD = f"""\
{AWAY}- It then fills the box that pays the most points, or the first of equals on
  the card.
"""


def typing(*sentences: str) -> str:
    """The section on what to type."""
    lines = (
        fill(f"- {one}", LONGEST_LINE, subsequent_indent="  ", break_on_hyphens=False) for one in sentences
    )
    return "\n".join([TYPING, "", *lines, ""])


def typed_boxes(box: str) -> tuple[str, str]:
    """How to type a box and a zero in it, with this example."""
    hyphens = " with hyphens" if "-" in box else ""
    return (
        f"Type a box in small letters{hyphens}, such as `{box}`.",
        f"Type `{ZERO}{box}` to choose a zero in {title(box)}.",
    )


TYPED_BOXES = typed_boxes("full-house")


PARTS = {
    "the_turn": THE_TURN,
    "filling": FILLING,
    "joker": JOKER,
    "shared_win": SHARED_WIN,
    "highest_roll": HIGHEST_ROLL,
    "chosen_start": chosen_start(),
    "away": AWAY,
    "away_with_a_card": AWAY_WITH_A_CARD,
}
"""The parts that Markdown files insert by name in braces."""


def page(
    name: str, *typed: str, boxes: str = THIRTEEN, upper: Section = thirteen.CARDS["forced"].sections[0]
) -> str:
    """The rules of a game from its Markdown file; `typed` has the sentences on what to type, and the bonus is
    that of `upper`.
    """
    text = files(__package__).joinpath(f"{name}.md").read_text("utf-8").removesuffix("\n")
    bonus = UPPER_BONUS.format(upper=upper)
    return text.format(**PARTS, boxes=boxes, upper_bonus=bonus, typing=typing(*typed))


def without_typing(rules: str) -> str:
    """The page without its last section, for the browser."""
    return rules.partition(TYPING)[0]
