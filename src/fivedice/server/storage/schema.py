"""The database schema: its tables and its version."""

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Index,
    MetaData,
    Table,
    delete,
    false,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.types import BigInteger, Float, Integer, String, Text

from fivedice.core.dice import FACES
from fivedice.runtime.store import HostError
from fivedice.server.storage.errors import DOCTOR

VERSION = 1
SCHEMA = "fivedice_schema"
"""The table with the schema version, in one row."""
INCOMPLETE = f"lacks its version or some of its tables; {DOCTOR}"


class OtherVersion(HostError):  # noqa: N818 - not a failure
    """The schema has another version."""


class Incomplete(HostError):  # noqa: N818 - as above
    """Tables are missing, or there is not one version."""


class NothingKept(HostError):  # noqa: N818 - as above
    """No server has ever used this database."""

    def __init__(self) -> None:
        super().__init__("There are no tables yet: no server has been started with this database.")


_shape = MetaData()
ID, LONG = String(16), String(64)
"""The types of codes and ids; and of names, kinds of games and digests."""


def _table(table: str, keys: dict[str, Any], /, **columns: Any) -> Table:
    """A table with columns of these types, the primary keys first; none may be null."""
    first = (Column(name, kind, primary_key=True, autoincrement=False) for name, kind in keys.items())
    further = (Column(name, kind, nullable=False) for name, kind in columns.items())
    return Table(table, _shape, *first, *further)


_schema = _table(SCHEMA, {"version": Integer})
tables = _table("fivedice_tables", {"code": ID}, terms=Text, opened=Float)
entries = _table("fivedice_entries", {"code": ID, "number": Integer}, entry=Text, at=Float)
"""The logs of tables and of club nights."""
open_tables = _table("fivedice_open", {"code": ID})
"""The tables that are neither finished nor closed; few, so that searching them is cheap."""
uploads = _table("fivedice_uploads", {"code": ID}, record=Text, at=Float)
summaries = _table("fivedice_summaries", {"code": ID}, summary=Text)
"""Summaries of finished and closed tables and of uploaded records."""

served = _table("fivedice_served", {"seconds": Float})
"""One row: the seconds that the server was running, over all its starts."""
deadlines = _table("fivedice_deadlines", {"code": ID}, question=Integer, due=Float)
"""Correspondence deadlines in served seconds; `question` is the number of the entry that asked."""
Index("fivedice_deadlines_due", deadlines.c.due)
passes = _table("fivedice_passes", {"digest": LONG}, code=ID, sealed=LONG, until=Float)
"""Seats that are moving to another device; only the pass decrypts the sealed token."""
browsers = _table(
    "fivedice_browsers",
    {"code": ID, "holder": LONG, "browser": LONG},
    **{"subscription": Text, "at": Float, "told": Integer},
)
"""Push subscriptions per seat, and the last question for which each was notified."""
Index("fivedice_browsers_browser", browsers.c.browser)

# --- Players ---------------------------------------------------------------------------------------------

players = _table(
    "fivedice_players",
    {"player": ID},
    **{"name": LONG, "colour": ID, "at": Float, "seen": Float},
    **{"barred": Text, "words": LONG, "sealed": LONG, "settings": Text},
)
"""Players without an account. `words` is the digest of their twelve words, or "", and `sealed` their key,
which only the words decrypt. `barred` is the host's reason, or "". `settings` is JSON.
"""
Index("fivedice_players_words", players.c.words)
devices = _table("fivedice_devices", {"digest": LONG}, player=ID, sealed=LONG, seen=Float)
"""The devices of each player: digests of their cookies, and the key that each cookie decrypts."""
Index("fivedice_devices_player", devices.c.player)
seats = _table(
    "fivedice_seats",
    {"player": ID, "code": ID, "holder": LONG},
    **{"chair": Integer, "sealed": LONG, "at": Float, "counted": Integer},
)
"""The seats of each player; only the player's key decrypts the sealed token. `counted` is 1 once the finished
match is among the player's results, or never will be.
"""
Index("fivedice_seats_code", seats.c.code)
Index("fivedice_seats_counted", seats.c.counted)
results = _table(
    "fivedice_results",
    {"player": ID, "code": ID, "seat": Integer},
    **{"at": Float, "kind": LONG, "imported": Integer, "figures": Text},
)
"""The figures of each finished match of a player, as JSON; `kind` names the game and its options."""
ratings = _table(
    "fivedice_ratings", {"player": String(24), "kind": LONG}, mu=Float, sigma=Float, matches=Integer
)
"""Ratings by kind of game, of players and of bots ("bot:NAME")."""
drills = _table(
    "fivedice_drills",
    {"player": ID, "drill": LONG},
    **{"kind": LONG, "position": Text, "weight": Float, "card": Text, "due": Float, "at": Float},
)
"""The positions that a player repeats, without solutions: the scheduler's state and the due time."""
Index("fivedice_drills_due", drills.c.player, drills.c.due)
answers = _table(
    "fivedice_answers",
    {"player": ID, "number": Integer},
    **{"drill": LONG, "kind": LONG, "cost": Float, "at": Float, "day": String(10)},
)
"""The answers of players with their costs; `day` is the date in the player's time zone."""
proficiency = _table(
    "fivedice_proficiency",
    {"player": ID, "at": Float},
    **{"kind": LONG, "seed": LONG, "answers": Text, "lost": Float, "error": Float},
)
"""Finished and unfinished proficiency tests; `lost` is in points per match."""

