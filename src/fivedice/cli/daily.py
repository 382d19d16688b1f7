"""`fivedice daily`: a deal that follows from the date, or the deals of a server."""

import time

import click
from msgspec.structs import replace

from fivedice.cli import play as playing
from fivedice.cli.shared import arguments, console, daily_on_server, open_game
from fivedice.cli.shared.arguments import argument
from fivedice.core.rules import Game
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.runtime import chance, identity, server_client

SERVER_HELP = "Play the deals of this server; without a game, they are listed."
PRACTICE_HELP = "On a server: play a deal again, or one of a past day; this does not count."
DATE_HELP = "The day, such as 2026-11-25; default: today."


@arguments.command
@argument(
    "game",
    f"The game: {', '.join(GAMES)}; default: {FIVE_GAMES[0]}.",
    default="",
    shell_complete=arguments.complete_game,
)
@click.option("--server", default="", metavar="URL", help=SERVER_HELP)
@click.option("--date", default="", metavar="DATE", help=DATE_HELP)
@click.option("--practice", is_flag=True, help=PRACTICE_HELP)
@arguments.faces
@playing.plain_lines
@arguments.patience
def daily(
    game: str, server: str, date: str, practice: bool, faces: str, plain: bool, patience: float
) -> None:
    """Play the deal of a day: the same dice for everyone who plays it.

    On a server your first attempt on the day counts, and the board is shown afterwards. Without a server the
    deal follows from the date, so anyone can compute its dice beforehand. Everybody with the same date and
    game gets the same dice.

    \b
    Examples:
      fivedice daily
      fivedice daily yatzy --date 2026-11-25
      fivedice daily traditional --server https://dice.example
    """
    console.check_faces(faces)
    if server:
        _on_server(server_client.address(server), game, date, faces, practice=practice, plain=plain)
        return
    if practice:
        console.fail("Without a server nothing counts, so --practice has no effect.")
    named = open_game.named(game or FIVE_GAMES[0])
    if named.name not in GAMES:
        console.fail("There is no daily deal for your own card.")
    _play(named, _day(date), faces, patience, plain=plain)


def _on_server(server: str, game: str, date: str, faces: str, *, practice: bool, plain: bool) -> None:
    on = daily_on_server.OnServer(identity.load(), server, _day(date) if date else "")
    if game:
        daily_on_server.play(on, open_game.named(game), faces, practice=practice, plain=plain)
    else:
        daily_on_server.tell_day(on)


def _day(date: str) -> str:
    """The given date; default: today in local time. Raises `IllegalMove`."""
    from fivedice.daily import days  # noqa: PLC0415 - loads numpy, which the help can do without

    return days.of(date, days.zone("")).date if date else days.today(time.time(), None).date


def _play(game: Game, date: str, faces: str, patience: float, *, plain: bool) -> None:
    from fivedice.daily import play  # noqa: PLC0415 - as above
    from fivedice.deals.deal import Deal  # noqa: PLC0415 - as above
    from fivedice.runtime import record_figures  # noqa: PLC0415 - as above
    from fivedice.terminal import asking  # noqa: PLC0415 - as above

    terms, secret = play.terms(game), play.predictable(date, game)
    name = asking.usual_seats().partition(",")[0]
    setup = terms.setup(asking.players(",".join([name, *terms.chairs[1:]])))
    console.check_ready(setup)
    console.tell(play.PREDICTABLE)
    promise = Deal(secret, ("",) * len(terms.chairs)).promise
    match = playing.begin(replace(setup, dice=promise), secret, faces, chance.system(), patience, plain=plain)
    if (own := record_figures.of_match(match, console.library()).get(name)) is not None:
        chances = record_figures.chances(match, console.library())
        console.say(play.result(own, chances).share(game, date))
