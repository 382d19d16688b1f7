"""Options of `fivedice tables`."""

from pathlib import Path

from fivedice.cli.shared import arguments, on_database
from fivedice.runtime.options import option, several


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
    as_json: bool = arguments.json_of("list")
