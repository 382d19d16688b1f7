"""The database schema: tables, version, and migrations from older versions.

A step from one version to the next is never changed again: somebody may still have a database of any of them.
"""

from sqlalchemy import (
    Column,
    Connection,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    delete,
    false,
    insert,
    inspect,
    select,
    update,
)

from fivedice.runtime.store import StoreError

VERSION = 5
SCHEMA = "fivedice_schema"
"""The table that says which version it is; every database of ours has it."""


class OtherVersion(StoreError):  # noqa: N818 - nothing is broken
    """The database is of a version that is not known here, or is no more what it was."""

    def __init__(self) -> None:
        super().__init__("The database was made by another version of fivedice; start that one.")


class Older(StoreError):  # noqa: N818 - as above
    """The database is of an older version, and whoever asks may not bring it up."""

    def __init__(self) -> None:
        super().__init__(
            "The database is of an older version of fivedice; start the server once to bring it up."
        )


class NothingKept(StoreError):  # noqa: N818 - as above
    """No server has ever been started over the database."""

    def __init__(self) -> None:
        super().__init__("No table is kept yet: no server has been started with this database.")


class NoVersion(StoreError):  # noqa: N818 - as above
    """The database holds something of ours and no longer says of which version it is."""

    def __init__(self) -> None:
        super().__init__(f"The database is damaged: {SCHEMA} has not the one row that says its version.")


_shape = MetaData()
_schema = Table(SCHEMA, _shape, Column("version", Integer, primary_key=True))
tables = Table(
    "fivedice_tables",
    _shape,
    Column("code", String(16), primary_key=True),
    Column("terms", Text, nullable=False),
    Column("opened", Float, nullable=False),
)
entries = Table(
    "fivedice_entries",
    _shape,
    Column("code", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False),
    Column("at", Float, nullable=False),
)
open_tables = Table("fivedice_open", _shape, Column("code", String(16), primary_key=True))
"""The tables whose match has not ended and that are not closed: few, however many there have been."""
uploads = Table(
    "fivedice_uploads",
    _shape,
    Column("code", String(16), primary_key=True),
    Column("record", Text, nullable=False),
    Column("at", Float, nullable=False),
)
summaries = Table(
    "fivedice_summaries",
    _shape,
    Column("code", String(16), primary_key=True),
    Column("summary", Text, nullable=False),
)
"""What has become of tables that are not open any more, and of uploaded records."""

