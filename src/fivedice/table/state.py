"""The state of a table: its chairs, its match, and the next step that needs no person.

A `TableState` is the fold of its log: `after` returns the next state or refuses the entry with a sentence.
"""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from fivedice import bots
from fivedice.core.rules import Game, Hands, IllegalMove, quoted
from fivedice.core.turn import NO_DICE
from fivedice.deals.deal import collected
from fivedice.deals.places import Trail
from fivedice.language import mark, tr
from fivedice.match import match as matches
from fivedice.match import questions
from fivedice.match.events import Decision, Event, HintTaken
from fivedice.match.match import EventMatch
from fivedice.match.setup import Promise
from fivedice.match.state import may_enter
from fivedice.table import log, seating
from fivedice.table.seating import Chair
from fivedice.table.terms import Detail, Terms, check_detail
from fivedice.table.terms import of as terms_of

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


class TableState(Struct, frozen=True):
    """A table after `number` entries; `asked_since` is the entry that asked the current question.

    The server or program that runs the table sets `throws` and `rests` (pause while no player is present); no
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
    rests: bool = True
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
    def is_left_alone(self) -> bool:
        """Whether the match is paused because no player is present."""
        return self.rests and not any(chair.is_here for chair in self.chairs)

    @property
    def people(self) -> tuple[int, ...]:
        """The chairs of persons."""
        return tuple(place for place, chair in enumerate(self.chairs) if chair.is_person)

    @property
    def terms_now(self) -> Terms:
        """The terms with the current chairs, for a match with other dice."""
        chairs = tuple(chair.bot for chair in self.chairs)
        return replace(self.terms, chairs=chairs, promise=None, club="")

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
    chairs = seating.taken(match.setup.players, "")
    return TableState(terms_of(match.setup), chairs, len(match.events), match, closed=True)


def open_chair(table: TableState) -> int:
    """The first open chair. Raises `IllegalMove` if there is none."""
    if table.match is not None:
        raise IllegalMove(tr(BEGUN))
    free = next((place for place, chair in enumerate(table.chairs) if chair.is_open), None)
    if free is None:
        raise IllegalMove(tr("Every chair of this table is taken."))
    return free


def asks_for_throw(table: TableState) -> int | None:
    """The seat whose dice a person must throw under `throws`, or None.

    A red die and a roll-off open a turn, too. An opening throw waits only for a player who is present.
    """
    if table.match is None or table.match.awaited.kind != "throw" or table.throws == "none" or table.closed:
        return None
    (seat,) = table.match.awaited.seats
    if table.throws == "every":
        return seat
    turn = table.match.state.turn
    goes_on = turn is not None and (turn.step > 1 or set(turn.hands) != {NO_DICE})
    return None if goes_on or not table.chairs[seat].is_here else seat


def due(table: TableState) -> Due | None:
    """The next step that needs no person; None if the table waits for one, rests or is closed."""
    if table.match is None or table.closed or table.is_left_alone:
        return None
    awaited = table.match.awaited
    if awaited.kind == "first" and table.throws != "every":
        return Due("chance", awaited.seats[0])
    if awaited.kind == "throw":
        return Due("chance", awaited.seats[0]) if asks_for_throw(table) is None else None
    if awaited.kind in DECISIONS:
        absent = (seat for seat in awaited.seats if not table.chairs[seat].is_here)
        return next((Due("decide", seat) for seat in absent), None)
    return None


def entering(table: TableState) -> tuple[int, ...]:
    """The seats whose turn people now enter without throws; none if a bot shares the turn. Once one seat has
    entered a shared turn, the others must enter it, too.
    """
    if table.match is None or table.closed:
        return ()
    if table.detail == "every" and table.match.awaited.kind != "final":
        return ()
    hands = table.match.state.game_awaits
    has_bots = isinstance(hands, Hands) and any(table.chairs[seat].bot for seat in hands.seats)
    return () if has_bots else may_enter(table.match.state)


def enters_for(table: TableState, seat: int) -> tuple[int, ...]:
    """The seats for which this person may enter real dice now: the person's own, and the seats of bots and
    absent players, for whom anybody at the table may throw.
    """
    thrower = asks_for_throw(table)
    waiting = entering(table) or (() if thrower is None else (thrower,))
    return tuple(one for one in waiting if one == seat or not table.chairs[one].is_here)


def deciding(table: TableState) -> tuple[int, ...]:
    """The seats of present persons who must decide; with real dice, any of them may enter who starts."""
    if table.match is None or table.closed:
        return ()
    kinds = (*DECISIONS, "first") if table.throws == "every" else DECISIONS
    if table.match.awaited.kind not in kinds:
        return ()
    return tuple(seat for seat in table.match.awaited.seats if table.chairs[seat].is_here)


def asked(table: TableState) -> tuple[int, ...]:
    """The seats of the present persons for whom the match waits."""
    if table.terms.dice == "own" and (asks_for_throw(table) is not None or entering(table)):
        return tuple(seat for seat in table.people if table.chairs[seat].is_here and enters_for(table, seat))
    thrower = asks_for_throw(table)
    return deciding(table) if thrower is None else (thrower,)


# --- Entries one by one ----------------------------------------------------------------------------------


def _changes(table: TableState, entry: log.Entry) -> dict[str, Any]:
    """The fields that an entry changes. Raises `IllegalMove` or `BadText`."""
    if table.match and isinstance(entry, log.SeatTaken | log.SeatGivenUp | log.Arranged | log.Started):
        raise IllegalMove(tr(BEGUN))
    match entry:
        case log.Started():
            changed = _started(table, entry)
        case log.Happened():
            changed = _happened(table, entry.event)
        case log.Detailed():
            check_detail(table.terms, entry.detail)
            changed = {"detail": entry.detail}
        case log.TakenBack():
            changed = _taken_back(table, entry.events)
        case log.RematchOpened():
            changed = _again(table, entry)
        case log.Closed():
            changed = {"closed": True, "closed_because": entry.reason}
        case log.SeatMoved():
            chair = replace(seating.person(table.chairs, entry.chair), device=entry.device, handed=True)
            changed = {"chairs": seating.put(table.chairs, entry.chair, chair)}
        case _:
            changed = {"chairs": _chairs(table, entry)}
    return changed


def _chairs(
    table: TableState,
    entry: log.SeatTaken | log.SeatGivenUp | log.Arranged | log.SeatLeft | log.SeatReturned | log.PhraseSaid,
) -> seating.Chairs:
    match entry:
        case log.SeatTaken():
            if table.terms.contributed and not entry.contribution:
                raise IllegalMove(tr(CONTRIBUTES))
            sat = entry.chair, entry.name, entry.holder, entry.contribution, entry.colour
            chairs = seating.sat(table.chairs, *sat)
        case log.SeatGivenUp():
            chairs = seating.rose(table.chairs, entry.chair)
        case log.Arranged():
            chairs = seating.arranged(table.chairs, entry.chair, _known(entry.bot))
        case log.SeatLeft():
            chairs = seating.moved(table.chairs, entry.chair, away=True, meant=entry.meant)
        case log.SeatReturned():
            chairs = seating.moved(table.chairs, entry.chair, away=False)
        case log.PhraseSaid():
            chairs = seating.spoke(table.chairs, entry.chair, table.asked_since)
            if not 0 <= entry.phrase < len(PHRASES):
                last = len(PHRASES) - 1
                raise IllegalMove(
                    tr(
                        "There is no phrase {number}; there are 0 to {last}.",
                        number=quoted(entry.phrase),
                        last=last,
                    )
                )
    return chairs


def _started(table: TableState, entry: log.Started) -> dict[str, Any]:
    chairs = seating.filled(table.chairs, _known(entry.fill))
    setup = replace(table.terms.setup(seating.players(chairs)), dice=_promise(table.terms, chairs))
    return {"chairs": chairs, "match": matches.begin(setup), "asked_since": table.number + 1}


def _promise(agreed: Terms, chairs: seating.Chairs) -> Promise | None:
    """The promise of the dice once the chairs are final."""
    if agreed.promise is None or agreed.promise.contributions:
        return agreed.promise
    given = collected([chair.bot for chair in chairs], [chair.contribution for chair in chairs])
    return replace(agreed.promise, contributions=given)


def _known(bot: str) -> str:
    """The name of a bot, or "". Raises `IllegalMove` for an unknown one."""
    if bot:
        bots.check(bot)
    return bot


def _happened(table: TableState, event: Event) -> dict[str, Any]:
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


def _taken_back(table: TableState, events: int) -> dict[str, Any]:
    check_takes_back(table)
    match = table.match
    assert match is not None
    left = len(match.events) - events
    if not 0 < events <= len(match.events):
        raise IllegalMove(tr("That cannot be taken back."))
    before = matches.begin(match.setup)
    for event in match.events[:left]:
        before = before.step(event)
    decided = frozenset(number for number in table.decided_by_game if number <= left)
    return {"match": before, "asked_since": table.number + 1, "decided_by_game": decided}


def _again(table: TableState, entry: log.RematchOpened) -> dict[str, Any]:
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
        raise IllegalMove("The players need a reason why their table is closed.")
    if len(reason) > LONGEST_REASON:
        raise IllegalMove(f"A reason has at most {LONGEST_REASON} characters, not {len(reason)}.")
    if not reason.isprintable():
        raise IllegalMove("The reason contains unprintable characters.")


def check_asked(table: TableState, seat: int, seen: int) -> EventMatch:
    """The match, if this seat may move and has seen the latest question. Raises `IllegalMove` or `Stale`."""
    if table.match is None:
        raise IllegalMove(tr(NOT_BEGUN))
    if table.closed:
        raise IllegalMove(tr(CLOSED))
    if table.chairs[seat].away:
        raise IllegalMove(tr("You are away; come back first."))
    if seen < table.asked_since:
        raise Stale(tr(MOVED_ON))
    if seen > table.number:
        raise IllegalMove(
            tr(
                "There is no entry {number} yet; the last one is {last}.",
                number=quoted(seen),
                last=table.number,
            )
        )
    return table.match
