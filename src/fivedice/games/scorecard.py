"""The score card of thirteen boxes and what each box pays. Knows no seat, no turn and no match.

Two things differ from game to game and are arguments here: what a Yahtzee may do once the YAHTZEE box
is filled (`joker`), and the name of the sixth box.
"""

from functools import cache, lru_cache
from typing import Literal

from msgspec import Struct

from fivedice.dice import ROLLS, Dice
from fivedice.patterns import ALIKE, FULL_HOUSES, RUN, YAHTZEES
from fivedice.rules import IllegalMove, Use, title

UPPER = ("aces", "twos", "threes", "fours", "fives", "sixes")
LOWER = ("3-of-a-kind", "4-of-a-kind", "full-house", "small-straight", "large-straight", "yahtzee", "chance")
BOXES = UPPER + LOWER
UPPER_BOXES = range(6)
LOWER_BOXES = range(6, 13)
THREE_ALIKE, FOUR_ALIKE, FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, YAHTZEE, CHANCE = LOWER_BOXES

UPPER_GOAL, UPPER_BONUS = 63, 35
YAHTZEE_BONUS = 100

ZERO = "zero-"
"""Before the name of a box: a zero by choice."""

Joker = Literal["forced", "free", "none"]


class Card(Struct, frozen=True):
    """One player's boxes in the order of `BOXES` (None is open) and the Yahtzee bonuses earned."""

    boxes: tuple[int | None, ...] = (None,) * 13
    bonuses: int = 0


def points(box: int, roll: Dice) -> int:
    """What an ordinary roll pays in a box."""
    if box in UPPER_BOXES:
        return roll.count(box + 1) * (box + 1)
    fixed = {
        FULL_HOUSE: (25, roll in FULL_HOUSES),
        SMALL_STRAIGHT: (30, RUN[roll] >= 4),
        LARGE_STRAIGHT: (40, RUN[roll] == 5),
        YAHTZEE: (50, roll in YAHTZEES),
        THREE_ALIKE: (sum(roll), ALIKE[roll] >= 3),
        FOUR_ALIKE: (sum(roll), ALIKE[roll] >= 4),
        CHANCE: (sum(roll), True),
    }
    value, made = fixed[box]
    return value if made else 0


POINTS: dict[Dice, tuple[int, ...]] = {roll: tuple(points(box, roll) for box in range(13)) for roll in ROLLS}
"""For each roll what it pays in each of the thirteen boxes."""

JOKER_POINTS: dict[Dice, tuple[int, ...]] = {
    roll: (*POINTS[roll][:FULL_HOUSE], 25, 30, 40, *POINTS[roll][YAHTZEE:]) for roll in YAHTZEES
}
"""The same for a Yahtzee that counts as a Joker."""


def is_joker(card: Card, roll: Dice, joker: Joker) -> bool:
    """Whether the Joker rules bind: a Yahtzee is rolled and the YAHTZEE box is filled, if with a zero."""
    return roll in YAHTZEES and joker != "none" and card.boxes[YAHTZEE] is not None


def earns_bonus(card: Card, roll: Dice, joker: Joker) -> bool:
    """Whether the final dice earn the 100: a further Yahtzee after a 50 in the YAHTZEE box (R20)."""
    return joker != "none" and roll in YAHTZEES and card.boxes[YAHTZEE] == 50


BOX_POINTS: tuple[frozenset[int], ...] = tuple(
    frozenset({0, *(paid[box] for table in (POINTS, JOKER_POINTS) for paid in table.values())})
    for box in range(13)
)
"""All that can ever stand in each box."""


def check(card: Card, names: tuple[str, ...], joker: Joker) -> None:
    """Raises `IllegalMove` for a card that cannot be."""
    if len(card.boxes) != len(BOXES):
        raise IllegalMove(f"A card has {len(BOXES)} boxes, not {len(card.boxes)}.")
    for name, held, possible in zip(names, card.boxes, BOX_POINTS, strict=True):
        if held is not None and held not in possible:
            raise IllegalMove(f"{title(name)} can never hold {held}.")
    most = 0 if joker == "none" or card.boxes[YAHTZEE] != 50 else filled(card) - 1
    if not 0 <= card.bonuses <= most:
        why = "this game has none" if joker == "none" else "each needs 50 in the YAHTZEE box and one more box"
        raise IllegalMove(f"This card cannot have {card.bonuses} Yahtzee bonuses: {why}.")


def named_box(card: Card, roll: Dice, joker: Joker) -> int | None:
    """The Upper box that the forced Joker names, while it is open: then no other may be filled."""
    if joker != "forced" or not is_joker(card, roll, joker):
        return None
    box = roll[0] - 1
    return box if card.boxes[box] is None else None


