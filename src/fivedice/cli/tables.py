"""`fivedice tables` and `players`: what the database of a server holds, listed, barred, closed or removed."""

from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import msgspec

from fivedice.cli.options.host import PlayersOptions, TablesOptions
from fivedice.cli.shared import console, on_database, open_database, output
from fivedice.language import all_of
from fivedice.runtime import store
from fivedice.server import forgetting
from fivedice.server.players import store as player_rows
from fivedice.server.storage import errors, sqlite_file, table_rows
from fivedice.server.storage.database import Database, unserved
from fivedice.server.storage.summary import TableSummary, worded
from fivedice.server.tables import archive
from fivedice.table.state import check_reason
from fivedice.terminal import asking

NOBODY = "There is no player {}."
NOTHING = "No tables are saved yet."
DAMAGED = "Damaged and unreadable."
NO_TIME = "at unknown time "
"""Padded to the width of a time."""


def tables(options: TablesOptions) -> None:
    """Lists tables, exports their records, closes one, or removes some."""
    url = on_database.database_url(options.database)
    if sum(map(bool, (options.as_json, options.records, options.remove, options.close))) > 1:
        console.fail("--json, --records, --remove and --close cannot be combined.")
    if bool(options.close) != bool(options.reason):
        console.fail("--close CODE and --reason TEXT must be used together.")
    with unserved(url) if options.remove else nullcontext(), open_database.existing(url) as opened:
        if options.remove:
            _remove(opened, options.remove)
        elif options.close:
            opened.retry(archive.close, options.close, options.reason)
            console.say(f"Table {options.close} is closed.")
        elif options.as_json:
            console.say(output.json_text("tables", _fields(opened)))
        elif options.records is None:
            _list(opened)
        else:
            _write(opened, options.records)


def _list(database: Database) -> None:
    since = database.run(table_rows.codes)
    for one in archive.tables_of(database, since):
        console.tell(_line(one))
    console.say(f"{console.plural(len(since), 'table', 'tables')} in total." if since else NOTHING)


def _fields(database: Database) -> dict[str, Any]:
    """The tables as plain values, without the token digests."""
    return {"tables": [_table(one) for one in archive.tables_of(database, database.run(table_rows.codes))]}


def _table(one: archive.ArchivedTable) -> dict[str, Any]:
    fields, time = worded(one.summary.fields) if one.summary else {}, output.time_of(one.at)
    seats = [{"name": chair["name"], "bot": chair["bot"]} for chair in fields.get("chairs", ())]
    return {
        "code": one.code,
        "since": time.isoformat(timespec="seconds") if time else None,
        "damaged": one.summary is None,
        **{name: fields.get(name) for name in ("game", "title", "stage", "closed", "closed_told")},
        **{name: fields.get(name) for name in ("scores", "winners")},
        "seats": seats,
    }


def _line(one: archive.ArchivedTable) -> str:
    since = output.minute(one.at) or NO_TIME
    return f"{one.code}  {since}  {_describe(one.summary) if one.summary else DAMAGED}"


def _describe(summary: TableSummary) -> str:
    """Such as "Junior: Ann 3, Ben 7. Over."."""
    fields = worded(summary.fields)
    scores = fields.get("scores") or [""] * len(fields["chairs"])
    pairs = zip(fields["chairs"], scores, strict=True)
    seats = (f"{chair['name'] or 'nobody'} {score}".strip() for chair, score in pairs)
    return f"{fields['title']}: {', '.join(seats)}. {_stage(fields)}"


def _stage(fields: Mapping[str, Any]) -> str:
    stage = fields["stage"]
    if stage == "over":
        return "Over."
    if fields["closed"]:
        return fields.get("closed_told") or "Closed."
    return "Waiting for players." if stage == "gathering" else "In progress."


def _write(database: Database, folder: Path) -> None:
    store.make_folder(folder)
    new = here = 0
    damaged: tuple[str, ...] = ()
    for code in database.run(table_rows.codes):
        path = folder / f"fivedice-{code}.jsonl"
        if path.exists():
            here += 1
            continue
        try:
            text = database.run(archive.ended, code)
        except errors.Damaged:
            damaged = (*damaged, code)
            continue
        if text:
            store.write_new(path, [text], private=True)
            new += 1
    again = f"; already there: {here}" if here else ""
    console.say(f"{console.plural(new, 'record', 'records')} written to {folder}{again}.")
    if damaged:
        console.fail(f"Damaged and unreadable: {all_of(damaged)}.")


def _remove(database: Database, codes: tuple[str, ...]) -> None:
    since = database.run(table_rows.codes)
    if missing := tuple(code for code in codes if code not in since):
        console.fail(f"There is no table {all_of(missing)}; nothing was removed.")
    wanted = {code: since[code] for code in codes}
    for one in archive.tables_of(database, wanted):
        console.tell(_line(one))
    if not asking.says_yes(console.ask, console.tell, "Remove this for good? (yes or no)"):
        console.fail("Nothing was removed.")
    for code in wanted:
        database.run(table_rows.remove, code)
    console.say(f"{console.plural(len(wanted), 'table', 'tables')} removed.")


# --- Players ----------------------------------------------------------------------------------------------


def players(options: PlayersOptions) -> None:
    """Lists players, bars or removes one."""
    url = on_database.database_url(options.database)
    if sum(map(bool, (options.as_json, options.bar, options.unbar, options.remove))) > 1:
        console.fail("--json, --bar, --unbar and --remove cannot be combined.")
    if bool(options.bar) != bool(options.reason):
        console.fail("--bar ID and --reason TEXT must be used together.")
    with sqlite_file.serving(url) if options.remove else nullcontext(), open_database.existing(url) as opened:
        if options.remove:
            _remove_player(opened, options.remove)
        elif options.bar or options.unbar:
            _bar(opened, options.bar or options.unbar, options.reason)
        else:
            _list_players(opened, options.as_json)


def _list_players(database: Database, as_json: bool) -> None:
    everybody = database.run(player_rows.everybody)
    if as_json:
        console.say(output.json_text("players", {"players": [_player_fields(one) for one in everybody]}))
        return
    for one in everybody:
        console.tell(_player_line(one))
    console.say(f"{console.plural(len(everybody), 'player', 'players')} in total.")


def _player_line(one: player_rows.Listed) -> str:
    seats = console.plural(one.seats, "seat", "seats")
    barred = f" Barred: {one.barred}" if one.barred else ""
    return f"{one.id}  {output.minute(one.seen)}  {one.name}: {seats}.{barred}"


def _player_fields(one: player_rows.Listed) -> dict[str, object]:
    time = output.time_of(one.seen)
    return {**msgspec.structs.asdict(one), "seen": time.isoformat(timespec="seconds") if time else None}


def _bar(database: Database, player: str, reason: str) -> None:
    if reason:
        check_reason(reason)
    if not database.run(player_rows.change, player, {"barred": reason}):
        console.fail(NOBODY.format(player))
    console.say(f"The player {player} is {'barred' if reason else 'no longer barred'}.")


def _remove_player(database: Database, player: str) -> None:
    row = next((one for one in database.run(player_rows.everybody) if one.id == player), None)
    if row is None:
        console.fail(NOBODY.format(player))
    console.tell(_player_line(row))
    if not asking.says_yes(console.ask, console.tell, "Remove this player for good? (yes or no)"):
        console.fail("Nothing was removed.")
    forgetting.forget_now(database, player)
    console.say(f"The player {player} was removed.")
