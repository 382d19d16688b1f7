"""Arguments and options: how to declare them, and those that several commands share."""

import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, cast

import click
from click.shell_completion import CompletionItem

from fivedice import private_files
from fivedice.analysis.solver_api import ALONE
from fivedice.cli.shared import console
from fivedice.core import extras
from fivedice.core.faces import FACE_SETS
from fivedice.games import FIVE_GAMES, GAMES, MORE_CARDS
from fivedice.match.external_bots import PATIENCE
from fivedice.match.setup import house_options
from fivedice.runtime import store

PATH: click.Path = click.Path(path_type=Path)
PAGES = (".html", ".htm")
AIMS = ("score", "wins")
LONGEST_PATIENCE = 3600

Function = Callable[..., None]
"""The function of a command; its parameters are named like the arguments and options."""


class Argument(click.Argument):
    """An argument with a help line, which click lacks before version 8.5."""

    def __init__(self, declared: Sequence[str], *, line: str, **settings: Any) -> None:
        super().__init__(declared, **settings)
        self.line = f"{line}  [required]" if self.required else line


class Command(click.Command):
    """A command whose help also lists its arguments."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the arguments before the options."""
        rows = [(each.human_readable_name, each.line) for each in self.params if isinstance(each, Argument)]
        if rows:
            with formatter.section("Arguments"):
                formatter.write_dl(rows)
        super().format_options(ctx, formatter)


class _File(click.Path):
    """A path that must have the ending of its file type, so that other programs can open the file."""

    def __init__(self, called: str, endings: tuple[str, ...]) -> None:
        super().__init__(path_type=Path)
        self._called, self._endings = called, endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Converts the typed text to a path."""
        path = cast(Path, super().convert(value, param, ctx))
        if path.suffix.lower() not in self._endings:
            wanted = " or ".join(ending for ending in self._endings if ending != PAGES[1])
            console.fail(f"{self._called} needs a file name that ends in {wanted}, not {str(value)!r}.")
        return path


PAGE: click.Path = _File("The page", PAGES)
PDF: click.Path = _File("The PDF", (".pdf",))
EXPORT: click.Path = _File("The export", (".csv", ".json", ".parquet"))


class IntRange(click.IntRange):
    """Click's range, called an integer in error messages."""

    name = "integer"


class FloatRange(click.FloatRange):
    """A range of floating-point numbers; rejects NaN, which click accepts."""

    name = "float"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Converts the typed text to a number."""
        number = super().convert(value, param, ctx)
        return self.fail(f"{value!r} is not a number.", param, ctx) if math.isnan(number) else number


COMPLETION = "_FIVEDICE_COMPLETE"
"""The environment variable by which a shell's completion script asks for completions."""
HELP_NAMES = {"help_option_names": ["-h", "--help"]}


def command(function: Function) -> Command:
    """Makes a command of a function; its docstring is the help."""
    return click.command(cls=Command, context_settings=HELP_NAMES)(function)


def argument(name: str, line: str, **settings: Any) -> Callable[[Function], Function]:
    """Declares an argument; it is required unless it has a default."""
    return click.argument(name, cls=Argument, line=line, **settings)


def flag(*names: str, line: str) -> Callable[[Function], Function]:
    """Declares an option that is on or off."""
    return click.option(*names, is_flag=True, help=line)


def usually(
    name: str, default: int | float | str, line: str, **settings: Any
) -> Callable[[Function], Function]:
    """Declares an option whose default the help shows."""
    return click.option(name, default=default, show_default=True, help=line, **settings)


def several(name: str, *names: str, line: str, metavar: str) -> Callable[[Function], Function]:
    """Declares an option that may be given several times, or once with words between commas."""
    return click.option(
        *(name, *names), multiple=True, metavar=metavar, callback=_words, help=f"{line}; {SEVERAL}."
    )


