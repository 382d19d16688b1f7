"""`fivedice verify`, `show` and `records`: checks, shows and lists records on disk."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from click.exceptions import Exit
from msgspec import Struct

from fivedice.cli.options.records import RecordsOptions, ShowOptions, VerifyOptions
from fivedice.cli.shared import console, on_database, open_record, output
from fivedice.deals.verify import DiceCheck, check, check_above
from fivedice.language import mark, tr, with_label
from fivedice.match.match import EventMatch, begin
from fivedice.match.questions import is_over
from fivedice.narration import moves, results
from fivedice.notation import record
from fivedice.notation.record import BadRecord, Replay
from fivedice.report import verifier
from fivedice.runtime import store
from fivedice.runtime.program import program


def verify(options: VerifyOptions) -> None:
    """Checks records, and saves the page that checks them."""
    if options.page:
        store.write_new(options.page, [verifier.page()])
        if not options.files:
            saved = mark("{file} is saved: drop a record on it to check its dice.")
            console.say(tr(saved, file=store.printable(options.page)))
            return
    elif not options.files:
        console.fail(tr("Name the records to check, or a page to save with --page."))
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
    except store.StoreError as error:
        return RecordCheck(name, console.BAD_INPUT, str(error))
    try:
        replayed = record.replay(data)
    except BadRecord as error:
        dice = check_above(data, error.line)
        if dice is not None:
            return _wrong_dice(name, dice)
        return RecordCheck(name, console.code_of(error), with_label(shown_name, str(error)), error.line)
    checked, number = check(replayed), len(replayed.match.events)
    if checked.verdict == "wrong":
        return _wrong_dice(name, checked, replayed.match)
    values = {"file": shown_name, "count": number, "dice": checked.sentence}
    if replayed.complete:
        valid = mark("{file}: valid, {count, plural, one {# event} other {# events}}. {result} {dice}")
        sentence = tr(valid, result=results.result(replayed.match.state), **values)
    elif unfinished:
        valid = mark("{file}: valid so far, {count, plural, one {# event} other {# events}}. {waits} {dice}")
        sentence = tr(valid, waits=_waits(replayed), **values)
    else:
        early = mark("{file}: line {line}: The record ends too early. {waits}")
        sentence = tr(early, line=str(number + 2), waits=_waits(replayed), **values)
        return RecordCheck(name, console.BAD_INPUT, sentence, number + 2, replayed.match, checked)
    return RecordCheck(name, 0, sentence, None, replayed.match, checked)


def _wrong_dice(name: str, dice: DiceCheck, match: EventMatch | None = None) -> RecordCheck:
    wrong = mark("{file}: line {line}: {dice}")
    sentence = tr(wrong, file=store.printable(name), line=str(dice.line), dice=dice.sentence)
    return RecordCheck(name, console.BROKEN_RULES, sentence, dice.line, match, dice)


def _waits(replayed: Replay) -> str:
    state = replayed.match.state
    missing = tr("Its result is missing.")
    return missing if is_over(state) else tr("The match waits for {what}.", what=moves.waiting(state))


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
        from fivedice.terminal import line_text  # noqa: PLC0415 - loads numpy, which the list can do without

        began = begin(match.setup).state
        seat = began.awaited.seats[0]
        lines = ("", tr("Starting position:"), *line_text.position(began, seat, face_set))
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
        console.say(tr("To list the tables of a server: {program} tables", program=program()))
    folder = store.printable(where)
    if not paths:
        console.say(tr("No matches are saved yet in {folder}.", folder=folder))
        return
    heading = mark("{count, plural, one {# match} other {# matches}} in {folder}:")
    console.say(tr(heading, count=len(paths), folder=folder))
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
    if is_over(state):
        return tr("{agreed}. {result}", agreed=agreed, result=results.result(state))
    return tr("{agreed}. Unfinished: {scores}.", agreed=agreed, scores=results.standing(state))
