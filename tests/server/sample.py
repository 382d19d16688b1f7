"""A database with tables in every state, from `sample.sql`.

One table was closed before its match, one match has ended, one is being played; there is an uploaded record.
"""

from contextlib import closing
from pathlib import Path
from typing import Any

from fivedice.server.storage.database import Database
from tests.golden import make

LEFT, OVER, PLAYED, UPLOAD = "ZH2NQ8", "SBPYUP", "PD69LK", "DFDHEV"
SAMPLE = (Path(__file__).parent / "sample.sql").read_text()
RECORD = (make.FOLDER / "junior-2seats.jsonl").read_text()
PAGE = 4096
"""Bytes of a page of SQLite."""
HARM = (
    f"UPDATE fivedice_tables SET terms = 'null' WHERE code = '{LEFT}'",
    f"UPDATE fivedice_entries SET entry = '' WHERE code = '{PLAYED}' AND number = 3",
    f"INSERT INTO fivedice_summaries VALUES ('{OVER}', '{{}}')",
    f"UPDATE fivedice_tables SET opened = 1e300 WHERE code = '{OVER}'",
)


def fill(url: str) -> str:
    """Puts the tables into an empty database; its URL."""
    Database(url).close()
    return execute(url, *SAMPLE.split(";\n")[:-1])


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
