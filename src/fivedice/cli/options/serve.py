"""Options of `fivedice serve`: the settings of a server."""

from fivedice.cli.shared import on_database
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