deals = _table(
    "fivedice_deals",
    {"commitment": LONG},
    **{"secret": LONG, "name": String(80), "taken": Integer, "at": Float, "until": Float},
)
"""The secrets of dice by their commitments. `taken` is 1 once a table uses the dice; no record reveals the
secret before `until`. Deals that several tables share have a `name`.
"""
Index("fivedice_deals_taken", deals.c.taken, deals.c.at)
Index("fivedice_deals_name", deals.c.name)
attempts = _table("fivedice_attempts", {"name": String(80), "player": ID}, code=ID, at=Float)
"""The attempt of each player at a shared deal that counts: the first one. `code` is its table."""
Index("fivedice_attempts_player", attempts.c.player)

thrown = _table("fivedice_thrown", {"face": Integer}, dice=BigInteger)
"""The number of dice that the program has thrown at finished or closed tables, by face."""
guests = _table("fivedice_guests", {"player": ID, "code": ID, "guest": ID})
"""The guest ids of the players of a club night; its log contains only guest ids."""
imports = _table("fivedice_imports", {"player": ID, "code": ID}, at=Float)
"""The uploaded records in each player's list of matches, whether or not they count."""


def prepare(connection: Connection) -> None:
    """Creates the schema in an empty database; otherwise checks its version, and that it can be written.

    Raises `OtherVersion`, and `StoreError` without a version.
    """
    try:
        check(connection)
    except NothingKept:
        create(connection)
        begin(connection)
    else:
        _try_to_write(connection)


def check(connection: Connection) -> None:
    """Checks the version without changes. Raises `NothingKept`, `OtherVersion` and `Incomplete`."""
    there = set(inspect(connection).get_table_names())
    versions = connection.scalars(_schema.select()).all() if SCHEMA in there else []
    if len(versions) == 1 and versions != [VERSION]:
        raise OtherVersion("The database was made by another version of fivedice; start that one.")
    used = (table for table in (tables, uploads, served) if table.name in there)
    if not versions and not any(connection.execute(select(table).limit(1)).first() for table in used):
        raise NothingKept
    if versions != [VERSION] or {table.name for table in all_tables()} - there:
        raise Incomplete(f"The database {INCOMPLETE}.")


def create(connection: Connection) -> None:
    """Creates the tables, empty."""
    _shape.create_all(connection)


def begin(connection: Connection) -> None:
    """Adds the rows of a database that no server has used yet."""
    connection.execute(insert(_schema).values(version=VERSION))
    connection.execute(insert(served).values(seconds=0.0))
    connection.execute(insert(thrown), [{"face": face, "dice": 0} for face in FACES])


def all_tables() -> list[Table]:
    """Every table of the schema."""
    return _shape.sorted_tables


def of_players() -> list[Table]:
    """The tables whose rows belong to players."""
    return [table for table in all_tables() if "player" in table.columns]


def holds(column: Column[Any], **field: Any) -> ColumnElement[bool]:
    """Whether an object that is stored as JSON has this field, found by the text that the encoder writes."""
    return column.contains(msgspec.json.encode(field).decode()[1:-1])


def put(
    connection: Connection, table: Table, keys: Mapping[str, Any], values: Mapping[str, Any], **more: Any
) -> None:
    """Changes values of the row with these keys, or adds that row with `more` values."""
    if not connection.execute(update(table).filter_by(**keys).values(**values)).rowcount:
        connection.execute(insert(table).values(**keys, **values, **more))


def clear(connection: Connection, code: str, *where: Table) -> None:
    """Deletes the rows of a code from these tables."""
    for table in where:
        connection.execute(delete(table).where(table.c.code == code))


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
