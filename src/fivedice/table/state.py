"""The state of a table: its chairs, its match, and what happens next without a person.

A `TableState` is the fold of its log: `after` returns the next state or refuses the entry with a sentence.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from fivedice import bots
from fivedice.core.rules import Game, IllegalMove, quoted
from fivedice.core.turn import NO_DICE
from fivedice.match import match as matches
from fivedice.match import questions
from fivedice.match.events import Decision, Event, Hint, Keep, Spend
from fivedice.match.match import Match
from fivedice.table import seating
from fivedice.table.log import Again, Back, Closed, Entry, Happened, Left, Rose, Said, Sat, Started
from fivedice.table.seating import Chair
from fivedice.table.terms import Terms

PHRASES = (
    "Hello!",
    "Good luck!",
    "Well played!",
    "What a roll!",
    "Oh no!",
    "Thinking …",
    "One moment, please.",
    "Thank you, good match!",
    "Again?",
)
MOST_SAID = 20
"""Phrases per person between two moves; each is stored for good and sent to everyone."""


class Stale(IllegalMove):
    """A move decided on a state of the table that has since changed."""


DECISIONS = ("keep", "use", "choose")
Throws = Literal["opening", "every", "none"]
"""Which throws wait for a person: the first of a turn, all (real dice, also for bots), or none."""
BEGUN = "The match has begun."


class Due(Struct, frozen=True):
    """The next step that needs no person: a chance event, or a decision for a bot or an absent player."""

    kind: Literal["chance", "decide"]
    seat: int


class TableState(Struct, frozen=True):
    """A table after `number` entries; `asked_since` is the entry that put the current question.

    `throws` and `rests` (pause while no player is present) are settings of the place that keeps the table; no
    entry changes them.
    """

    terms: Terms
    chairs: tuple[Chair, ...]
    number: int = 0
    match: Match | None = None
    asked_since: int = 0
    next: str = ""
    closed: bool = False
    throws: Throws = "opening"
    rests: bool = True
    decided_by_game: frozenset[int] = frozenset()
    """The numbers, from 1, of the events that the game decided for an absent player (R6)."""

    def after(self, entry: Entry) -> "TableState":
        """The table with one more entry. Raises `IllegalMove` or `BadText` if it is not allowed."""
        if self.closed:
            raise IllegalMove("This table is closed.")
        return replace(_after(self, entry), number=self.number + 1)

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.match.setup.game if self.match else self.terms.rules()

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.match is not None and questions.is_over(self.match.state)

    @property
    def is_left_alone(self) -> bool:
        """Whether the match is paused because no player is present."""
        return self.rests and not any(chair.is_here for chair in self.chairs)

    @property
    def people(self) -> tuple[int, ...]:
        """The chairs of persons."""
        return tuple(place for place, chair in enumerate(self.chairs) if chair.is_person)

    def chair_of(self, holder: str) -> int | None:
        """The chair held by the token with this digest."""
        if holder:
            for place, chair in enumerate(self.chairs):
                if chair.holder == holder:
                    return place
        return None


def opened(terms: Terms) -> TableState:
    """A table with empty chairs."""
    return TableState(terms, tuple(Chair(bot=bot) for bot in terms.chairs))


def open_chair(room: TableState) -> int:
    """The first open chair. Raises `IllegalMove` if there is none."""
    if room.match is not None:
        raise IllegalMove(BEGUN)
    free = next((place for place, chair in enumerate(room.chairs) if chair.is_open), None)
    if free is None:
        raise IllegalMove("Every chair of this table is taken.")
    return free


def asks_for_throw(room: TableState) -> int | None:
    """The seat whose dice a person must throw under `throws`, or None.

    A red die and a roll-off open a turn, too. An opening throw waits only for a player who is present.
    """
    if room.match is None or room.match.awaited.kind != "throw" or room.throws == "none":
        return None
    (seat,) = room.match.awaited.seats
    if room.throws == "every":
        return seat
    turn = room.match.state.turn
    goes_on = turn is not None and (turn.step > 1 or set(turn.hands) != {NO_DICE})
    return None if goes_on or not room.chairs[seat].is_here else seat


def due(room: TableState) -> Due | None:
    """The next step that needs no person; None if the table waits for one, rests or is closed."""
    if room.match is None or room.closed or room.is_left_alone:
        return None
    awaited = room.match.awaited
    if awaited.kind == "first":
        return Due("chance", awaited.seats[0])
    if awaited.kind == "throw":
        return Due("chance", awaited.seats[0]) if asks_for_throw(room) is None else None
    if awaited.kind in DECISIONS:
        absent = (seat for seat in awaited.seats if not room.chairs[seat].is_here)
        return next((Due("decide", seat) for seat in absent), None)
    return None


def deciding(room: TableState) -> tuple[int, ...]:
    """The seats of present persons who must decide."""
    if room.match is None or room.match.awaited.kind not in DECISIONS:
        return ()
    return tuple(seat for seat in room.match.awaited.seats if room.chairs[seat].is_here)


def asked(room: TableState) -> tuple[int, ...]:
    """The seats of present persons whom the match waits for."""
    thrower = asks_for_throw(room)
    return deciding(room) if thrower is None else (thrower,)


# --- Entries one by one ----------------------------------------------------------------------------------


def _after(room: TableState, entry: Entry) -> TableState:
    match entry:
        case Sat() | Rose():
            return _seated(room, entry)
        case Started():
            return _started(room, entry)
        case Happened():
            return _happened(room, entry.event)
        case Left():
            chairs = seating.moved(room.chairs, entry.chair, away=True, meant=entry.meant)
            return replace(room, chairs=chairs)
        case Back():
            return replace(room, chairs=seating.moved(room.chairs, entry.chair, away=False))
        case _:
            return _aside(room, entry)


def _aside(room: TableState, entry: Said | Again | Closed) -> TableState:
    match entry:
        case Said():
            return _said(room, entry)
        case Again():
            return _again(room, entry)
        case Closed():
            return replace(room, closed=True)


def _seated(room: TableState, entry: Sat | Rose) -> TableState:
    if room.match is not None:
        raise IllegalMove(BEGUN)
    if isinstance(entry, Rose):
        return replace(room, chairs=seating.rose(room.chairs, entry.chair))
    return replace(room, chairs=seating.sat(room.chairs, entry.chair, entry.name, entry.holder))


def _started(room: TableState, entry: Started) -> TableState:
    if room.match is not None:
        raise IllegalMove(BEGUN)
    if entry.fill:
        bots.check(bots.respelled(entry.fill))
    chairs = seating.filled(room.chairs, entry.fill)
    begun = matches.begin(room.terms.setup(seating.players(chairs)))
    return replace(room, chairs=chairs, match=begun, asked_since=room.number + 1)


def _happened(room: TableState, event: Event) -> TableState:
    if room.match is None:
        raise IllegalMove("The match has not begun.")
    after = room.match.step(event)
    waits = isinstance(event, Keep | Spend) and any(after.state.pending)
    asked_since = room.asked_since if waits or isinstance(event, Hint) else room.number + 1
    chairs = seating.with_meanwhile(room.chairs, room.match.state, event)
    decided = room.decided_by_game
    if isinstance(event, Decision) and room.chairs[event.seat].away:
        decided |= {len(after.events)}
    return replace(room, match=after, chairs=chairs, asked_since=asked_since, decided_by_game=decided)


def _said(room: TableState, entry: Said) -> TableState:
    chairs = seating.spoke(room.chairs, entry.chair, room.asked_since)
    if not 0 <= entry.phrase < len(PHRASES):
        raise IllegalMove(f"There is no phrase {quoted(entry.phrase)}; there are 0 to {len(PHRASES) - 1}.")
    return replace(room, chairs=chairs)


def _again(room: TableState, entry: Again) -> TableState:
    if not room.is_over:
        raise IllegalMove("A rematch follows the end of a match.")
    if entry.instead != room.next:
        raise IllegalMove("The rematch is open already.")
    return replace(room, next=entry.code)


# --- Moves -----------------------------------------------------------------------------------------------


def check_says(room: TableState, seat: int) -> None:
    """Raises `IllegalMove` if a seat has used up its phrases. `after` does not check this: old logs have no
    limit."""
    if seating.times_said(room.chairs[seat], room.asked_since) >= MOST_SAID:
        raise IllegalMove(f"You have spoken {MOST_SAID} times since the last move; that is enough for now.")


def check_asked(room: TableState, seat: int, seen: int) -> Match:
    """The match, if this seat may move and has seen the latest question. Raises `IllegalMove` or `Stale`."""
    if room.match is None:
        raise IllegalMove("The match has not begun.")
    if room.chairs[seat].away:
        raise IllegalMove("You are away; come back first.")
    if seen < room.asked_since:
        raise Stale("The table has moved on since you decided; look again.")
    if seen > room.number:
        raise IllegalMove(f"There is no entry {quoted(seen)} yet; the last one is {room.number}.")
    return room.match
