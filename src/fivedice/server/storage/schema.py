"""The database schema: tables, version, and migrations from older versions.

Never change a published migration: databases of every version exist.
"""

from sqlalchemy import (
    BigInteger,
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

from fivedice.core.dice import FACES
from fivedice.runtime.store import StoreError

VERSION = 8
SCHEMA = "fivedice_schema"
"""The table with the schema version; it identifies a database as ours."""


class OtherVersion(StoreError):  # noqa: N818 - not a failure
    """The schema version is unknown, or has changed while the server was running."""

    def __init__(self) -> None:
        super().__init__("The database was made by another version of fivedice; start that one.")


class Older(StoreError):  # noqa: N818 - as above
    """The schema is older, and only a server may migrate it."""

    def __init__(self) -> None:
        super().__init__(
            "The database was made by an older version of fivedice; start the server once to migrate it."
        )


class NothingKept(StoreError):  # noqa: N818 - as above
    """No server has ever used this database."""

    def __init__(self) -> None:
        super().__init__("There are no tables yet: no server has been started with this database.")


class NoVersion(StoreError):  # noqa: N818 - as above
    """The database contains our tables but no schema version."""

    def __init__(self) -> None:
        super().__init__(f"The database is damaged: {SCHEMA} must have exactly one row, the version.")


_shape = MetaData()
_schema = Table(SCHEMA, _shape, Column("version", Integer, primary_key=True, autoincrement=False))
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
"""The tables that are neither finished nor closed; few, so that searching them is cheap."""
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
"""Summaries of finished and closed tables and of uploaded records."""

served = Table("fivedice_served", _shape, Column("seconds", Float, primary_key=True))
"""One row: the seconds that the server was running, over all its starts."""
deadlines = Table(
    "fivedice_deadlines",
    _shape,
    Column("code", String(16), primary_key=True),
    Column("question", Integer, nullable=False),
    Column("due", Float, nullable=False),
)
"""Correspondence deadlines in served seconds; `question` is the number of the entry that asked."""
Index("fivedice_deadlines_due", deadlines.c.due)
passes = Table(
    "fivedice_passes",
    _shape,
    Column("digest", String(64), primary_key=True),
    Column("code", String(16), nullable=False),
    Column("sealed", String(64), nullable=False),
    Column("until", Float, nullable=False),
)
"""Seats that are moving to another device; only the pass decrypts the sealed token."""
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
"""Push subscriptions per seat, and the last question for which each was notified."""
Index("fivedice_browsers_browser", browsers.c.browser)

# --- Players ---------------------------------------------------------------------------------------------

players = Table(
    "fivedice_players",
    _shape,
    Column("player", String(16), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("colour", String(16), nullable=False),
    Column("at", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("barred", Text, nullable=False),
    Column("words", String(64), nullable=False),
    Column("sealed", String(64), nullable=False),
    Column("settings", Text, nullable=False),
)
"""Players without an account. `words` is the digest of their twelve words, or "", and `sealed` their key,
which only the words decrypt. `barred` is the host's reason, or "". `settings` is JSON.
"""
Index("fivedice_players_words", players.c.words)
devices = Table(
    "fivedice_devices",
    _shape,
    Column("digest", String(64), primary_key=True),
    Column("player", String(16), nullable=False),
    Column("sealed", String(64), nullable=False),
    Column("seen", Float, nullable=False),
)
"""The devices of each player: digests of their cookies, and the key that each cookie decrypts."""
Index("fivedice_devices_player", devices.c.player)
seats = Table(
    "fivedice_seats",
    _shape,
    Column("player", String(16), primary_key=True),
    Column("code", String(16), primary_key=True),
    Column("holder", String(64), primary_key=True),
    Column("chair", Integer, nullable=False),
    Column("sealed", String(64), nullable=False),
    Column("at", Float, nullable=False),
    Column("counted", Integer, nullable=False),
)
"""The seats of each player; only the player's key decrypts the sealed token. `counted` is 1 once the finished
match is among the player's results, or never will be.
"""
Index("fivedice_seats_code", seats.c.code)
Index("fivedice_seats_counted", seats.c.counted)
results = Table(
    "fivedice_results",
    _shape,
    Column("player", String(16), primary_key=True),
    Column("code", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String(64), nullable=False),
    Column("imported", Integer, nullable=False),
    Column("figures", Text, nullable=False),
)
"""The figures of each finished match of a player, as JSON; `kind` names the game and its options."""
ratings = Table(
    "fivedice_ratings",
    _shape,
    Column("player", String(24), primary_key=True),
    Column("kind", String(64), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
)
"""Ratings by kind of game, of players and of bots ("bot:NAME")."""
drills = Table(
    "fivedice_drills",
    _shape,
    Column("player", String(16), primary_key=True),
    Column("drill", String(64), primary_key=True),
    Column("kind", String(64), nullable=False),
    Column("position", Text, nullable=False),
    Column("weight", Float, nullable=False),
    Column("card", Text, nullable=False),
    Column("due", Float, nullable=False),
    Column("at", Float, nullable=False),
)
"""The positions that a player repeats, without solutions: the scheduler's state and the due time."""
Index("fivedice_drills_due", drills.c.player, drills.c.due)
answers = Table(
    "fivedice_answers",
    _shape,
    Column("player", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("drill", String(64), nullable=False),
    Column("kind", String(64), nullable=False),
    Column("cost", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("day", String(10), nullable=False),
)
"""The answers of players with their costs; `day` is the date in the player's time zone."""
proficiency = Table(
    "fivedice_proficiency",
    _shape,
    Column("player", String(16), primary_key=True),
    Column("at", Float, primary_key=True),
    Column("kind", String(64), nullable=False),
    Column("seed", String(64), nullable=False),
    Column("answers", Text, nullable=False),
    Column("lost", Float, nullable=False),
    Column("error", Float, nullable=False),
)
"""Finished and unfinished proficiency tests; `lost` is in points per match."""

deals = Table(
    "fivedice_deals",
    _shape,
    Column("commitment", String(64), primary_key=True),
    Column("secret", String(64), nullable=False),
    Column("name", String(80), nullable=False),
    Column("taken", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("until", Float, nullable=False),
)
"""The secrets of dice by their commitments. `taken` is 1 once a table uses the dice; no record reveals the
secret before `until`. Deals that several tables share have a `name`.
"""
Index("fivedice_deals_taken", deals.c.taken, deals.c.at)
Index("fivedice_deals_name", deals.c.name)
attempts = Table(
    "fivedice_attempts",
    _shape,
    Column("name", String(80), primary_key=True),
    Column("player", String(16), primary_key=True),
    Column("code", String(16), nullable=False),
    Column("at", Float, nullable=False),
)
"""The attempt of each player at a shared deal that counts: the first one. `code` is its table."""
Index("fivedice_attempts_player", attempts.c.player)

thrown = Table(
    "fivedice_thrown",
    _shape,
    Column("face", Integer, primary_key=True, autoincrement=False),
    Column("dice", BigInteger, nullable=False),
)
"""The number of dice that the program has thrown at finished or closed tables, by face."""
evenings = Table(
    "fivedice_evenings",
    _shape,
    Column("code", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""The logs of club nights."""
guests = Table(
    "fivedice_guests",
    _shape,
    Column("player", String(16), primary_key=True),
    Column("code", String(16), primary_key=True),
    Column("guest", String(16), primary_key=True),
)
"""The guest ids of the players of a club night; its log contains only guest ids."""
imports = Table(
    "fivedice_imports",
    _shape,
    Column("player", String(16), primary_key=True),
    Column("code", String(16), primary_key=True),
    Column("at", Float, nullable=False),
)
"""The uploaded records in each player's list of matches, whether or not they count."""

STEPS = {
    1: (
        "CREATE TABLE fivedice_open (code VARCHAR(16) NOT NULL PRIMARY KEY)",
        "CREATE TABLE fivedice_summaries (code VARCHAR(16) NOT NULL PRIMARY KEY, summary TEXT NOT NULL)",
        """INSERT INTO fivedice_open SELECT code FROM fivedice_tables t WHERE COALESCE((
             SELECT entry FROM fivedice_entries e WHERE e.code = t.code ORDER BY number DESC LIMIT 1
           ), '') <> '{"entry":"closed"}'""",
    ),
    2: (),  # notices now contain the entries, so workers of both versions cannot serve together
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
    5: (
        """CREATE TABLE fivedice_players (
             player VARCHAR(16) NOT NULL PRIMARY KEY, name VARCHAR(64) NOT NULL, colour VARCHAR(16) NOT NULL,
             at FLOAT NOT NULL, seen FLOAT NOT NULL, barred TEXT NOT NULL, words VARCHAR(64) NOT NULL,
             sealed VARCHAR(64) NOT NULL, settings TEXT NOT NULL
           )""",
        "CREATE INDEX fivedice_players_words ON fivedice_players (words)",
        """CREATE TABLE fivedice_devices (
             digest VARCHAR(64) NOT NULL PRIMARY KEY, player VARCHAR(16) NOT NULL,
             sealed VARCHAR(64) NOT NULL, seen FLOAT NOT NULL
           )""",
        "CREATE INDEX fivedice_devices_player ON fivedice_devices (player)",
        """CREATE TABLE fivedice_seats (
             player VARCHAR(16) NOT NULL, code VARCHAR(16) NOT NULL, holder VARCHAR(64) NOT NULL,
             chair INTEGER NOT NULL, sealed VARCHAR(64) NOT NULL, at FLOAT NOT NULL, counted INTEGER NOT NULL,
             PRIMARY KEY (player, code, holder)
           )""",
        "CREATE INDEX fivedice_seats_code ON fivedice_seats (code)",
        "CREATE INDEX fivedice_seats_counted ON fivedice_seats (counted)",
        """CREATE TABLE fivedice_results (
             player VARCHAR(16) NOT NULL, code VARCHAR(16) NOT NULL, seat INTEGER NOT NULL,
             at FLOAT NOT NULL, kind VARCHAR(64) NOT NULL, imported INTEGER NOT NULL, figures TEXT NOT NULL,
             PRIMARY KEY (player, code, seat)
           )""",
        """CREATE TABLE fivedice_ratings (
             player VARCHAR(24) NOT NULL, kind VARCHAR(64) NOT NULL, mu FLOAT NOT NULL,
             sigma FLOAT NOT NULL, matches INTEGER NOT NULL, PRIMARY KEY (player, kind)
           )""",
        """CREATE TABLE fivedice_drills (
             player VARCHAR(16) NOT NULL, drill VARCHAR(64) NOT NULL, kind VARCHAR(64) NOT NULL,
             position TEXT NOT NULL, weight FLOAT NOT NULL, card TEXT NOT NULL, due FLOAT NOT NULL,
             at FLOAT NOT NULL, PRIMARY KEY (player, drill)
           )""",
        "CREATE INDEX fivedice_drills_due ON fivedice_drills (player, due)",
        """CREATE TABLE fivedice_answers (
             player VARCHAR(16) NOT NULL, number INTEGER NOT NULL, drill VARCHAR(64) NOT NULL,
             kind VARCHAR(64) NOT NULL, cost FLOAT NOT NULL, at FLOAT NOT NULL, day VARCHAR(10) NOT NULL,
             PRIMARY KEY (player, number)
           )""",
        """CREATE TABLE fivedice_proficiency (
             player VARCHAR(16) NOT NULL, at FLOAT NOT NULL, kind VARCHAR(64) NOT NULL,
             seed VARCHAR(64) NOT NULL, answers TEXT NOT NULL, lost FLOAT NOT NULL, error FLOAT NOT NULL,
             PRIMARY KEY (player, at)
           )""",
    ),
    6: (
        """CREATE TABLE fivedice_deals (
             commitment VARCHAR(64) NOT NULL PRIMARY KEY, secret VARCHAR(64) NOT NULL,
             name VARCHAR(80) NOT NULL, taken INTEGER NOT NULL, at FLOAT NOT NULL, until FLOAT NOT NULL
           )""",
        "CREATE INDEX fivedice_deals_taken ON fivedice_deals (taken, at)",
        "CREATE INDEX fivedice_deals_name ON fivedice_deals (name)",
        "CREATE TABLE fivedice_thrown (face INTEGER NOT NULL PRIMARY KEY, dice BIGINT NOT NULL)",
        *(f"INSERT INTO fivedice_thrown VALUES ({face}, 0)" for face in FACES),
        """CREATE TABLE fivedice_evenings (
             code VARCHAR(16) NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, at FLOAT NOT NULL,
             PRIMARY KEY (code, number)
           )""",
        """CREATE TABLE fivedice_guests (
             player VARCHAR(16) NOT NULL, code VARCHAR(16) NOT NULL, guest VARCHAR(16) NOT NULL,
             PRIMARY KEY (player, code, guest)
           )""",
        """CREATE TABLE fivedice_attempts (
             name VARCHAR(80) NOT NULL, player VARCHAR(16) NOT NULL, code VARCHAR(16) NOT NULL,
             at FLOAT NOT NULL, PRIMARY KEY (name, player)
           )""",
        "CREATE INDEX fivedice_attempts_player ON fivedice_attempts (player)",
    ),
    7: (
        """CREATE TABLE fivedice_imports (
             player VARCHAR(16) NOT NULL, code VARCHAR(16) NOT NULL, at FLOAT NOT NULL,
             PRIMARY KEY (player, code)
           )""",
        """INSERT INTO fivedice_imports
             SELECT player, code, MAX(at) FROM fivedice_results WHERE imported = 1 GROUP BY player, code""",
    ),
}
"""The statements that migrate each version to the next, in one transaction."""


def migrate(connection: Connection) -> None:
    """Creates or migrates the schema, and checks that it can be written.

    Raises `OtherVersion` for an unknown version, and `NoVersion`.
    """
    version = version_of(connection)
    if version is None:
        _shape.create_all(connection)
        connection.execute(insert(_schema).values(version=VERSION))
        connection.execute(insert(served).values(seconds=0.0))
        connection.execute(insert(thrown), [{"face": face, "dice": 0} for face in FACES])
        return
    if version != VERSION and version not in STEPS:
        raise OtherVersion
    for older in range(version, VERSION):
        _step(connection, older)
    _try_to_write(connection)


def check_readable(connection: Connection) -> None:
    """Checks the version without changes. Raises `NothingKept`, `Older`, `OtherVersion` and `NoVersion`."""
    version = version_of(connection)
    if version is None:
        raise NothingKept
    if version in STEPS:
        raise Older
    if version != VERSION:
        raise OtherVersion


def create(connection: Connection) -> None:
    """Creates the tables of this version, empty."""
    _shape.create_all(connection)


def of_players() -> list[Table]:
    """The tables whose rows belong to players."""
    return [table for table in _shape.sorted_tables if "player" in table.columns]


def check(connection: Connection) -> None:
    """Raises `OtherVersion` if a newer version has migrated the database meanwhile."""
    if connection.execute(_schema.select()).scalars().all() != [VERSION]:
        raise OtherVersion


def lock(connection: Connection) -> None:
    """Lets one worker at a time do the rest of its transaction; a SQLite file has one writer anyway."""
    connection.execute(select(_schema).with_for_update())


def read_all(connection: Connection) -> None:
    """Reads every row of a PostgreSQL database. PostgreSQL raises an error at a damaged page."""
    for table in _shape.sorted_tables:
        connection.exec_driver_sql(f"SELECT count({table.name}::text) FROM {table.name}")


def version_of(connection: Connection) -> int | None:
    """The schema version; None for an empty database. Raises `NoVersion`."""
    there = set(inspect(connection).get_table_names())
    versions = connection.execute(_schema.select()).scalars().all() if SCHEMA in there else []
    if len(versions) == 1:
        return int(versions[0])
    kept = (table for table in (tables, uploads, served) if table.name in there)
    if versions or any(connection.execute(select(table).limit(1)).first() for table in kept):
        raise NoVersion
    return None


def _try_to_write(connection: Connection) -> None:
    """Inserts, updates and deletes zero rows, so that a read-only database fails at the start."""
    for table in _shape.sorted_tables:
        same = {column.name: column for column in table.columns}
        connection.execute(insert(table).from_select([*same], select(table).where(false())))
        connection.execute(update(table).where(false()).values(same))
        connection.execute(delete(table).where(false()))


def _step(connection: Connection, older: int) -> None:
    """Migrates one version. The first writer of the version row does it; others wait, then find it done."""
    taken = update(_schema).where(_schema.c.version == older).values(version=older + 1)
    if connection.execute(taken).rowcount:
        for statement in STEPS[older]:
            connection.exec_driver_sql(statement)
