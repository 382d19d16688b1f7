"""`fivedice daily`: a deal that follows from the date, or the deals of a server."""

import time
from contextlib import closing
from typing import Any, cast

from click.exceptions import Exit
from msgspec import Struct
from msgspec.structs import replace

from fivedice.cli.options.play import DailyOptions
from fivedice.cli.shared import console, keyboard, open_game, solvers
from fivedice.core.rules import Game
from fivedice.daily import play
from fivedice.deals.deal import Deal
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.language import comma, mark, sentences, tr, with_label
from fivedice.match.match import EventMatch
from fivedice.match.questions import is_over
from fivedice.narration import results
from fivedice.notation import record
from fivedice.runtime import chance, days, identity, record_figures, server_client, store
from fivedice.runtime.program import program
from fivedice.runtime.table_link import TableLink
from fivedice.terminal import asking
from fivedice.terminal.dealing import LocalDice
from fivedice.terminal.server_sitting import ServerSitting
from fivedice.terminal.sitting import Sitting

AGAIN = 1.5
"""Seconds between two requests for an attempt that is still being counted."""
PATIENCE = 60.0
"""Seconds after which the command stops waiting for the result."""
STATES = {
    "open": mark("not played yet"),
    "closing": mark("over"),
    "past": mark("not played on its day"),
    "playing": mark("under way"),
    "over": mark("played"),
}
"""The name of each state of your attempt."""


def daily(options: DailyOptions) -> None:
    """Plays or lists the deals of a day."""
    console.check_faces(options.faces)
    if options.server:
        date = _day(options.date) if options.date else ""
        on = OnServer(identity.load(), server_client.address(options.server), date)
        _play_day(on, options) if options.game else _tell_day(on)
        return
    if options.practice:
        console.fail(tr("Without a server nothing counts, so --practice has no effect."))
    game = open_game.by_name(options.game or FIVE_GAMES[0])
    if game.name not in GAMES:
        console.fail(tr("Today's deal is not played with your own card."))
    _play(game, options)


def _day(date: str) -> str:
    """The given date; default: today in local time. Raises `IllegalMove`."""
    return days.of(date, days.zone("")).date if date else days.today(time.time(), None).date


def _play(game: Game, options: DailyOptions) -> None:
    date = _day(options.date)
    terms, secret = play.terms(game), play.predictable(date, game)
    name = asking.usual_seats().partition(",")[0]
    setup = terms.setup(asking.players(",".join([name, *terms.chairs[1:]])))
    solvers.check_extras(setup)
    console.tell(tr(play.PREDICTABLE))
    setup = replace(setup, dice=Deal(secret, ("",) * len(terms.chairs)).promise)
    dice = LocalDice(chance.system(), secret)
    match = keyboard.Keyboard(options.faces, options.plain, options.patience).begin(setup, dice)
    library = solvers.library()
    if (own := record_figures.of_match(match, library).get(name)) is not None:
        console.say(play.result(own, record_figures.chances(match, library)).share(game, date))


# --- On a server -----------------------------------------------------------------------------------------


class OnServer(Struct, frozen=True):
    """The deals of a day on a server; `date` is "" for today."""

    known: identity.Identity
    server: str
    date: str

    def ask(self, game: str = "") -> dict[str, Any]:
        """The day with its games, or the board of one of them. Raises `StoreError`."""
        path = f"daily/{game}" if game else "daily"
        path_and_date = f"{path}?date={self.date}" if self.date else path
        return cast(dict[str, Any], server_client.ask(self.known, self.server, path_and_date))

    def command(self, game: str) -> str:
        """The command that plays or continues a game of the day."""
        date = f" --date {self.date}" if self.date else ""
        return f"{program()} daily {game} --server {self.server}{date}"


def _tell_day(on: OnServer) -> None:
    day = on.ask()
    console.tell(tr("The deals of {date} on {server}:", date=day["title"], server=on.server))
    for one in day["games"]:
        console.tell("  " + with_label(one["title"], one["points"] or tr(STATES[one["state"]])))
    console.tell(tr("Play one with: {command}", command=on.command("GAME")))


