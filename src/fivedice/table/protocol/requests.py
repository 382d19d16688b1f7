"""What a message from a seat adds to its table's log."""

from fivedice.core.rules import IllegalMove
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Event, Hint, Keep, Spend
from fivedice.match.history import check_hint
from fivedice.match.match import Match
from fivedice.notation import read
from fivedice.table.advance import Happen
from fivedice.table.log import Back, Entry, Happened, Left, Rose, Said
from fivedice.table.protocol import messages as say
from fivedice.table.state import TableState, asks_for_throw, check_asked, check_says


def entries(message: say.Wish, room: TableState, seat: int | None, happen: Happen) -> list[Entry]:
    """The entries that follow from a message. Raises `IllegalMove` or `BadText`."""
    if seat is None:
        raise IllegalMove("You look on; only who has a seat can do that.")
    match message:
        case say.Say():
            check_says(room, seat)
            back = [Back(seat)] if room.chairs[seat].is_lost else []
            return [*back, Said(seat, message.phrase)]
        case say.Leave():
            return [Rose(seat) if room.match is None else Left(seat, meant=True)]
        case say.Back():
            return [Back(seat)]
        case say.Hello():
            raise IllegalMove("You have said hello already.")
        case _:
            return [Happened(event) for event in _events(message, room, seat, happen)]


def _events(message: say.Move, room: TableState, seat: int, happen: Happen) -> list[Event]:
    match = check_asked(room, seat, message.after)
    match message:
        case say.Throw():
            if asks_for_throw(room) != seat:
                raise IllegalMove("There is nothing for you to throw now.")
            return [happen(match.awaited)]
        case say.Hint():
            if not room.terms.hints:
                raise IllegalMove("At this table no hints are taken.")
            return _hint(match, seat)
        case say.Use():
            return [*_stop_first(match, seat), Spend(seat, message.use)]
        case _:
            return [_plain(message, seat)]


def _hint(match: Match, seat: int) -> list[Event]:
    """A hint is logged once per decision; ranking it by another aim does not log another."""
    latest = next((event for event in reversed(match.events) if event.seat == seat), None)
    if latest == Hint(seat):
        return []
    check_hint(match.events)
    return [Hint(seat)]


def _plain(message: say.Keep | say.Choose, seat: int) -> Decision:
    if isinstance(message, say.Keep):
        return Keep(seat, read.dice(message.dice))
    return Choose(seat, message.option)


def _stop_first(match: Match, seat: int) -> list[Event]:
    """With throws left, naming a use means keeping all five first."""
    turn = match.state.turn
    stops = match.awaited.kind == "keep" and seat in match.awaited.seats
    if not stops or turn is None:
        return []
    if len(turn.hands) > 1:
        raise IllegalMove("First all throws are made; then the dice are used.")
    return [questions.stops(match.state, seat)]
