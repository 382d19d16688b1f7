"""Options of `fivedice print`."""

from pathlib import Path
from typing import Literal

import click

from fivedice.cli.shared import arguments
from fivedice.core import extras
from fivedice.printing import documents
from fivedice.printing.document import PAPERS
from fivedice.printing.documents import PIECES, WORDS
from fivedice.printing.pads import COLUMNS
from fivedice.printing.pieces import STICKERS
from fivedice.runtime.options import IntRange, Options, argument, option


def _part(_context: click.Context, _argument: click.Parameter, part: str) -> str:
    return documents.part_meant(part)


class PrintOptions(Options):
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

    part: str = argument(
        ...,
        "The parts to print: quick (quick reference), rules, pad (score pad), pieces (board and pieces), dice"
        " (stickers for dice); {pieces} alone; all (everything of a game); or match (the sheet and review of"
        " a record).",
        values={"pieces": PIECES},
        callback=_part,
        shell_complete=arguments.one_of(WORDS),
    )
    of: str = argument(
        "",
        "The game: {games}; more score cards: {cards}; or FILE.toml with your own card; for match, the"
        " record, default: the newest.",
        values=arguments.NAMED,
        metavar="GAME",
        shell_complete=arguments.complete_game,
    )
    target: Path | None = arguments.output(arguments.PDF, "The PDF; default: GAME-PART.pdf.")
    paper: str = option("a4", "The size of the paper.", type=click.Choice([*PAPERS]))
    columns: int = option(COLUMNS, "The columns of a score pad.", type=IntRange(1, COLUMNS))
    across: Literal["players", "games"] = option("players", "What the columns of a score pad are for.")
    size: str = option(
        str(STICKERS[-1]),
        "The side of a sticker for dice, in millimetres.",
        type=click.Choice([*map(str, STICKERS)]),
    )
    language: str | None = arguments.language
    a3: bool = option(False, "The board of showdown on one A3 instead of four tiles.")
    link: str = option(
        "",
        "For match: a link for the QR code; without it only a short record has one, with its text.",
        metavar="URL",
    )
    large: bool = option(False, "Score pads in large print (18 point).")
    low_ink: bool = option(False, "Thin lines and no filled areas.")
    pips: bool = option(False, "Pips in place of Chinese numerals.")

    def need(self) -> None:
        """Raises `Lacking` if the libraries that make a PDF are missing."""
        extras.need("print")
