"""Options of `fivedice rules`."""

from fivedice.cli.shared import arguments
from fivedice.runtime.options import Options, option


class RulesOptions(Options):
    """Print the rules of a game, enough to play by.

    \b
    Examples:
      fivedice rules
      fivedice rules showdown
      fivedice rules junior --plain
      fivedice rules our-card.toml
    """

    game: str = arguments.game_or("all games are listed")
    language: str | None = arguments.language
    plain: bool = option(False, "Plain text, without colour.")
