"""`fivedice rules`: the rules of a game."""

import sys

from fivedice.cli.shared import arguments, console, open_game
from fivedice.core.faces import legend
from fivedice.core.rules import wild
from fivedice.games import GAMES


@arguments.command
@arguments.argument(
    "game",
    f"{arguments.GAME_HELP}; default: all games are listed.",
    default="",
    shell_complete=arguments.complete_game,
)
@arguments.flag("--plain", line="Plain text, without colour.")
def rules(game: str, plain: bool) -> None:
    """Print the rules of a game, enough to play by.

    \b
    Examples:
      fivedice rules
      fivedice rules showdown
      fivedice rules junior --plain
      fivedice rules our-card.toml
    """
    if not game:
        for name, one in GAMES.items():
            console.tell(f"{name}: {one.line}")
        return
    the_game = open_game.named(game)
    faces = "\n".join(f"* {line}" for line in legend(the_game.faces, wild(the_game)))
    text = f"{the_game.rules.rstrip()}\n\n## The faces of its dice\n\n{faces}\n"
    if plain or not sys.stdout.isatty():
        console.say(text)
    else:
        from rich.console import Console  # noqa: PLC0415 - slow to load, and only needed here
        from rich.markdown import Markdown  # noqa: PLC0415

        Console().print(Markdown(text))
