"""`fivedice play` and `fivedice resume`: a match at this keyboard."""

import os
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from random import Random
from typing import get_args

import click
from click.exceptions import Exit
from msgspec.structs import replace

from fivedice import external_bots
from fivedice.bots import BOTS
from fivedice.cli.shared import arguments, console, left_match, open_game, same_dice
from fivedice.cli.shared.arguments import argument, flag, usually
from fivedice.cli.shared.left_match import RealDice
from fivedice.match import match as matches
from fivedice.match.match import Match
from fivedice.match.questions import is_over
from fivedice.match.setup import Setup
from fivedice.notation import record
from fivedice.runtime import chance, stopping, store, streams
from fivedice.runtime.stopping import Stopped
from fivedice.runtime.store import Log, StoreError
from fivedice.table import terms
from fivedice.table.state import Throws
from fivedice.table.terms import Detail, check_detail
from fivedice.terminal import asking, dealing
from fivedice.terminal.at_table import AtTable
from fivedice.terminal.sitting import Sitting

FAULT = 1
"""The exit code after an internal error."""

SEATS_HELP = (
    f"Names and bots, separated by commas: Ann,Ben,greedy. The bots: {', '.join(BOTS)}; {arguments.GUESTS}."
)

plain_lines = flag("--plain", line="Plain lines, without colour or cursor movement.")
_manual_dice = flag(
    "--manual-dice",
    line="You throw real dice and type what they show. Without --first you are asked who starts.",
)
_manual_dice_again = click.option(
    "--manual-dice/--no-manual-dice",
    default=None,
    help="Whether you throw real dice and type what they show; default: as before.",
)
_detail = click.option(
    "--detail",
    type=click.Choice(get_args(Detail)),
    help="The entries for a turn with real dice: every throw, only the final dice, or only the score;"
    " implies --manual-dice.",
)
_start_guests = flag("--start-guests", line="Start the external bots of the record without asking.")
_salvage = flag("--salvage", line="Continue a damaged record from its last good line without asking.")
_seed = click.option(
    "--seed", type=int, help="A seed for the dice, for a demonstration; default: random dice."
)


@arguments.command
@argument(
    "game",
    f"{arguments.GAME_HELP}; default: you are asked.",
    default="",
    shell_complete=arguments.complete_game,
)
@click.option("--seats", default="", help=SEATS_HELP)
@arguments.house_option
@usually("--games", 1, "The number of games in the match.")
@arguments.first
@arguments.faces
@plain_lines
@_manual_dice
@_detail
@click.option(
    "--same",
    metavar="RECORD",
    help="Play the dice of this finished record again: its file, or a link to the match on a server.",
)
@flag("--alone", line="With --same: play without the other seats.")
@_seed
@arguments.patience
def play(
    game: str,
    seats: str,
    option: tuple[str, ...],
    games: int,
    first: str,
    faces: str,
    plain: bool,
    manual_dice: bool,
    detail: Detail | None,
    same: str | None,
    alone: bool,
    seed: int | None,
    patience: float,
) -> None:
    """Play a match at this keyboard. You are asked for everything that you leave out.

    Every event is stored on disk before the match goes on, so `fivedice resume` can always continue it.

    \b
    Examples:
      fivedice play
      fivedice play showdown --seats Ann,Ben,greedy
      fivedice play traditional --seats Ann,greedy --option joker=free --games 3 --first roll
      fivedice play junior --seats Ann,Ben --manual-dice --plain
      fivedice play traditional --seats Ann,Ben --detail score
      fivedice play our-card.toml --seats Ann,champion
      fivedice play --same https://example.org/same/ABC234 --seats Ben --alone
      fivedice play yatzy --seats "Ann,program:node bot.js"
    """
    real = RealDice(detail or "every", 0) if manual_dice or detail else None
    _check_dice(seed, real)
    console.check_faces(faces)
    dice, secret = chance.system() if seed is None else chance.seeded(seed), b""
    if same:
        if game or option or games != 1 or first or real or seed is not None:
            console.fail("With --same, everything except your name comes from the record.")
        setup, secret = same_dice.agreed(same, seats, alone=alone)
    elif alone:
        console.fail("--alone has an effect only with --same.")
    else:
        setup = _setup(game, seats, option, games, first, real=real is not None)
    if real:
        check_detail(replace(terms.of(setup), dice="own"), real.detail)
    console.check_ready(setup)
    if not real and not same:
        setup, secret = dealing.promised(setup, dice)
    begin(setup, secret, faces, dice, patience, real, plain=plain)


def begin(
    setup: Setup,
    secret: bytes,
    faces: str,
    dice: Random,
    patience: float,
    real: RealDice | None = None,
    *,
    plain: bool,
) -> Match:
    """Begins a match and plays it until it ends or somebody leaves; returns the match at that point."""
    face_set = console.face_set(faces, setup.game, plain=is_plain(plain))
    with closing(Log.create(store.folder(), setup.game.name, record.header(setup))) as log:
        if secret:
            dealing.keep(log.path, secret)
        sitting = _sitting(matches.begin(setup), log, dice, patience, real, secret, plain=plain)
        left_match.remember_real_dice(log.path, real)
        _sit(sitting, face_set, plain=plain)
        return sitting.match


