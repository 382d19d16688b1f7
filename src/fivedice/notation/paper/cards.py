"""Parses a score card as people write it: boxes by name, or by place as in the exact form."""

import re

from fivedice.cards.boxes import Box, all_paid
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core import texts
from fivedice.core.rules import plain_letters, title
from fivedice.notation.paper.figures import NUMBER, called, figures
from fivedice.notation.read import BadText
from fivedice.notation.write import NOTHING

_BY_PLACE = re.compile(r"[-\d\s,]*,[-\d\s,]*(?:\+\s*(?P<bonuses>\d+)\s*)?")


def card(text: str, form: ScoreCard) -> Card:
    """One card: `fives=25, yahtzee=50, 1 bonus`, or all its boxes by place. Raises `BadText`."""
    by_place = _BY_PLACE.fullmatch(text)
    if by_place:
        return _by_place(text.partition("+")[0], by_place["bonuses"] or "0", form)
    said = _bonuses(form)
    bonuses = [int(match["before"] or match["after"]) for match in said.finditer(text)]
    if len(bonuses) > 1:
        raise BadText("The Yahtzee bonuses are said twice.")
    held = figures("" if text.strip() == NOTHING else said.sub(",", text), names(form.boxes), "box")
    return Card(tuple(map(held.get, range(len(form.boxes)))), _count(sum(bonuses), form))


def names(boxes: tuple[Box, ...]) -> dict[str, int]:
    """Every name that the boxes go by, with their places; a name of its own goes before any other."""
    own = {box.name.replace("-", " "): place for place, box in enumerate(boxes)}
    others = {name: place for place, box in enumerate(boxes) for name in texts.labels_of(box.name, box.face)}
    return {**own, **{name: place for name, place in others.items() if name not in own}}


def _bonuses(form: ScoreCard) -> re.Pattern[str]:
    """How further Yahtzees are said: by the word bonus, bare or after what the card calls them.

    Where a box is itself called by that word, they are said by the whole name.
    """
    own = form.further.box.replace("-", " ") if form.further else "yahtzee"
    name = rf"(?:{called({'yahtzee', own, plain_letters(own)})}\s*)"
    name += "" if any("bonus" in box for box in form.names) else "?"
    word = rf"{name}bonus(?:es)?\b"
    before, after = rf"(?<!\d)(?P<before>{NUMBER})\s*{word}(?!\s*[=:]?\s*\d)", rf"(?P<after>{NUMBER})"
    return re.compile(rf"(?:{before}|{word}\s*[=:]?\s*{after})", re.IGNORECASE)


def _count(bonuses: int, form: ScoreCard) -> int:
    """The number of bonuses, also where their points are said."""
    each = form.further.bonus if form.further else 0
    return bonuses // each if bonuses and each and bonuses % each == 0 else bonuses


def _by_place(text: str, bonuses: str, form: ScoreCard) -> Card:
    figures_in_order = [figure.strip() for figure in text.split(",")]
    boxes = form.names
    if len(figures_in_order) != len(boxes):
        ends = f"from {title(boxes[0])} to {title(boxes[-1])}"
        raise BadText(f"A card has {len(boxes)} boxes {ends}, not {len(figures_in_order)}.")
    if any(not re.fullmatch(rf"-|{NUMBER}|", figure) for figure in figures_in_order):
        raise BadText("A box of a card is a number, or '-' while it is open.")
    return Card(
        tuple(None if figure in ("", NOTHING) else int(figure) for figure in figures_in_order),
        int(bonuses[:9]),
    )


def example(form: ScoreCard) -> str:
    """What can be on a card: what its first and its last box may hold; at least one stays open."""
    ends = list(dict.fromkeys((form.boxes[0], form.boxes[-1])))[: len(form.boxes) - 1]
    return ", ".join(f"{box.name.replace('-', ' ')}={max(all_paid(box))}" for box in ends) or NOTHING
