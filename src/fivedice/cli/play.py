"""`fivedice play` and `fivedice resume`: a match at this keyboard."""

import re
import sys
from contextlib import closing

from msgspec.structs import replace

from fivedice.bots import is_bot
from fivedice.cli.options.play import PlayOptions, ResumeOptions
from fivedice.cli.shared import console, left_match, open_game, open_record, solvers
from fivedice.cli.shared.keyboard import Keyboard
from fivedice.cli.shared.left_match import RealDice
from fivedice.deals import solo
from fivedice.language import mark, tr
from fivedice.match.questions import is_over
from fivedice.match.setup import Player, Setup
from fivedice.notation import record
from fivedice.runtime import chance, server_client
from fivedice.runtime.program import program
from fivedice.table import seating, terms
from fivedice.table.seating import Chair
from fivedice.terminal import asking, dealing
from fivedice.terminal.dealing import LocalDice

SECRET_IS_GONE = mark(
    "The secret beside the record is gone, so other dice are thrown, which cannot be verified."
)
NO_SECRET = mark(
    "The dice of this record cannot be played again, because it does not contain their secret: "
    "they were real dice, or the match is not over, or the record is too old."
)
BOT = "greedy"
"""The bot that plays for the other people of the record."""


def play(options: PlayOptions) -> None:
    """Plays a new match."""
    real = RealDice(options.detail or "every", 0) if options.manual_dice or options.detail else None
    _check_dice(options.seed, real)
    console.check_faces(options.faces)
    dice = LocalDice(chance.system() if options.seed is None else chance.seeded(options.seed))
    if options.same:
        if options.game or _has_options(options) or real or options.seed is not None:
            console.fail(tr("With --same, everything except your name comes from the record."))
        setup, dice.secret = on_same_dice(options.same, options.seats, alone=options.alone)
    elif options.alone:
        console.fail(tr("--alone has an effect only with --same."))
    else:
        setup = _setup(options, real=real is not None)
    if real:
        terms.check_detail(replace(terms.of_setup(setup), dice="own"), real.detail)
    solvers.check_extras(setup)
    if not real and not options.same:
        setup = dice.promised(setup)
    Keyboard(options.faces, options.plain, options.patience, real).begin(setup, dice)


def resume(options: ResumeOptions) -> None:
    """Continues an unfinished match."""
    with closing(left_match.by_name(options.file) if options.file else left_match.newest()) as log:
        real = _real_dice(options, left_match.real_dice(log.path))
        _check_dice(options.seed, real)
        match = left_match.of(log, salvage=options.salvage)
        left_match.check_guests(match.setup, start=options.start_guests)
        solvers.check_extras(match.setup)
        console.check_faces(options.faces)
        secret = dealing.kept(log.path)
        if is_over(match.state):
            revealed = [record.revealed(secret.hex())] if secret and not real else []
            log.append(record.result(match), *revealed)
        elif match.setup.dice and not secret and not real:
            console.tell(tr(SECRET_IS_GONE))
        dice = chance.system() if options.seed is None else chance.seeded(options.seed, len(match.events))
        keyboard = Keyboard(options.faces, options.plain, options.patience, real)
        keyboard.play(match, log, LocalDice(dice, secret))


def _real_dice(options: ResumeOptions, before: RealDice | None) -> RealDice | None:
    """How real dice are typed: as before, unless the options say otherwise; None if the program throws."""
    if options.manual_dice is False and options.detail:
        console.fail(tr("The program throws the dice, so --detail has no effect."))
    throws_real = (before or options.detail) if options.manual_dice is None else options.manual_dice
    if not throws_real:
        return None
    real = before or RealDice()
    return real._replace(detail=options.detail or real.detail)


def _check_dice(seed: int | None, real: RealDice | None) -> None:
    if real and seed is not None:
        console.fail(tr("You throw the dice yourself, so --seed has no effect."))


def _has_options(options: PlayOptions) -> bool:
    return bool(options.house or options.games != 1 or options.first)


def _setup(options: PlayOptions, *, real: bool) -> Setup:
    game = open_game.by_name(options.game, options.house) if options.game else None
    if game is not None and (options.seats or _has_options(options)):
        settle = asking.settled_by(console.ask, console.tell) if sys.stdin.isatty() else asking.refuse
        players = asking.players(options.seats or asking.usual_seats(), settle)
        return asking.agree(game, players, options.games, options.first, real=real)
    if game is None and _has_options(options):
        lacks = mark("Options need the name of a game, for example: {program} play traditional --games 3.")
        console.fail(tr(lacks, program=program()))
    if game is None and (left := left_match.describe_unfinished()):
        console.tell(left)
    seats = options.seats or None
    return asking.ask_setup(console.ask, console.tell, game, seats, solvers.check_bots_ready, real=real)


def on_same_dice(source: str, name: str, *, alone: bool) -> tuple[Setup, bytes]:
    """The setup for a player called `name` ("": as in the record), and the secret of the dice. The player
    takes the seat that a link names, else the first person's; `alone` leaves out the other seats. Ends the
    command if the record has no secret. Raises `StoreError`, `BadRecord` and `IllegalMove`.
    """
    at_server = "://" in source
    replayed = record.replay(server_client.record_at(source)) if at_server else open_record.whole(source)
    setup, secret = replayed.match.setup, replayed.secret
    if setup.dice is None or not secret:
        console.fail(tr(NO_SECRET))
    seat = _seat(setup, source if at_server else "")
    own = name or setup.players[seat].name
    seating.check_person(own)
    if alone:
        solo_setup = solo.setup(replayed.match, seat)
        return replace(solo_setup, players=(Player(own),)), bytes.fromhex(secret)
    chairs = tuple(
        Chair(name=own, holder=own) if place == seat else Chair(bot=player.bot if is_bot(player.bot) else BOT)
        for place, player in enumerate(setup.players)
    )
    return replace(setup, players=seating.players(seating.fill(chairs, ""))), bytes.fromhex(secret)


def _seat(setup: Setup, link: str) -> int:
    """The seat that a link to the same dice names, or the first person's seat."""
    number = re.search(r"[?&]seat=(\d)\b", link)
    if number and int(number[1]) < len(setup.players):
        return int(number[1])
    return next((seat for seat, player in enumerate(setup.players) if not player.bot), 0)
