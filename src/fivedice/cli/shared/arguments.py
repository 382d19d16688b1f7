"""Makes commands of their options, and declares the arguments and options that several commands share."""

import os
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, cast

import click
from click.shell_completion import CompletionItem

from fivedice.analysis.solver_api import ALONE
from fivedice.cli.shared import console
from fivedice.core.faces import FACE_SETS
from fivedice.games import FIVE_GAMES, GAMES, MORE_CARDS
from fivedice.language import preferred, speaking, tr
from fivedice.language.languages import LANGUAGES, SOURCE
from fivedice.match.external_bots import PATIENCE
from fivedice.match.setup import house_options
from fivedice.runtime.options import (
    FloatRange,
    IntRange,
    Options,
    argument,
    option,
    parameters,
)

PAGES = (".html", ".htm")
COMPLETION = "_FIVEDICE_COMPLETE"
"""The environment variable by which a shell's completion script asks for completions."""
HELP_NAMES = {"help_option_names": ["-h", "--help"]}


class Command(click.Command):
    """A command that loads its module of `cli` when it runs, and calls the function with its name there."""

    def __init__(self, name: str, options: type[Options], module: str) -> None:
        def run(**values: Any) -> None:
            typed = options(**values)
            typed.need()
            getattr(import_module(f"fivedice.cli.{module}"), name.replace("-", "_"))(typed)

        settings = {**HELP_NAMES, "auto_envvar_prefix": options.environment or None}
        self.options = options
        super().__init__(name, settings, run, parameters(options), options.__doc__)

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        """Speaks the language of the option while the command runs, or of the terminal; JSON is English."""
        context = super().make_context(*arguments, **settings)
        if "language" in context.params:
            usual = SOURCE if context.params.get("as_json") else _of_terminal()
            context.with_resource(speaking(context.params["language"] or usual))
        return context


def _of_terminal() -> str:
    """The language of the first of the usual environment variables that has one: "de_DE.UTF-8"."""
    names = filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG")))
    return preferred(next(names, "").partition(".")[0].replace("_", "-"))


class _File(click.Path):
    """A path with the ending of its file type, so that other programs can open the file, or perhaps "-"."""

    def __init__(self, subject: str, endings: tuple[str, ...], *, stdout: bool = False) -> None:
        super().__init__(path_type=Path)
        self._subject, self._endings, self._stdout = subject, endings, stdout

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = cast(Path, super().convert(value, param, ctx))
        if path.suffix.lower() not in self._endings and not (self._stdout and value == "-"):
            wanted = " or ".join(ending for ending in self._endings if ending != PAGES[1])
            console.fail(f"{self._subject} needs a file name that ends in {wanted}, not {str(value)!r}.")
        return path


FILE = click.Path()
PAGE = _File("The page", PAGES)
PDF = _File("The PDF", (".pdf",))
EXPORT = _File("The export", (".csv", ".json", ".parquet"))
TABLE = _File("The table", (".csv", ".jsonl", ".parquet"), stdout=True)


# --- Games -------------------------------------------------------------------------------------------------

GAME_HELP = (
    f"The game: {', '.join(FIVE_GAMES)}; more score cards: {', '.join(card.name for card in MORE_CARDS)};"
    " or FILE.toml with your own card"
)
GUESTS = "or your own, module:function or program:COMMAND"


def complete_game(_context: click.Context, _argument: click.Parameter, begun: str) -> list[CompletionItem]:
    """Completes games, and files with your own card or a record."""
    names = [name for name in GAMES if name.startswith(begun.casefold())]
    return [*map(CompletionItem, names), CompletionItem(begun, type="file")]


def one_of(values: Iterable[str]) -> Callable[..., list[CompletionItem]]:
    """Returns a completion for these words."""
    return lambda _context, _option, begun: [CompletionItem(one) for one in values if one.startswith(begun)]


def game_or(otherwise: str) -> Any:
    """Declares a game that may be left out."""
    return argument("", f"{GAME_HELP}; default: {otherwise}.", shell_complete=complete_game)


def _house_options() -> str:
    """Every house option with its games: "joker (traditional, challenge)"."""
    games: dict[str, list[str]] = {}
    for name, each in GAMES.items():
        for house in house_options(each):
            games.setdefault(house, []).append(name)
    return "; ".join(f"{house} ({', '.join(names)})" for house, names in games.items())


def seed(what: str) -> Any:
    """Declares the option --seed; `given` names what a seed repeats."""
    return option(
        None, f"A seed for the dice: the same seed gives the same {what}. Default: a random one, printed."
    )


game = argument(..., f"{GAME_HELP}.", shell_complete=complete_game)
house_option = option(
    (),
    f"A house option, for example joker=free; may be given several times. Options: {_house_options()}.",
    "--option",
    metavar="NAME=VALUE",
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
    type=FloatRange(0, min_open=True, max=3600),
)
faces = option(
    "",
    f"What the dice show: {', '.join(FACE_SETS)}; default: the faces of the game.",
    shell_complete=one_of(FACE_SETS),
)
plain = option(False, "Plain lines, without colour or cursor movement.")
language = option(
    None,
    f"The language: {', '.join(LANGUAGES)}; default: that of LC_ALL, LC_MESSAGES or LANG.",
    type=click.Choice([*LANGUAGES]),
)


# --- Records and positions ---------------------------------------------------------------------------------

Aim = Literal["score", "wins"]

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


def json_of(what: str) -> Any:
    """Declares the option --json."""
    return option(False, f"Print the {what} as JSON.", "--json")
