"""The view of a table for the holder of a seat, a spectator (seat None), and a stranger.

Every way to see a table checks here first. Hidden decisions within a match (R5) are handled by `player_view`
and `match.questions`.
"""

from fivedice.core.rules import IllegalMove
from fivedice.language import mark, tr
from fivedice.match import questions
from fivedice.match.match import EventMatch
from fivedice.table.protocol import player_view
from fivedice.table.protocol.picture import Door
from fivedice.table.state import NOT_BEGUN, TableState

NO_SPECTATORS = mark("This table has no spectators; only its players see the match.")


class Unseen(IllegalMove):
    """Raised for a match that the asker may not see."""


def is_open(table: TableState, seat: int | None) -> bool:
    """Whether this seat (or spectator) may see the match."""
    return seat is not None or table.terms.watching


def check(table: TableState, seat: int | None) -> None:
    """Raises `Unseen` if the match may not be seen from this seat."""
    if not is_open(table, seat):
        raise Unseen(tr(NO_SPECTATORS))


def picture(table: TableState, code: str, seat: int | None) -> Door:
    """The picture of a table; only what strangers see if the match may not be seen."""
    whole = player_view.picture(table, code)
    if is_open(table, seat):
        return whole
    return Door(**{name: getattr(whole, name) for name in Door.__struct_fields__})


def unplayable(table: TableState, seat: int | None) -> EventMatch:
    """The match of a table where nobody can play on, finished or not; uploads only if finished. Raises as
    `ended` does.
    """
    if table.closed and table.people and table.match is not None:
        check(table, seat)
        return table.match
    return ended(table, seat)


def so_far(table: TableState, seat: int | None) -> EventMatch:
    """The match of a table as far as it has come. Raises `Unseen`, or `IllegalMove` while decisions are
    hidden from this seat, or before the match.
    """
    check(table, seat)
    if table.match is None:
        raise IllegalMove(tr(NOT_BEGUN))
    if questions.view(table.match.state, seat) != table.match.state:
        raise IllegalMove(tr("Some decisions are hidden until everyone has decided; ask again then."))
    return table.match


def ended(table: TableState, seat: int | None) -> EventMatch:
    """The match of a table once it is over and everything may be shown.

    Raises `Unseen`, or `IllegalMove` before the end: a review would be a hint.
    """
    check(table, seat)
    if table.match is None or not table.is_over:
        raise IllegalMove(tr("The match is not over yet."))
    return table.match
