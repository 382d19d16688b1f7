"""The log entries that follow from a message of a seat."""

from fivedice.core.rules import IllegalMove
from fivedice.language import tr
from fivedice.match import questions
from fivedice.match.events import Choose, Event, Final, First, HintTaken, Keep, Score, Spend, Throw
from fivedice.match.history import check_hint
from fivedice.match.match import EventMatch
from fivedice.notation import read
from fivedice.table import log, state
from fivedice.table.advance import Happen
from fivedice.table.protocol import messages as say
from fivedice.table.terms import BY_PROGRAM


def from_device(message: say.Wish, table: state.TableState, holder: str, happen: Happen) -> list[log.Entry]:
    """The entries that follow from a message of the device with this digest. Raises as `entries` does."""
    seat, handed = table.view_of(holder)
    if handed is not None and isinstance(message, say.BackMessage):
        return [log.SeatMoved(handed, holder.partition(".")[2])]
    return entries(message, table, seat, happen)


def entries(message: say.Wish, table: state.TableState, seat: int | None, happen: Happen) -> list[log.Entry]:
    """The entries that follow from a message. Raises `IllegalMove` or `BadText`."""
    if seat is None:
        raise IllegalMove(tr("You are only watching; this needs a seat."))
    match message:
        case say.SayMessage():
            state.check_says(table, seat)
            back = [log.SeatReturned(seat)] if table.chairs[seat].is_lost else []
            return [*back, log.PhraseSaid(seat, message.phrase)]
        case say.LeaveMessage():
            return [log.SeatGivenUp(seat) if table.match is None else log.SeatLeft(seat, meant=True)]
        case say.BackMessage():
            return [log.SeatReturned(seat)]
        case say.DetailMessage():
            _check_real_dice(table)
            if message.detail == table.detail:
                raise IllegalMove(tr("Turns are entered like that already."))
            return [log.Detailed(seat, message.detail)]
        case say.TakebackMessage():
            return [_take_back(table, seat, message.after)]
        case say.HelloMessage():
            raise IllegalMove(tr("You have already said hello."))
        case _:
            return [log.Happened(event) for event in _events(message, table, seat, happen)]


def _events(message: say.Move, table: state.TableState, seat: int, happen: Happen) -> list[Event]:
    match, before = state.check_asked(table, seat, message.after), list[Event]()
    if isinstance(message, say.FinalMessage | say.ScoreMessage | say.FirstMessage):
        _check_real_dice(table)
    match message:
        case say.ThrowMessage():
            event = _throw(message, table, seat, happen)
        case say.FinalMessage() | say.ScoreMessage():
            event = _enter(message, table, seat)
        case say.FirstMessage():
            event = First(message.seat)
        case say.HintMessage():
            return _hint(table, match, seat)
        case say.UseMessage():
            before, event = _stop_first(match, seat), Spend(seat, message.use)
        case say.KeepMessage():
            event = Keep(seat, read.dice(message.dice))
        case say.ChooseMessage():
            event = Choose(seat, message.option)
    return [*before, event]


def _check_real_dice(table: state.TableState) -> None:
    if table.terms.dice == "program":
        raise IllegalMove(tr(BY_PROGRAM))


def _throw(message: say.ThrowMessage, table: state.TableState, seat: int, happen: Happen) -> Event:
    thrower = state.asks_for_throw(table)
    assert table.match is not None
    if table.terms.dice == "program":
        if message.dice:
            raise IllegalMove(tr(BY_PROGRAM))
        if thrower != seat:
            raise IllegalMove(tr("There is nothing for you to throw now."))
        return happen(table)
    if thrower is None or (thrower != seat and table.chairs[thrower].is_here):
        raise IllegalMove(tr("There are no dice for you to enter now."))
    return Throw(thrower, read.dice(message.dice))


def _enter(message: say.FinalMessage | say.ScoreMessage, table: state.TableState, seat: int) -> Event:
    """Reads final dice or a score if the table asks for it. A table with a bot needs every throw."""
    if not state.entering(table) or message.seat not in state.enters_for(table, seat):
        raise IllegalMove(tr("There is no turn for you to enter now."))
    if isinstance(message, say.FinalMessage):
        return Final(message.seat, read.dice(message.dice))
    return Score(message.seat, message.use, message.pays, message.five)


def _take_back(table: state.TableState, seat: int, after: int) -> log.TakenBack:
    state.check_takes_back(table)
    if after != table.number:
        raise state.Stale(tr(state.MOVED_ON))
    events = state.last_entered(table)
    if not events:
        raise IllegalMove(tr("There is nothing to take back."))
    return log.TakenBack(seat, events)


def _hint(table: state.TableState, match: EventMatch, seat: int) -> list[Event]:
    """A hint is logged once per decision; ranking it by another aim does not log another."""
    if not table.terms.hints:
        raise IllegalMove(tr("This table does not allow hints."))
    latest = next((event for event in reversed(match.events) if event.seat == seat), None)
    if latest == HintTaken(seat):
        return []
    check_hint(match.events)
    return [HintTaken(seat)]


def _stop_first(match: EventMatch, seat: int) -> list[Event]:
    """With throws left, naming a use means keeping all five first."""
    turn = match.state.turn
    stops = match.awaited.kind == "keep" and seat in match.awaited.seats
    if not stops or turn is None:
        return []
    if len(turn.hands) > 1:
        raise IllegalMove(tr("All throws come first; then you use the dice."))
    return [questions.stops(match.state, seat)]
