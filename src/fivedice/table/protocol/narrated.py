"""Log entries as a seat may see them, and as sentences."""

from fivedice.bots import personas
from fivedice.core.faces import DRAWN
from fivedice.core.rules import Feat, title
from fivedice.language import mark, tr
from fivedice.match import questions
from fivedice.match.events import Final, Keep, Score, Spend
from fivedice.match.state import HIDDEN, State
from fivedice.narration import achievements, moves, results
from fivedice.notation import write
from fivedice.table import credit, log
from fivedice.table.protocol.messages import LogLine, Revealed
from fivedice.table.protocol.picture import SeenEntry, SeenEvent, SeenSat
from fivedice.table.state import PHRASES, TableState


def seen(entry: log.Entry, after: TableState, seat: int | None) -> SeenEntry:
    """An entry as a seat (None: a spectator) may see it, without tokens and hidden decisions."""
    if isinstance(entry, log.SeatTaken):
        return SeenSat(entry.chair, entry.name)
    if not isinstance(entry, log.Happened):
        return log.SeatMoved(entry.chair) if isinstance(entry, log.SeatMoved) else entry
    assert after.match is not None
    event = questions.event_seen(entry.event, after.match.state, seat)
    return SeenEvent({"hidden": entry.event.seat} if event == HIDDEN else write.fields(event))


def line(entry: log.Entry, before: TableState, after: TableState) -> LogLine:
    """The entry as a log line for clients that join later."""
    shown, lines = seen(entry, after, None), told(entry, before, after)
    if not (isinstance(entry, log.Happened) and isinstance(shown, SeenEvent)):
        return LogLine(after.number, str(shown.__struct_config__.tag), lines)
    return LogLine(after.number, next(iter(shown.event)), lines, entry.event.seat)


def told(entry: log.Entry, before: TableState, after: TableState) -> tuple[str, ...]:
    """Sentences about an entry that reveal nothing hidden."""
    match entry:
        case log.Happened():
            lines = _event_told(entry, before, after)
        case log.SeatTaken() | log.SeatGivenUp() | log.SeatLeft() | log.SeatReturned() | log.SeatMoved():
            lines = (_moved(entry, before, after),)
        case log.Arranged():
            lines = _arranged(entry, before)
        case log.Detailed():
            lines = (tr(ENTERS[entry.detail], name=after.chairs[entry.chair].name),)
        case log.TakenBack():
            lines = _taken_back(entry, before, after)
        case log.Started():
            practice = tr("Practice begins with new dice.")
            lines = (practice if after.terms.position else tr("The match begins."),)
        case log.PhraseSaid():
            lines = (f"{after.chairs[entry.chair].name}: {tr(PHRASES[entry.phrase])}",)
        case log.RematchOpened():
            lines = (tr("The rematch is open."),)
        case log.Closed():
            lines = (results.closing(entry.reason, after.terms.club),)
    return lines


def achieved(entry: log.Entry, before: TableState, after: TableState) -> tuple[Feat, ...]:
    """The achievements that the entry brought."""
    if not isinstance(entry, log.Happened) or before.match is None or after.match is None:
        return ()
    made = achievements.feats(before.match.state, entry.event, after.match.state)
    return made + achievements.comeback(after.match)


def revealed(entry: log.Entry, before: TableState) -> tuple[Revealed, ...]:
    """The decisions on dice that this entry makes public, including those hidden until now."""
    if not isinstance(entry, log.Happened) or before.match is None:
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
    entry: log.SeatTaken | log.SeatGivenUp | log.SeatLeft | log.SeatReturned | log.SeatMoved,
    before: TableState,
    after: TableState,
) -> str:
    chair = (before if isinstance(entry, log.SeatGivenUp) else after).chairs[entry.chair]
    match entry:
        case log.SeatLeft() if chair.bot:
            said = mark("{name} does not answer; the computer plays for that seat from now on.")
        case log.SeatTaken():
            said = mark("{name} sits down.")
        case log.SeatGivenUp():
            said = mark("{name} gives the chair back.")
        case log.SeatLeft(late=True) if after.is_left_alone:
            said = mark("Time is up for {name}; the match is paused until someone returns.")
        case log.SeatLeft(late=True):
            said = mark("Time is up for {name}; the computer takes over.")
        case log.SeatLeft() if after.is_left_alone:
            said = mark("{name} is away; the match is paused until someone returns.")
        case log.SeatLeft():
            said = mark("{name} is away; the computer takes over.")
        case log.SeatReturned():
            said = mark("{name} is back.")
        case log.SeatMoved():
            said = mark("{name} continues on another device.")
    return tr(said, name=chair.name)


def _arranged(entry: log.Arranged, before: TableState) -> tuple[str, ...]:
    """Sentences on the removed player, if any, and on the new holder of the chair."""
    sits = personas.of(entry.bot).name if entry.bot else ""
    now = tr("{name} sits down.", name=sits) if sits else tr("A chair is open.")
    if entry.chair not in before.people:
        return (now,)
    opener, removed = (before.chairs[place].name for place in (before.people[0], entry.chair))
    return tr("{opener} removes {name} from the table.", opener=opener, name=removed), now


ENTERS = {
    "every": mark("{name} enters every throw from now on."),
    "final": mark("{name} enters only the final dice of each turn from now on."),
    "score": mark("{name} enters only what each turn scores from now on."),
}


def _taken_back(entry: log.TakenBack, before: TableState, after: TableState) -> tuple[str, ...]:
    """The first event that no longer counts; those after it followed from it."""
    assert before.match is not None
    assert after.match is not None
    event = before.match.events[len(after.match.events)]
    then = after.match.step(event)
    (first, *_) = moves.describe(after.match.state, event, then.state, DRAWN)
    return (tr("{name} takes back: {sentence}", name=after.chairs[entry.chair].name, sentence=first),)


def _event_told(entry: log.Happened, before: TableState, after: TableState) -> tuple[str, ...]:
    assert before.match is not None
    assert after.match is not None
    called = credit.names(after)
    return moves.describe(before.match.state, entry.event, after.match.state, DRAWN, called)
