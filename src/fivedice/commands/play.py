"""`fivedice play` and `fivedice resume`: a match at this keyboard. Knows arguments; plays nothing itself."""

import os
import sys
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from fivedice import chance, store
from fivedice.commands import console, open_record
from fivedice.commands.console import Faces, Options, name_and_value
from fivedice.play import match as matches
from fivedice.play import record
from fivedice.play.match import Match
from fivedice.play.questions import is_over
from fivedice.play.setup import Setup, game_called
from fivedice.store import Log
from fivedice.term import asking
from fivedice.term.plain import PlainTable
from fivedice.term.sitting import Sitting

MANUAL_HELP = "You throw real dice and type what they show."
FILE_HELP = "The record; the newest unfinished one if not said."

Plain = Annotated[bool, typer.Option("--plain", help="Lines only: no colour, no cursor movement.")]
ManualDice = Annotated[bool, typer.Option("--manual-dice", help=MANUAL_HELP)]
Seed = Annotated[int | None, typer.Option(help="Throw the dice from this seed, for a demonstration.")]


def play(
    game: Annotated[str, typer.Argument(help="The game; asked for if not said.", show_default=False)] = "",
    seats: Annotated[str, typer.Option(help="Names and bots with commas: Ann,Ben,greedy.")] = "",
    option: Options = [],  # noqa: B006 - typer reads the default and never changes it
    games: Annotated[int, typer.Option(help="How many games the match has.")] = 1,
    first: Annotated[str, typer.Option(help="Who starts: a name, roll or random.")] = "",
    faces: Faces = "",
    plain: Plain = False,
    manual_dice: ManualDice = False,
    seed: Seed = None,
) -> None:
    """Play a match at this keyboard; what you do not say you are asked for.

    Every event is kept on disk before the next is asked for: `fivedice resume` goes on after anything.

    \b
    Examples:
      fivedice play
      fivedice play showdown --seats Ann,Ben,greedy
      fivedice play traditional --seats Ann,greedy --option joker=free --games 3 --first roll
      fivedice play junior --seats Ann,Ben --manual-dice --plain
    """
    setup = _setup(game, seats, option, games, first)
    face_set = console.face_set(faces, setup.game, plain=_is_plain(plain))
    log = Log.create(store.folder(), setup.game.name, record.header(setup))
    dice = chance.system() if seed is None else chance.seeded(seed)
    _sit(matches.begin(setup), log, dice, face_set, plain=plain, manual_dice=manual_dice)


def resume(
    file: Annotated[str, typer.Argument(help=FILE_HELP, show_default=False)] = "",
    faces: Faces = "",
    plain: Plain = False,
    manual_dice: ManualDice = False,
    seed: Seed = None,
) -> None:
    """Go on with a match that was left, or that a closed terminal cut short.

    \b
    Examples:
      fivedice resume
      fivedice resume 2026-11-21-201530-showdown.jsonl --plain
    """
    path = open_record.find(file) if file else _newest_unfinished()
    opened = open_record.so_far(path)
    if opened.complete:
        console.fail(f"{console.short(path)} is a finished match; fivedice show tells it.")
    match = opened.match
    face_set = console.face_set(faces, match.setup.game, plain=_is_plain(plain))
    log = Log.reopen(path, opened.length)
    if is_over(match.state):
        log.append(record.result(match))
    dice = chance.system() if seed is None else chance.seeded(seed, len(match.events))
    _sit(match, log, dice, face_set, plain=plain, manual_dice=manual_dice)


def _setup(game: str, seats: str, options: list[str], games: int, first: str) -> Setup:
    given = dict(map(name_and_value, options))
    if game:
        agreed = game_called(game, given)
        if seats:
            return asking.agree(agreed, asking.players(seats), games, first or None)
        if options or games != 1 or first:
            return asking.agree(agreed, asking.players(asking.USUAL_SEATS), games, first or None)
    elif options or games != 1 or first:
        console.fail("Options need the name of a game, for example: fivedice play traditional --games 3.")
    return asking.ask_setup(console.ask, console.say, game or None, seats or None)


def _is_plain(plain: bool) -> bool:
    on_screen = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    return plain or not on_screen


def _sit(match: Match, log: Log, dice: Random, face_set: str, *, plain: bool, manual_dice: bool) -> None:
    sitting = Sitting(match, log, dice, console.library(), manual_dice=manual_dice)
    try:
        if _is_plain(plain):
            PlainTable(sitting, face_set, console.ask, console.say).play()
        else:
            from fivedice.term import screen  # noqa: PLC0415 - textual is loaded only where a screen is

            screen.play(sitting, face_set)
    except (EOFError, KeyboardInterrupt):
        console.say()
    finally:
        log.close()
    _farewell(sitting, log.path)


def _farewell(sitting: Sitting, path: Path) -> None:
    if is_over(sitting.match.state):
        console.say(f"The record is kept as {path}.")
    else:
        console.say(f"The match is kept; go on with: fivedice resume {path.name}")


def _newest_unfinished() -> Path:
    unfinished = filter(_is_unfinished, reversed(store.records(store.folder())))
    return next(unfinished, None) or console.fail("There is no unfinished match here.")


def _is_unfinished(path: Path) -> bool:
    try:
        return not open_record.so_far(path).complete
    except (record.BadRecord, store.StoreError):
        return False
