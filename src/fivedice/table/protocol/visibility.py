"""Who may see what of a table: players, onlookers, and strangers at a private table.

A seat is None for everybody who holds none. Every way to see anything of a table asks here first; what is
hidden within a match (R5) is another question, which pictures and questions answer.
"""

from typing import Any

from fivedice.core.rules import IllegalMove
from fivedice.match.match import Match
from fivedice.table.protocol import player_view
from fivedice.table.state import TableState

NO_ONLOOKERS = "At this table nobody may look on; only who holds a seat sees the match."
DOOR = (
    "fivedice_table",
    "code",
    "game",
    "title",
    "board",
    "set",
    "games",
    "hints",
    "watching",
    "clock",
    "absence",
    "days",
    "stage",
    "closed",
    "chairs",
)
"""What of a picture a stranger sees: enough to take a chair, and nothing that goes on with the match."""


class Unseen(IllegalMove):
    """What somebody wants to see is not theirs to see."""


def is_open(room: TableState, seat: int | None) -> bool:
    """Whether the match may be seen from there: from a seat always, else where people may look on."""
    return seat is not None or room.terms.watching


def check(room: TableState, seat: int | None) -> None:
    """Raises `Unseen` where the match may not be seen from there."""
    if not is_open(room, seat):
        raise Unseen(NO_ONLOOKERS)


def table(room: TableState, code: str, seat: int | None) -> dict[str, Any]:
    """The picture of a table; of one that may not be looked at only its door."""
    seen = player_view.picture(room, code)
    return seen if is_open(room, seat) else {key: seen[key] for key in DOOR}


def ended(room: TableState, seat: int | None) -> Match:
    """The match of a table when nothing of it is hidden any more: its record, steps and review may be had.

    Raises `Unseen`, or `IllegalMove` while it is not over: a review of it would be a hint.
    """
    check(room, seat)
    if room.match is None or not room.is_over:
        raise IllegalMove("The match is not over yet.")
    return room.match
