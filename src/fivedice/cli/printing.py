"""`fivedice print`: everything on paper, as PDF."""

from pathlib import Path

import click

from fivedice.cli.shared import arguments, console, open_game, open_record
from fivedice.core import extras
from fivedice.core.rules import IllegalMove
from fivedice.match.match import Match
from fivedice.printing import documents
from fivedice.printing.document import PAPERS, Document, Look, pdf
from fivedice.printing.documents import MATCH, PARTS, PIECES, WORDS, Wanted
from fivedice.printing.pads import COLUMNS
from fivedice.printing.pieces import STICKERS
from fivedice.runtime import store
from fivedice.runtime.waiting import working

NAMED = ", ".join(name if name == part.title else f"{name} ({part.title})" for name, part in PARTS.items())
PART_HELP = (
    f"The parts to print: {NAMED}; {', '.join(PIECES)} alone; all (everything of a game); or match (the sheet"
    " and review of a record)."
)
OF_HELP = f"{arguments.GAME_HELP}; for match, the record, default: the newest."
LINK_HELP = "For match: a link to the match for the QR code, which otherwise holds a short record itself."
ACROSS = ("players", "games")


def _a_part(_context: click.Context, _argument: click.Parameter, part: str) -> str:
    return documents.part_meant(part)


SIZE = click.Choice([*map(str, STICKERS)])


@arguments.command
@arguments.argument("part", PART_HELP, callback=_a_part, shell_complete=arguments.one_of(WORDS))
@arguments.argument("of", OF_HELP, default="", metavar="GAME", shell_complete=arguments.complete_game)
@arguments.output(arguments.PDF, "The PDF; default: GAME-PART.pdf.")
@arguments.usually("--paper", "a4", "The size of the paper.", type=click.Choice([*PAPERS]))
@arguments.usually("--columns", COLUMNS, "The columns of a score pad.", type=arguments.IntRange(1, COLUMNS))
@arguments.usually(
    "--across", "players", "What the columns of a score pad are for.", type=click.Choice(ACROSS)
)
@arguments.usually("--size", str(STICKERS[-1]), "The side of a sticker for dice, in millimetres.", type=SIZE)
@arguments.flag("--a3", line="The board of showdown on one A3 instead of four tiles.")
@click.option("--link", default="", metavar="URL", help=LINK_HELP)
@arguments.flag("--large", line="Score pads in large print (18 point).")
@arguments.flag("--low-ink", line="Thin lines and no filled areas.")
def print(  # noqa: A001 - the name of the command
    part: str,
    of: str,
    target: Path | None,
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
        file, made = target or Path(f"{path.stem}.pdf"), _match(open_record.valid(path, of).match, link)
    elif of:
        wanted = Wanted(open_game.named(of), columns, across == "games", large, int(size), a3)
        file, made = target or Path(f"{Path(of).stem}-{part}.pdf"), documents.document(part, wanted)
    else:
        console.fail(f'GAME is missing; for example "fivedice print {part} traditional".')
    _save(file, made, look)
    console.say(f"The PDF is saved as {console.short(file)}.")


def _match(match: Match, link: str) -> Document:
    """The sheet of a match, with a review if its choices can be rated."""
    extras.need("print")
    from fivedice.analysis import luck_and_cost  # noqa: PLC0415 - loads numpy, which the help can do without
    from fivedice.printing import matches  # noqa: PLC0415 - as above

    try:
        known = console.library()(match.setup.game, len(match.setup.players), "score").at_leisure()
    except IllegalMove as error:
        console.say(f"There is no review: {error}")
        return matches.document(match, link)
    working.begin("weighing the choices")
    return matches.document(match, link, (luck_and_cost.review(match, known), known))


def _save(file: Path, made: Document, look: Look) -> None:
    store.check_folder(file)
    working.begin("setting the pages")
    store.write_bytes(file, pdf(made, look))