def open_boxes(card: Card, roll: Dice, joker: Joker) -> tuple[int, ...]:
    """The boxes that may be filled with this roll, by the Joker rules where they bind."""
    vacant = tuple([box for box, filled in enumerate(card.boxes) if filled is None])
    if joker != "forced" or not is_joker(card, roll, joker):
        return vacant
    named = named_box(card, roll, joker)
    if named is not None:
        return (named,)
    return tuple([box for box in vacant if box in LOWER_BOXES]) or vacant


def box_points(card: Card, roll: Dice, joker: Joker) -> tuple[int, ...]:
    """What the roll pays in each box of this card, without bonuses.

    A Joker pays the full value of a Lower box once the Upper box of its number is filled.
    """
    if is_joker(card, roll, joker) and card.boxes[roll[0] - 1] is not None:
        return JOKER_POINTS[roll]
    return POINTS[roll]


@lru_cache(maxsize=1024)
def uses(card: Card, roll: Dice, joker: Joker, names: tuple[str, ...]) -> tuple[Use, ...]:
    """What may be booked, each with all that it adds to the card's total: every box that may be filled,
    then a zero by choice in those where the dice would score, save in one that the Joker names (R19).
    """
    pays = box_points(card, roll, joker)
    boxes = open_boxes(card, roll, joker)
    extra = YAHTZEE_BONUS if earns_bonus(card, roll, joker) else 0
    named = named_box(card, roll, joker)
    short = UPPER_GOAL - upper_total(card)
    scores = [
        _score(names, box, pays[box], extra, UPPER_BONUS if box < 6 and 0 < short <= pays[box] else 0)
        for box in boxes
    ]
    return (*scores, *[_zero(names, box, extra) for box in boxes if pays[box] and box != named])


@cache
def _score(names: tuple[str, ...], box: int, pays: int, yahtzee_bonus: int, upper_bonus: int) -> Use:
    notes = [f"with {yahtzee_bonus} Yahtzee bonus"] if yahtzee_bonus else []
    notes += [f"with {upper_bonus} Upper bonus"] if upper_bonus else []
    return Use(names[box], pays + yahtzee_bonus + upper_bonus, ", ".join(notes))


@cache
def _zero(names: tuple[str, ...], box: int, yahtzee_bonus: int) -> Use:
    note = f"with {yahtzee_bonus} Yahtzee bonus" if yahtzee_bonus else ""
    return Use(ZERO + names[box], yahtzee_bonus, note, waives=names[box])


def fill(card: Card, box: int, roll: Dice, joker: Joker, *, zero: bool = False) -> Card:
    """The card with this roll, or a zero by choice, booked in a box that may be filled."""
    pays = 0 if zero else box_points(card, roll, joker)[box]
    boxes = (*card.boxes[:box], pays, *card.boxes[box + 1 :])
    return Card(boxes, card.bonuses + earns_bonus(card, roll, joker))


def book(
    cards: tuple[Card, ...], seat: int, roll: Dice, use: str, joker: Joker, names: tuple[str, ...]
) -> tuple[Card, ...]:
    """All the cards with what one seat uses this roll for."""
    box = names.index(use.removeprefix(ZERO))
    card = fill(cards[seat], box, roll, joker, zero=use.startswith(ZERO))
    return (*cards[:seat], card, *cards[seat + 1 :])


def is_full(card: Card) -> bool:
    """Whether no box is open."""
    return None not in card.boxes


def filled(card: Card) -> int:
    """How many boxes are filled."""
    return len(card.boxes) - card.boxes.count(None)


def upper_total(card: Card) -> int:
    """The Upper Section without its bonus."""
    return sum(filter(None, card.boxes[:6]))


def upper_bonus(card: Card) -> int:
    """35 from 63 in the Upper Section."""
    return UPPER_BONUS if upper_total(card) >= UPPER_GOAL else 0


def lower_total(card: Card) -> int:
    """The Lower Section without Yahtzee bonuses."""
    return sum(filter(None, card.boxes[6:]))


def total(card: Card) -> int:
    """The grand total of the card."""
    return upper_total(card) + upper_bonus(card) + lower_total(card) + YAHTZEE_BONUS * card.bonuses


def rows(cards: tuple[Card, ...], names: tuple[str, ...], joker: Joker) -> tuple[tuple[str, ...], ...]:
    """The cards as the printed sheet shows them: a title and one text for each card, row by row."""

    def box_row(box: int) -> tuple[str, ...]:
        return (title(names[box]), *("" if c.boxes[box] is None else str(c.boxes[box]) for c in cards))

    bonus = ("Yahtzee Bonus", *(str(YAHTZEE_BONUS * c.bonuses) for c in cards))
    return (
        *map(box_row, UPPER_BOXES),
        ("Upper Total", *(str(upper_total(c)) for c in cards)),
        ("Bonus (35 at 63)", *(str(upper_bonus(c)) for c in cards)),
        *map(box_row, LOWER_BOXES),
        *(() if joker == "none" else (bonus,)),
        ("Total", *(str(total(c)) for c in cards)),
    )
