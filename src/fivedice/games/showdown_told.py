"""Sentences about the board of showdown, and the board as a table of text.

What dice are good for is in `showdown`.
"""

from collections.abc import Sequence

from fivedice.core.rules import Row, Sheet, Use, title
from fivedice.games.showdown_board import (
    CARDS,
    SPACES,
    WILD_SPACES,
    Held,
    Position,
    covering,
    off_board,
)


def where(position: Position, seat: int, names: tuple[str, ...]) -> str:
    """The space of a seat's pawn, and what covers it."""
    owners = [*map(_of, names[:seat]), "their own", *map(_of, names[seat + 1 :])]
    return f"space {position.pawns[seat]}, {_on_space(position, position.pawns[seat], owners)}"


def aloud(position: Position, names: tuple[str, ...]) -> tuple[str, ...]:
    """What lies on each space and whose pawns stand there, and what is still off the board."""
    owners = [*map(_of, names)]
    pawns = [(pawn, f"; {owner} pawn") for pawn, owner in zip(position.pawns, owners, strict=True)]
    lines = [
        f"Space {space}: {_on_space(position, space, owners)}"
        + "".join(standing for pawn, standing in pawns if pawn == space)
        for space in range(SPACES)
    ]
    return (*lines, f"Cards off the board: {_off(position) or 'none'}")


def gains(used: Use) -> str:
    """The act, the card and its chips: "place Large Straight for 7 chips"."""
    act, _, card = used.name.partition("-")
    return f"{act} {title(card)} {'by' if act == 'raise' else 'for'} {_counted(used.pays)}"


def last_turns(position: Position, names: tuple[str, ...]) -> str:
    """The turns of the Showdown Round that are still to come, the present one first; empty before it."""
    turns = range(position.left or 0)
    if not turns:
        return ""
    *others, last = [names[(position.seat + turn) % len(names)] for turn in turns]
    have = (
        f"{', '.join(others)} and then {last} have one last turn each"
        if others
        else f"{last} has the last turn"
    )
    return f"Showdown Round: {have}."


def sheet(position: Position, names: tuple[str, ...]) -> Sheet:
    """The ring, a row a space, and what is still off the board."""
    rows = tuple(_row(position, space, names) for space in range(SPACES))
    return Sheet(
        ("Space", "Card", "Owner", "Chips", "Pawns"),
        (*rows, Row("box", "Off the board", (_off(position) or "no card", "", "", ""))),
    )


def _off(position: Position) -> str:
    return ", ".join(title(CARDS[card]) for card in off_board(position))


def _counted(chips: int) -> str:
    return "1 chip" if chips == 1 else f"{chips} chips"


def _of(name: str) -> str:
    return f"{name}'s"


def _on_space(position: Position, space: int, owners: Sequence[str]) -> str:
    """What covers a space, in words; `owners` are the seats as it belongs to them: "Ann's"."""
    lying = _lying(position, space)
    if lying is None:
        return "Wild" if space in WILD_SPACES else "an empty diamond"
    card, held = lying
    return f"{owners[held.owner]} {title(CARDS[card])} with {_counted(held.chips)}"


def _row(position: Position, space: int, names: tuple[str, ...]) -> Row:
    pawns = ", ".join(name for name, pawn in zip(names, position.pawns, strict=True) if pawn == space)
    lying = _lying(position, space)
    if lying is None:
        return Row("box", str(space), ("Wild" if space in WILD_SPACES else "", "", "", pawns))
    card, held = lying
    return Row("box", str(space), (title(CARDS[card]), names[held.owner], str(held.chips), pawns))


def _lying(position: Position, space: int) -> tuple[int, Held] | None:
    """The card that covers a space, and how it lies; none where the space is empty or Wild."""
    card = covering(position, space)
    held = None if card is None else position.cards[card]
    return None if card is None or held is None else (card, held)
