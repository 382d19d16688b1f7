"""The board of showdown: the ring, the cards on it, how pawns move, and the board as text."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from fivedice.core.dice import FACES
from fivedice.core.rules import Sheet, SheetRow, title
from fivedice.core.texts import NUMBERS
from fivedice.language import comma, mark, tr

SIDE = 5
"""Spaces along a side of the ring."""
SPACES = 16
WILD_SPACES = (0, 4, 8, 12)
NUMBER_CARDS = NUMBERS
FIXED_CARDS = ("3-of-a-kind", "4-of-a-kind", "full-house", "small-straight", "large-straight", "chance")
CARDS = NUMBER_CARDS + FIXED_CARDS
NEEDS = (
    *(f"face {number}" for number in FACES),
    *("3 alike", "4 alike", "full house", "run of 4", "run of 5", "total 25"),
)
"""The dice that each card needs, as the file of a score card states it."""
FULL_VALUE = (4, 4, 4, 4, 4, 4, 3, 4, 5, 5, 7, 6)
"""The chips of each card taken with a Yahtzee; fixed cards are always worth this."""
MOST = 4
"""The most chips a number card can hold."""


class BoardCard(Struct, frozen=True, gc=False):
    """A card on the board: its space, its owner's seat, its chips."""

    space: int
    owner: int
    chips: int


class ShowdownPosition(Struct, frozen=True, gc=False):
    """Pawns, cards, and the turn.

    `phase` is "move" (the red die), "choose" (move on or stay) or "roll" (the black dice). `left` counts the
    turns left in the Showdown Round, including the current one; None before it.
    """

    pawns: tuple[int, ...]
    cards: tuple[BoardCard | None, ...]
    seat: int
    phase: Literal["move", "choose", "roll"] = "move"
    left: int | None = None


def grid_cell(space: int) -> tuple[int, int]:
    """The column and row of a space of the ring: 0 is top left, the numbers run clockwise."""
    side, along = divmod(space, SIDE - 1)
    last = SIDE - 1
    return ((along, 0), (last, along), (last - along, last), (0, last - along))[side]


def off_board(position: ShowdownPosition) -> tuple[int, ...]:
    """The cards off the board."""
    return tuple([number for number, card in enumerate(position.cards) if card is None])


def covering(position: ShowdownPosition, space: int) -> tuple[int, BoardCard] | None:
    """The card that covers a space, if any."""
    for number, card in enumerate(position.cards):
        if card and card.space == space:
            return number, card
    return None


def can_steal(position: ShowdownPosition, number: int) -> bool:
    """Whether the seat to play may steal this card if it can reach it: the card of another seat.

    `_can_gain_on_wild` repeats the rule. For many boards at once, so do `can_steal`, `landed`, `takings` (the
    game's `_within`) and `take` (its `use`) in `solve/showdown/board.py`.
    """
    card = position.cards[number]
    return bool(card and card.owner != position.seat)


def can_rise(position: ShowdownPosition, number: int) -> bool:
    """Whether the seat to play may raise this card: its own number card with fewer than four chips."""
    card = position.cards[number]
    return bool(card and number < len(NUMBER_CARDS) and card.owner == position.seat and card.chips < MOST)


def with_pawn(position: ShowdownPosition, space: int) -> ShowdownPosition:
    """The position with the current pawn on this space."""
    pawns, seat = position.pawns, position.seat
    return replace(position, pawns=(*pawns[:seat], space, *pawns[seat + 1 :]))


def next_empty(position: ShowdownPosition) -> int:
    """The pawn's space if it is an empty diamond, else the next empty one clockwise."""
    covered = {card.space for card in position.cards if card}
    start = position.pawns[position.seat]
    ring = ((start + step) % SPACES for step in range(SPACES))
    return next(space for space in ring if space not in covered and space not in WILD_SPACES)


