"""`fivedice daily`: a deal that follows from the date, or the deals of a server."""

import time

from msgspec.structs import replace

from fivedice.cli.options.play import DailyOptions
from fivedice.cli.shared import console, daily_on_server, open_game, solvers
from fivedice.cli.shared.keyboard import Keyboard
from fivedice.core.rules import Game
from fivedice.daily import days, play
from fivedice.deals.deal import Deal
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.language import tr
from fivedice.runtime import chance, identity, record_figures, server_client
from fivedice.terminal import asking
from fivedice.terminal.dealing import LocalDice


def daily(given: DailyOptions) -> None:
    """Plays or lists the deals of a day."""
    console.check_faces(given.faces)
    if given.server:
        date = _day(given.date) if given.date else ""
        on = daily_on_server.OnServer(identity.load(), server_client.address(given.server), date)
        daily_on_server.play(on, given) if given.game else daily_on_server.tell_day(on)
        return
    if given.practice:
        console.fail("Without a server nothing counts, so --practice has no effect.")
    game = open_game.named(given.game or FIVE_GAMES[0])
    if game.name not in GAMES:
        console.fail("Today's deal is not played with your own card.")
    _play(game, given)


def _day(date: str) -> str:
    """The given date; default: today in local time. Raises `IllegalMove`."""
    return days.of(date, days.zone("")).date if date else days.today(time.time(), None).date


def _play(game: Game, given: DailyOptions) -> None:
    date = _day(given.date)
    terms, secret = play.terms(game), play.predictable(date, game)
    name = asking.usual_seats().partition(",")[0]
    setup = terms.setup(asking.players(",".join([name, *terms.chairs[1:]])))
    solvers.check_ready(setup)
    console.tell(tr(play.PREDICTABLE))
    setup = replace(setup, dice=Deal(secret, ("",) * len(terms.chairs)).promise)
    dice = LocalDice(chance.system(), secret)
    match = Keyboard(given.faces, given.plain, given.patience).begin(setup, dice)
    library = solvers.library()
    if (own := record_figures.of_match(match, library).get(name)) is not None:
        console.say(play.result(own, record_figures.chances(match, library)).share(game, date))
