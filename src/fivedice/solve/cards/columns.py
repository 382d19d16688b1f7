"""Which sums of its sections a card has to tell apart: the columns of its row of worths.

Two sums of a section share a column when every way of filling the open boxes earns the bonus from both or
from neither; all that is still to come is then the same. Of some 40 sums of six boxes a card tells 25 apart
on average, and with one box open at most six. Where several sections have a bonus, a card has a column for
each combination. A card's place is the number under which its worth stands in a table.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.core.worth import Worth
from fivedice.solve.cards.layout import Layout, layout, shape_of
from fivedice.solve.kernel.settings import LANES

Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]


class Columns(NamedTuple):
    """The columns of every set of filled boxes on which a bonus hangs, as a mask of bits; s is a section."""

    counted: int
    """The mask of all these boxes."""
    number: Ints
    """(masks,): how many columns there are."""
    first: Ints
    """(shapes,): the first row of `LANES` places of each shape; -1 for a shape that no card has."""
    rows: int
    """How many such rows there are."""
    section: Ints
    """(boxes,): the section of each box, or -1."""
    shift: Ints
    """(s,): the first bit of each section."""
    part: Ints
    """(s,): the mask of its boxes, shifted down."""
    goal: Ints
    """(s,): the sum that earns its bonus; higher ones count as this."""
    bonus: Worth
    """(s,): its bonus; as floats, for what a little more would bring is asked as well (`bonus`)."""
    size: Ints
    """(s, masks of it): how many columns each section has."""
    column: Shorts
    """(s, masks of it, goal + 1): the column of each sum; -1 for one that cannot come about."""
    total: Shorts
    """(s, masks of it, columns): the smallest sum of each column; -1 where there is none."""
    cards: int
    """How many cards there are, sums from a goal up counted as one."""


class _Sums(NamedTuple):
    """The columns of one section, and how many sums each mask of it has."""

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
    """The place of a card in a table; a card that cannot be is a ValueError."""
    check(form, card)
    shape = shape_of(form, card)
    return int(columns(form).first[shape]) * LANES + _column(form, card, shape)


def places(form: ScoreCard, shapes: Ints) -> Ints:
    """The places of all cards of these shapes, shape after shape."""
    columns_ = columns(form)
    width = columns_.number[shapes & columns_.counted]
    begins = np.repeat(columns_.first[shapes] * LANES - (width.cumsum() - width), width)
    places: Ints = begins + np.arange(width.sum())
    return places


def begins(rows: NDArray[np.signedinteger]) -> Ints:
    """(cards,): the first row of each card, from how many each has."""
    return np.asarray(rows.cumsum() - rows)


def check(form: ScoreCard, card: Card) -> None:
    """Raises `ValueError` for a card that cannot be."""
    for box, (held, possible) in enumerate(zip(card.boxes, filling.possible(form), strict=True)):
        if held is not None and held not in possible:
            raise ValueError(f"The box {form.names[box]} never holds {held}.")


def column_of(form: ScoreCard, card: Card) -> int:
    """The column of a card; one with sums that cannot come about is a ValueError."""
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
    """The sums of a section, one mask of filled boxes after another, from all that its boxes may hold.

    A sum below the goal is known by how many of the sums still to come are too few for the bonus; where all
    are, or none is missing, nothing more hangs on it.
    """
    reached = _reached(values)
    masks = len(reached)
    column = np.full((masks, goal + 1), -1, np.int16)
    totals, sums = list[Ints](), np.zeros(masks, np.int64)
    for mask in range(masks):
        held, to_come = reached[mask], reached[masks - 1 - mask]
        held = np.unique(np.minimum(held, goal))
        short = np.where(held < goal, np.searchsorted(to_come, goal - held), len(to_come))
        _, begins, which = np.unique(short, return_index=True, return_inverse=True)
        order = np.argsort(begins)
        column[mask, held] = np.argsort(order)[which]
        totals.append(held[begins[order]])
        sums[mask] = len(held)
    size = np.array(list(map(len, totals)))
    total = np.full((masks, size.max()), -1, np.int16)
    for mask, columns_of_mask in enumerate(totals):
        total[mask, : len(columns_of_mask)] = columns_of_mask
    return _Sums(size, column, total, sums)


def _reached(values: list[frozenset[int]]) -> list[Ints]:
    """For every mask of boxes the sums that they may hold, in order; sets of sums are bits of a number."""
    bits = [1]
    for paid in values:
        bits += [_any(sums << value for value in paid) for sums in bits]
    return [np.flatnonzero([int(bit) for bit in reversed(f"{sums:b}")]) for sums in bits]


def _any(sets: Iterable[int]) -> int:
    every = 0
    for each in sets:
        every |= each
    return every


def _rows(known: Layout, number: Ints) -> tuple[Ints, int]:
    """Where the rows of each shape begin, and how many there are in all."""
    shapes = np.arange(known.shapes)
    in_use = (shapes & known.proved == 0) | (shapes >> max(known.further, 0) & 1 == 1)
    rows = np.where(in_use, -(-number[shapes & (len(number) - 1)] // LANES), 0)
    return np.where(in_use, rows.cumsum() - rows, -1), int(rows.sum())


def _stacked(parts: list[NDArray[Any]], nothing: NDArray[Any]) -> NDArray[Any]:
    """Arrays of one kind, one behind the other, the smaller ones filled up with -1."""
    if not parts:
        return np.zeros((0, *nothing.shape), nothing.dtype)
    shape = tuple(max(sizes) for sizes in zip(*(part.shape for part in parts), strict=True))
    stack = np.full((len(parts), *shape), -1, parts[0].dtype)
    for whole, part in zip(stack, parts, strict=True):
        whole[tuple(map(slice, part.shape))] = part
    return stack