@arguments.command
@argument(
    "file",
    "The record; default: the newest unfinished one that is not open elsewhere.",
    default="",
    type=click.Path(),
)
@arguments.faces
@plain_lines
@_manual_dice_again
@_detail
@_salvage
@_seed
@arguments.patience
@_start_guests
def resume(
    file: str,
    faces: str,
    plain: bool,
    manual_dice: bool | None,
    detail: Detail | None,
    salvage: bool,
    seed: int | None,
    patience: float,
    start_guests: bool,
) -> None:
    """Continue an unfinished match, even one whose terminal was closed.

    A match can be played in one terminal at a time. A damaged record continues from its last good line; the
    damaged file is saved beside it. External bots start only if you agree, because a record may come from
    somebody else. If you typed real dice before, you type them again, in the same detail.

    \b
    Examples:
      fivedice resume
      fivedice resume 2026-11-21-191530Z-showdown.jsonl --plain
    """
    with closing(left_match.named(file) if file else left_match.newest()) as log:
        if manual_dice is False and detail:
            console.fail("The program throws the dice, so --detail has no effect.")
        before = left_match.real_dice(log.path)
        throws_real = (before or detail) if manual_dice is None else manual_dice
        real = before or RealDice() if throws_real else None
        real = real._replace(detail=detail or real.detail) if real else None
        _check_dice(seed, real)
        match = left_match.of(log, salvage=salvage)
        left_match.check_guests(match.setup, start=start_guests)
        console.check_ready(match.setup)
        face_set = console.face_set(faces, match.setup.game, plain=is_plain(plain))
        secret = dealing.kept(log.path)
        if is_over(match.state):
            log.append(
                record.result(match), *([record.revealed(secret.hex())] if secret and not real else [])
            )
        elif match.setup.dice and not secret and not real:
            console.tell(SECRET_IS_GONE)
        dice = chance.system() if seed is None else chance.seeded(seed, len(match.events))
        sitting = _sitting(match, log, dice, patience, real, secret, plain=plain)
        _remember_real_dice(sitting)
        _sit(sitting, face_set, plain=plain)


def _check_dice(seed: int | None, real: RealDice | None) -> None:
    if real and seed is not None:
        console.fail("You throw the dice yourself, so --seed has no effect.")


def _setup(game: str, seats: str, options: tuple[str, ...], games: int, first: str, *, real: bool) -> Setup:
    agreed = open_game.named(game, options) if game else None
    if agreed is not None:
        if seats:
            settle = asking.settled_by(console.ask, console.tell) if sys.stdin.isatty() else asking.refuse
            return asking.agree(agreed, asking.players(seats, settle), games, first, real=real)
        if options or games != 1 or first:
            return asking.agree(agreed, asking.players(asking.usual_seats()), games, first, real=real)
    elif options or games != 1 or first:
        console.fail("Options need the name of a game, for example: fivedice play traditional --games 3.")
    if agreed is None and (left := left_match.told()):
        console.tell(left)
    return asking.ask_setup(
        console.ask, console.tell, agreed, seats or None, console.check_bots_ready, real=real
    )


SECRET_IS_GONE = "The secret beside the record is gone, so other dice are thrown, which cannot be verified."


def is_plain(plain: bool) -> bool:
    """Whether to play in line mode. The full screen needs standard error too, because Textual draws there."""
    are_terminals = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    draws = are_terminals and os.environ.get("TERM", "dumb") != "dumb" and streams.is_unicode()
    return plain or not draws


def _sitting(
    match: Match,
    log: Log,
    dice: Random,
    patience: float,
    real: RealDice | None,
    secret: bytes,
    *,
    plain: bool,
) -> Sitting:
    throws: Throws = "every" if real else "none" if is_plain(plain) else "opening"
    detail, since = real or RealDice()
    return Sitting(match, log, dice, console.library(), throws, patience, detail, since, secret)


def _remember_detail(sitting: Sitting) -> None:
    with suppress(StoreError):  # tried again at the end
        _remember_real_dice(sitting)


def _remember_real_dice(sitting: Sitting) -> None:
    real = sitting.manual_dice and not is_over(sitting.match.state)
    left_match.remember_real_dice(
        sitting.log.path, RealDice(sitting.table.detail, sitting.since) if real else None
    )


def _sit(sitting: Sitting, face_set: str, *, plain: bool) -> None:
    sitting.on_detail = lambda: _remember_detail(sitting)
    well = sit(sitting, face_set, lambda: _farewell(sitting), plain=plain)
    sitting.end()
    if not well:
        raise Exit(FAULT)


def sit(sitting: AtTable, face_set: str, farewell: Callable[[], None], *, plain: bool) -> bool:
    """Plays a match until it ends or somebody leaves; then `farewell` says where it is stored.

    Returns False after an internal error.
    """
    well = True
    try:
        with stopping.heard():
            well = _play(sitting, face_set, plain=is_plain(plain))
    except (EOFError, KeyboardInterrupt):
        console.say()
    except Stopped as stopped:
        with suppress(OSError, StoreError):
            farewell()
        external_bots.end_all()
        stopped.end()
    finally:
        external_bots.end_all()
    farewell()
    return well


def _play(sitting: AtTable, face_set: str, *, plain: bool) -> bool:
    """Whether the match was left without an internal error."""
    if plain:
        from fivedice.terminal.plain import PlainTable  # noqa: PLC0415 - loads numpy, which the help can do without

        PlainTable(sitting, face_set, console.ask, console.tell, console.columns()).play()
        return True
    from fivedice.terminal import screen  # noqa: PLC0415 - textual is loaded only for a screen

    return screen.play(sitting, face_set)


def _farewell(sitting: Sitting) -> None:
    """Says where the match is stored, once that is certain. Raises `StoreError` if it is not stored."""
    sitting.restore()
    for notice in sitting.notices():
        console.tell(notice)
    path, over = sitting.log.path, is_over(sitting.match.state)
    _remember_real_dice(sitting)
    if over:
        console.say(f"The record is saved as {store.shown(path)}.")
    else:
        console.say(f"The match is saved. Continue with: fivedice resume {store.shown(path.name)}")
