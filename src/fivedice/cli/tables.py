"""`fivedice tables`: lists a server's tables, exports records, closes or removes tables."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fivedice.cli.shared import arguments, console, open_database, output
from fivedice.narration import sentences
from fivedice.runtime import store
from fivedice.terminal import asking

if TYPE_CHECKING:
    from fivedice.server.storage.database import Database
    from fivedice.server.storage.summary import Summary
    from fivedice.server.tables.archive import ArchivedTable

NOTHING = "No tables are saved yet."
DAMAGED = "Damaged and unreadable."
NO_TIME = "at unknown time "
"""Padded to the width of a time."""
RECORDS_HELP = "A folder for the record of each finished match; existing files stay."
REMOVE_HELP = "A table or an uploaded record to remove for good"

CLOSE_HELP = "A table to close for good, even while the server is running."
REASON_HELP = "The reason that the players of the closed table see."


@arguments.command
@arguments.database
@click.option("--records", type=arguments.PATH, metavar="FOLDER", help=RECORDS_HELP)
@arguments.several("--remove", line=REMOVE_HELP, metavar="CODE")
@click.option("--close", metavar="CODE", default="", help=CLOSE_HELP)
@click.option("--reason", metavar="TEXT", default="", help=REASON_HELP)
@arguments.json_of("list")
def tables(
    database: str, records: Path | None, remove: tuple[str, ...], close: str, reason: str, as_json: bool
) -> None:
    """List the tables of a server, oldest first; export their records, close one, or remove some.

    Stop the server before you remove a table. Its other players lose the match, too.

    \b
    Examples:
      fivedice tables
      fivedice tables --records matches
      fivedice tables --remove ABCDEF
      fivedice tables --close ABCDEF --reason "Please choose other names."
      fivedice tables --json
      fivedice tables --database postgresql://localhost/fivedice
    """
    arguments.need_database(database, "To look at tables")
    from fivedice.server.storage.database import unserved  # noqa: PLC0415 - the server is an extra

    url = arguments.database_url(database)
    if sum(map(bool, (as_json, records, remove, close))) > 1:
        console.fail("--json, --records, --remove and --close cannot be combined.")
    if bool(close) != bool(reason):
        console.fail("--close CODE and --reason TEXT must be used together.")
    if remove:
        with unserved(url), open_database.existing(url) as opened:
            _remove(opened, remove)
        return
    with open_database.existing(url) as opened:
        if close:
            _close(opened, close, reason)
        elif as_json:
            console.say(output.json_text("tables", _fields(opened)))
        elif records is None:
            _list(opened)
        else:
            _write(opened, records)


def _list(database: "Database") -> None:
    from fivedice.server.tables import archive  # noqa: PLC0415 - as above

    since = database.codes()
    for one in archive.shelved(database, since):
        console.tell(_line(one))
    console.say(f"{sentences.counted(len(since), 'table', 'tables')} in total." if since else NOTHING)


def _fields(database: "Database") -> dict[str, Any]:
    """The tables as plain values, without the token digests."""
    from fivedice.server.tables import archive  # noqa: PLC0415 - as above

    return {"tables": [_table(one) for one in archive.shelved(database, database.codes())]}


def _table(one: "ArchivedTable") -> dict[str, Any]:
    told, time = one.summary.fields if one.summary else {}, output.time_of(one.at)
    seats = [{"name": chair["name"], "bot": chair["bot"]} for chair in told.get("chairs", ())]
    return {
        "code": one.code,
        "since": time.isoformat(timespec="seconds") if time else None,
        "damaged": one.summary is None,
        **{name: told.get(name) for name in ("game", "title", "stage", "closed", "closed_told")},
        **{name: told.get(name) for name in ("scores", "winners")},
        "seats": seats,
    }


def _line(one: "ArchivedTable") -> str:
    since = output.minute(one.at) or NO_TIME
    return f"{one.code}  {since}  {_told(one.summary) if one.summary else DAMAGED}"


def _told(summary: "Summary") -> str:
    """Such as "Junior: Ann 3, Ben 7. Over."."""
    told = summary.fields
    scores = told.get("scores") or [""] * len(told["chairs"])
    seats = (
        f"{chair['name'] or 'nobody'} {score}".strip()
        for chair, score in zip(told["chairs"], scores, strict=True)
    )
    return f"{told['title']}: {', '.join(seats)}. {_stage(told)}"


def _stage(told: Mapping[str, Any]) -> str:
    stage = told["stage"]
    if stage == "over":
        return "Over."
    if told["closed"]:
        return told.get("closed_told") or "Closed."
    return "Waiting for players." if stage == "gathering" else "In progress."


def _write(database: "Database", folder: Path) -> None:
    from fivedice.server.storage import errors  # noqa: PLC0415 - as above
    from fivedice.server.tables import archive  # noqa: PLC0415 - as above

    store.make_folder(folder)
    new = here = 0
    damaged: tuple[str, ...] = ()
    for code in database.codes():
        path = folder / f"fivedice-{code}.jsonl"
        if path.exists():
            here += 1
            continue
        try:
            text = archive.ended(database, code)
        except errors.Damaged:
            damaged = (*damaged, code)
            continue
        if text:
            store.write_new(path, [text], private=True)
            new += 1
    again = f"; already there: {here}" if here else ""
    console.say(f"{sentences.counted(new, 'record', 'records')} written to {folder}{again}.")
    if damaged:
        console.fail(f"Damaged and unreadable: {sentences.listed(damaged)}.")


def _close(database: "Database", code: str, reason: str) -> None:
    from fivedice.server.tables import archive  # noqa: PLC0415 - as above

    archive.close(database, code, reason)
    console.say(f"Table {code} is closed.")


def _remove(database: "Database", codes: tuple[str, ...]) -> None:
    from fivedice.server.tables import archive  # noqa: PLC0415 - as above

    since = database.codes()
    if missing := tuple(code for code in codes if code not in since):
        console.fail(f"There is no table {sentences.listed(missing)}; nothing was removed.")
    wanted = {code: since[code] for code in codes}
    for one in archive.shelved(database, wanted):
        console.tell(_line(one))
    if not asking.says_yes(console.ask, console.tell, "Remove this for good? (yes or no) "):
        console.fail("Nothing was removed.")
    for code in wanted:
        database.remove(code)
    console.say(f"{sentences.counted(len(wanted), 'table', 'tables')} removed.")
