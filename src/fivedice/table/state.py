"""The state of a table: its chairs, its match, and the next step that needs no person.

A `TableState` is the fold of its log: `after` returns the next state or refuses the entry with a sentence.
"""

from functools import reduce
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from fivedice import bots
from fivedice.core.rules import Game, Hands, IllegalMove, WrongCall, quoted
from fivedice.core.turn import NO_DICE
from fivedice.deals.deal import collected
from fivedice.deals.places import Trail
from fivedice.language import mark, tr
from fivedice.match import questions
from fivedice.match.events import Decision, Event, HintTaken
from fivedice.match.match import EventMatch, begin
from fivedice.match.setup import Promise
from fivedice.match.state import State, may_enter
from fivedice.table import log, seating
from fivedice.table.seating import Chair
from fivedice.table.terms import Detail, Terms, check_detail, of_setup

REACTIONS = tuple("👍👏😂😮😱🎉🍀💪")
PHRASES = (
    mark("Hello!"),
    mark("Good luck!"),
    mark("Well played!"),
    mark("What a roll!"),
    mark("Oh no!"),
    mark("Thinking …"),
    mark("One moment, please."),
    mark("Thank you, good match!"),
    mark("Again?"),
    *REACTIONS,
)
"""The phrases that players may send. Logs refer to phrases by number, so new ones go to the end."""
MOST_PHRASES = 20
"""Phrases per person between two moves; each is stored forever and sent to everyone."""
LONGEST_REASON = 200
"""The most characters of a host's reason for closing a table."""


class Stale(IllegalMove):
    """A move was decided on a state of the table that has since changed."""


DECISIONS = ("keep", "use", "choose")
Throws = Literal["opening", "every", "none"]
"""The throws that wait for a person: the first of a turn, all (real dice, also for bots), or none."""
BEGUN, NOT_BEGUN = mark("The match has begun."), mark("The match has not begun.")
MOVED_ON = mark("The table has moved on since you decided; look again.")
CLOSED = mark("This table is closed.")
CONTRIBUTES = mark(
    "Everyone at this table must contribute to the dice, but your program sent no contribution."
)


class Due(Struct, frozen=True):
    """The next step that needs no person: a chance event, or a decision for a bot or an absent player."""

    kind: Literal["chance", "decide"]
    seat: int


class WaitsFor(Struct, frozen=True):
    """Whom a table waits for, in one look; nobody before the match and once the table is closed."""

    thrower: int | None = None
    """The seat whose dice a person must throw."""
    entering: tuple[int, ...] = ()
    """The seats whose turn people now enter without throws."""
    deciding: tuple[int, ...] = ()
    """The seats of present persons who must decide; with real dice, any of them may enter who starts."""
    asked: tuple[int, ...] = ()
    """The seats of all present persons for whom the match waits."""
    open_seats: tuple[int, ...] = ()
    """The seats for which real dice are entered now."""
    for_all: tuple[int, ...] = ()
    """Those of bots and absent players, for whom anybody at the table may throw."""
    due: Due | None = None
    """The next step that needs no person; None also while the match is paused."""

    def enters(self, seat: int) -> tuple[int, ...]:
        """The seats for which this person may enter real dice now."""
        return tuple(one for one in self.open_seats if one == seat or one in self.for_all)


NOBODY = WaitsFor()