served = Table("fivedice_served", _shape, Column("seconds", Float, primary_key=True))
"""One number: how long the server has been there for its players, over all its starts."""
deadlines = Table(
    "fivedice_deadlines",
    _shape,
    Column("code", String(16), primary_key=True),
    Column("question", Integer, nullable=False),
    Column("due", Float, nullable=False),
)
"""Until when tables by correspondence wait, in seconds served, for the question that this entry put."""
Index("fivedice_deadlines_due", deadlines.c.due)
passes = Table(
    "fivedice_passes",
    _shape,
    Column("digest", String(64), primary_key=True),
    Column("code", String(16), nullable=False),
    Column("sealed", String(64), nullable=False),
    Column("until", Float, nullable=False),
)
"""Seats on their way to another device: who has the pass can open what is sealed, and nobody else."""
browsers = Table(
    "fivedice_browsers",
    _shape,
    Column("code", String(16), primary_key=True),
    Column("holder", String(64), primary_key=True),
    Column("browser", String(64), primary_key=True),
    Column("subscription", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("told", Integer, nullable=False),
)
"""Which browsers are called when a seat is asked, and the last question for which each was called."""
Index("fivedice_browsers_browser", browsers.c.browser)

STEPS = {
    1: (
        "CREATE TABLE fivedice_open (code VARCHAR(16) NOT NULL PRIMARY KEY)",
        "CREATE TABLE fivedice_summaries (code VARCHAR(16) NOT NULL PRIMARY KEY, summary TEXT NOT NULL)",
        """INSERT INTO fivedice_open SELECT code FROM fivedice_tables t WHERE COALESCE((
             SELECT entry FROM fivedice_entries e WHERE e.code = t.code ORDER BY number DESC LIMIT 1
           ), '') <> '{"entry":"closed"}'""",
    ),
    2: (),  # workers tell each other the entries themselves, so those of both versions cannot serve together
    3: (
        "CREATE TABLE fivedice_served (seconds FLOAT NOT NULL PRIMARY KEY)",
        "INSERT INTO fivedice_served VALUES (0)",
        """CREATE TABLE fivedice_deadlines (
             code VARCHAR(16) NOT NULL PRIMARY KEY, question INTEGER NOT NULL, due FLOAT NOT NULL
           )""",
        "CREATE INDEX fivedice_deadlines_due ON fivedice_deadlines (due)",
        """CREATE TABLE fivedice_passes (
             digest VARCHAR(64) NOT NULL PRIMARY KEY, code VARCHAR(16) NOT NULL,
             sealed VARCHAR(64) NOT NULL, until FLOAT NOT NULL
           )""",
    ),
    4: (
        """CREATE TABLE fivedice_browsers (
             code VARCHAR(16) NOT NULL, holder VARCHAR(64) NOT NULL, browser VARCHAR(64) NOT NULL,
             subscription TEXT NOT NULL, at FLOAT NOT NULL, told INTEGER NOT NULL,
             PRIMARY KEY (code, holder, browser)
           )""",
        "CREATE INDEX fivedice_browsers_browser ON fivedice_browsers (browser)",
    ),
}
"""What makes the next version of each older one, in one transaction."""


def bring_up(connection: Connection) -> None:
    """Makes what is missing, where all of it may be written.

    Raises `OtherVersion` where the database is of one that is not known, and `NoVersion`.
    """
    version = _version(connection)
    if version is None:
        _shape.create_all(connection)
        connection.execute(insert(_schema).values(version=VERSION))
        connection.execute(insert(served).values(seconds=0.0))
        return
    if version != VERSION and version not in STEPS:
        raise OtherVersion
    for older in range(version, VERSION):
        _step(connection, older)
    _try_to_write(connection)


def look(connection: Connection) -> None:
    """Changes nothing. Raises `NothingKept`, `Older`, `OtherVersion` and `NoVersion`."""
    version = _version(connection)
    if version is None:
        raise NothingKept
    if version in STEPS:
        raise Older
    if version != VERSION:
        raise OtherVersion


def check(connection: Connection) -> None:
    """Raises `OtherVersion` where a newer version has brought the database up meanwhile."""
    if connection.execute(_schema.select()).scalars().all() != [VERSION]:
        raise OtherVersion


def _version(connection: Connection) -> int | None:
    """What the database says of itself; None where it holds nothing. Raises `NoVersion`."""
    there = set(inspect(connection).get_table_names())
    versions = connection.execute(_schema.select()).scalars().all() if SCHEMA in there else []
    if len(versions) == 1:
        return int(versions[0])
    kept = (table for table in (tables, uploads, served) if table.name in there)
    if versions or any(connection.execute(select(table).limit(1)).first() for table in kept):
        raise NoVersion
    return None


def _try_to_write(connection: Connection) -> None:
    """Asks for all that a server does, on no row: who may only read is refused before anybody plays."""
    for table in _shape.sorted_tables:
        same = {column.name: column for column in table.columns}
        connection.execute(insert(table).from_select([*same], select(table).where(false())))
        connection.execute(update(table).where(false()).values(same))
        connection.execute(delete(table).where(false()))


def _step(connection: Connection, older: int) -> None:
    """One version further. Who takes the version first makes the step; others wait, and find it done."""
    taken = update(_schema).where(_schema.c.version == older).values(version=older + 1)
    if connection.execute(taken).rowcount:
        for statement in STEPS[older]:
            connection.exec_driver_sql(statement)
