"""`fivedice daily`: a deal that follows from the date, or the deals of a server."""

from datetime import datetime
from typing import Any

import click
from msgspec.structs import replace

from fivedice.cli import play as playing
from fivedice.cli.shared import arguments, console, open_game
from fivedice.cli.shared.arguments import argument
from fivedice.core.rules import Game
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.runtime import chance, identity, server_client

SERVER_HELP = "Show the deals of this server, and the board of a game; they are played on its page."
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
@arguments.faces
@playing.plain_lines
@arguments.patience
def daily(game: str, server: str, date: str, faces: str, plain: bool, patience: float) -> None:
    """Play the deal of a day: the same dice for everyone who plays it.

    Without a server the deal follows from the date, so it is predictable: whoever wants to can compute its
    dice beforehand. Everybody with the same date and game meets the same dice.

    \b
    Examples:
      fivedice daily
      fivedice daily yatzy --date 2026-11-25
      fivedice daily traditional --server https://dice.example
    """
    if server:
        _tell(server_client.address(server), game, date)
        return
    named = open_game.named(game or FIVE_GAMES[0])
    if named.name not in GAMES:
        console.fail("A day has no deal for your own card.")
    console.check_faces(faces)
    _play(named, _day(date), faces, patience, plain=plain)


def _day(date: str) -> str:
    """The date, or that of today here. Raises `IllegalMove`."""
    from fivedice.daily import days  # noqa: PLC0415 - loads numpy, which the help can do without

    return days.of(date or datetime.now().astimezone().date().isoformat(), days.zone("")).date


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


def _tell(server: str, game: str, date: str) -> None:
    """The games of a server's day, and the board of one of them."""
    known = identity.load()
    asked = f"?date={_day(date)}" if date else ""
    day = server_client.ask(known, server, f"daily{asked}")
    console.tell(f"The deals of {day['title']} on {server}, which are played at {server}/daily:")
    for one in day["games"]:
        console.tell(f"  {one['title']}: {one['points'] or STATES[one['state']]}")
    if game:
        tell_board(server_client.ask(known, server, f"daily/{open_game.named(game).name}{asked}"))


def tell_board(board: dict[str, Any]) -> None:
    """Prints what the dice of a deal are bound to, and its board in the order of points."""
    console.tell(f"{board['title']}. {board['drawn']} Commitment: {board['commitment']}")
    if board["secret"]:
        console.tell(f"Secret: {board['secret']}")
    console.tell(" ".join(filter(None, (board["finished"], board["told"]))))
    for row in board["board"]:
        lost = f", {row['shown']} lost" if row["shown"] else ""
        console.tell(f"{row['by_points']:>3}. {row['name']}: {row['points']} {board['unit']}{lost}")


STATES = {
    "open": "not played yet",
    "closing": "over",
    "past": "not played on its day",
    "playing": "under way",
    "over": "played",
}
"""What each state of your attempt is called."""
