"""How many score cards there are to solve, counted by walking from the empty card with the game's own rules.

A card for solving is the set of its filled boxes, its Upper total (64 of them: 63 stands for 63 and more, as
nothing beyond it matters) and whether the YAHTZEE box holds 50 or a zero. Counted are the cards before every
turn and the full ones after the last: from 0 to 13 filled boxes, together the published 536,448; without the
128 full ones there would be 536,320.
"""

from collections import defaultdict
from functools import reduce
from operator import or_

import pytest

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS, YAHTZEES
from tests.thirteen import FORCED, READINGS, UPPER, UPPER_BOXES, UPPER_GOAL, YAHTZEE

BY_FILLED_BOXES = [
    *(1, 44, 711, 5178, 21377, 56283, 100619),
    *(126219, 112596, 71237, 31322, 9135, 1598, 128),
]
"""How many cards have 0, 1, … 13 filled boxes."""

Shape = tuple[frozenset[int], bool]
"""The filled boxes, and whether the YAHTZEE box holds 50. Its Upper totals are bits of a number."""

BELOW_GOAL = (1 << UPPER_GOAL) - 1
ORDINARY = [roll for roll in ROLLS if roll not in YAHTZEES]
GAINS = {
    box: {0} | {filling.scoring(FORCED).points[roll][box] for roll in ORDINARY if box in UPPER_BOXES}
    for box in range(13)
}
"""What a box may add to the Upper total with any roll but a Yahtzee; a zero may be chosen."""


def plain_card(shape: Shape) -> Card:
    """A card of this shape; zeros stand in its boxes, as their points do not matter here."""
    filled, fifty = shape
    boxes = [0 if box in filled else None for box in range(13)]
    return Card((*boxes[:YAHTZEE], 50 if fifty else boxes[YAHTZEE], *boxes[YAHTZEE + 1 :]))


def steps(shape: Shape, form: ScoreCard) -> set[tuple[Shape, int]]:
    """The shapes that one turn can lead to, each with what it adds to the Upper total."""
    (filled, fifty), card = shape, plain_card(shape)
    found = {((filled | {box}, fifty), gain) for box in set(range(13)) - filled for gain in GAINS[box]}
    for roll in YAHTZEES:
        for box in filling.open_boxes(form, card, roll):
            after = filling.fill(form, card, box, roll)
            found.add(
                ((filled | {box}, after.boxes[YAHTZEE] == 50), filling.section_total(form, after, UPPER))
            )
    return found


def capped(totals: int) -> int:
    """Upper totals with all from 63 on as one."""
    return totals & BELOW_GOAL | bool(totals >> UPPER_GOAL) << UPPER_GOAL


def counts(form: ScoreCard) -> list[int]:
    """The number of cards that can come up, by the number of their filled boxes."""
    layer: dict[Shape, int] = {(frozenset(), False): 1}
    found = []
    for _ in range(14):
        found.append(sum(totals.bit_count() for totals in layer.values()))
        after: dict[Shape, list[int]] = defaultdict(list)
        for shape, totals in layer.items():
            for following, gain in steps(shape, form):
                after[following].append(capped(totals << gain))
        layer = {shape: reduce(or_, totals) for shape, totals in after.items()}
    return found


@pytest.mark.parametrize("form", READINGS.values(), ids=READINGS)
def test_the_reachable_cards_are_536448(form: ScoreCard) -> None:
    """The published number, box by box; no reading of the Joker opens or closes a card."""
    found = counts(form)
    assert found == BY_FILLED_BOXES
    assert sum(found) == 536_448
