"""`fivedice players`: lists the players of a server, bars or removes them."""

from typing import TYPE_CHECKING

import click
import msgspec

from fivedice.cli.shared import arguments, console, open_database, output
from fivedice.narration import sentences
from fivedice.terminal import asking

if TYPE_CHECKING:
    from fivedice.server.players.store import Listed
    from fivedice.server.storage.database import Database

NOBODY = "There is no player {}."
BAR_HELP = "A player to bar from taking seats; current matches go on."
REASON_HELP = "The reason that the barred player sees."
UNBAR_HELP = "A barred player to readmit; they may take seats again."
REMOVE_HELP = "A player to delete for good, with all data that belongs to them alone."


@arguments.command
@arguments.database
@click.option("--bar", metavar="ID", default="", help=BAR_HELP)
@click.option("--reason", metavar="TEXT", default="", help=REASON_HELP)
@click.option("--unbar", metavar="ID", default="", help=UNBAR_HELP)
@click.option("--remove", metavar="ID", default="", help=REMOVE_HELP)
@arguments.json_of("list")
def players(database: str, bar: str, reason: str, unbar: str, remove: str, as_json: bool) -> None:
    """List the players of a server, the most recently seen first; bar or remove one.

    Barring works while the server is running. A barred person who deletes the cookie becomes a new player.
    Stop a server with SQLite before you remove a player. Matches of one person disappear; in the
    others, the name becomes "someone".

    \b
    Examples:
      fivedice players
      fivedice players --bar 0123456789abcdef --reason "Please choose another name."
      fivedice players --unbar 0123456789abcdef
      fivedice players --remove 0123456789abcdef
    """
    arguments.need_database(database, "To look at players")
    from fivedice.server.storage import sqlite_file  # noqa: PLC0415 - the server is an extra

    url = arguments.database_url(database)
    if sum(map(bool, (as_json, bar, unbar, remove))) > 1:
        console.fail("--json, --bar, --unbar and --remove cannot be combined.")
    if bool(bar) != bool(reason):
        console.fail("--bar ID and --reason TEXT must be used together.")
    if remove:
        with sqlite_file.serving(url), open_database.existing(url) as opened:
            _remove(opened, remove)
        return
    with open_database.existing(url) as opened:
        if bar or unbar:
            _bar(opened, bar or unbar, reason)
        else:
            _list(opened, as_json)


def _list(database: "Database", as_json: bool) -> None:
    from fivedice.server.players import store  # noqa: PLC0415 - as above

    found = database.run(store.everybody)
    if as_json:
        console.say(output.json_text("players", {"players": [_fields(one) for one in found]}))
        return
    for one in found:
        console.tell(_line(one))
    console.say(f"{sentences.counted(len(found), 'player', 'players')} in total.")


def _line(one: "Listed") -> str:
    seats = sentences.counted(one.seats, "seat", "seats")
    barred = f" Barred: {one.barred}" if one.barred else ""
    return f"{one.id}  {output.minute(one.seen)}  {one.name}: {seats}.{barred}"


def _fields(one: "Listed") -> dict[str, object]:
    time = output.time_of(one.seen)
    return {**msgspec.structs.asdict(one), "seen": time.isoformat(timespec="seconds") if time else None}


def _bar(database: "Database", player: str, reason: str) -> None:
    from fivedice.server.players import store  # noqa: PLC0415 - as above

    store.check_reason(reason)
    if not database.run(store.change, player, {"barred": reason}):
        console.fail(NOBODY.format(player))
    console.say(f"The player {player} is {'barred' if reason else 'no longer barred'}.")


def _remove(database: "Database", player: str) -> None:
    from fivedice.server.players import forgetting, store  # noqa: PLC0415 - as above

    found = next((one for one in database.run(store.everybody) if one.id == player), None)
    if found is None:
        console.fail(NOBODY.format(player))
    console.tell(_line(found))
    if not asking.says_yes(console.ask, console.tell, "Remove this player for good? (yes or no) "):
        console.fail("Nothing was removed.")
    forgetting.forget_now(database, player)
    console.say(f"The player {player} was removed.")
