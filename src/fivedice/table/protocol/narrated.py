"""Log entries as a seat may see them, and as sentences."""

from typing import cast

from msgspec import Raw
from msgspec.structs import replace

from fivedice.bots import personas
from fivedice.core.faces import DRAWN
from fivedice.core.rules import Feat
from fivedice.language import mark, tr, with_label
from fivedice.match import questions
from fivedice.match.events import Final, Keep, Score, Spend
from fivedice.match.state import HIDDEN, State
from fivedice.names import localized
from fivedice.narration import achievements, moves, results
from fivedice.notation import write
from fivedice.table import advance, credit, log
from fivedice.table.protocol import player_view
from fivedice.table.protocol.messages import LogLine, Revealed, ToldMessage
from fivedice.table.protocol.picture import Picture, SeenEntry, SeenEvent, SeenSat, You
from fivedice.table.state import PHRASES, TableState

RECENT_LINES = 60
"""The number of recent log lines that a new client receives."""


def update(
    entry: log.Entry, before: TableState, after: TableState, picture: Picture | Raw, left: float | None = None
) -> ToldMessage:
    """The message about an entry for spectators, in the language spoken here; see `seen_by` for players."""
    return ToldMessage(
        after.number,
        entry_seen(entry, after, None),
        lines(entry, before, after),
        cast(Picture, picture),
        You(None),
        left,
        revealed(entry, before),
        feats(entry, before, after),
    )


def seen_by(
    seat: int | None, handed: int | None, message: ToldMessage, entry: log.Entry, after: TableState
) -> ToldMessage:
    """The message as a seat sees it."""
    you = player_view.seen_by(after, seat, handed)
    return replace(message, entry=entry_seen(entry, after, seat), you=you)


def entry_seen(entry: log.Entry, after: TableState, seat: int | None) -> SeenEntry:
    """An entry as a seat (None: a spectator) may see it, without tokens and hidden decisions."""
    if isinstance(entry, log.SeatTaken):
        return SeenSat(entry.chair, localized(entry.name))
    if not isinstance(entry, log.Happened):
        return log.SeatMoved(entry.chair) if isinstance(entry, log.SeatMoved) else entry
    assert after.match is not None
    event = questions.event_seen(entry.event, after.match.state, seat)
    return SeenEvent({"hidden": entry.event.seat} if event == HIDDEN else write.fields(event))


def log_line(entry: log.Entry, before: TableState, after: TableState) -> LogLine:
    """The entry as a log line for clients that join later."""
    public, text = entry_seen(entry, after, None), lines(entry, before, after)
    if isinstance(entry, log.Happened) and isinstance(public, SeenEvent):
        return LogLine(after.number, next(iter(public.event)), text, entry.event.seat)
    return LogLine(after.number, str(public.__struct_config__.tag), text)


def lines(entry: log.Entry, before: TableState, after: TableState) -> tuple[str, ...]:
    """Sentences about an entry that reveal nothing hidden."""
    match entry:
        case log.Happened():
            assert before.match is not None
            assert after.match is not None
            names = credit.names(after)
            return moves.describe(before.match.state, entry.event, after.match.state, DRAWN, names)
        case log.Arranged():
            return _arrangement(entry, before)
        case log.SeatTaken() | log.SeatGivenUp() | log.SeatLeft() | log.SeatReturned() | log.SeatMoved():
            return (_of_person(entry, before, after),)
    return (_of_table(entry, before, after),)


def feats(entry: log.Entry, before: TableState, after: TableState) -> tuple[Feat, ...]:
    """The achievements that the entry brought."""
    if not isinstance(entry, log.Happened) or before.match is None or after.match is None:
        return ()
    of_event = achievements.feats(before.match.state, entry.event, after.match.state)
    return of_event + achievements.comeback(after.match)


def revealed(entry: log.Entry, before: TableState) -> tuple[Revealed, ...]:
    """The decisions on dice that this entry makes public, including those hidden until now."""
    if not isinstance(entry, log.Happened) or before.match is None:
        return ()
    state = before.match.state
    decisions = questions.revealed(state, entry.event)
    return tuple(_revealed(state, decision) for decision in decisions if not isinstance(decision, Final))