def _words(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """All words. Without any, the input is returned unchanged, and the command refuses it."""
    words = (word.strip() for listed in given for word in listed.split(","))
    return tuple(word for word in words if word) or given


SEVERAL = "may be given several times, or as a list with commas"


def output(file: click.Path, line: str) -> Callable[[Function], Function]:
    """Declares the option --output, the file that a command writes, passed as `target`."""
    return click.option("--output", "-o", "target", type=file, metavar="FILE", help=line)


def json_of(what: str) -> Callable[[Function], Function]:
    """Declares the option --json, passed as `as_json`."""
    return flag("--json", "as_json", line=f"Print the {what} as JSON.")


def check_aim(aim: str, seats: int) -> None:
    """Ends the command if the aim is to win but there is only one player."""
    if aim == "wins" and seats == 1:
        console.fail(ALONE)


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


game = argument("game", f"{GAME_HELP}.", shell_complete=complete_game)

RECORD_HELP = "The record, or - for standard input; default: the newest."
record = argument("file", RECORD_HELP, default="", type=click.Path())


def _house_options() -> str:
    """Every house option with its games: "joker (traditional, challenge)"."""
    games: dict[str, list[str]] = {}
    for name, each in GAMES.items():
        for option in house_options(each):
            games.setdefault(option, []).append(name)
    return "; ".join(f"{option} ({', '.join(names)})" for option, names in games.items())


house_option = click.option(
    "--option",
    multiple=True,
    metavar="NAME=VALUE",
    help=f"A house option, for example joker=free; may be given several times. Options: {_house_options()}.",
)
matches = usually("--matches", 1000, "The number of matches.", type=IntRange(1))
games = usually("--games", 1, "The number of games in a match.")


def seed(given: str) -> Callable[[Function], Function]:
    """Declares the option --seed; `given` names what a seed repeats."""
    line = f"A seed for the dice: the same seed gives the same {given}. Default: a random one, printed."
    return click.option("--seed", type=int, help=line)


FIRST_HELP = (
    "Who starts: a name, a seat from 0, roll or random; default: as the rules say. A player called roll or"
    " random can only be given by seat."
)
first = click.option("--first", default="", help=FIRST_HELP)
patience = usually(
    "--patience",
    PATIENCE,
    "Seconds that your own bot may take for one decision.",
    type=FloatRange(0, min_open=True, max=LONGEST_PATIENCE),
)
faces = click.option(
    "--faces",
    default="",
    shell_complete=one_of(FACE_SETS),
    help=f"What the dice show: {', '.join(FACE_SETS)}; default: the faces of the game.",
)
aim = usually("--aim", "score", "What to play for.", type=click.Choice(AIMS))
reach = click.option(
    "--reach",
    type=int,
    metavar="TOTAL",
    help="Instead of --aim: the chance of a final total of TOTAL or more; for score cards only.",
)

DATABASE_HELP = (
    "The database of tables: postgresql://... or sqlite:///FILE; default: a file in your data folder."
)
DATABASE_VARIABLE = "FIVEDICE_DATABASE"
TABLES_FILE = "tables.sqlite3"
database = click.option(
    "--database", default="", envvar=DATABASE_VARIABLE, show_envvar=True, help=DATABASE_HELP
)


def need_database(database: str, purpose: str = "") -> None:
    """Raises `Lacking` if the library for this database is not installed."""
    extras.need("serve", purpose)
    if database.startswith("postgres"):
        extras.need("postgres", purpose)


def database_url(database: str) -> str:
    """The URL of the database. Raises `StoreError` if the folder of the file cannot be created."""
    return database or f"sqlite:///{_tables_folder() / TABLES_FILE}"


def _tables_folder() -> Path:
    folder = store.folder().parent
    try:
        private_files.make_folder(folder)
    except OSError as error:
        why = f"{store.reason(error)}. {store.ELSEWHERE}"
        raise store.StoreError(f"Tables cannot be stored in {store.shown(folder)}: {why}.") from None
    return folder
