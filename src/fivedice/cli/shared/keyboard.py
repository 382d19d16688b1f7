"""A match at this keyboard, in plain lines or on the full screen."""

import os
import sys
from collections.abc import Callable
from contextlib import closing, suppress

from click.exceptions import Exit
from msgspec import Struct

from fivedice import external_bots
from fivedice.cli.shared import console, left_match, solvers
from fivedice.cli.shared.left_match import RealDice
from fivedice.language import mark, tr
from fivedice.match.match import EventMatch, begin
from fivedice.match.questions import is_over
from fivedice.match.setup import Setup
from fivedice.notation import record
from fivedice.runtime import stopping, store, streams
from fivedice.runtime.program import program
from fivedice.runtime.store import Log, StoreError
from fivedice.table.state import Throws
from fivedice.terminal.dealing import LocalDice
from fivedice.terminal.local_sitting import LocalSitting
from fivedice.terminal.plain import PlainTable
from fivedice.terminal.sitting import Sitting

FAULT = 1
"""The exit code after an internal error."""


class Keyboard(Struct, frozen=True):
    """How a match is played at this keyboard."""

    faces: str
    plain: bool
    patience: float
    real: RealDice | None = None

    def begin(self, setup: Setup, dice: LocalDice) -> EventMatch:
        """Plays a new match until it ends or somebody leaves; returns it at that point."""
        with closing(Log.create(store.folder(), setup.game.name, record.header(setup))) as log:
            dice.keep(log.path)
            return self.play(begin(setup), log, dice)

    def play(self, match: EventMatch, log: Log, dice: LocalDice) -> EventMatch:
        """Plays a match until it ends or somebody leaves; returns it at that point."""
        face_set = console.face_set(self.faces, match.setup.game, plain=is_plain(self.plain))
        throws: Throws = "every" if self.real else "none" if is_plain(self.plain) else "opening"
        how = (self.real or RealDice())._asdict()
        sitting = LocalSitting(match, log, dice, solvers.library(), throws, patience=self.patience, **how)
        _remember_real_dice(sitting)
        sitting.on_detail = lambda: _remember_detail(sitting)
        well = sit(sitting, face_set, lambda: _farewell(sitting), plain=self.plain)
        sitting.end()
        if not well:
            raise Exit(FAULT)
        return sitting.match


def _remember_detail(sitting: LocalSitting) -> None:
    with suppress(StoreError):  # tried again at the end
        _remember_real_dice(sitting)


def _remember_real_dice(sitting: LocalSitting) -> None:
    real = sitting.manual_dice and not is_over(sitting.match.state)
    now = RealDice(sitting.table.detail, sitting.since) if real else None
    left_match.remember_real_dice(sitting.log.path, now)


def _farewell(sitting: LocalSitting) -> None:
    """Says where the match is stored, once that is certain. Raises `StoreError` if it is not stored."""
    sitting.restore()
    for notice in sitting.notices():
        console.tell(notice)
    path, over = sitting.log.path, is_over(sitting.match.state)
    _remember_real_dice(sitting)
    if over:
        console.say(tr("The record is saved as {path}.", path=store.printable(path)))
    else:
        saved = mark("The match is saved. Continue with: {program} resume {file}")
        console.say(tr(saved, program=program(), file=store.printable(path.name)))


def is_plain(plain: bool) -> bool:
    """Whether to play in line mode. The full screen needs standard error too, because Textual draws there."""
    are_terminals = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    draws = are_terminals and os.environ.get("TERM", "dumb") != "dumb" and streams.is_unicode()
    return plain or not draws


def sit(sitting: Sitting, face_set: str, farewell: Callable[[], None], *, plain: bool) -> bool:
    """Plays until the match ends or somebody leaves, then calls `farewell`. False after an internal error."""
    well = True
    try:
        with stopping.signals_raised():
            well = _play(sitting, face_set, plain=is_plain(plain))
    except EOFError:  # the prompt has ended its line
        pass
    except KeyboardInterrupt:
        console.say()
    except stopping.Stopped as stopped:
        with suppress(OSError, StoreError):
            farewell()
        external_bots.end_all()
        stopped.end()
    finally:
        external_bots.end_all()
    farewell()
    return well


def _play(sitting: Sitting, face_set: str, *, plain: bool) -> bool:
    """Whether the match was left without an internal error."""
    if plain:
        PlainTable(sitting, face_set, console.ask, console.tell, console.columns()).play()
        return True
    from fivedice.terminal import screen  # noqa: PLC0415 - textual is loaded only for a screen

    return screen.play(sitting, face_set)
