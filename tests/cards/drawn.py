"""Random score cards for hypothesis: few boxes, any needs, sections, bonuses and further Yahtzees."""

from typing import get_args

from hypothesis import strategies as st

from fivedice.cards import filling
from fivedice.cards.boxes import Box, Pays, all_paid
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import Further, Joker, ScoreCard, Section
from fivedice.core.dice import ROLLS, YAHTZEES, Dice

NEEDS = (
    "any dice",
    *(f"face {face}" for face in range(1, 7)),
    *(f"{size} alike" for size in range(2, 6)),
    "two pairs",
    "full house",
    "full house or 5 alike",
    *(f"run of {size}" for size in range(2, 6)),
    *("dice 12345", "dice 23456", "dice 11222", "dice 66666"),
    *(f"total {least}" for least in (1, 12, 20, 25, 30)),
)
"""Every need that there is, in all its sizes or some of them."""
FIVE_ALIKE = "5 alike"
NAMES = ("first", "second", "third", "fourth")

rolls: st.SearchStrategy[Dice] = st.sampled_from(ROLLS) | st.sampled_from(sorted(YAHTZEES))
"""Any roll, every other one five alike."""
pays: st.SearchStrategy[Pays] = st.one_of(st.sampled_from(get_args(get_args(Pays)[1])), st.integers(0, 60))


@st.composite
def score_cards(draw: st.DrawFn, most: int = 4) -> ScoreCard:
    """A card of two boxes or more; half of them know a further Yahtzee."""
    needs = draw(st.lists(st.sampled_from(NEEDS), min_size=2, max_size=most))
    further = draw(st.none() | furthers())
    if further:
        needs = [FIVE_ALIKE, *dict.fromkeys(needs)][:most]  # with a Joker each number has one box
        needs = draw(st.permutations(needs))
        further = Further(NAMES[needs.index(FIVE_ALIKE)], further.bonus, further.joker)
    boxes = [Box(name, need, draw(pays)) for name, need in zip(NAMES, needs, strict=False)]
    return ScoreCard(draw(sections(boxes)), further)


@st.composite
def furthers(draw: st.DrawFn) -> Further:
    """Any bonus and Joker, but not neither."""
    joker = draw(st.sampled_from(get_args(Joker)))
    return Further("", draw(st.integers(1 if joker == "none" else 0, 120)), joker)


@st.composite
def sections(draw: st.DrawFn, boxes: list[Box]) -> tuple[Section, ...]:
    """The boxes in one section to three, of which any may have a bonus that can be earned."""
    cuts = draw(st.sets(st.integers(1, len(boxes) - 1), max_size=2))
    found = list[Section]()
    for begin, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(boxes)], strict=True):
        part = tuple(boxes[begin:end])
        most = sum(max(all_paid(box)) for box in part)
        bonus = draw(st.integers(0, 60)) if most else 0
        goal = draw(st.integers(1, most)) if bonus else 0
        found.append(Section(f"Part {len(found) + 1}", part, goal, bonus))
    return tuple(found)


@st.composite
def filled(draw: st.DrawFn, form: ScoreCard, vacant: int = 0, most_vacant: int = 4) -> Card:
    """What any rolls and uses, Yahtzees often among them, make of an empty card, with so many boxes left."""
    card, boxes = filling.empty(form), len(form.names)
    for _ in range(draw(st.integers(max(0, boxes - most_vacant), boxes - vacant))):
        roll = draw(rolls)
        use = draw(st.sampled_from(filling.uses(form, card, roll)))
        card = filling.book(form, card, roll, use.name)
    return card
