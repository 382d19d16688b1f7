"""`fivedice players`: lists the players of a server, bars or removes them."""

from contextlib import nullcontext

import msgspec

from fivedice.cli.options.host import PlayersOptions
from fivedice.cli.shared import console, on_database, open_database, output
from fivedice.server.players import forgetting, store
from fivedice.server.players.store import Listed
from fivedice.server.storage import sqlite_file
from fivedice.server.storage.database import Database
from fivedice.terminal import asking

NOBODY = "There is no player {}."


def players(options: PlayersOptions) -> None:
    """Lists players, bars or removes one."""
    url = on_database.database_url(options.database)
    if sum(map(bool, (options.as_json, options.bar, options.unbar, options.remove))) > 1:
        console.fail("--json, --bar, --unbar and --remove cannot be combined.")
    if bool(options.bar) != bool(options.reason):
        console.fail("--bar ID and --reason TEXT must be used together.")
    with sqlite_file.serving(url) if options.remove else nullcontext(), open_database.existing(url) as opened:
        if options.remove:
            _remove(opened, options.remove)
        elif options.bar or options.unbar:
            _bar(opened, options.bar or options.unbar, options.reason)
        else:
            _list(opened, options.as_json)


def _list(database: Database, as_json: bool) -> None:
    everybody = database.run(store.everybody)
    if as_json:
        console.say(output.json_text("players", {"players": [_fields(one) for one in everybody]}))
        return
    for one in everybody:
        console.tell(_line(one))
    console.say(f"{console.plural(len(everybody), 'player', 'players')} in total.")


def _line(one: Listed) -> str:
    seats = console.plural(one.seats, "seat", "seats")
    barred = f" Barred: {one.barred}" if one.barred else ""
    return f"{one.id}  {output.minute(one.seen)}  {one.name}: {seats}.{barred}"


def _fields(one: Listed) -> dict[str, object]:
    time = output.time_of(one.seen)
    return {**msgspec.structs.asdict(one), "seen": time.isoformat(timespec="seconds") if time else None}


def _bar(database: Database, player: str, reason: str) -> None:
    store.check_reason(reason)
    if not database.run(store.change, player, {"barred": reason}):
        console.fail(NOBODY.format(player))
    console.say(f"The player {player} is {'barred' if reason else 'no longer barred'}.")


def _remove(database: Database, player: str) -> None:
    row = next((one for one in database.run(store.everybody) if one.id == player), None)
    if row is None:
        console.fail(NOBODY.format(player))
    console.tell(_line(row))
    if not asking.says_yes(console.ask, console.tell, "Remove this player for good? (yes or no)"):
        console.fail("Nothing was removed.")
    forgetting.forget_now(database, player)
    console.say(f"The player {player} was removed.")
