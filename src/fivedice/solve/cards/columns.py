"""Filled cards as numbers: shapes, columns and places in a table.

A shape has a bit for each filled box, those that count towards a bonus first, section by section. One more
bit, `proved`, says that the box required for further Yahtzees holds points. Two sums of a section share a
column if every way of filling the open boxes earns the bonus from both or from neither. With several bonuses
a card has a column for each combination.
"""

from functools import lru_cache, reduce
from operator import or_
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.cards import filling
from fivedice.cards.boxes import Box
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.core.dice import FIVE
from fivedice.core.worth import Worth
from fivedice.solve.kernel.settings import LANES


class ColumnLayout(NamedTuple):
    """The places of the boxes of a score card in a shape."""

    order: tuple[int, ...]
    """For each bit, the place of its box on the card."""
    boxes: tuple[Box, ...]
    """The box of each bit."""
    sections: tuple[tuple[int, range], ...]
    """The sections with a bonus, by their place on the card, and the bits of each."""
    counted: int
    """The number of bits of these sections; they are the lowest bits."""
    further: int
    """The bit of the box required for further Yahtzees, or -1."""
    five: int
    """The bit of a box for five alike with fixed points, or -1."""
    proved: int
    """The bit for points in the box required for further Yahtzees, or 0 if that does not matter."""

    @property
    def all_boxes(self) -> int:
        """The shape of a full card, without the bit `proved`."""
        return (1 << len(self.order)) - 1

    @property
    def shapes(self) -> int:
        """The number of shapes, including shapes that no card has."""
        return (self.all_boxes + 1) << bool(self.proved)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the box of each bit."""
        return tuple(box.name for box in self.boxes)


@lru_cache(maxsize=KEPT_CARDS)
def layout(form: ScoreCard) -> ColumnLayout:
    """The layout of this card."""
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
    return ColumnLayout(order, boxes, tuple(sections), len(counted), further, _five(boxes, further), proved)


def shape_of(form: ScoreCard, card: Card) -> int:
    """The shape of a card."""
    known = layout(form)
    bits = sum(1 << bit for bit, place in enumerate(known.order) if card.boxes[place] is not None)
    return bits | (known.proved if known.proved and card.boxes[known.order[known.further]] else 0)


def card_with(form: ScoreCard, filled: dict[int, int]) -> Card:
    """A card with points in these boxes only, by their bits."""
    points = {layout(form).order[bit]: paid for bit, paid in filled.items()}
    return Card(tuple(points.get(place) for place in range(len(layout(form).order))))


def _places(form: ScoreCard) -> list[list[int]]:
    """The places on the card of each section's boxes."""
    places = iter(range(len(form.names)))
    return [[next(places) for _ in section.boxes] for section in form.sections]


def _five(boxes: tuple[Box, ...], further: int) -> int:
    """The box for five alike with fixed points: that of further Yahtzees, or the first; -1 for none."""
    fit = [bit for bit, box in enumerate(boxes) if box.needs == f"{FIVE} alike" and isinstance(box.pays, int)]
    return further if further in fit else fit[0] if fit else -1


Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]


class Columns(NamedTuple):
    """The columns of every mask of filled boxes that count towards a bonus; s stands for sections."""

    counted: int
    """The mask of all these boxes."""
    number: Ints
    """(masks,): the number of columns."""
    first: Ints
    """(shapes,): the first row of `LANES` places; -1 for a shape that no card has."""
    rows: int
    """The number of rows of `LANES` places."""
    section: Ints
    """(boxes,): the section of each box, or -1."""
    shift: Ints
    """(s,): the first bit of each section."""
    part: Ints
    """(s,): the mask of each section's boxes, shifted down."""
    goal: Ints
    """(s,): the sum that earns the section's bonus; higher sums are reduced to it."""
    bonus: Worth
    """(s,): the section's bonus; a float, because `bonus` solves with a slightly higher one."""
    size: Ints
    """(s, masks): the number of columns of each mask of a section."""
    column: Shorts
    """(s, masks, goal + 1): the column of each sum; -1 for an impossible sum."""
    total: Shorts
    """(s, masks, columns): the smallest sum of each column; -1 for no column."""
    cards: int
    """The number of cards; sums from a goal up count as one."""


class _Sums(NamedTuple):
    """The columns of one section, and the number of sums of each of its masks."""

    size: Ints
    column: Shorts
    total: Shorts
    sums: Ints


@lru_cache(maxsize=KEPT_CARDS)
def columns(form: ScoreCard) -> Columns:
    """The columns of a card."""
    known = layout(form)
    agreed = [form.sections[place] for place, _ in known.sections]
    values = [filling.possible(form)[place] for place in known.order]
    sums = [
        _sums(section.goal, values[bits.start : bits.stop])
        for section, (_, bits) in zip(agreed, known.sections, strict=True)
    ]
    masks = np.arange(1 << known.counted)
    shift = np.array([bits.start for _, bits in known.sections], np.int64)
    part = np.array([(1 << len(bits)) - 1 for _, bits in known.sections], np.int64)
    number, cards = np.ones(len(masks), np.int64), np.ones(len(masks), np.int64)
    section = np.full(len(known.order), -1)
    for at, each in enumerate(sums):
        own = masks >> shift[at] & part[at]
        number, cards = number * each.size[own], cards * each.sums[own]
        section[known.sections[at][1]] = at
    first, rows = _rows(known, number)
    return Columns(
        len(masks) - 1,
        number,
        first,
        rows,
        section,
        shift,
        part,
        np.array([one.goal for one in agreed], np.int64),
        np.array([one.bonus for one in agreed], np.float64),
        _stacked([each.size for each in sums], np.zeros(0, np.int64)),
        _stacked([each.column for each in sums], np.zeros((0, 0), np.int16)),
        _stacked([each.total for each in sums], np.zeros((0, 0), np.int16)),
        int(cards[np.flatnonzero(first >= 0) & (len(masks) - 1)].sum()),
    )


