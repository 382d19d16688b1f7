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
from fivedice.table.protocol import messages
from fivedice.table.terms import BY_PROGRAM


def from_device(
    message: messages.Wish, table: state.TableState, holder: str, happen: Happen
) -> list[log.Entry]:
    """The entries that follow from a message of the device with this digest. Raises as `entries` does."""
    seat, handed = table.view_of(holder)
    if handed is not None and isinstance(message, messages.BackMessage):
        return [log.SeatMoved(handed, holder.partition(".")[2])]
    return entries(message, table, seat, happen)


def entries(
    message: messages.Wish, table: state.TableState, seat: int | None, happen: Happen
) -> list[log.Entry]:
    """The entries that follow from a message. Raises `IllegalMove` or `BadText`."""
    if seat is None:
        raise IllegalMove(tr("You are only watching; this needs a seat."))
    match message:
        case messages.SayMessage():
            state.check_says(table, seat)
            back = [log.SeatReturned(seat)] if table.chairs[seat].is_lost else []
            return [*back, log.PhraseSaid(seat, message.phrase)]
        case messages.LeaveMessage():
            return [log.SeatGivenUp(seat) if table.match is None else log.SeatLeft(seat, meant=True)]
        case messages.BackMessage():
            return [log.SeatReturned(seat)]
        case messages.DetailMessage():
            _check_real_dice(table)
            if message.detail == table.detail:
                raise IllegalMove(tr("Turns are entered like that already."))
            return [log.Detailed(seat, message.detail)]
        case messages.TakebackMessage():
            return [_take_back(table, seat, message.after)]
        case messages.HelloMessage():
            raise IllegalMove(tr("You have already said hello."))
        case _:
            return [log.Happened(event) for event in _events(message, table, seat, happen)]


def _events(message: messages.Move, table: state.TableState, seat: int, happen: Happen) -> list[Event]:
    match, before = state.check_asked(table, seat, message.after), list[Event]()
    if isinstance(message, messages.FinalMessage | messages.ScoreMessage | messages.FirstMessage):
        _check_real_dice(table)
    match message:
        case messages.ThrowMessage():
            event = _throw(message, table, seat, happen)
        case messages.FinalMessage() | messages.ScoreMessage():
            event = _enter(message, table, seat)
        case messages.FirstMessage():
            event = First(message.seat)
        case messages.HintMessage():
            return _hint(table, match, seat)
        case messages.UseMessage():
            before, event = _stop_first(match, seat), Spend(seat, message.use)
        case messages.KeepMessage():
            event = Keep(seat, read.dice(message.dice))
        case messages.ChooseMessage():
            event = Choose(seat, message.option)
    return [*before, event]


def _check_real_dice(table: state.TableState) -> None:
    if table.terms.dice == "program":
        raise IllegalMove(tr(BY_PROGRAM))


def _throw(message: messages.ThrowMessage, table: state.TableState, seat: int, happen: Happen) -> Event:
    waits = table.waits_for
    if table.terms.dice == "program":
        if message.dice:
            raise IllegalMove(tr(BY_PROGRAM))
        if waits.thrower != seat:
            raise IllegalMove(tr("There is nothing for you to throw now."))
        return happen(table)
    if waits.thrower is None or waits.thrower not in waits.enters(seat):
        raise IllegalMove(tr("There are no dice for you to enter now."))
    return Throw(waits.thrower, read.dice(message.dice))


def _enter(
    message: messages.FinalMessage | messages.ScoreMessage, table: state.TableState, seat: int
) -> Event:
    """Reads final dice or a score if the table asks for it. A table with a bot needs every throw."""
    waits = table.waits_for
    if not waits.entering or message.seat not in waits.enters(seat):
        raise IllegalMove(tr("There is no turn for you to enter now."))
    if isinstance(message, messages.FinalMessage):
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
    if turn is None or match.awaited.kind != "keep" or seat not in match.awaited.seats:
        return []
    if len(turn.hands) > 1:
        raise IllegalMove(tr("All throws come first; then you use the dice."))
    return [questions.stops(match.state, seat)]
