"""Which cards can be reached, against all play on small cards."""

from itertools import product

import pytest

from fivedice.cards import filling, reached
from fivedice.cards.boxes import Box
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import Further, Joker, ScoreCard, Section
from fivedice.core.dice import FACES, YAHTZEES
from fivedice.core.rules import IllegalMove
from tests.rules.tables import card
from tests.thirteen import FORCED, FREE

ONES, SIXES = Box("ones", "face 1", "these dice"), Box("sixes", "face 6", "these dice")
HOUSE, FIVE, MORE = Box("house", "full house", 25), Box("five", "5 alike", 50), Box("more", "5 alike")
ROLLS = [*sorted(YAHTZEES), (1, 1, 2, 3, 4), (2, 2, 3, 6, 6), (2, 2, 3, 3, 3)]
"""Yahtzees, and a roll for each thing besides that the boxes may hold here."""


def holding_all(boxes: tuple[Box, ...], joker: Joker) -> ScoreCard:
    """A card of these boxes with a bonus of 100."""
    return ScoreCard((Section("All", boxes),), Further("five", 100, joker))


def played(form: ScoreCard) -> set[Card]:
    """All that play can make of an empty card with these rolls."""
    found, layer = set[Card](), {filling.empty(form)}
    while layer:
        found |= layer
        layer = {
            filling.book(form, before, roll, use.name)
            for before in layer
            for roll in ROLLS
            for use in (filling.uses(form, before, roll) if not filling.is_full(before) else ())
        }
    return found


def is_taken(form: ScoreCard, of: Card) -> bool:
    """Whether the entries are taken as ones that can be."""
    try:
        reached.check(form, of)
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("joker", ["none", "forced", "free"])
@pytest.mark.parametrize(
    "boxes",
    [
        (ONES, SIXES, HOUSE, FIVE),
        (ONES, HOUSE, FIVE, MORE),
        (ONES, SIXES, FIVE, MORE),
        (*(Box(f"face-{face}", f"face {face}", 10) for face in FACES[:4]), FIVE),
    ],
    ids=["two-numbers", "one-number", "none-but-fives", "no-others"],
)
def test_what_is_taken_is_all_that_play_can_lead_to(boxes: tuple[Box, ...], joker: Joker) -> None:
    form = holding_all(boxes, joker)
    found = played(form)
    values = [sorted({of.boxes[box] for of in found}, key=str) for box in range(len(boxes))]
    for held, bonuses in product(product(*values), range(len(boxes) + 1)):
        of = Card(held, bonuses)
        assert is_taken(form, of) == (of in found), of


@pytest.mark.parametrize(
    ("held", "forced", "free"),
    [
        ({"full-house": 25}, 0, 0),
        ({"aces": 3}, 0, 0),
        ({"aces": 5}, 1, 1),
        ({"aces": 3, "full-house": 25, "large-straight": 40}, 2, 2),
        ({"aces": 0, "full-house": 25}, 1, 2),
        ({"sixes": 0, "3-of-a-kind": 30, "4-of-a-kind": 30}, 2, 3),
        ({"fives": 15, "3-of-a-kind": 18, "small-straight": 30}, 1, 1),
        ({"fives": 15, "3-of-a-kind": 25, "small-straight": 30}, 2, 2),
        ({"fives": 25, "chance": 22}, 1, 1),
        ({}, 0, 0),
    ],
)
def test_a_further_yahtzee_has_filled_what_its_joker_may(
    held: dict[str, int], forced: int, free: int
) -> None:
    entries = card({"yahtzee": 50, **held})
    assert [reached.most_bonuses(form, entries) for form in (FORCED, FREE)] == [forced, free]


def test_the_sentence_says_how_many_there_can_be() -> None:
    with pytest.raises(
        IllegalMove,
        match=r"cannot have 1 Yahtzee bonus, 0 at the most: each .* can have filled by the forced Joker",
    ):
        reached.check(FORCED, card({"yahtzee": 50, "full-house": 25}, bonuses=1))
    with pytest.raises(IllegalMove, match="cannot have 2 Yahtzee bonuses, 1 at the most"):
        reached.check(FREE, card({"yahtzee": 50, "aces": 5}, bonuses=2))
