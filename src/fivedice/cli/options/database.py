"""Options of `fivedice backup`, `restore` and `move-database`."""

from fivedice.cli.shared import on_database
from fivedice.runtime.options import IntRange, Options, argument, option


class BackupOptions(on_database.OnDatabase):
    """Copy a SQLite or PostgreSQL database to a file, even while the server is running.

    The copy is a SQLite file with a snapshot. No file is ever overwritten. If the database is damaged,
    the exit code is 1, and "-damaged" is added to the name of the copy.

    \b
    Examples:
      fivedice backup tables-today.sqlite3
      fivedice backup tables-$(date +%F).sqlite3 --verify --keep 14
      fivedice backup - --database postgresql:///fivedice | gzip > tables.gz
    """

    purpose = "To back up a database"
    file: str = argument(..., "The new file; - writes to standard output.")
    verify: bool = option(False, "Replay every table of the copy, as `fivedice restore` does.")
    keep: int | None = option(
        None,
        "Keep the N newest backups: afterwards, delete older files whose names differ only in the date.",
        type=IntRange(1),
        metavar="N",
    )


class RestoreOptions(on_database.OnDatabase):
    """Check a backup, by replaying every table, and make it the database of a server.

    The database must be empty or not exist. Damaged tables are restored unchanged
    and listed; then the exit code is 1.

    \b
    Examples:
      fivedice restore tables-today.sqlite3
      fivedice restore - --database postgresql:///fivedice < tables-today.sqlite3
    """

    purpose = "To restore a database"
    file: str = argument(..., "A copy that `fivedice backup` made; - reads standard input.")


class MoveDatabaseOptions(Options):
    """Copy a database to another one, between SQLite and PostgreSQL in either direction.

    Stop the server first. Every table is replayed; the old database stays as it is.

    \b
    Examples:
      fivedice move-database sqlite:///tables.sqlite3 postgresql:///fivedice
      fivedice move-database postgresql:///fivedice sqlite:////var/lib/fivedice/tables.sqlite3
    """

    source: str = argument(..., "The database to copy: sqlite:///FILE or postgresql://...", metavar="FROM")
    target: str = argument(..., "The URL of an empty database.", metavar="TO")

    def need(self) -> None:
        """Raises `Lacking` if the libraries for one of the databases are missing."""
        for url in (self.target, self.source):
            on_database.need_database(url, "To move a database")
