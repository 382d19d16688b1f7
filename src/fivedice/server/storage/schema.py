"""The database schema: its tables and its version."""

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

VERSION = 1
SCHEMA = "fivedice_schema"
"""The table with the schema version; it identifies a database as ours."""


class OtherVersion(StoreError):  # noqa: N818 - not a failure
    """The schema has another version."""

    def __init__(self) -> None:
        super().__init__("The database was made by another version of fivedice; start that one.")


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
"""The logs of tables and of club nights."""
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


def prepare(connection: Connection) -> None:
    """Creates the schema in an empty database; otherwise checks its version, and that it can be written.

    Raises `OtherVersion` and `NoVersion`.
    """
    try:
        check(connection)
    except NothingKept:
        create(connection)
        connection.execute(insert(_schema).values(version=VERSION))
        connection.execute(insert(served).values(seconds=0.0))
        connection.execute(insert(thrown), [{"face": face, "dice": 0} for face in FACES])
    else:
        _try_to_write(connection)


def check(connection: Connection) -> None:
    """Checks the version without changes. Raises `NothingKept`, `OtherVersion` and `NoVersion`."""
    there = set(inspect(connection).get_table_names())
    versions = connection.execute(_schema.select()).scalars().all() if SCHEMA in there else []
    if versions == [VERSION]:
        return
    if len(versions) == 1:
        raise OtherVersion
    kept = (table for table in (tables, uploads, served) if table.name in there)
    if versions or any(connection.execute(select(table).limit(1)).first() for table in kept):
        raise NoVersion
    raise NothingKept


def create(connection: Connection) -> None:
    """Creates the tables, empty."""
    _shape.create_all(connection)


def all_tables() -> list[Table]:
    """Every table of the schema."""
    return _shape.sorted_tables


def of_players() -> list[Table]:
    """The tables whose rows belong to players."""
    return [table for table in all_tables() if "player" in table.columns]


def lock(connection: Connection) -> None:
    """Lets one worker at a time do the rest of its transaction; a SQLite file has one writer anyway."""
    connection.execute(select(_schema).with_for_update())


def read_all(connection: Connection) -> None:
    """Reads every row of a PostgreSQL database. PostgreSQL raises an error at a damaged page."""
    for table in all_tables():
        connection.exec_driver_sql(f"SELECT count({table.name}::text) FROM {table.name}")


def probe(connection: Connection) -> None:
    """Fails if the database cannot be written; changes nothing."""
    connection.execute(update(served).where(false()).values(seconds=0.0))


def _try_to_write(connection: Connection) -> None:
    """Inserts, updates and deletes zero rows, so that a read-only database fails at the start."""
    for table in all_tables():
        same = {column.name: column for column in table.columns}
        connection.execute(insert(table).from_select([*same], select(table).where(false())))
        connection.execute(update(table).where(false()).values(same))
        connection.execute(delete(table).where(false()))
