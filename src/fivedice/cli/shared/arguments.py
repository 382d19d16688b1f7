"""Declares the arguments and options that several commands share."""

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

import click
from click.shell_completion import CompletionItem

from fivedice.analysis.solver_api import ALONE
from fivedice.cli.shared import console
from fivedice.core.faces import FACE_SETS
from fivedice.core.rules import quoted
from fivedice.games import FIVE_GAMES, GAMES, MORE_CARDS
from fivedice.language import mark, preferred, tr
from fivedice.language import one_of as alternatives
from fivedice.language.languages import LANGUAGES, SOURCE
from fivedice.match.external_bots import PATIENCE
from fivedice.match.setup import house_options
from fivedice.runtime.options import FloatRange, IntRange, argument, option

PAGES = (".html", ".htm")
COMPLETION = "_FIVEDICE_COMPLETE"
"""The environment variable by which a shell's completion script asks for completions."""


def language_of(words: list[str]) -> str:
    """The language of the option --language, or of the first of the usual environment variables that has
    one, such as "de_DE.UTF-8". JSON is English.
    """
    chosen = re.findall(r"^--language[=\n](.*)$", "\n".join(words), re.MULTILINE)
    if chosen and chosen[-1] in LANGUAGES:
        return str(chosen[-1])
    names = filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG")))
    usual = next(names, "").partition(".")[0].replace("_", "-")
    return SOURCE if "--json" in words else preferred(usual)


class _File(click.Path):
    """A path with the ending of its file type, so that other programs can open the file, or perhaps "-"."""

    def __init__(self, otherwise: str, endings: tuple[str, ...], *, stdout: bool = False) -> None:
        super().__init__(path_type=Path)
        self._otherwise, self._endings, self._stdout = otherwise, endings, stdout

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = cast(Path, super().convert(value, param, ctx))
        if path.suffix.lower() not in self._endings and not (self._stdout and value == "-"):
            wanted = alternatives(ending for ending in self._endings if ending != PAGES[1])
            console.fail(tr(self._otherwise, wanted=wanted, typed=quoted(str(value))))
        return path


FILE = click.Path()
PAGE = _File(mark("The page needs a file name that ends in {wanted}, not {typed}."), PAGES)
PDF = _File(mark("The PDF needs a file name that ends in {wanted}, not {typed}."), (".pdf",))
FIGURES = mark("The figures need a file name that ends in {wanted}, not {typed}.")
EXPORT = _File(FIGURES, (".csv", ".json", ".parquet"))
TABLE = _File(FIGURES, (".csv", ".jsonl", ".parquet"), stdout=True)


# --- Games -------------------------------------------------------------------------------------------------

NAMED = {"games": FIVE_GAMES, "cards": [card.name for card in MORE_CARDS]}
"""What the help of a game is filled with."""
GUESTS = "or your own, module:function or program:COMMAND"


def complete_game(_context: click.Context, _argument: click.Parameter, begun: str) -> list[CompletionItem]:
    """Completes games, and files with your own card or a record."""
    names = [name for name in GAMES if name.startswith(begun.casefold())]
    return [*map(CompletionItem, names), CompletionItem(begun, type="file")]


def one_of(values: Iterable[str]) -> Callable[..., list[CompletionItem]]:
    """Returns a completion for these words."""
    return lambda _context, _option, begun: [CompletionItem(one) for one in values if one.startswith(begun)]


def _house_options() -> list[str]:
    """Every house option with its games: "joker (traditional/challenge)"."""
    have = {name: house_options(each) for name, each in GAMES.items()}
    every = dict.fromkeys(house for options in have.values() for house in options)
    return [f"{house} ({'/'.join(name for name in have if house in have[name])})" for house in every]


GAME_HELP = "The game: {games}; more score cards: {cards}; or FILE.toml with your own card."
game = argument(..., GAME_HELP, values=NAMED, shell_complete=complete_game)
optional_game = argument("", GAME_HELP, values=NAMED, shell_complete=complete_game)
house_option = option(
    (),
    "A house option, for example joker=free; may be given several times. Options: {options}.",
    "--option",
    values={"options": _house_options()},
    metavar="NAME=VALUE",
)
seed = option(
    None, "A seed for the dice: the same seed gives the same results. Default: a random one, printed."
)
matches = option(1000, "The number of matches.", type=IntRange(1))
games = option(1, "The number of games in a match.")
first = option(
    "",
    "Who starts: a name, a seat from 0, roll or random; default: as the rules say. A player called roll or"
    " random can only be given by seat.",
)
patience = option(
    PATIENCE,
    "Seconds that your own bot may take for one decision.",
    metavar="SECONDS",
    type=FloatRange(0, min_open=True, max=3600),
)
faces = option(
    "",
    "What the dice show: {faces}; default: the faces of the game.",
    values={"faces": FACE_SETS},
    shell_complete=one_of(FACE_SETS),
)
plain = option(False, "Plain lines, without colour or cursor movement.")
language = option(
    None,
    "The language; default: that of LC_ALL, LC_MESSAGES or LANG.",
    type=click.Choice([*LANGUAGES]),
)


# --- Records and positions ---------------------------------------------------------------------------------

record = argument("", "The record, or - for standard input; default: the newest.", type=FILE)
aim = option("score", "What to play for.")
reach = option(
    None,
    "Instead of --aim: the chance of a final total of TOTAL or more; for score cards only.",
    metavar="TOTAL",
)


def check_aim(aim: str, seats: int) -> None:
    """Ends the command if the aim is to win but there is only one player."""
    if aim == "wins" and seats == 1:
        console.fail(tr(ALONE))


def output(file: click.Path, line: str) -> Any:
    """Declares the option --output, the file that a command writes."""
    return option(None, line, "--output", "-o", type=file, metavar="FILE")


as_json = option(False, "Print the result as JSON.", "--json")
