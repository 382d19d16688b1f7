"""Finds an unfinished match, the part of its record that can be continued, and whether it has real dice."""

from contextlib import closing
from pathlib import Path
from typing import NamedTuple, cast, get_args

from fivedice import external_bots
from fivedice.cli.shared import console, open_record
from fivedice.core.rules import quoted
from fivedice.language import mark, tr, with_label
from fivedice.match.external_bots import LONGEST, is_guest
from fivedice.match.match import EventMatch
from fivedice.match.setup import Setup
from fivedice.narration import results
from fivedice.notation import record
from fivedice.notation.record import BadRecord
from fivedice.runtime import store
from fivedice.runtime.program import program
from fivedice.runtime.store import Log, StoreError
from fivedice.table.terms import Detail
from fivedice.terminal import asking


def by_name(name: str) -> Log:
    """Opens the record with this name for writing. Ends the command if there is none."""
    path = open_record.find(name)
    if not path.exists():
        console.fail(tr("There is no record {name}.", name=quoted(name)))
    return Log.reopen(path)


def newest() -> Log:
    """Opens the newest unfinished record, and says why it skips newer ones. Raises `StoreError`."""
    trouble: list[StoreError] = []
    for path in filter(_is_unfinished, reversed(store.records(store.folder()))):
        try:
            log = Log.reopen(path)
        except StoreError as error:
            trouble.append(error)
            continue
        for why in trouble:
            console.tell(str(why))
        if trouble:
            console.tell(tr("Continuing the one before it: {file}.", file=store.printable(path.name)))
        return log
    if trouble:
        raise trouble[0]
    return console.fail(tr("There is no unfinished match here."))


def _is_unfinished(path: Path) -> bool:
    """Whether the record, or the good part of a damaged one, can be continued."""
    try:
        return not open_record.good_part(store.read(path))[0].complete
    except (BadRecord, StoreError):
        return False


def describe_unfinished() -> str:
    """A sentence about the unfinished matches; empty if there are none."""
    left = [match for path in store.records(store.folder()) if (match := _left(path))]
    if not left:
        return ""
    newest = left[-1]
    sentence = mark(
        "You have {count, plural, one {an unfinished match} other {# unfinished matches, the last}} "
        "of {game}, {scores}. Continue it with: {program} resume"
    )
    game, scores = newest.setup.game.title, results.standing(newest.state)
    return tr(sentence, count=len(left), game=game, scores=scores, program=program())


def _left(path: Path) -> EventMatch | None:
    """The unfinished match of a record; None if it is damaged or open in another terminal."""
    try:
        if record.has_result(store.read(path)):
            return None
        with closing(Log.reopen(path)):
            opened = open_record.so_far(path)
    except (BadRecord, StoreError):
        return None
    return None if opened.complete else opened.match


def of(log: Log, *, salvage: bool) -> EventMatch:
    """The match of an open record, cut to its good part. Ends the command if nothing can be continued."""
    data = store.read(log.path)
    try:
        opened, damage = open_record.good_part(data)
    except BadRecord as error:
        console.fail(with_label(console.short(log.path), str(error)))
    if opened.complete:
        over = mark("{file} is a finished match; {program} show prints it.")
        console.fail(tr(over, file=console.short(log.path), program=program()))
    if damage is not None:
        _report(damage, data, log.path)
        asks = tr("Continue from there? (yes or no)")
        if not salvage and not asking.says_yes(console.ask, console.tell, asks):
            console.fail(tr("Nothing was changed. --salvage continues the match without asking."))
        saved = store.printable(store.set_aside(log.path, data))
        console.say(tr("The damaged record is saved as {path}.", path=saved))
    log.cut(opened.length)
    return opened.match


def check_guests(setup: Setup, *, start: bool) -> None:
    """Ends the command unless the user agrees to start the record's bots, which have the user's rights."""
    brought = dict.fromkeys(player.bot for player in setup.players if is_guest(player.bot))
    for bot in brought:
        asks = tr("The record names the bot {bot}. Start it here? (yes or no)", bot=quoted(bot, LONGEST))
        if not start and not asking.says_yes(console.ask, console.tell, asks):
            console.fail(tr("Nothing was started. --start-guests starts bots without asking."))
        external_bots.check(bot)


def _report(damage: BadRecord, data: bytes, path: Path) -> None:
    good, lost = damage.line - 2, len(data.rstrip(b"\n").split(b"\n")) - damage.line + 1
    console.say(tr("{file} is damaged at {fault}", file=console.short(path), fault=damage))
    counts = mark("Valid events before that: {good}. Lines lost from there on: {lost}.")
    console.say(tr(counts, good=good, lost=lost))
    console.say(tr("The damaged record would be saved beside it."))


REAL_DICE = ".real-dice"


class RealDice(NamedTuple):
    """The detail of typed turns, and the number of events before real dice were used; None for all events."""

    detail: Detail = "every"
    since: int | None = None


def real_dice(record: Path) -> RealDice | None:
    """How the match was last played with real dice, from a file beside the record; None if it was not."""
    try:
        detail, since = _mark(record).read_text().split()
        return RealDice(cast(Detail, detail), int(since)) if detail in get_args(Detail) else RealDice()
    except FileNotFoundError:
        return None
    except (OSError, ValueError):  # older versions left it empty
        return RealDice()


def remember_real_dice(record: Path, now: RealDice | None) -> None:
    """Writes how the match is played with real dice, or removes the file for None. Raises `StoreError`."""
    mark = _mark(record)
    if now:
        store.write_new(mark, [f"{now.detail} {now.since}\n"], private=True)
    else:
        with store.writing(mark):
            mark.unlink(missing_ok=True)


def _mark(record: Path) -> Path:
    return record.with_suffix(REAL_DICE)
