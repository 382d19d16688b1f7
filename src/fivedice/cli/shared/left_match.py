"""Finds an unfinished match, what of its record can be continued, and whether it is played with real dice."""

from contextlib import closing
from pathlib import Path

from fivedice import external_bots, private_files
from fivedice.cli.shared import console, open_record
from fivedice.match.external_bots import is_guest
from fivedice.match.match import Match
from fivedice.match.setup import Setup
from fivedice.narration import sentences
from fivedice.notation import record
from fivedice.notation.record import BadRecord
from fivedice.runtime import store
from fivedice.runtime.store import Log, StoreError
from fivedice.terminal import asking


def named(name: str) -> Log:
    """The record of that name, open to be written on; ends the command where there is none."""
    path = open_record.find(name)
    return Log.reopen(path) if path.exists() else console.fail(f"There is no record {name!r}.")


def newest() -> Log:
    """The same of the newest that can be gone on with; of those before it, says why they cannot be.

    Ends the command where there is none, or raises `StoreError` where each is, say, open in another terminal.
    """
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
            console.tell(f"So you go on with the one before: {store.shown(path.name)}.")
        return log
    if trouble:
        raise trouble[0]
    return console.fail("There is no unfinished match here.")


def _is_unfinished(path: Path) -> bool:
    """Whether there is something to go on with, be it the good part of a damaged record."""
    try:
        return not open_record.good_part(store.read(path))[0].complete
    except (BadRecord, StoreError):
        return False


def told() -> str:
    """The matches that can be gone on with, in a sentence; empty where there is none."""
    left = [match for path in store.records(store.folder()) if (match := _left(path))]
    if not left:
        return ""
    newest = left[-1]
    what = "a match" if len(left) == 1 else f"{len(left)} matches, the last"
    standing = f"{newest.setup.game.title}, {sentences.standing(newest.state)}"
    return f"You left {what} of {standing}: fivedice resume goes on with it."


def _left(path: Path) -> Match | None:
    """The match of a record that is unfinished; none where it is damaged, or played in another terminal."""
    try:
        if record.has_result(store.read(path)):
            return None
        with closing(Log.reopen(path)):
            opened = open_record.so_far(path)
    except (BadRecord, StoreError):
        return None
    return None if opened.complete else opened.match


def of(log: Log, *, salvage: bool) -> Match:
    """The match that an open record was left at; the record is cut to what is good of it.

    Ends the command where that is a finished match, or where nobody wants to lose what is damaged.
    """
    data = store.read(log.path)
    try:
        opened, damage = open_record.good_part(data)
    except BadRecord as error:
        console.fail(f"{console.short(log.path)}: {error}")
    if opened.complete:
        console.fail(f"{console.short(log.path)} is a finished match; fivedice show prints it.")
    if damage is not None:
        _report(damage, data, log.path)
        if not salvage and not asking.says_yes(console.ask, console.tell, "Go on from there? (yes or no) "):
            console.fail("Nothing was changed. With --salvage the match goes on without asking.")
        console.say(f"The damaged record is kept as {store.shown(store.set_aside(log.path, data))}.")
    log.cut(opened.length)
    return opened.match


def check_guests(setup: Setup, *, start: bool) -> None:
    """Ends the command where bots that people brought would be started against anybody's will.

    A record may come from somebody else, and what it names is run with the rights of whoever goes on with it.
    """
    brought = dict.fromkeys(player.bot for player in setup.players if is_guest(player.bot))
    for bot in brought:
        if not start and not asking.says_yes(
            console.ask, console.tell, f"The record names the bot {bot!r}. Start it here? (yes or no) "
        ):
            console.fail("Nothing was started. With --start-guests it is, without asking.")
        external_bots.check(bot)


def _report(damage: BadRecord, data: bytes, path: Path) -> None:
    """Where a record is damaged, and what is lost if the match goes on from there."""
    good, lost = damage.line - 2, len(data.rstrip(b"\n").split(b"\n")) - damage.line + 1
    console.say(f"{console.short(path)} is damaged at {damage}")
    console.say(f"Good events before that: {good}. Lines that the match loses from there on: {lost}.")
    console.say("The damaged record would be kept beside it.")


REAL_DICE = ".real-dice"


def has_real_dice(record: Path) -> bool:
    """Whether the match of this record was last played with real dice."""
    return _mark(record).exists()


def remember_real_dice(record: Path, *, thrown: bool) -> None:
    """Keeps for the next time whether they are. Raises `StoreError`."""
    mark = _mark(record)
    try:
        mark.touch(private_files.FILE) if thrown else mark.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{store.shown(mark)} cannot be written: {store.reason(error)}.") from None


def _mark(record: Path) -> Path:
    return record.with_suffix(REAL_DICE)
