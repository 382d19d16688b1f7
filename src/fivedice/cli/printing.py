"""`fivedice print` and its alias `fivedice sheet`: everything on paper, as PDF or a page."""

from pathlib import Path

import click

from fivedice.cli.shared import arguments, console, open_game
from fivedice.games.cardgame import card_of
from fivedice.printing import documents
from fivedice.printing.document import PAPERS, Document, Look, pdf
from fivedice.printing.documents import EVERYTHING, PARTS, Wanted
from fivedice.printing.pads import COLUMNS
from fivedice.printing.pieces import STICKERS
from fivedice.report import blank
from fivedice.runtime import store
from fivedice.runtime.waiting import working

WANTED = (*PARTS, EVERYTHING)
PART_HELP = "What to print: {}; or all of them.".format(
    ", ".join(f"{name} ({part.title})" for name, part in PARTS.items())
)
ACROSS = ("players", "games")


def _a_part(_context: click.Context, _argument: click.Parameter, part: str) -> str:
    return part if part in WANTED else console.fail(f"PART must be {', '.join(WANTED)}, not {part!r}.")


SIZE = click.Choice([*map(str, STICKERS)])


@arguments.command
@arguments.argument("part", PART_HELP, callback=_a_part, shell_complete=arguments.one_of(WANTED))
@arguments.game
@click.option("--output", "-o", type=arguments.PDF, metavar="FILE.pdf", help="Default: GAME-PART.pdf.")
@arguments.usually("--paper", "a4", "The size of the paper.", type=click.Choice([*PAPERS]))
@arguments.usually("--columns", COLUMNS, "The columns of a score pad.", type=arguments.IntRange(1, COLUMNS))
@arguments.usually(
    "--across", "players", "Who or what has the columns of a score pad.", type=click.Choice(ACROSS)
)
@arguments.usually("--size", str(STICKERS[-1]), "The side of a sticker for dice, in millimetres.", type=SIZE)
@arguments.flag("--a3", line="The board of showdown on one A3 instead of four tiles.")
@arguments.flag("--large", line="Score pads in large print (18 point).")
@arguments.flag("--low-ink", line="Thin lines and no filled areas.")
def print(  # noqa: A001 - the name of the command
    part: str,
    game: str,
    output: Path | None,
    paper: str,
    columns: int,
    across: str,
    size: str,
    a3: bool,
    large: bool,
    low_ink: bool,
) -> None:
    """Make a PDF to print: score pads, boards, cards, tokens, stickers for dice, or everything of a game.

    Print it at 100%, not fitted to the page.

    \b
    Examples:
      fivedice print pad traditional
      fivedice print pad family.toml --columns 4 --across games
      fivedice print dice junior --size 14
      fivedice print all showdown -o showdown.pdf --paper letter
    """
    wanted = Wanted(open_game.named(game), columns, across == "games", large, int(size), a3)
    file = output or Path(f"{Path(game).stem}-{part}.pdf")
    _save(file, documents.document(part, wanted), Look(paper, large, low_ink))
    console.say(f"The PDF is saved as {console.short(file)}.")


def _save(file: Path, made: Document, look: Look) -> None:
    store.check_folder(file)
    working.begin("setting the pages")
    store.write_bytes(file, pdf(made, look))


@arguments.command
@arguments.game
@arguments.usually("--columns", 6, "The number of columns.", type=arguments.IntRange(1, blank.MOST_COLUMNS))
@arguments.flag("--games", line="A sheet for one player, with a column for each game and a grand total.")
@arguments.argument("page", "The page to write, for example sheet.html or sheet.pdf.", type=arguments.SHEET)
def sheet(game: str, columns: int, games: bool, page: Path) -> None:
    """Write a blank score sheet as a page to print; a PDF is the same as that of `fivedice print pad`.

    Open the page in a browser to print it. Only games with score cards have sheets.

    \b
    Examples:
      fivedice sheet traditional sheet.html
      fivedice sheet family.toml sheet.pdf --columns 4
      fivedice sheet challenge sheet.html --games
    """
    the_game = open_game.named(game)
    card = card_of(the_game)
    if card is None:
        console.fail(f"{the_game.title} has no score cards.")
    if page.suffix.lower() != ".pdf":
        store.write_new(page, [blank.page(the_game, card, columns, games=games)])
    elif columns > COLUMNS:
        console.fail(f"A PDF has at most {COLUMNS} columns.")
    else:
        _save(page, documents.document("pad", Wanted(the_game, columns, games)), Look())
    console.say(f"The sheet is saved as {console.short(page)}.")
