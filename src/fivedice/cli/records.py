"""`fivedice verify`, `show` and `records`: checks, shows and lists records on disk."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from click.exceptions import Exit
from msgspec import Struct

from fivedice.cli.options.records import RecordsOptions, ShowOptions, VerifyOptions
from fivedice.cli.shared import console, on_database, open_record, output
from fivedice.deals.verify import DiceCheck, check, check_above
from fivedice.match.match import EventMatch, begin
from fivedice.match.questions import is_over
from fivedice.narration import moves, results
from fivedice.notation import record
from fivedice.notation.record import BadRecord, Replay
from fivedice.report import verifier
from fivedice.runtime import store
from fivedice.runtime.store import StoreError


def verify(options: VerifyOptions) -> None:
    """Checks records, and saves the page that checks them."""
    if options.page:
        store.write_new(options.page, [verifier.page()])
        if not options.files:
            console.say(f"{store.printable(options.page)} is saved: drop a record on it to check its dice.")
            return
    elif not options.files:
        console.fail("Name the records to check, or a page to save with --page.")
    checked = [_verify(name, unfinished=options.unfinished) for name in options.files]
    codes = [each.code for each in checked]
    if options.as_json:
        fields = {"holds": not any(codes), "records": [each.fields() for each in checked]}
        console.say(output.json_text("verify", fields))
    else:
        for each in checked:
            console.say(each.sentence)
    if any(codes):
        raise Exit(console.BROKEN_RULES if console.BROKEN_RULES in codes else console.BAD_INPUT)


class RecordCheck(Struct, frozen=True):
    """The result for one record, with its exit code and sentence."""

    file: str
    code: int
    sentence: str
    line: int | None = None
    match: EventMatch | None = None
    dice: DiceCheck | None = None

    def fields(self) -> dict[str, Any]:
        """The result as plain values."""
        played = output.match_fields(self.match) if self.match else None
        broke = self.code == console.BROKEN_RULES
        verdict = {
            "holds": not self.code,
            "breaks_rules": broke,
            "line": self.line,
            "sentence": self.sentence,
        }
        dice = {"verdict": self.dice.verdict, "sentence": self.dice.sentence} if self.dice else None
        return {"file": self.file, **verdict, "match": played, "dice": dice}


def _verify(name: str, *, unfinished: bool) -> RecordCheck:
    shown_name = store.printable(name)
    try:
        data = open_record.data(name)
    except StoreError as error:
        return RecordCheck(name, console.BAD_INPUT, str(error))
    try:
        replayed = record.replay(data)
    except BadRecord as error:
        dice = check_above(data, error.line)
        if dice is not None:
            return _wrong_dice(name, dice)
        return RecordCheck(name, console.code_of(error), f"{shown_name}: {error}", error.line)
    checked, number = check(replayed), len(replayed.match.events)
    if checked.verdict == "wrong":
        return _wrong_dice(name, checked, replayed.match)
    events = console.plural(number, "event", "events")
    if replayed.complete:
        result = results.result(replayed.match.state)
        sentence = f"{shown_name}: valid, {events}. {result} {checked.sentence}"
    elif unfinished:
        sentence = f"{shown_name}: valid so far, {events}; {_waits(replayed)}. {checked.sentence}"
    else:
        sentence = f"{shown_name}: line {number + 2}: The record ends too early; {_waits(replayed)}."
        return RecordCheck(name, console.BAD_INPUT, sentence, number + 2, replayed.match, checked)
    return RecordCheck(name, 0, sentence, None, replayed.match, checked)


def _wrong_dice(name: str, dice: DiceCheck, match: EventMatch | None = None) -> RecordCheck:
    sentence = f"{store.printable(name)}: line {dice.line}: {dice.sentence}"
    return RecordCheck(name, console.BROKEN_RULES, sentence, dice.line, match, dice)


def _waits(replayed: Replay) -> str:
    state = replayed.match.state
    return "its result is missing" if is_over(state) else f"the match waits for {moves.waiting(state)}"


def show(options: ShowOptions) -> None:
    """Prints a record as a transcript."""
    path = open_record.find(options.file) if options.file else open_record.newest()
    opened = open_record.valid(path, options.file)
    face_set = console.face_set(options.faces, opened.match.setup.game, plain=True)
    transcript = _transcript(opened.match, face_set)
    if options.as_json:
        lines = [{"event": number, "text": line} for number, line in transcript if line]
        fields = {"file": str(path), **output.match_fields(opened.match), "lines": lines}
        console.say(output.json_text("show", fields))
        return
    wide = len(str(len(opened.match.events)))
    for number, line in transcript:
        console.tell(f"{number or '':>{wide}}  {line}".rstrip())


def _transcript(match: EventMatch, face_set: str) -> Iterator[tuple[int | None, str]]:
    """The transcript; a match from a given position first shows that position."""
    events = moves.numbered_lines(match, face_set)
    yield next(events)
    if match.setup.position is not None:
        from fivedice.api import text  # noqa: PLC0415 - loads rich, which the help can do without

        began = begin(match.setup)
        dice = text.dice(began.state, face_set)
        lines = ("", "Starting position:", *text.sheet(began), "", *dice, *text.standing(began.state))
        yield from ((None, line) for line in lines)
    yield from events


def records(options: RecordsOptions) -> None:
    """Lists the records of the user."""
    where = store.folder()
    paths = store.records(where)
    if options.as_json:
        kept_here = {"folder": str(where), "records": list(map(_fields, paths))}
        console.say(output.json_text("records", kept_here))
        return
    if (where.parent / on_database.TABLES_FILE).exists():
        console.say("To list the tables of a server: fivedice tables.")
    if not paths:
        console.say(f"No matches are saved yet in {store.printable(where)}.")
        return
    console.say(f"{console.plural(len(paths), 'match', 'matches')} in {store.printable(where)}:")
    for path in paths:
        console.tell(f"  {store.printable(path.name)}: {_summary(path)}")


def _fields(path: Path) -> dict[str, Any]:
    """A record as plain values, or the reason why it cannot be read."""
    opened = open_record.try_so_far(path)
    if isinstance(opened, str):
        return {"file": path.name, "error": opened, "match": None}
    return {"file": path.name, "error": None, "match": output.match_fields(opened.match)}


def _summary(path: Path) -> str:
    opened = open_record.try_so_far(path)
    if isinstance(opened, str):
        return opened
    state, agreed = opened.match.state, results.agreement(opened.match.setup)
    standing = results.result(state) if is_over(state) else f"Unfinished: {results.standing(state)}."
    return f"{agreed}. {standing}"
