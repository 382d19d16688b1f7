"""The board of showdown: the ring, the cards on it, how pawns move and when the match ends."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

SPACES = 16
WILD_SPACES = (0, 4, 8, 12)
NUMBER_CARDS = ("aces", "twos", "threes", "fours", "fives", "sixes")
FIXED_CARDS = ("3-of-a-kind", "4-of-a-kind", "full-house", "small-straight", "large-straight", "chance")
CARDS = NUMBER_CARDS + FIXED_CARDS
FULL_VALUE = (4, 4, 4, 4, 4, 4, 3, 4, 5, 5, 7, 6)
"""The chips of each card when a Yahtzee takes it; the fixed cards are never worth anything else."""
MOST = 4
"""The most chips a number card can hold."""


class Held(Struct, frozen=True, gc=False):
    """A card on the board: the space it covers, the seat that controls it, its chips."""

    space: int
    owner: int
    chips: int


class Position(Struct, frozen=True, gc=False):
    """Where pawns and cards are, whose turn it is and what it waits for.

    `phase` is "move" (the red die), "choose" (move on or stay) or "roll" (the black dice). `left` counts
    the turns still to come in the Showdown Round, the present one included, and is None before it.
    """

    pawns: tuple[int, ...]
    cards: tuple[Held | None, ...]
    seat: int
    phase: Literal["move", "choose", "roll"] = "move"
    left: int | None = None


def off_board(position: Position) -> tuple[int, ...]:
    """The cards nobody has placed yet."""
    return tuple([card for card, held in enumerate(position.cards) if held is None])


def covering(position: Position, space: int) -> int | None:
    """The card that covers a space."""
    for card, held in enumerate(position.cards):
        if held and held.space == space:
            return card
    return None


def can_rise(position: Position, card: int) -> bool:
    """Whether the card is a number card of the seat to play with fewer than four chips."""
    held = position.cards[card]
    return bool(held and card < len(NUMBER_CARDS) and held.owner == position.seat and held.chips < MOST)


def with_pawn(position: Position, space: int) -> Position:
    """The pawn of the seat to play stands on this space."""
    pawns, seat = position.pawns, position.seat
    return replace(position, pawns=(*pawns[:seat], space, *pawns[seat + 1 :]))


def next_empty(position: Position) -> int:
    """The pawn's own space if it is an empty diamond, else the next one clockwise."""
    covered = {held.space for held in position.cards if held}
    start = position.pawns[position.seat]
    ring = ((start + step) % SPACES for step in range(SPACES))
    return next(space for space in ring if space not in covered and space not in WILD_SPACES)


def land(position: Position) -> Position:
    """What the space where the pawn has landed asks for next: black dice, a choice, a move, the next turn."""
    space = position.pawns[position.seat]
    card = covering(position, space)
    if space in WILD_SPACES:
        return replace(position, phase="roll") if _can_gain_on_wild(position) else end_turn(position)
    held = None if card is None else position.cards[card]
    if card is None or held is None or held.owner != position.seat:
        return replace(position, phase="roll")
    return replace(position, phase="choose" if can_rise(position, card) else "move")


def _can_gain_on_wild(position: Position) -> bool:
    """Whether a Wild space offers anything at all (R12)."""
    return any(
        held is None or held.owner != position.seat or can_rise(position, card)
        for card, held in enumerate(position.cards)
    )


def end_turn(position: Position) -> Position:
    """The next seat's turn begins."""
    left = None if position.left is None else position.left - 1
    seat = (position.seat + 1) % len(position.pawns)
    return replace(position, seat=seat, phase="move", left=left)