class TableState(Struct, frozen=True):
    """A table after `number` entries; `asked_since` is the entry that asked the current question.

    The server or program that runs the table sets `throws` and `pauses` (while no player is present); no
    entry changes them.
    """

    terms: Terms
    chairs: tuple[Chair, ...]
    number: int = 0
    match: EventMatch | None = None
    asked_since: int = 0
    next: str = ""
    closed: bool = False
    closed_because: str = ""
    """The host's reason for closing the table; "" if somebody else closed it."""
    throws: Throws = "opening"
    pauses: bool = True
    detail: Detail = "every"
    """The detail that people enter for a turn with real dice."""
    trail: Trail = Trail()
    """The progress of the throws, which determines the places of the next dice of a deal."""
    secret: str = ""
    """For the table of a record: the secret of its dice, if the record reveals it."""
    decided_by_game: frozenset[int] = frozenset()
    """The numbers, from 1, of the events that the game decided for an absent player (R6)."""

    def after(self, entry: log.Entry) -> "TableState":
        """The table with one more entry. Raises `IllegalMove` or `BadText` if it is not allowed."""
        if self.closed:
            raise IllegalMove(tr(CLOSED))
        return replace(self, number=self.number + 1, **_changes(self, entry))

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.match.setup.game if self.match else self.terms.rules()

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.match is not None and questions.is_over(self.match.state)

    @property
    def is_paused(self) -> bool:
        """Whether the match is paused because no player is present."""
        return self.pauses and not any(chair.is_present for chair in self.chairs)

    @property
    def waits_for(self) -> WaitsFor:
        """Whom the table waits for. Look once: it is found anew each time."""
        return _waits_for(self)

    @property
    def people(self) -> tuple[int, ...]:
        """The chairs of persons."""
        return tuple(place for place, chair in enumerate(self.chairs) if chair.is_person)

    @property
    def terms_now(self) -> Terms:
        """The terms with the current chairs, for a match with other dice."""
        chairs = tuple(chair.bot for chair in self.chairs)
        return replace(self.terms, chairs=chairs, promise=None, club="")

    @property
    def rematch_terms(self) -> Terms:
        """The terms of a rematch. Where a seat starts, not the one that a draw gives, it is the next one."""
        match = self.match
        if match is None or not isinstance(match.setup.first, int) or len(self.chairs) < 2:
            return self.terms_now
        following = self.game.next_first(match.state.first, len(self.chairs))
        return replace(self.terms_now, first=following)

    def chair_of(self, holder: str) -> int | None:
        """The chair held by the token with this digest."""
        seat = self.seat_of(holder)
        return seat if seat is not None and self.chairs[seat].device == holder.partition(".")[2] else None

    def seat_of(self, holder: str) -> int | None:
        """The same, also for a device that has handed the seat over to another."""
        if whose := holder.partition(".")[0]:
            for seat, chair in enumerate(self.chairs):
                if chair.holder == whose:
                    return seat
        return None

    def view_of(self, holder: str) -> tuple[int | None, int | None]:
        """The chair that a token holds, and the one that its device handed over and may take back."""
        seat = self.seat_of(holder)
        if seat is None or self.chairs[seat].device == holder.partition(".")[2]:
            return seat, None
        return None, seat if self.chairs[seat].handed else None


def opened(terms: Terms) -> TableState:
    """A table with empty chairs."""
    chairs = tuple(Chair(bot=bot) for bot in terms.chairs)
    throws: Throws = "every" if terms.dice == "own" else "opening"
    return TableState(terms, chairs, throws=throws, detail=terms.detail)


def of_match(match: EventMatch) -> TableState:
    """A closed table that shows a match."""
    chairs = seating.chairs_of(match.setup.players, "")
    return TableState(of_setup(match.setup), chairs, len(match.events), match, closed=True)


def open_chair(table: TableState) -> int:
    """The first open chair. Raises `IllegalMove` if there is none."""
    if table.match is not None:
        raise IllegalMove(tr(BEGUN))
    free = next((place for place, chair in enumerate(table.chairs) if chair.is_open), None)
    if free is None:
        raise IllegalMove(tr("Every chair of this table is taken."))
    return free


def _waits_for(table: TableState) -> WaitsFor:
    match, chairs = table.match, table.chairs
    if match is None or table.closed:
        return NOBODY
    kind, seats = match.awaited.kind, match.awaited.seats
    thrower = seats[0] if kind == "throw" and _is_pressed(table, match.state, seats[0]) else None
    entering = _entering(table, match)
    open_seats = entering or (() if thrower is None else (thrower,))
    for_all = tuple(seat for seat in open_seats if not chairs[seat].is_present)
    decides = kind in DECISIONS or (kind == "first" and table.throws == "every")
    here = tuple(seat for seat in seats if chairs[seat].is_present) if decides else ()
    asked = here if thrower is None else (thrower,)
    if table.terms.dice == "own" and open_seats:
        asked = tuple(
            seat for seat in table.people if chairs[seat].is_present and (for_all or seat in open_seats)
        )
    return WaitsFor(thrower, entering, here, asked, open_seats, for_all, _due(table, kind, seats, thrower))


def _is_pressed(table: TableState, state: State, seat: int) -> bool:
    """Whether a person must throw these dice under `throws`.

    A red die and a roll-off open a turn, too. An opening throw waits only for a player who is present.
    """
    if table.throws != "opening":
        return table.throws == "every"
    turn = state.turn
    is_opening = turn is None or (turn.step == 1 and set(turn.hands) == {NO_DICE})
    return is_opening and table.chairs[seat].is_present