def land(position: ShowdownPosition) -> ShowdownPosition:
    """The position after a pawn lands: black dice, a choice, another move, or the next turn comes next."""
    space = position.pawns[position.seat]
    if space in WILD_SPACES:
        return replace(position, phase="roll") if _can_gain_on_wild(position) else end_turn(position)
    lying = covering(position, space)
    if lying is None or lying[1].owner != position.seat:
        return replace(position, phase="roll")
    return replace(position, phase="choose" if can_rise(position, lying[0]) else "move")


def _can_gain_on_wild(position: ShowdownPosition) -> bool:
    """Whether a Wild space offers any use (R12)."""
    return any(
        card is None or card.owner != position.seat or can_rise(position, number)
        for number, card in enumerate(position.cards)
    )


def end_turn(position: ShowdownPosition) -> ShowdownPosition:
    """The next seat's turn begins."""
    left = None if position.left is None else position.left - 1
    seat = (position.seat + 1) % len(position.pawns)
    return replace(position, seat=seat, phase="move", left=left)


# --- The board as text -------------------------------------------------------------------------------------


def where(position: ShowdownPosition, seat: int, names: tuple[str, ...]) -> str:
    """The space of a seat's pawn, and the card that covers it."""
    space = position.pawns[seat]
    here = covering(position, space)
    if here and here[1].owner == seat:
        own = mark("their own {card} with {chips, plural, one {# chip} other {# chips}}")
        things = tr(own, card=title(CARDS[here[0]]), chips=here[1].chips)
    else:
        things = _on_space(position, space, names)
    return tr("space {space}, {card}", space=space, card=things)


def aloud(position: ShowdownPosition, names: tuple[str, ...]) -> tuple[str, ...]:
    """The cards and pawns on each space, and the cards off the board."""
    pawns = [(pawn, tr("{name}'s pawn", name=name)) for pawn, name in zip(position.pawns, names, strict=True)]
    lines = []
    for space in range(SPACES):
        things = [_on_space(position, space, names), *(words for pawn, words in pawns if pawn == space)]
        lines.append(tr("Space {space}: {things}", space=space, things=comma(things)))
    off = _off(position)
    cards = tr("Cards off the board: {cards}", cards=off) if off else tr("Cards off the board: none")
    return (*lines, cards)


def last_turns(position: ShowdownPosition, names: tuple[str, ...]) -> str:
    """The remaining turns of the Showdown Round, the current one first; "" before it."""
    turns = range(position.left or 0)
    if not turns:
        return ""
    *others, last = [names[(position.seat + turn) % len(names)] for turn in turns]
    if not others:
        return tr("Showdown Round: {name} has the last turn.", name=last)
    several = mark("Showdown Round: {names} and then {last} have one last turn each.")
    return tr(several, names=comma(others), last=last)


def sheet(position: ShowdownPosition, names: tuple[str, ...]) -> Sheet:
    """The ring, one row per space, and the cards off the board."""
    rows = tuple(_row(position, space, names) for space in range(SPACES))
    off = SheetRow("box", tr("Off the board"), (_off(position) or tr("no card"), "", "", ""))
    return Sheet((tr("Space"), tr("Card"), tr("Owner"), tr("Chips"), tr("Pawns")), (*rows, off))


def _off(position: ShowdownPosition) -> str:
    return comma(title(CARDS[card]) for card in off_board(position))


def _on_space(position: ShowdownPosition, space: int, names: tuple[str, ...]) -> str:
    """The card on a space, in words."""
    here = covering(position, space)
    if here is None:
        return tr("Wild") if space in WILD_SPACES else tr("an empty diamond")
    number, card = here
    owned = mark("{owner}'s {card} with {chips, plural, one {# chip} other {# chips}}")
    return tr(owned, owner=names[card.owner], card=title(CARDS[number]), chips=card.chips)


def _row(position: ShowdownPosition, space: int, names: tuple[str, ...]) -> SheetRow:
    pawns = comma(name for name, pawn in zip(names, position.pawns, strict=True) if pawn == space)
    here = covering(position, space)
    if here is None:
        return SheetRow("box", str(space), (tr("Wild") if space in WILD_SPACES else "", "", "", pawns))
    number, card = here
    return SheetRow("box", str(space), (title(CARDS[number]), names[card.owner], str(card.chips), pawns))
