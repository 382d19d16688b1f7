"""Whether a seat's result counts as its player's, or as the game's while the player was away (R6).

Only here it is settled whether a match counts in a player's statistics.
"""

from msgspec import Struct

from fivedice.match.events import Decision
from fivedice.table.state import TableState

MOST_BY_GAME = 0.25
"""A match counts for a player up to this share of decisions made by the game: one late answer voids none."""


class Credit(Struct, frozen=True):
    """How many decisions a seat came to in a match, and how many of these the game made."""

    by_game: int
    of: int

    @property
    def counts(self) -> bool:
        """Whether the match counts for the player of the seat: wins, points, costs and rivals."""
        return self.by_game <= MOST_BY_GAME * self.of

    @property
    def told(self) -> str:
        """What the player is told; nothing where all decisions were the player's own."""
        if not self.by_game:
            return ""
        made = f"The game made {'all' if self.by_game == self.of else f'{self.by_game} of'} your {self.of}"
        counts = "it still counts" if self.counts else "it does not count"
        return f"{made} decisions in this match while you were away; {counts} among your matches."


def by_seat(room: TableState) -> tuple[Credit, ...]:
    """The credit of each seat, as far as the match has come."""
    events = room.match.events if room.match else ()
    made = [(number, event.seat) for number, event in enumerate(events, 1) if isinstance(event, Decision)]
    return tuple(
        Credit(
            sum(whose == seat and number in room.decided_by_game for number, whose in made),
            sum(whose == seat for _, whose in made),
        )
        for seat in range(len(room.chairs))
    )


def names(room: TableState) -> tuple[str, ...]:
    """The players by seat as a result names them, those also for whom the game played; none before it."""
    if not room.is_over:
        return ()
    return tuple(
        chair.name if credit.counts else f"{chair.name} (played by the game)"
        for chair, credit in zip(room.chairs, by_seat(room), strict=True)
    )
