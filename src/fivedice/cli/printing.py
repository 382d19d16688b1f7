"""`fivedice print` and its alias `fivedice sheet`: everything on paper, as PDF or a page."""

from pathlib import Path

import click

from fivedice.cli.shared import arguments, console, open_game, open_record
from fivedice.core import extras
from fivedice.core.rules import IllegalMove
from fivedice.games.cardgame import card_of
from fivedice.match.match import Match
from fivedice.printing import documents
from fivedice.printing.document import PAPERS, Document, Look, pdf
from fivedice.printing.documents import EVERYTHING, PARTS, Wanted
from fivedice.printing.pads import COLUMNS
from fivedice.printing.pieces import STICKERS
from fivedice.report import blank
from fivedice.runtime import store
from fivedice.runtime.waiting import working

MATCH = "match"
WANTED = (*PARTS, EVERYTHING, MATCH)
PART_HELP = (
    "What to print: {}, all (everything of a game) or match (the sheet and review of a record).".format(
        ", ".join(name if name == part.title else f"{name} ({part.title})" for name, part in PARTS.items())
    )
)
OF_HELP = f"{arguments.GAME_HELP}; for match, the record, default: the newest."
LINK_HELP = "For match: a link to the match for the QR code, which otherwise holds a short record itself."
ACROSS = ("players", "games")


def _a_part(_context: click.Context, _argument: click.Parameter, part: str) -> str:
    return part if part in WANTED else console.fail(f"PART must be {', '.join(WANTED)}, not {part!r}.")


SIZE = click.Choice([*map(str, STICKERS)])


@arguments.command
@arguments.argument("part", PART_HELP, callback=_a_part, shell_complete=arguments.one_of(WANTED))
@arguments.argument("of", OF_HELP, default="", shell_complete=arguments.complete_game)
@click.option("--output", "-o", type=arguments.PDF, metavar="FILE.pdf", help="Default: OF-PART.pdf.")
@arguments.usually("--paper", "a4", "The size of the paper.", type=click.Choice([*PAPERS]))
@arguments.usually("--columns", COLUMNS, "The columns of a score pad.", type=arguments.IntRange(1, COLUMNS))
@arguments.usually(
    "--across", "players", "Who or what has the columns of a score pad.", type=click.Choice(ACROSS)
)
@arguments.usually("--size", str(STICKERS[-1]), "The side of a sticker for dice, in millimetres.", type=SIZE)
@arguments.flag("--a3", line="The board of showdown on one A3 instead of four tiles.")
@click.option("--link", default="", metavar="URL", help=LINK_HELP)
@arguments.flag("--large", line="Score pads in large print (18 point).")
@arguments.flag("--low-ink", line="Thin lines and no filled areas.")
def print(  # noqa: A001 - the name of the command
    part: str,
    of: str,
    output: Path | None,
    paper: str,
    columns: int,
    across: str,
    size: str,
    a3: bool,
    link: str,
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
      fivedice print match match.jsonl
    """
    look = Look(paper, large, low_ink)
    if part == MATCH:
        path = open_record.find(of) if of else open_record.newest()
        file, made = output or Path(f"{path.stem}.pdf"), _match(open_record.valid(path, of).match, link)
    elif of:
        wanted = Wanted(open_game.named(of), columns, across == "games", large, int(size), a3)
        file, made = output or Path(f"{Path(of).stem}-{part}.pdf"), documents.document(part, wanted)
    else:
        console.fail(f"OF is missing: the game. For example: fivedice print {part} traditional")
    _save(file, made, look)
    console.say(f"The PDF is saved as {console.short(file)}.")


def _match(match: Match, link: str) -> Document:
    """The sheet of a match, with a review if its choices can be rated."""
    extras.need("print")
    from fivedice.analysis import luck_and_cost  # noqa: PLC0415 - loads numpy, which the help can do without
    from fivedice.analysis.solver_api import at_leisure  # noqa: PLC0415 - as above
    from fivedice.printing import matches  # noqa: PLC0415 - as above

    try:
        known = at_leisure(console.library()(match.setup.game, len(match.setup.players), "score"))
    except IllegalMove as error:
        console.say(f"There is no review: {error}")
        return matches.document(match, link)
    working.begin("weighing the choices")
    return matches.document(match, link, (luck_and_cost.review(match, known), known))


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
