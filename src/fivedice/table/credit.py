"""Counts a seat's decisions by its player, and by the game while the player was away (R6).

Only this module decides whether a match counts in a player's statistics.
"""

from collections import Counter

from msgspec import Struct

from fivedice.language import mark, sentences, tr
from fivedice.match.events import Decision
from fivedice.table.state import TableState

MOST_BY_GAME = 0.25
"""The largest share of decisions by the game with which a match still counts."""


class Credit(Struct, frozen=True):
    """The number of a seat's decisions in a match (`of`), and the number that the game made (`by_game`)."""

    by_game: int
    of: int

    @property
    def counts(self) -> bool:
        """Whether the match counts in the player's statistics."""
        return self.by_game <= MOST_BY_GAME * self.of

    @property
    def sentence(self) -> str:
        """A sentence for the player; empty if every decision was the player's own."""
        if not self.by_game:
            return ""
        share = mark("The computer made {by_game} of your {of} decisions while you were away.")
        if self.by_game == self.of:
            share = mark("The computer made all {of} of your decisions while you were away.")
        counts = tr("The match still counts.") if self.counts else tr("The match does not count.")
        return sentences(tr(share, by_game=self.by_game, of=self.of), counts)


def by_seat(table: TableState) -> tuple[Credit, ...]:
    """The credit of each seat so far."""
    events = table.match.events if table.match else ()
    decisions = [
        (number, event.seat) for number, event in enumerate(events, 1) if isinstance(event, Decision)
    ]
    of = Counter(seat for _, seat in decisions)
    by_game = Counter(seat for number, seat in decisions if number in table.decided_by_game)
    return tuple(Credit(by_game[seat], of[seat]) for seat in range(len(table.chairs)))


def names(table: TableState) -> tuple[str, ...]:
    """Player names by seat for the result, marked where the game played; empty before the end."""
    if table.match is None or not table.is_over:
        return ()
    return tuple(
        name if credit.counts else tr("{name} (played by the computer)", name=name)
        for name, credit in zip(table.match.setup.names, by_seat(table), strict=True)
    )
