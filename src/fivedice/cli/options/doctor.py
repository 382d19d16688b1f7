"""Options of `fivedice doctor`."""

from pathlib import Path

from fivedice.cli.shared import on_database
from fivedice.runtime.options import argument, option


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