def _revealed(before: State, decision: Keep | Spend | Score) -> Revealed:
    if isinstance(decision, Keep):
        return Revealed(decision.seat, write.fields(decision)["keep"])
    use = questions.used(before, decision)
    return Revealed(decision.seat, "", use.name, use.box, use.pays)


def _of_table(entry: log.OfTable | log.PhraseSaid, before: TableState, after: TableState) -> str:
    match entry:
        case log.Detailed():
            line = tr(ENTERS[entry.detail], name=localized(after.chairs[entry.chair].name))
        case log.TakenBack():
            line = _correction(entry, before, after)
        case log.Started():
            practice = tr("Practice begins with new dice.")
            line = practice if after.terms.position else tr("The match begins.")
        case log.PhraseSaid():
            line = with_label(localized(after.chairs[entry.chair].name), tr(PHRASES[entry.phrase]))
        case log.RematchOpened():
            line = tr("The rematch is open.")
        case log.Closed():
            line = results.closing(entry.reason, after.terms.club)
    return line


def _of_person(entry: log.OfPerson, before: TableState, after: TableState) -> str:
    chair = (before if isinstance(entry, log.SeatGivenUp) else after).chairs[entry.chair]
    match entry:
        case log.SeatLeft() if chair.bot:
            line = mark("{name} does not answer; the computer plays for that seat from now on.")
        case log.SeatTaken():
            line = mark("{name} sits down.")
        case log.SeatGivenUp():
            line = mark("{name} gives the chair back.")
        case log.SeatLeft(late=True) if after.is_paused:
            line = mark("Time is up for {name}; the match is paused until someone returns.")
        case log.SeatLeft(late=True):
            line = mark("Time is up for {name}; the computer takes over.")
        case log.SeatLeft() if after.is_paused:
            line = mark("{name} is away; the match is paused until someone returns.")
        case log.SeatLeft():
            line = mark("{name} is away; the computer takes over.")
        case log.SeatReturned():
            line = mark("{name} is back.")
        case log.SeatMoved():
            line = mark("{name} continues on another device.")
    return tr(line, name=localized(chair.name))


def _arrangement(entry: log.Arranged, before: TableState) -> tuple[str, ...]:
    """Sentences on the removed player, if any, and on the new holder of the chair."""
    bot = personas.of(entry.bot).name if entry.bot else ""
    now = tr("{name} sits down.", name=bot) if bot else tr("A chair is open.")
    if entry.chair not in before.people:
        return (now,)
    opener, player = (before.chairs[place].name for place in (before.people[0], entry.chair))
    return tr("{opener} removes {name} from the table.", opener=opener, name=player), now


ENTERS = {
    "every": mark("{name} enters every throw from now on."),
    "final": mark("{name} enters only the final dice of each turn from now on."),
    "score": mark("{name} enters only what each turn scores from now on."),
}


def _correction(entry: log.TakenBack, before: TableState, after: TableState) -> str:
    """The first event that no longer counts; those after it followed from it."""
    assert before.match is not None
    assert after.match is not None
    event = before.match.events[len(after.match.events)]
    then = after.match.step(event)
    (first, *_) = moves.describe(after.match.state, event, then.state, DRAWN)
    return tr("{name} takes back: {sentence}", name=localized(after.chairs[entry.chair].name), sentence=first)


class RecentEntries:
    """The newest entries of a table, and a state before them: enough to say them again in any language.

    The state after every entry would be some hundred objects per table, for a client that may never come.
    """

    def __init__(self, start: TableState) -> None:
        self._start = self._later = start
        self._entries = list[log.Entry]()

    def add(self, entry: log.Entry, after: TableState) -> None:
        """Adds the entry that led to `after`."""
        self._entries.append(entry)
        if len(self._entries) == 2 * RECENT_LINES:
            self._start, self._entries = self._later, self._entries[RECENT_LINES:]
        if len(self._entries) == RECENT_LINES:
            self._later = after

    def lines(self) -> list[LogLine]:
        """The log lines in the language spoken here."""
        steps = advance.steps(self._start, self._entries)
        before = [self._start, *(step.table for step in steps)]
        recent = [*zip(before, steps, strict=False)][-RECENT_LINES:]
        return [log_line(step.entry, table, step.table) for table, step in recent]
