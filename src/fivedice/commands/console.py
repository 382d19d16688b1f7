"""How a command prints lines, asks on the keyboard and ends with a sentence."""

import getpass
import sys
from pathlib import Path
from typing import Annotated, NoReturn

from typer import Exit, Option

from fivedice import store
from fivedice.faces import FACE_SETS
from fivedice.library import Library
from fivedice.rules import Game

FACES_HELP = f"What the dice show: {', '.join(FACE_SETS)}; as the game has it if not said."
Faces = Annotated[str, Option(help=FACES_HELP)]
OPTION_HELP = "A house option, for example joker=free."
Options = Annotated[list[str], Option("--option", "-o", metavar="NAME=VALUE", help=OPTION_HELP)]

REACH_HELP = "Instead of what --aim says: the chance to end with this total or more, for score cards."
Reach = Annotated[int | None, Option(metavar="TOTAL", help=REACH_HELP)]

BAD_INPUT = 2
BROKEN_RULES = 1


def say(line: str = "") -> None:
    """Prints a line at once, so that pipes and screen readers get it in time."""
    print(line, flush=True)


def ask(prompt: str, hidden: bool = False) -> str:
    """The answer to a prompt; typed unseen where others look on and a person sits at a terminal."""
    if hidden and sys.stdin.isatty():
        return getpass.getpass(f"(typed unseen) {prompt}")
    answer = input(prompt)
    if not sys.stdin.isatty():
        say()
    return answer


def fail(sentence: str, code: int = BAD_INPUT) -> NoReturn:
    """Ends the command with one sentence on the error output."""
    print(f"fivedice: {sentence}", file=sys.stderr, flush=True)
    raise Exit(code)


def name_and_value(option: str) -> tuple[str, str]:
    """A house option as it is typed: `joker=free`."""
    name, equals, value = option.partition("=")
    if not equals:
        fail(f"A house option is NAME=VALUE, not {option!r}.")
    return name, value


def face_set(asked: str, game: Game, *, plain: bool) -> str:
    """The faces asked for, else the game's own; plain lines have digits where signs say no more."""
    if asked and asked not in FACE_SETS:
        fail(f"There are no faces {asked!r}; there are: {', '.join(FACE_SETS)}.")
    return asked or ("digits" if plain and game.faces in ("pips", "chinese") else game.faces)


def library() -> Library:
    """What is known of the games, with a bar while a table is being solved."""
    return Library(store.tables(), _solving_bar)


def _solving_bar(done: int, total: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\rGetting ready: {100 * done // total}%", end=end, file=sys.stderr, flush=True)


def short(path: Path) -> str:
    """A path as it is typed: below the present folder without it."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)
