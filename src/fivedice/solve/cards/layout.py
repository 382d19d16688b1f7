"""How a filled card is written as numbers: its shape, a bit for each filled box.

The boxes that count towards a bonus have the lowest bits, section by section, whatever their place on the
card. One more bit, `proved`, says that the box which further Yahtzees follow holds points and not a zero.
"""

from functools import lru_cache
from typing import NamedTuple

from fivedice.cards.boxes import Box
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.core.dice import FIVE


class Layout(NamedTuple):
    """Where the boxes of a score card stand in a shape."""

    order: tuple[int, ...]
    """For each bit the place of its box on the card."""
    boxes: tuple[Box, ...]
    """The box of each bit."""
    sections: tuple[tuple[int, range], ...]
    """The sections with a bonus, by their place on the card, and the bits of each."""
    counted: int
    """How many of the lowest bits belong to them."""
    further: int
    """The bit of the box that further Yahtzees follow, or -1."""
    five: int
    """The bit of a box for five alike at a fixed number of points, or -1."""
    proved: int
    """The bit for points in the box that further Yahtzees follow, or 0 where that decides nothing."""

    @property
    def all_boxes(self) -> int:
        """The shape of a full card, the bit `proved` aside."""
        return (1 << len(self.order)) - 1

    @property
    def shapes(self) -> int:
        """How many shapes there are, those that no card has among them."""
        return (self.all_boxes + 1) << bool(self.proved)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the box of each bit."""
        return tuple(box.name for box in self.boxes)


@lru_cache(maxsize=KEPT_CARDS)
def layout(form: ScoreCard) -> Layout:
    """Where the boxes of this card stand."""
    places = _places(form)
    sections, counted = [], list[int]()
    for place, section in enumerate(form.sections):
        if section.bonus:
            sections.append((place, range(len(counted), len(counted) + len(section.boxes))))
            counted += places[place]
    others = [
        box for place, section in enumerate(form.sections) if not section.bonus for box in places[place]
    ]
    order = (*counted, *others)
    boxes = tuple(form.boxes[place] for place in order)
    names = [box.name for box in boxes]
    further = names.index(form.further.box) if form.further else -1
    proved = 1 << len(order) if form.further and form.further.bonus else 0
    return Layout(order, boxes, tuple(sections), len(counted), further, _five(boxes, further), proved)


def shape_of(form: ScoreCard, card: Card) -> int:
    """The shape of a card."""
    known = layout(form)
    bits = sum(1 << bit for bit, place in enumerate(known.order) if card.boxes[place] is not None)
    return bits | (known.proved if known.proved and card.boxes[known.order[known.further]] else 0)


def card_with(form: ScoreCard, filled: dict[int, int]) -> Card:
    """A card with points in these boxes, by their bits, and no others."""
    points = {layout(form).order[bit]: paid for bit, paid in filled.items()}
    return Card(tuple(points.get(place) for place in range(len(layout(form).order))))


def _places(form: ScoreCard) -> list[list[int]]:
    """The places on the card of each section's boxes."""
    places = iter(range(len(form.names)))
    return [[next(places) for _ in section.boxes] for section in form.sections]


def _five(boxes: tuple[Box, ...], further: int) -> int:
    """The box that further Yahtzees follow, if it pays a fixed number, or else the first that would do."""
    fit = [bit for bit, box in enumerate(boxes) if box.needs == f"{FIVE} alike" and isinstance(box.pays, int)]
    return further if further in fit else fit[0] if fit else -1