def _entering(table: TableState, match: EventMatch) -> tuple[int, ...]:
    """No seat if a bot shares the turn. If one has entered a shared turn, the others must enter it, too."""
    if table.detail == "every" and match.awaited.kind != "final":
        return ()
    hands = match.state.game_awaits
    has_bots = isinstance(hands, Hands) and any(table.chairs[seat].bot for seat in hands.seats)
    return () if has_bots else may_enter(match.state)


def _due(table: TableState, kind: str, seats: tuple[int, ...], thrower: int | None) -> Due | None:
    if table.is_paused:
        return None
    if (kind == "throw" and thrower is None) or (kind == "first" and table.throws != "every"):
        return Due("chance", seats[0])
    absent = (seat for seat in seats if kind in DECISIONS and not table.chairs[seat].is_present)
    return next((Due("decide", seat) for seat in absent), None)


# --- Entries one by one ----------------------------------------------------------------------------------


def _changes(table: TableState, entry: log.Entry) -> dict[str, Any]:
    """The fields that an entry changes. Raises `IllegalMove` or `BadText`."""
    if table.match and isinstance(entry, log.SeatTaken | log.SeatGivenUp | log.Arranged | log.Started):
        raise IllegalMove(tr(BEGUN))
    match entry:
        case log.Started():
            changes = _start(table, entry)
        case log.Happened():
            changes = _happen(table, entry.event)
        case log.Detailed():
            check_detail(table.terms, entry.detail)
            changes = {"detail": entry.detail}
        case log.TakenBack():
            changes = _take_back(table, entry.events)
        case log.RematchOpened():
            changes = _open_rematch(table, entry)
        case log.Closed():
            changes = {"closed": True, "closed_because": entry.reason}
        case _:
            changes = {"chairs": _chairs(table, entry)}
    return changes


def _chairs(table: TableState, entry: log.OfChair) -> seating.Chairs:
    match entry:
        case log.SeatTaken():
            if table.terms.contributed and not entry.contribution:
                raise IllegalMove(tr(CONTRIBUTES))
            person = Chair(
                entry.name, holder=entry.holder, contribution=entry.contribution, colour=entry.colour
            )
            chairs = seating.take(table.chairs, entry.chair, person)
        case log.SeatGivenUp():
            chairs = seating.give_back(table.chairs, entry.chair)
        case log.Arranged():
            chairs = seating.arrange(table.chairs, entry.chair, _known(entry.bot))
        case log.SeatLeft():
            chairs = seating.set_away(table.chairs, entry.chair, away=True, meant=entry.meant)
        case log.SeatReturned():
            chairs = seating.set_away(table.chairs, entry.chair, away=False)
        case log.SeatMoved():
            chair = replace(seating.person(table.chairs, entry.chair), device=entry.device, handed=True)
            chairs = seating.put(table.chairs, entry.chair, chair)
        case log.PhraseSaid():
            chairs = seating.count_phrase(table.chairs, entry.chair, table.asked_since)
            if not 0 <= entry.phrase < len(PHRASES):
                last = len(PHRASES) - 1
                unknown = mark("There is no phrase {number}; there are 0 to {last}.")
                raise IllegalMove(tr(unknown, number=quoted(entry.phrase), last=last))
    return chairs


def _start(table: TableState, entry: log.Started) -> dict[str, Any]:
    chairs = seating.fill(table.chairs, _known(entry.fill))
    terms = table.terms
    if isinstance(terms.first, int):  # open chairs may be gone
        terms = replace(terms, first=terms.first % len(chairs))
    setup = replace(terms.setup(seating.players(chairs)), dice=_promise(terms, chairs))
    return {"chairs": chairs, "match": begin(setup), "asked_since": table.number + 1}


def _promise(terms: Terms, chairs: seating.Chairs) -> Promise | None:
    """The promise of the dice once the chairs are final."""
    if terms.promise is None or terms.promise.contributions:
        return terms.promise
    contributions = collected([chair.bot for chair in chairs], [chair.contribution for chair in chairs])
    return replace(terms.promise, contributions=contributions)


def _known(bot: str) -> str:
    """The name of a bot, or "". Raises `IllegalMove` for an unknown one."""
    if bot:
        bots.check(bot)
    return bot


