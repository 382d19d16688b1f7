"""A database with tables in every state.

One table was closed before its match, one match has ended, one is being played; there are an uploaded record
and a club night.
"""

from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from fivedice.club import entries
from fivedice.club.entries import ClubOpened, ClubPlan, PlayerArrived
from fivedice.notation import record
from fivedice.server.storage import table_rows
from fivedice.server.storage.append_entries import Append
from fivedice.server.storage.database import Database
from fivedice.server.tables.codes import digest
from fivedice.table import log
from fivedice.table.log import Closed, Happened, SeatTaken, Started
from fivedice.table.terms import Terms
from tests.golden import make

LEFT, OVER, PLAYED, UPLOAD, NIGHT = "ZH2NQ8", "SBPYUP", "PD69LK", "DFDHEV", "N7GHTS"
ANN = "the token of Ann"
RECORD = (make.FOLDER / "junior-2seats.jsonl").read_text()
PAGE = 4096
"""Bytes of a page of SQLite."""
HARM = (
    f"UPDATE fivedice_tables SET terms = 'null' WHERE code = '{LEFT}'",
    f"UPDATE fivedice_entries SET entry = '' WHERE code = '{PLAYED}' AND number = 3",
    f"UPDATE fivedice_entries SET entry = '' WHERE code = '{NIGHT}' AND number = 3",
    f"INSERT INTO fivedice_summaries VALUES ('{OVER}', '{{}}')",
    f"UPDATE fivedice_tables SET opened = 1e300 WHERE code = '{OVER}'",
)


def fill(url: str) -> str:
    """Puts the tables into an empty database; its URL. What has ended is not summed up yet."""
    terms = msgspec.json.encode(Terms("junior", ("", ""), first="roll")).decode()
    ann, ben = SeatTaken(0, "Ann", digest(ANN)), SeatTaken(1, "Ben ☺", digest("another"))
    match: list[log.Entry] = [ann, ben, Started(), *map(Happened, record.replay(RECORD).match.events)]
    with closing(Database(url)) as database:
        left: list[log.Entry] = [ann, Closed()]
        for code, its in ((LEFT, left), (OVER, match), (PLAYED, match[:11])):
            database.run(table_rows.open_table, terms, Append(code, 0, [*map(log.text, its)]))
        night: list[entries.Entry] = [ClubOpened(ClubPlan("junior"))]
        night += [PlayerArrived(name, name) for name in ("Ann", "Ben")]
        database.run(table_rows.append, [Append(NIGHT, 0, [*map(entries.text, night)])])
        database.run(table_rows.upload, UPLOAD, RECORD, "")
    return execute(url, "DELETE FROM fivedice_summaries", f"DELETE FROM fivedice_open WHERE code = '{LEFT}'")


def execute(url: str, *statements: str) -> str:
    """Executes statements in a database; its URL."""
    with closing(Database(url, serves=False)) as database:
        database.run(lambda it: [it.exec_driver_sql(statement) for statement in statements])
    return url


def rows(url: str) -> dict[str, list[Any]]:
    names = ("fivedice_tables", "fivedice_entries", "fivedice_uploads")
    with closing(Database(url, serves=False)) as database:
        wanted = {name: f"SELECT * FROM {name} ORDER BY 1, 2" for name in names}
        return database.run(lambda it: {name: list(it.exec_driver_sql(wanted[name])) for name in names})


def torn_in_the_middle(file: Path) -> Path:
    content = bytearray(file.read_bytes())
    middle = len(content) // 2 // PAGE * PAGE
    content[middle : middle + PAGE] = bytes(PAGE)
    file.write_bytes(content)
    return file
