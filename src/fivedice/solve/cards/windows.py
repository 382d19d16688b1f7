"""Where the numbers of points that belong to cards lie: card after card, in rows."""

import numpy as np
from numpy.typing import NDArray

from fivedice.cards.scorecard import ScoreCard
from fivedice.solve.cards.columns import columns
from fivedice.solve.cards.pays import Ints
from fivedice.solve.kernel.width import LANES


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
