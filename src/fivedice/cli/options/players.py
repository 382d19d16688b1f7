"""Options of `fivedice players`."""

from fivedice.cli.shared import arguments, on_database
from fivedice.runtime.options import option


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
    as_json: bool = arguments.json_of("list")
