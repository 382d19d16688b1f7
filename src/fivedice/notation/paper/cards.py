"""A score card as people say it: its boxes by name, or by place as in the exact form. Knows no seat."""

import re

from fivedice.games.scorecard import BOXES, YAHTZEE_BONUS, Card
from fivedice.notation.paper.figures import NUMBER, figures
from fivedice.notation.read import BadText
from fivedice.notation.write import NOTHING

OTHER_NAMES = {
    "aces": ("ace", "ones", "one"),
    "twos": ("two",),
    "threes": ("three",),
    "fours": ("four",),
    "fives": ("five",),
    "sixes": ("six",),
    "nulls": ("null",),
    "3-of-a-kind": ("three of a kind",),
    "4-of-a-kind": ("four of a kind",),
}
"""What boxes are called besides the name that is printed."""

_WORD = r"bonus(?:es)?\b"
_BONUSES = re.compile(
    rf"(?:(?<!\d)(?P<before>{NUMBER})\s*(?:yahtzee\s*)?{_WORD}(?!\s*[=:]?\s*\d)"
    rf"|(?:yahtzee\s*)?{_WORD}\s*[=:]?\s*(?P<after>{NUMBER}))",
    re.IGNORECASE,
)
_BY_PLACE = re.compile(r"[-\d\s,]*,[-\d\s,]*(?:\+\s*(?P<bonuses>\d+)\s*)?")


def card(text: str, boxes: tuple[str, ...]) -> Card:
    """One card: `fives=15, yahtzee=50, 2 bonuses`, or the thirteen boxes by place. Raises `BadText`."""
    by_place = _BY_PLACE.fullmatch(text)
    if by_place:
        return _by_place(text.partition("+")[0], by_place["bonuses"] or "0")
    bonuses = [int(found["before"] or found["after"]) for found in _BONUSES.finditer(text)]
    if len(bonuses) > 1:
        raise BadText("The Yahtzee bonuses are said twice.")
    held = figures("" if text.strip() == NOTHING else _BONUSES.sub(",", text), names(boxes), "box")
    return Card(tuple(map(held.get, range(len(boxes)))), _count(sum(bonuses)))


def names(boxes: tuple[str, ...]) -> dict[str, int]:
    """Every name that the boxes go by, with their places."""
    return {
        name: place
        for place, box in enumerate(boxes)
        for name in (box.replace("-", " "), *OTHER_NAMES.get(box, ()))
    }


def _count(bonuses: int) -> int:
    """The number of bonuses, also where their points are said."""
    return bonuses // YAHTZEE_BONUS if bonuses and bonuses % YAHTZEE_BONUS == 0 else bonuses


def _by_place(text: str, bonuses: str) -> Card:
    figures_in_order = [figure.strip() for figure in text.split(",")]
    if len(figures_in_order) != len(BOXES):
        raise BadText(f"A card has {len(BOXES)} boxes from Aces to Chance, not {len(figures_in_order)}.")
    if any(not re.fullmatch(rf"-|{NUMBER}|", figure) for figure in figures_in_order):
        raise BadText("A box of a card is a number, or '-' while it is open.")
    return Card(
        tuple(None if figure in ("", NOTHING) else int(figure) for figure in figures_in_order),
        int(bonuses[:9]),
    )
