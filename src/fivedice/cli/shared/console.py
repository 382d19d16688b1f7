"""Printing lines, prompting, and ending with an error message."""

import getpass
import logging
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from fivedice.core.faces import FACE_SETS, as_typed
from fivedice.core.rules import Game, quoted
from fivedice.language import comma, mark, sentences, tr
from fivedice.language.lines import cells, wrapped
from fivedice.runtime import store, waiting
from fivedice.runtime.stopping import interrupted

if sys.platform != "win32":
    import termios

if TYPE_CHECKING:
    from fivedice.notation.record import BadRecord

BAD_INPUT = 2
BROKEN_RULES = 1
LACKING = 3
"""An optional dependency is missing."""
STOPPED = 130
"""Stopped by Ctrl+C, or the input ended."""
NOBODY_READS = 141
"""The reader of the output is gone; a shell reports the same for SIGPIPE."""
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
ANY_WIDTH = 10_000
"""The width in columns of an output that is not a terminal."""


def say(line: str = "") -> None:
    """Prints a line and flushes it, so that pipes and screen readers get it at once."""
    waiting.clear_line()
    print(visible(line), flush=True)


def plural(number: int, one: str, many: str) -> str:
    """A number of something: "1 match", "2 matches"."""
    return f"{number} {one if number == 1 else many}"


def visible(text: str) -> str:
    """Escapes control characters except line feeds and tabs, so that no text controls the terminal."""
    return CONTROLS.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def tell(text: str = "") -> None:
    """Prints text for people, wrapped to the width of the terminal."""
    say("\n".join(map(_fitted, text.split("\n"))))


def columns() -> int:
    """The width of the terminal; unlimited for other outputs."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else ANY_WIDTH


def _fitted(line: str) -> str:
    if 2 * len(line) <= columns() or cells(line) <= columns():
        return line
    indent = line[: len(line) - len(line.lstrip())]
    return "\n".join(wrapped(line, indent + "  ", columns())) + line[len(line.rstrip()) :]


def ask(prompt: str, hidden: bool = False) -> str:
    """Prompts for an answer; a `hidden` one is not echoed at a terminal."""
    waiting.clear_line()
    with interrupted():
        if hidden and sys.stdin.isatty():
            return getpass.getpass(visible(_fitted(sentences(tr("(typed unseen)"), prompt))))
        print(visible(_fitted(prompt)), end="", flush=True)  # input() would write to standard error
        try:
            answer = input("")
        except EOFError:
            say()
            raise
    if not sys.stdin.isatty():
        say()
    return answer


@contextmanager
def unseen() -> Iterator[bool]:
    """Turns echo off inside the block; yields whether each prompt must be `hidden` instead.

    At a terminal `getpass` would drop all but the first of several pasted lines.
    """
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield True
        return
    before = termios.tcgetattr(sys.stdin)
    quiet = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, quiet)
    try:
        yield False
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
        say()


def complain(sentence: str) -> None:
    """Prints a sentence on standard error."""
    waiting.clear_line()
    print(_failure(sentence), file=sys.stderr, flush=True)


def _failure(sentence: str) -> str:
    """A line that reports a failure, as JSON if the command logs JSON (`serve --log json`)."""
    context = click.get_current_context(silent=True)
    if context is None or context.params.get("log") != "json":
        return visible(f"fivedice: {sentence}")
    from fivedice.server import monitoring  # noqa: PLC0415 - only a server has a log

    return monitoring.json_line(sentence, logging.ERROR)


def fail(sentence: str, code: int = BAD_INPUT) -> NoReturn:
    """Ends the command with one sentence on standard error."""
    complain(sentence)
    raise click.exceptions.Exit(code)


def code_of(damage: "BadRecord") -> int:
    """The exit code for a record that is damaged or whose match broke the rules."""
    return BROKEN_RULES if damage.breaks_rules else BAD_INPUT


def name_and_value(option: str) -> tuple[str, str]:
    """Splits a house option such as `joker=free`."""
    name, equals, value = option.partition("=")
    if not equals:
        fail(tr("A house option must be NAME=VALUE, not {typed}.", typed=quoted(option)))
    return name, value


def check_faces(faces: str) -> None:
    """Ends the command if the faces do not exist."""
    if faces and faces not in FACE_SETS:
        wrong = mark("There are no faces called {name}; choose from: {names}.")
        fail(tr(wrong, name=quoted(faces), names=comma(FACE_SETS)))


def face_set(faces: str, game: Game, *, plain: bool) -> str:
    """The given faces, or the game's; plain lines use digits for pips."""
    check_faces(faces)
    return faces or (as_typed(game.faces) if plain else game.faces)


@cache
def warn(sentence: str) -> None:
    """Prints a warning, once."""
    complain(sentence)


def short(path: Path) -> str:
    """The text of a path, relative to the current folder if the path is inside it."""
    return store.printable(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
