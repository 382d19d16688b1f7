"""Log entries as a seat may see them, and as sentences."""

from fivedice.bots import personas
from fivedice.core.faces import DRAWN
from fivedice.core.rules import Feat, title
from fivedice.match import questions
from fivedice.match.events import Final, Keep, Score, Spend
from fivedice.match.state import HIDDEN, State
from fivedice.narration import achievements, sentences
from fivedice.notation import write
from fivedice.table import credit
from fivedice.table.log import (
    Arranged,
    Closed,
    Detailed,
    Entry,
    Happened,
    PhraseSaid,
    RematchOpened,
    SeatGivenUp,
    SeatLeft,
    SeatReturned,
    SeatTaken,
    Started,
    TakenBack,
)
from fivedice.table.protocol.messages import LogLine, Revealed
from fivedice.table.protocol.picture import SeenEntry, SeenEvent, SeenSat
from fivedice.table.state import PHRASES, TableState


def seen(entry: Entry, after: TableState, seat: int | None) -> SeenEntry:
    """An entry as a seat (None: a spectator) may see it, without tokens and hidden decisions."""
    match entry:
        case SeatTaken():
            return SeenSat(entry.chair, entry.name)
        case Happened():
            return _event_seen(entry, after, seat)
        case _:
            return entry


def line(entry: Entry, before: TableState, after: TableState) -> LogLine:
    """The entry as a log line for clients that join later."""
    shown, lines = seen(entry, after, None), told(entry, before, after)
    if not (isinstance(entry, Happened) and isinstance(shown, SeenEvent)):
        return LogLine(after.number, str(shown.__struct_config__.tag), lines)
    return LogLine(after.number, next(iter(shown.event)), lines, entry.event.seat)


def told(entry: Entry, before: TableState, after: TableState) -> tuple[str, ...]:
    """Sentences about an entry that reveal nothing hidden."""
    match entry:
        case Happened():
            return _event_told(entry, before, after)
        case SeatTaken() | SeatGivenUp() | SeatLeft() | SeatReturned():
            return (_moved(entry, before, after),)
        case Arranged():
            return _arranged(entry, before)
        case Detailed():
            return (f"{after.chairs[entry.chair].name} {ENTERS[entry.detail]} from now on.",)
        case TakenBack():
            return _taken_back(entry, before, after)
        case _:
            return _aside(entry, after)


def achieved(entry: Entry, before: TableState, after: TableState) -> tuple[Feat, ...]:
    """The achievements that the entry brought."""
    if not isinstance(entry, Happened) or before.match is None or after.match is None:
        return ()
    made = achievements.feats(before.match.state, entry.event, after.match.state)
    return made + achievements.comeback(after.match)


def revealed(entry: Entry, before: TableState) -> tuple[Revealed, ...]:
    """The decisions on dice that this entry makes public, including those hidden until now."""
    if not isinstance(entry, Happened) or before.match is None:
        return ()
    state = before.match.state
    made = questions.revealed(state, entry.event)
    return tuple(_revealed(state, decision) for decision in made if not isinstance(decision, Final))


def _revealed(before: State, decision: Keep | Spend | Score) -> Revealed:
    if isinstance(decision, Keep):
        return Revealed(decision.seat, write.fields(decision)["keep"])
    used = questions.used(before, decision)
    return Revealed(decision.seat, "", used.name, title(used.waives or used.name), used.pays)


def _moved(
    entry: SeatTaken | SeatGivenUp | SeatLeft | SeatReturned, before: TableState, after: TableState
) -> str:
    chair = (before if isinstance(entry, SeatGivenUp) else after).chairs[entry.chair]
    who = chair.name
    goes_on = (
        "the match is paused until someone returns" if after.is_left_alone else "the computer takes over"
    )
    match entry:
        case SeatLeft() if chair.bot:
            return f"{who} does not answer; the computer plays for that seat from now on."
        case SeatTaken():
            return f"{who} sits down."
        case SeatGivenUp():
            return f"{who} gives the chair back."
        case SeatLeft(late=True):
            return f"Time is up for {who}; {goes_on}."
        case SeatLeft():
            return f"{who} is away; {goes_on}."
        case SeatReturned():
            return f"{who} is back."


def _arranged(entry: Arranged, before: TableState) -> tuple[str, ...]:
    """Sentences on the removed player, if any, and on the new holder of the chair."""
    now = f"{personas.of(entry.bot).name} sits down." if entry.bot else "A chair is open."
    if entry.chair not in before.people:
        return (now,)
    opener, removed = (before.chairs[place].name for place in (before.people[0], entry.chair))
    return f"{opener} removes {removed} from the table.", now


ENTERS = {
    "every": "enters every throw",
    "final": "enters only the final dice of each turn",
    "score": "enters only what each turn scores",
}


def _taken_back(entry: TakenBack, before: TableState, after: TableState) -> tuple[str, ...]:
    """The first event that no longer counts; those after it followed from it."""
    assert before.match is not None
    assert after.match is not None
    event = before.match.events[len(after.match.events)]
    then = after.match.step(event)
    (first, *_) = sentences.event(after.match.state, event, then.state, DRAWN)
    return (f"{after.chairs[entry.chair].name} takes back: {first}",)


def _aside(entry: Started | PhraseSaid | RematchOpened | Closed, after: TableState) -> tuple[str, ...]:
    match entry:
        case Started():
            return ("Practice begins with new dice." if after.terms.position else "The match begins.",)
        case PhraseSaid():
            return (f"{after.chairs[entry.chair].name}: {PHRASES[entry.phrase]}",)
        case RematchOpened():
            return ("The rematch is open.",)
        case Closed():
            return (sentences.closed(entry.reason, after.terms.club),)


def _event_seen(entry: Happened, after: TableState, seat: int | None) -> SeenEvent:
    """The event as in a record, or only its seat while the decision is hidden."""
    assert after.match is not None
    event = questions.event_seen(entry.event, after.match.state, seat)
    return SeenEvent({"hidden": entry.event.seat} if event == HIDDEN else write.fields(event))


def _event_told(entry: Happened, before: TableState, after: TableState) -> tuple[str, ...]:
    assert before.match is not None
    assert after.match is not None
    called = credit.names(after)
    return sentences.event(before.match.state, entry.event, after.match.state, DRAWN, called)