def place_of(form: ScoreCard, card: Card) -> int:
    """The place of a card in a table; ValueError for an impossible card."""
    check(form, card)
    shape = shape_of(form, card)
    return int(columns(form).first[shape]) * LANES + _column(form, card, shape)


def places(form: ScoreCard, shapes: Ints) -> Ints:
    """The places of all cards of these shapes, shape after shape."""
    columns_ = columns(form)
    width = columns_.number[shapes & columns_.counted]
    begins = np.repeat(columns_.first[shapes] * LANES - (width.cumsum() - width), width)
    return begins + np.arange(width.sum())


def begins(rows: NDArray[np.signedinteger]) -> Ints:
    """(cards,): the first row of each card, from the numbers of their rows."""
    return np.asarray(rows.cumsum() - rows)


def check(form: ScoreCard, card: Card) -> None:
    """Raises `ValueError` for an impossible card."""
    for box, (points, possible) in enumerate(zip(card.boxes, filling.possible(form), strict=True)):
        if points is not None and points not in possible:
            raise ValueError(f"The box {form.names[box]} never holds {points}.")


def column_of(form: ScoreCard, card: Card) -> int:
    """The column of a card; ValueError for impossible sums."""
    return _column(form, card, shape_of(form, card))


def _column(form: ScoreCard, card: Card, shape: int) -> int:
    columns_, column, times = columns(form), 0, 1
    for at, (place, bits) in enumerate(layout(form).sections):
        section, own = form.sections[place], shape >> bits.start & (1 << len(bits)) - 1
        total = filling.section_total(form, card, place)
        own_column = columns_.column[at, own, min(total, section.goal)]
        if own_column < 0:
            raise ValueError(f"No card with these boxes filled holds {total} in {section.title}.")
        column += times * int(own_column)
        times *= int(columns_.size[at, own])
    return column


def _sums(goal: int, values: list[frozenset[int]]) -> _Sums:
    """The sums of a section by mask of filled boxes, from all points that its boxes may hold.

    Sums below the goal share a column if the same number of the sums to come are too small for the bonus.
    """
    reached = _reached(values)
    masks = len(reached)
    column = np.full((masks, goal + 1), -1, np.int16)
    totals, sums = list[Ints](), np.zeros(masks, np.int64)
    for mask in range(masks):
        so_far, to_come = reached[mask], reached[masks - 1 - mask]
        so_far = np.unique(np.minimum(so_far, goal))
        short = np.where(so_far < goal, np.searchsorted(to_come, goal - so_far), len(to_come))
        _, begins, which = np.unique(short, return_index=True, return_inverse=True)
        order = np.argsort(begins)
        column[mask, so_far] = np.argsort(order)[which]
        totals.append(so_far[begins[order]])
        sums[mask] = len(so_far)
    size = np.array(list(map(len, totals)))
    total = np.full((masks, size.max()), -1, np.int16)
    for mask, columns_of_mask in enumerate(totals):
        total[mask, : len(columns_of_mask)] = columns_of_mask
    return _Sums(size, column, total, sums)


def _reached(values: list[frozenset[int]]) -> list[Ints]:
    """The sorted sums that every mask of boxes may hold; sets of sums are bits of a number."""
    bits = [1]
    for paid in values:
        bits += [reduce(or_, (sums << value for value in paid)) for sums in bits]
    return [np.flatnonzero([int(bit) for bit in reversed(f"{sums:b}")]) for sums in bits]


def _rows(known: ColumnLayout, number: Ints) -> tuple[Ints, int]:
    """The first row of each shape, and the total number."""
    shapes = np.arange(known.shapes)
    in_use = (shapes & known.proved == 0) | (shapes >> max(known.further, 0) & 1 == 1)
    rows = np.where(in_use, -(-number[shapes & (len(number) - 1)] // LANES), 0)
    return np.where(in_use, rows.cumsum() - rows, -1), int(rows.sum())


def _stacked(parts: list[NDArray[Any]], nothing: NDArray[Any]) -> NDArray[Any]:
    """Stacks arrays, filling the smaller ones with -1."""
    if not parts:
        return np.zeros((0, *nothing.shape), nothing.dtype)
    shape = tuple(max(sizes) for sizes in zip(*(part.shape for part in parts), strict=True))
    stack = np.full((len(parts), *shape), -1, parts[0].dtype)
    for whole, part in zip(stack, parts, strict=True):
        whole[tuple(map(slice, part.shape))] = part
    return stack
