"""The card of thirteen boxes as the tests speak of it: its three readings, its boxes, and cards of it."""

from fivedice.cards import filling
from fivedice.cards.scorecard import ScoreCard
from fivedice.games import piecepack, thirteen

FORCED, FREE, NONE = thirteen.CARDS["forced"], thirteen.CARDS["free"], piecepack.CARD
READINGS: dict[str, ScoreCard] = {"forced": FORCED, "free": FREE, "none": NONE}
"""The cards that differ in what a further Yahtzee does, by the name of that."""

BOXES = FORCED.names
UPPER = 0
"""The first section, by its place."""
LOWER_BOXES = range(6, 13)
FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, YAHTZEE, CHANCE = LOWER_BOXES[2:]

EMPTY = filling.empty(FORCED)
