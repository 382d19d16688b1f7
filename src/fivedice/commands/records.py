"""`fivedice verify`, `show` and `records`: checks, shows and lists records on disk."""

from collections.abc import Iterator
from pathlib import Path

import click
from click.exceptions import Exit

from fivedice import store
from fivedice.coach import sentences
from fivedice.commands import arguments, console, kept, open_record
from fivedice.notation.record import BadRecord, Replay
from fivedice.play.match import Match, begin
from fivedice.play.questions import is_over
from fivedice.store import StoreError


@arguments.command
@arguments.argument(
    "files",
    "The records to check; - is the standard input.",
    nargs=-1,
    required=True,
    metavar="FILE...",
    type=click.Path(),
)
@arguments.flag("--unfinished", line="Accept a match that goes on.")
def verify(files: tuple[str, ...], unfinished: bool) -> None:
    """Replay records against the rules. The first line that is wrong is named.

    The exit code is 0 when every record holds, 1 when one breaks the rules, 2 when one cannot be read or
    is not complete.

    \b
    Examples:
      fivedice verify match.jsonl
      fivedice verify records/*.jsonl
    """
    codes = [_verify(name, unfinished=unfinished) for name in files]
    if any(codes):
        raise Exit(console.BROKEN_RULES if console.BROKEN_RULES in codes else console.BAD_INPUT)


def _verify(name: str, *, unfinished: bool) -> int:
    try:
        replayed = open_record.whole(name)
    except BadRecord as error:
        console.say(f"{name}: {error}")
        return console.code_of(error)
    except StoreError as error:
        console.say(str(error))
        return console.BAD_INPUT
    number = len(replayed.match.events)
    events = sentences.counted(number, "event", "events")
    if replayed.complete:
        console.say(f"{name}: holds, {events}. {sentences.result(replayed.match.state)}")
    elif unfinished:
        console.say(f"{name}: holds so far, {events}, {_waits(replayed)}.")
    else:
        console.say(f"{name}: line {number + 2}: The record ends too early; {_waits(replayed)}.")
        return console.BAD_INPUT
    return 0


def _waits(replayed: Replay) -> str:
    if is_over(replayed.match.state):
        return "its result is missing"
    return f"the match waits for {sentences.waiting(replayed.match.state)}"


@arguments.command
@arguments.argument(
    "file",
    "The record to tell, or - for the standard input; the newest if not said.",
    default="",
    type=click.Path(),
)
@arguments.faces
def show(file: str, faces: str) -> None:
    """Tell a record as a transcript that can be read.

    Every event has its number: `fivedice hint FILE --at NUMBER` tells what the choices before it are worth.

    \b
    Examples:
      fivedice show
      fivedice show match.jsonl
      fivedice show match.jsonl --faces chinese
    """
    path = open_record.find(file) if file else open_record.newest()
    try:
        opened = open_record.so_far(path)
    except BadRecord as error:
        console.fail(f"{file or path.name}: {error}", console.code_of(error))
    face_set = console.face_set(faces, opened.match.setup.game, plain=True)
    wide = len(str(len(opened.match.events)))
    for number, line in _told(opened.match, face_set):
        console.tell(f"{number or '':>{wide}}  {line}".rstrip())


def _told(match: Match, face_set: str) -> Iterator[tuple[int | None, str]]:
    """The transcript; of a match that did not begin at the start, first the table that it began from."""
    told = sentences.numbered(match, face_set)
    yield next(told)
    if match.setup.position is not None:
        from fivedice.front import drawn  # noqa: PLC0415 - loads rich, which the help can do without

        began = begin(match.setup)
        dice = drawn.dice(began.state, face_set)
        lines = ("", "It began here:", *drawn.sheet(began), "", *dice, *drawn.standing(began.state))
        yield from ((None, line) for line in lines)
    yield from told


@arguments.command
def records() -> None:
    """List the matches kept here, the oldest first.

    \b
    Examples:
      fivedice records
    """
    where = store.folder()
    paths = store.records(where)
    if (where.parent / kept.FILE).exists():
        console.say("What the server here keeps: fivedice tables.")
    if not paths:
        console.say(f"No match is kept yet in {where}.")
        return
    console.say(f"{sentences.counted(len(paths), 'match', 'matches')} in {where}:")
    for path in paths:
        console.tell(f"  {path.name}: {_summary(path)}")


def _summary(path: Path) -> str:
    try:
        opened = open_record.so_far(path)
    except (BadRecord, StoreError) as error:
        return str(error)
    state = opened.match.state
    if is_over(state):
        return f"{sentences.agreed(opened.match.setup)}. {sentences.result(state)}"
    return f"{sentences.agreed(opened.match.setup)}. Unfinished: {sentences.standing(state)}."
