"""`fivedice rules` and `fivedice sheet`: a game's rules, and a blank score sheet to print."""

import sys
from pathlib import Path

from fivedice.cli.shared import arguments, console, open_game
from fivedice.core.faces import legend
from fivedice.core.rules import wild
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.report import blank
from fivedice.runtime import store


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


@arguments.command
@arguments.game
@arguments.usually("--columns", 6, "The number of columns.", type=arguments.IntRange(1, blank.MOST_COLUMNS))
@arguments.flag("--games", line="A sheet for one player, with a column for each game and a grand total.")
@arguments.argument("page", "The page to write, for example sheet.html.", type=arguments.PAGE)
def sheet(game: str, columns: int, games: bool, page: Path) -> None:
    """Write a blank score sheet as a page to print.

    Open it in a browser to print it. Only games with score cards have sheets.

    \b
    Examples:
      fivedice sheet traditional sheet.html
      fivedice sheet family.toml sheet.html --columns 4
      fivedice sheet challenge sheet.html --games
    """
    the_game = open_game.named(game)
    card = card_of(the_game)
    if card is None:
        console.fail(f"{the_game.title} has no score cards.")
    store.write_new(page, [blank.page(the_game, card, columns, games=games)])
    console.say(f"The sheet is saved as {console.short(page)}.")