def _play_day(on: OnServer, options: DailyOptions) -> None:
    """Plays or continues a game of the day, then prints the board; refuses --practice if a match counts."""
    game = open_game.by_name(options.game)
    mine = next((one for one in on.ask()["games"] if one["game"] == game.name), {"state": "", "code": ""})
    counts = mine["state"] in ("open", "playing")
    if options.practice and counts:
        console.fail(tr("Your first attempt at this deal counts; play it without --practice."))
    if options.practice or counts:
        code = mine["code"] if mine["state"] == "playing" else ""
        match = _play_on_server(on, game, options, code)
        if not is_over(match.state):
            return
        _save(match)
    tell_board(_wait_for_board(on, game))


def _wait_for_board(on: OnServer, game: Game) -> dict[str, Any]:
    """The board, with your line if you have played and the line arrives in time."""
    until, board = time.monotonic() + PATIENCE, on.ask(game.name)
    while board["mine"] and board["mine"]["over"] and not board["mine"]["share"] and time.monotonic() < until:
        time.sleep(AGAIN)
        board = on.ask(game.name)
    return board


def _play_on_server(on: OnServer, game: Game, options: DailyOptions, code: str) -> EventMatch:
    """Plays the match of the table `code`, or a new one; returns it as its player leaves it."""
    wish = {"name": asking.usual_seats().partition(",")[0], "date": on.date}
    begins = f"daily/{game.name}/play"
    seat = _own_seat(on, code) if code else server_client.ask(on.known, on.server, begins, wish)
    counts = seat.get("counts", True)
    kept = mark("The match is kept on the server. Continue with: {command}")
    goes_on = tr(kept, command=on.command(game.name))
    if not counts:
        goes_on = tr("This was practice, which cannot be continued here.")
    throws: Any = "none" if keyboard.is_plain(options.plain) else "opening"
    terms = play.terms(game, counts=counts)
    with closing(TableLink(on.server, seat["code"], seat["token"])) as link:
        sitting = ServerSitting(link, terms, solvers.library(), throws, goes_on)
        face_set = console.face_set(options.faces, game, plain=keyboard.is_plain(options.plain))
        if not keyboard.sit(sitting, face_set, lambda: _farewell(sitting), plain=options.plain):
            raise Exit(keyboard.FAULT)
        return sitting.match


def _farewell(sitting: Sitting) -> None:
    if not is_over(sitting.match.state):
        console.say(sitting.goes_on)


def _own_seat(on: OnServer, code: str) -> dict[str, Any]:
    """The seat of the unfinished attempt, which may have begun on another device."""
    player = server_client.ask(on.known, on.server, "player")
    seat: dict[str, Any] | None = next((one for one in player["seats"] if one["code"] == code), None)
    if seat is None:
        raise store.StoreError(tr("Continue this deal on its page: {page}", page=f"{on.server}/t/{code}"))
    return seat


def _save(match: EventMatch) -> None:
    """Saves the record here, too; the server reveals the secret of the dice after the day ends."""
    header, *lines = record.text(match).splitlines()
    with closing(store.Log.create(store.folder(), match.setup.game.name, header)) as log:
        log.append(*lines)
        console.say(tr("The record is saved as {path}.", path=store.printable(log.path)))


def tell_board(board: dict[str, Any]) -> None:
    """Prints your result, the commitment of the deal, and its board in the order of points."""
    if board["mine"] and board["mine"]["share"]:
        console.say(board["mine"]["share"])
    commitment = tr("Commitment: {number}", number=board["commitment"])
    console.tell(sentences(tr("{sentence}.", sentence=board["title"]), board["drawn"], commitment))
    if board["secret"]:
        console.tell(tr("Secret: {number}", number=board["secret"]))
    console.tell(sentences(board["finished"], board["told"]))
    for row in board["board"]:
        lost = [tr("{cost} lost", cost=row["shown"])] if row["shown"] else []
        figures = comma([results.amount(row["points"], GAMES[board["game"]].unit), *lost])
        console.tell(f"{row['by_points']:>3}. {with_label(row['name'], figures)}")
