"""Options of commands for the host of a server."""

from pathlib import Path

from fivedice.cli.shared import arguments, on_database
from fivedice.runtime.options import IntRange, Options, argument, option, several
from fivedice.server.settings import Settings


class ServeOptions(Settings):
    """Serve the games in the browser, for a household or a club.

    \b
    Examples:
      fivedice serve
      fivedice serve --port 9000
      fivedice serve --own-cards
      fivedice serve --database postgresql://localhost/fivedice --workers 4
      fivedice serve --host 127.0.0.1 --behind-proxy --name dice.example.org
      fivedice serve --host 127.0.0.1 --behind-proxy --name example.org --root /dice
      fivedice serve --push-key push.pem --push-contact mailto:you@example.org
    """

    environment = "FIVEDICE"

    def need(self) -> None:
        """Raises `Lacking` if the libraries of a server are missing."""
        on_database.need_database(self.database)


class TablesOptions(on_database.OnDatabase):
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

    purpose = "To look at tables"
    records: Path | None = option(
        None, "A folder for the record of each finished match; existing files stay.", metavar="FOLDER"
    )
    remove: tuple[str, ...] = several("A table or an uploaded record to remove for good", metavar="CODE")
    close: str = option("", "A table to close for good, even while the server is running.", metavar="CODE")
    reason: str = option("", "The reason that the players of the closed table see.", metavar="TEXT")
    as_json: bool = arguments.as_json


class PlayersOptions(on_database.OnDatabase):
    """List the players of a server, the most recently seen first; bar or remove one.

    Barring works while the server is running. A barred person who deletes the cookie becomes a new player.
    Stop a server with SQLite before you remove a player. Matches of one person disappear; in the
    others, the name becomes "someone".

    \b
    Examples:
      fivedice players
      fivedice players --bar 0123456789abcdef --reason "Please choose another name."
      fivedice players --unbar 0123456789abcdef
      fivedice players --remove 0123456789abcdef
    """

    purpose = "To look at players"
    bar: str = option("", "A player to bar from taking seats; current matches go on.", metavar="ID")
    reason: str = option("", "The reason that the barred player sees.", metavar="TEXT")
    unbar: str = option("", "A barred player to readmit; they may take seats again.", metavar="ID")
    remove: str = option(
        "", "A player to delete for good, with all data that belongs to them alone.", metavar="ID"
    )
    as_json: bool = arguments.as_json


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


class DoctorOptions(on_database.OnDatabase):
    """Examine a database, a backup or a folder of records: what is damaged, and what can be recovered.

    Works on a copy and changes nothing. The exit code is 0 if nothing is damaged, otherwise 1.

    \b
    Examples:
      fivedice doctor
      fivedice doctor --database postgresql:///fivedice
      fivedice doctor --into recovered.sqlite3
      fivedice doctor tables-today.sqlite3
      fivedice doctor records
    """

    purpose = "To examine a database"
    file: str = argument("", "A backup or a folder of records; default: the database.")
    into: Path | None = option(None, "Write what can be recovered to a new SQLite file.", metavar="FILE")

    @property
    def is_folder(self) -> bool:
        """Whether to examine the records of a folder."""
        return bool(self.file) and Path(self.file).is_dir()

    def need(self) -> None:
        """Raises `Lacking` if the libraries for the database are missing; a folder of records needs none."""
        if not self.is_folder:
            on_database.need_database("" if self.file else self.database, self.purpose)
