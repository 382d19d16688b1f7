"""Options of `fivedice daily`."""

from fivedice.cli.shared import arguments
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.runtime.options import Options, argument, option


class DailyOptions(Options):
    """Play the deal of a day: the same dice for everyone who plays it.

    On a server your first attempt on the day counts, and the board is shown afterwards. Without a server the
    deal follows from the date, so anyone can compute its dice beforehand. Everybody with the same date and
    game gets the same dice.

    \b
    Examples:
      fivedice daily
      fivedice daily yatzy --date 2026-11-25
      fivedice daily traditional --server https://dice.example
    """

    game: str = argument(
        "",
        f"The game: {', '.join(GAMES)}; default: {FIVE_GAMES[0]}.",
        shell_complete=arguments.complete_game,
    )
    server: str = option("", "Play the deals of this server; without a game, they are listed.", metavar="URL")
    date: str = option("", "The day, such as 2026-11-25; default: today.", metavar="DATE")
    practice: bool = option(
        False, "On a server: play a deal again, or one of a past day; this does not count."
    )
    faces: str = arguments.faces
    language: str | None = arguments.language
    plain: bool = arguments.plain
    patience: float = arguments.patience
