"""Printing lines, prompting, and ending with an error message."""

import getpass
import re
import shutil
import sys
import textwrap
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from fivedice.core import extras
from fivedice.core.faces import FACE_SETS, as_typed
from fivedice.core.rules import Game, IllegalMove
from fivedice.match.setup import Setup
from fivedice.runtime import store, waiting
from fivedice.runtime.stopping import interrupted
from fivedice.runtime.waiting import working

if TYPE_CHECKING:
    from fivedice.notation.record import BadRecord
    from fivedice.runtime.library import Library

BAD_INPUT = 2
BROKEN_RULES = 1
LACKING = 3
"""Something is not installed that only this needs."""
STOPPED = 130
"""By Ctrl+C, or where nobody answers."""
NOBODY_READS = 141
"""Who read the output has left; the number that a shell gives for a command ended by SIGPIPE."""
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
ANY_WIDTH = 10_000
"""Columns of what is no terminal."""


def say(line: str = "") -> None:
    """Prints a line at once, so that pipes and screen readers get it in time."""
    waiting.done()
    print(visible(line), flush=True)


def visible(text: str) -> str:
    """The same with control characters escaped, so that no text steers the terminal; lines and tabs stay."""
    return CONTROLS.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def tell(text: str = "") -> None:
    """Prints what people read, in lines that break between words where the terminal ends."""
    say("\n".join(map(_fitted, text.split("\n"))))


def columns() -> int:
    """How many columns a line may have: those of the terminal, and elsewhere any number."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else ANY_WIDTH


def _fitted(line: str) -> str:
    """The same in lines that break between words where the terminal ends."""
    if len(line) <= columns():
        return line
    bare = line.strip()
    indent = line[: len(line) - len(line.lstrip())]
    wide, further = columns(), indent + "  "
    lines = textwrap.wrap(
        bare, wide, initial_indent=indent, subsequent_indent=further, break_on_hyphens=False
    )
    return "\n".join(lines) + line[len(line.rstrip()) :]


def ask(prompt: str, hidden: bool = False) -> str:
    """The answer to a prompt; typed unseen where others look on and a person sits at a terminal."""
    waiting.done()
    with interrupted():
        if hidden and sys.stdin.isatty():
            return getpass.getpass(visible(_fitted(f"(typed unseen) {prompt}")))
        print(visible(_fitted(prompt)), end="", flush=True)  # input would write it on the standard error
        answer = input("")
    if not sys.stdin.isatty():
        say()
    return answer


def fail(sentence: str, code: int = BAD_INPUT) -> NoReturn:
    """Ends the command with one sentence on the error output."""
    waiting.done()
    print(visible(f"fivedice: {sentence}"), file=sys.stderr, flush=True)
    raise click.exceptions.Exit(code)


def code_of(damage: "BadRecord") -> int:
    """The exit code for a record that is damaged or whose match broke the rules."""
    return BROKEN_RULES if damage.breaks_rules else BAD_INPUT


def name_and_value(option: str) -> tuple[str, str]:
    """A house option as it is typed: `joker=free`."""
    name, equals, value = option.partition("=")
    if not equals:
        fail(f"A house option is NAME=VALUE, not {option!r}.")
    return name, value


def check_faces(given: str) -> None:
    """Fails where faces are given that there are not."""
    if given and given not in FACE_SETS:
        fail(f"There are no faces {given!r}; there are: {', '.join(FACE_SETS)}.")


def face_set(given: str, game: Game, *, plain: bool) -> str:
    """The faces given, else the game's own; plain lines have digits where signs say no more."""
    check_faces(given)
    return given or (as_typed(game.faces) if plain else game.faces)


def library(*, many: bool = False) -> "Library":
    """What is known of the games, which tells what it works out; for `many` questions it compiles more."""
    working.begin("loading what knows the games")
    from fivedice.runtime.library import Library  # noqa: PLC0415 - slow to load, and not every command asks it
    from fivedice.solve.kernel import settings  # noqa: PLC0415 - as below

    settings.on_compiling(working.compiling)
    return Library(tables(), working.part, working.begin, many=many)


def tables() -> Path:
    """The folder of solved tables and compiled code; says on the error output why it is not used, if so."""
    if problem := store.cache_problem():
        _warn(problem)
    return store.tables()


@cache
def _warn(sentence: str) -> None:
    """Says it once, however often it is found out."""
    waiting.done()
    print(visible(f"fivedice: {sentence}"), file=sys.stderr, flush=True)


def check_bots_ready(setup: Setup) -> None:
    """Raises `Lacking` for a bot that wants to know what takes more than is installed."""
    if not extras.has("solve"):
        from fivedice.runtime.library import check_ready  # noqa: PLC0415 - as above

        check_ready(setup, library())


def check_ready(setup: Setup) -> None:
    """Before a match begins, what it needs and is not installed: raises `Lacking` where that is for a bot."""
    check_bots_ready(setup)
    if extras.has("solve"):
        return
    knowing = library()
    try:
        knowing(setup.game, len(setup.players), "score")
    except extras.Lacking as error:
        tell(f"{extras.Lacking(error.extra, 'For hints and a review')}.")
    except IllegalMove:
        return  # of this game nothing is known, whatever is installed


def short(path: Path) -> str:
    """A path as it is typed: below the present folder without it."""
    return store.shown(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
