"""Positions and matches for the tests of rules."""

from typing import Any, TypeVar

from fivedice.cards.filling import Card
from fivedice.core.dice import ROLL_OF
from fivedice.core.rules import Hands
from fivedice.games.cardgame import CardPosition as Cards
from fivedice.games.showdown_board import CARDS, BoardCard
from fivedice.games.showdown_board import ShowdownPosition as Board
from fivedice.match.match import EventMatch
from tests.thirteen import BOXES

SomeMatch = TypeVar("SomeMatch", bound=EventMatch)


def card(boxes: dict[str, int] | None = None, bonuses: int = 0) -> Card:
    """A score card with these boxes filled."""
    filled = boxes or {}
    return Card(tuple(filled.get(name) for name in BOXES), bonuses)


def full_card_but(*open_boxes: str, **filled: int) -> Card:
    """A score card with zeros everywhere but in some boxes; `filled` says what some hold."""
    return card({name: filled.get(name, 0) for name in BOXES if name not in open_boxes})


def one(of: Card) -> Cards:
    """A position of one seat with this card."""
    return Cards((of,), 0)


def pays(game: Any, position: Any, dice: str, seat: int | None = None) -> dict[str, int]:
    """What dice may be used for, and what each use pays; by the seat to play where none is named."""
    who = getattr(position, "seat", 0) if seat is None else seat
    return {use.name: use.pays for use in game.uses(position, who, ROLL_OF[tuple(map(int, dice))])}


def explained(game: Any, position: Any, dice: str, used: str = "") -> str:
    """Why the dice of the seat to play are not good for what they show, as it is told."""
    told: str = game.explain(position, position.seat, ROLL_OF[tuple(map(int, dice))], used)
    return told


def scored(game: Any, position: Any, dice: str, seat: int | None = None) -> dict[str, int]:
    """The same without zeros by choice."""
    offered = pays(game, position, dice, seat)
    return {name: value for name, value in offered.items() if not name.startswith("zero-")}


def used(game: Any, position: Any, dice: str, name: str) -> Any:
    """The position after the seat to play has used these dice; the use must be on offer."""
    assert name in pays(game, position, dice)
    return game.use(position, position.seat, ROLL_OF[tuple(map(int, dice))], name)


def board(
    pawns: tuple[int, ...],
    cards: dict[str, tuple[int, int, int]],
    phase: Any = "roll",
    left: int | None = None,
) -> Board:
    """A showdown board with seat 0 to play: each card by name as its space, owner and chips."""
    return Board(
        pawns, tuple(BoardCard(*cards[one]) if one in cards else None for one in CARDS), 0, phase, left
    )


def take_turn(match: SomeMatch, dice: str, use: str) -> SomeMatch:
    """A turn that stops after its first throw (of every seat, where all play at once)."""
    match = match.throw(dice)
    while match.awaited.kind == "keep":
        match = match.keep(dice)
    awaits = match.state.game_awaits
    assert isinstance(awaits, Hands)
    for seat in awaits.seats:
        match = match.use(use, seat)
    return match


def fill_card(match: SomeMatch, boxes: tuple[str, ...] = BOXES, dice: str = "11236") -> SomeMatch:
    """A whole card of every seat, box after box, all with the same dice."""
    for box in boxes:
        everybody = len(match.setup.players)
        for _ in range(everybody if match.setup.game.name == "traditional" else 1):
            match = take_turn(match, dice, box)
    return match


def rolled(match: SomeMatch, *dice: str) -> SomeMatch:
    """The throws of a roll-off."""
    for five in dice:
        match = match.throw(five)
    return match
