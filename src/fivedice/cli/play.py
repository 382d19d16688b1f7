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
from fivedice.table import seating, terms
from fivedice.table.seating import Chair
from fivedice.table.terms import check_detail
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


def play(given: PlayOptions) -> None:
    """Plays a new match."""
    real = RealDice(given.detail or "every", 0) if given.manual_dice or given.detail else None
    _check_dice(given.seed, real)
    console.check_faces(given.faces)
    dice = LocalDice(chance.system() if given.seed is None else chance.seeded(given.seed))
    if given.same:
        if given.game or _has_options(given) or real or given.seed is not None:
            console.fail(tr("With --same, everything except your name comes from the record."))
        setup, dice.secret = on_same_dice(given.same, given.seats, alone=given.alone)
    elif given.alone:
        console.fail(tr("--alone has an effect only with --same."))
    else:
        setup = _setup(given, real=real is not None)
    if real:
        check_detail(replace(terms.of_setup(setup), dice="own"), real.detail)
    solvers.check_ready(setup)
    if not real and not given.same:
        setup = dice.promised(setup)
    Keyboard(given.faces, given.plain, given.patience, real).begin(setup, dice)


def resume(given: ResumeOptions) -> None:
    """Continues an unfinished match."""
    with closing(left_match.named(given.file) if given.file else left_match.newest()) as log:
        real = _real_dice(given, left_match.real_dice(log.path))
        _check_dice(given.seed, real)
        match = left_match.of(log, salvage=given.salvage)
        left_match.check_guests(match.setup, start=given.start_guests)
        solvers.check_ready(match.setup)
        console.check_faces(given.faces)
        secret = dealing.kept(log.path)
        if is_over(match.state):
            revealed = [record.revealed(secret.hex())] if secret and not real else []
            log.append(record.result(match), *revealed)
        elif match.setup.dice and not secret and not real:
            console.tell(tr(SECRET_IS_GONE))
        dice = chance.system() if given.seed is None else chance.seeded(given.seed, len(match.events))
        Keyboard(given.faces, given.plain, given.patience, real).play(match, log, LocalDice(dice, secret))


def _real_dice(given: ResumeOptions, before: RealDice | None) -> RealDice | None:
    """How real dice are typed: as before, unless the options say otherwise; None if the program throws."""
    if given.manual_dice is False and given.detail:
        console.fail(tr("The program throws the dice, so --detail has no effect."))
    throws_real = (before or given.detail) if given.manual_dice is None else given.manual_dice
    if not throws_real:
        return None
    real = before or RealDice()
    return real._replace(detail=given.detail or real.detail)


def _check_dice(seed: int | None, real: RealDice | None) -> None:
    if real and seed is not None:
        console.fail(tr("You throw the dice yourself, so --seed has no effect."))


def _has_options(given: PlayOptions) -> bool:
    return bool(given.options or given.games != 1 or given.first)


def _setup(given: PlayOptions, *, real: bool) -> Setup:
    game = open_game.named(given.game, given.options) if given.game else None
    if game is not None and (given.seats or _has_options(given)):
        settle = asking.settled_by(console.ask, console.tell) if sys.stdin.isatty() else asking.refuse
        players = asking.players(given.seats, settle) if given.seats else asking.players(asking.usual_seats())
        return asking.agree(game, players, given.games, given.first, real=real)
    if game is None and _has_options(given):
        console.fail(tr("Options need the name of a game, for example: fivedice play traditional --games 3."))
    if game is None and (left := left_match.told()):
        console.tell(left)
    seats = given.seats or None
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
    named = re.search(r"[?&]seat=(\d)\b", link)
    if named and int(named[1]) < len(setup.players):
        return int(named[1])
    return next((seat for seat, player in enumerate(setup.players) if not player.bot), 0)
