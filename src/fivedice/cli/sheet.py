"""`fivedice sheet`: a blank score sheet to print."""

from pathlib import Path

from fivedice.cli.shared import arguments, console, open_game
from fivedice.games.cardgame import card_of
from fivedice.report import blank
from fivedice.runtime import store


@arguments.command
@arguments.game
@arguments.usually("--columns", 6, "How many columns.", type=arguments.IntRange(1, blank.MOST_COLUMNS))
@arguments.flag("--games", line="A sheet of one player: the columns are games, with a total of all.")
@arguments.argument("page", "The page to write, such as sheet.html.", type=arguments.PAGE)
def sheet(game: str, columns: int, games: bool, page: Path) -> None:
    """Write a blank score sheet as a page to print.

    A browser prints it. Games of score cards have one.

    \b
    Examples:
      fivedice sheet traditional sheet.html
      fivedice sheet family.toml sheet.html --columns 4
      fivedice sheet challenge sheet.html --games
    """
    the_game = open_game.named(game)
    card = card_of(the_game)
    if card is None:
        console.fail(f"{the_game.title} is not played on score cards.")
    store.write_new(page, [blank.page(the_game, card, columns, games=games)])
    console.say(f"The sheet is kept as {console.short(page)}.")
