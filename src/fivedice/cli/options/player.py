"""Options of `fivedice player`."""

from fivedice.cli.shared import arguments
from fivedice.runtime.identity import COLOURS
from fivedice.runtime.options import Options, option


class PlayerOptions(Options):
    """Show or change who you are in this terminal, or connect it to your player on a server.

    Your identity is stored in a private file. To connect, you are asked for your twelve words, or for the
    link that the page "You" of the server shows on another device; neither is shown or stored.

    \b
    Examples:
      fivedice player
      fivedice player --name Ann --colour teal
      fivedice player --connect https://dice.example
    """

    name: str | None = option(None, "Your name.", metavar="NAME")
    colour: str | None = option(None, f"Your colour: {', '.join(COLOURS)}.", metavar="COLOUR")
    connect: str = option("", "A server on which you play.", metavar="URL")
    disconnect: str = option("", "A server to disconnect this terminal from.", metavar="URL")
    as_json: bool = arguments.json_of("player")
