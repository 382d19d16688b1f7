"""The shape of the database: its tables, their version, and how an older one becomes this one. Asks nothing.

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
    insert,
    update,
)

from fivedice.store import StoreError

VERSION = 5
SCHEMA = "fivedice_schema"
"""The table that says which version it is; every database of ours has it."""


class OtherVersion(StoreError):  # noqa: N818 - nothing is broken
    """The database is of a version that is not known here, or is no more what it was."""

    def __init__(self) -> None:
        """A sentence for whoever serves."""
        super().__init__("The database was made by another version of fivedice; start that one.")


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
    """Makes what is missing. Raises `OtherVersion` where the database is of one that is not known."""
    _schema.create(connection, checkfirst=True)
    versions = connection.execute(_schema.select()).scalars().all()
    if not versions:
        _shape.create_all(connection)
        connection.execute(insert(_schema).values(version=VERSION))
        connection.execute(insert(served).values(seconds=0.0))
        return
    (version,) = versions
    if version != VERSION and version not in STEPS:
        raise OtherVersion
    for older in range(version, VERSION):
        _step(connection, older)


def check(connection: Connection) -> None:
    """Raises `OtherVersion` where a newer version has brought the database up meanwhile."""
    if connection.execute(_schema.select()).scalars().all() != [VERSION]:
        raise OtherVersion


def _step(connection: Connection, older: int) -> None:
    """One version further. Who takes the version first makes the step; others wait, and find it done."""
    taken = update(_schema).where(_schema.c.version == older).values(version=older + 1)
    if connection.execute(taken).rowcount:
        for statement in STEPS[older]:
            connection.exec_driver_sql(statement)
