"""Arguments and options: how they are declared, and those of several commands."""

import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, cast

import click
from click.shell_completion import CompletionItem

from fivedice.analysis.solver_api import ALONE
from fivedice.cli.shared import console
from fivedice.core.faces import FACE_SETS
from fivedice.games import FIVE_GAMES, GAMES, MORE_CARDS
from fivedice.match.external_bots import PATIENCE
from fivedice.match.setup import house_options

PATH: click.Path = click.Path(path_type=Path)
PAGES = (".html", ".htm")
AIMS = ("score", "wins")
LONGEST_PATIENCE = 3600

Function = Callable[..., None]
"""What a command runs, with the names of its arguments and options as parameters."""


class Argument(click.Argument):
    """An argument with a line of help; click's own have none before version 8.5."""

    def __init__(self, declared: Sequence[str], *, line: str, **settings: Any) -> None:
        super().__init__(declared, **settings)
        self.line = f"{line}  [required]" if self.required else line


class Command(click.Command):
    """A command whose help also has the lines of its arguments."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes them before the options."""
        rows = [(each.human_readable_name, each.line) for each in self.params if isinstance(each, Argument)]
        if rows:
            with formatter.section("Arguments"):
                formatter.write_dl(rows)
        super().format_options(ctx, formatter)


class _Page(click.Path):
    """A file for a page: under any other name nothing would open it as one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path that was typed."""
        path = cast(Path, super().convert(value, param, ctx))
        if path.suffix.lower() not in PAGES:
            console.fail(f"A page is a file that ends in .html, not {str(value)!r}; a browser prints it.")
        return path


PAGE: click.Path = _Page(path_type=Path)


class IntRange(click.IntRange):
    """Click's, which calls itself a range where something is typed that is no integer."""

    name = "integer"


class FloatRange(click.FloatRange):
    """As above, of numbers with a fraction. What is not a number lies in no range, and click lets it pass."""

    name = "float"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number that was typed."""
        number = super().convert(value, param, ctx)
        return self.fail(f"{value!r} is not a number.", param, ctx) if math.isnan(number) else number


COMPLETION = "_FIVEDICE_COMPLETE"
"""The variable in which the script of a shell says what it wants to have completed."""
HELP_NAMES = {"help_option_names": ["-h", "--help"]}
"""Both ask for the help of a command."""


def command(function: Function) -> Command:
    """The command that has a function's name, and its docstring as the help."""
    return click.command(cls=Command, context_settings=HELP_NAMES)(function)


def argument(name: str, line: str, **settings: Any) -> Callable[[Function], Function]:
    """An argument; it must be typed unless it has a default."""
    return click.argument(name, cls=Argument, line=line, **settings)


def flag(*names: str, line: str) -> Callable[[Function], Function]:
    """An option that is on or off."""
    return click.option(*names, is_flag=True, help=line)


def usually(
    name: str, default: int | float | str, line: str, **settings: Any
) -> Callable[[Function], Function]:
    """An option with a default that the help tells."""
    return click.option(name, default=default, show_default=True, help=line, **settings)


def json_of(what: str) -> Callable[[Function], Function]:
    """The option `as_json`, for programs."""
    return flag("--json", "as_json", line=f"Print the {what} as JSON.")


def check_aim(aim: str, seats: int) -> None:
    """Ends the command where somebody alone would play to win: there is nobody to win against."""
    if aim == "wins" and seats == 1:
        console.fail(ALONE)


def _an_aim(_context: click.Context, _option: click.Parameter, aim: str) -> str:
    return aim if aim in AIMS else console.fail(f"What counts is {' or '.join(AIMS)}, not {aim!r}.")


GAME_HELP = (
    f"The game: {', '.join(FIVE_GAMES)}; one of more cards: {', '.join(card.name for card in MORE_CARDS)};"
    " or FILE.toml with a card of your own."
)
GUESTS = "or your own, module:function or program:COMMAND"


def complete_game(_context: click.Context, _argument: click.Parameter, begun: str) -> list[CompletionItem]:
    """The games that begin so, and files: a card of your own, or a record."""
    names = [name for name in GAMES if name.startswith(begun.casefold())]
    return [*map(CompletionItem, names), CompletionItem(begun, type="file")]


def one_of(values: Iterable[str]) -> Callable[..., list[CompletionItem]]:
    """Completes one of these words."""
    return lambda _context, _option, begun: [CompletionItem(one) for one in values if one.startswith(begun)]


game = argument("game", GAME_HELP, shell_complete=complete_game)


def _house_options() -> str:
    """Which there are, and in which games: "joker (traditional, challenge)"."""
    games: dict[str, list[str]] = {}
    for name, each in GAMES.items():
        for option in house_options(each):
            games.setdefault(option, []).append(name)
    return "; ".join(f"{option} ({', '.join(names)})" for option, names in games.items())


house_option = click.option(
    *("--option", "-o"),
    multiple=True,
    metavar="NAME=VALUE",
    help=f"A house option, for example joker=free. There are: {_house_options()}.",
)
matches = usually("--matches", 1000, "How many matches.", type=IntRange(1))
games = usually("--games", 1, "How many games a match has.")


def seed(given: str) -> Callable[[Function], Function]:
    """The option that plays the same again; `given` names what the same seed gives."""
    line = f"The same seed gives the same {given}. Default: a random one, which is printed with them."
    return click.option("--seed", type=int, help=line)


FIRST_HELP = (
    "Who starts: a name, a seat from 0, roll or random. The words roll and random never mean a name here;"
    " whoever has one of them is meant by the seat."
)
first = click.option("--first", default="", help=FIRST_HELP)
patience = usually(
    "--patience",
    PATIENCE,
    "Seconds that a bot of your own may take for a decision.",
    type=FloatRange(0, min_open=True, max=LONGEST_PATIENCE),
)
faces = click.option(
    "--faces",
    default="",
    shell_complete=one_of(FACE_SETS),
    help=f"What the dice show: {', '.join(FACE_SETS)}; as the game has it if not said.",
)
aim = usually("--aim", "score", "What counts: score or wins.", callback=_an_aim, shell_complete=one_of(AIMS))
reach = click.option(
    "--reach",
    type=int,
    metavar="TOTAL",
    help="Instead of what --aim says: the chance to end with this total or more, for score cards.",
)
