"""`fivedice tables`: lists a server's tables, exports records, closes or removes tables."""

from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from fivedice.cli.options.host import TablesOptions
from fivedice.cli.shared import console, on_database, open_database, output
from fivedice.language import all_of
from fivedice.runtime import store
from fivedice.server.storage import errors, table_rows
from fivedice.server.storage.database import Database, unserved
from fivedice.server.storage.summary import TableSummary, worded
from fivedice.server.tables import archive
from fivedice.server.tables.archive import ArchivedTable
from fivedice.terminal import asking

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


def _table(one: ArchivedTable) -> dict[str, Any]:
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


def _line(one: ArchivedTable) -> str:
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