def _happen(table: TableState, event: Event) -> dict[str, Any]:
    if table.match is None:
        raise IllegalMove(tr(NOT_BEGUN))
    before, after = table.match.state, table.match.step(event)
    waits = questions.is_covered(event, after.state) or isinstance(event, HintTaken)
    by_game = isinstance(event, Decision) and table.chairs[event.seat].away
    return {
        "match": after,
        "chairs": seating.with_meanwhile(table.chairs, before, event),
        "asked_since": table.asked_since if waits else table.number + 1,
        "trail": table.trail.after(before, event),
        "decided_by_game": table.decided_by_game | {len(after.events)} if by_game else table.decided_by_game,
    }


def _take_back(table: TableState, events: int) -> dict[str, Any]:
    check_takes_back(table)
    match = table.match
    assert match is not None
    rest = len(match.events) - events
    if not 0 < events <= len(match.events):
        raise IllegalMove(tr("That cannot be taken back."))
    before = reduce(EventMatch.step, match.events[:rest], begin(match.setup))
    by_game = frozenset(number for number in table.decided_by_game if number <= rest)
    return {"match": before, "asked_since": table.number + 1, "decided_by_game": by_game}


def _open_rematch(table: TableState, entry: log.RematchOpened) -> dict[str, Any]:
    if not table.is_over:
        raise IllegalMove(tr("A rematch follows the end of a match."))
    if entry.instead != table.next:
        raise IllegalMove(tr("The rematch is already open."))
    return {"next": entry.code}


# --- Moves -----------------------------------------------------------------------------------------------


def check_says(table: TableState, seat: int) -> None:
    """Raises `IllegalMove` if a seat has used up its phrases. `after` does not check this: old logs have no
    limit."""
    if seating.times_said(table.chairs[seat], table.asked_since) >= MOST_PHRASES:
        often = mark("You have spoken {times} times since the last move; that is enough for now.")
        raise IllegalMove(tr(often, times=MOST_PHRASES))


def check_arranges(table: TableState, seat: int, chair: int, name: str) -> None:
    """Raises `IllegalMove` unless this seat opened the table and `name` is the person in the chair, or "" if
    nobody is."""
    if table.match is not None:
        raise IllegalMove(tr(BEGUN))
    if seat != table.people[0]:
        opener = table.chairs[table.people[0]].name
        raise IllegalMove(tr("Only {opener}, who opened the table, may do this.", opener=opener))
    if chair == seat:
        raise IllegalMove(tr("This is your own chair; to give it back, leave the table."))
    if name != (table.chairs[chair].name if chair in table.people else ""):
        raise Stale(tr("Somebody else has this chair now; look again."))


def check_takes_back(table: TableState) -> None:
    """Raises `IllegalMove` unless entries can be taken back at this table."""
    if table.terms.dice != "own":
        raise IllegalMove(tr("Dice that the program threw cannot be taken back."))
    if table.match is None:
        raise IllegalMove(tr(NOT_BEGUN))
    if table.next:
        raise IllegalMove(tr("There is a rematch, so the result of this match can no longer change."))


def last_entered(table: TableState) -> int:
    """The number of events that a step back removes: the last one that a person entered or decided, and the
    later decisions of bots and the game. 0 if there is none.
    """
    events = table.match.events if table.match else ()
    for number in range(len(events), 0, -1):
        event = events[number - 1]
        by_program = isinstance(event, Decision) and (
            bool(table.chairs[event.seat].bot) or number in table.decided_by_game
        )
        if not by_program and not isinstance(event, HintTaken):
            return len(events) - number + 1
    return 0


def check_reason(reason: str) -> None:
    """Raises `IllegalMove` for a reason that players cannot read."""
    if not reason.strip():
        raise WrongCall("The players need a reason.")
    if len(reason) > LONGEST_REASON:
        raise WrongCall(f"A reason has at most {LONGEST_REASON} characters, not {len(reason)}.")
    if not reason.isprintable():
        raise WrongCall("The reason contains unprintable characters.")


def check_asked(table: TableState, seat: int, after: int) -> EventMatch:
    """The match, if this seat may move and its client had seen the latest question `after` this entry. Raises
    `IllegalMove` or `Stale`.
    """
    if table.match is None:
        raise IllegalMove(tr(NOT_BEGUN))
    if table.closed:
        raise IllegalMove(tr(CLOSED))
    if table.chairs[seat].away:
        raise IllegalMove(tr("You are away; come back first."))
    if after < table.asked_since:
        raise Stale(tr(MOVED_ON))
    if after > table.number:
        unknown = mark("There is no entry {number} yet; the last one is {last}.")
        raise IllegalMove(tr(unknown, number=quoted(after), last=table.number))
    return table.match
