"""The command line: its commands, and one-sentence messages for all errors.

A command is loaded when it runs, so that a hint does not wait for the code that plots, solves and serves.
"""

import os
import sys
from importlib import import_module

import click

from fivedice.cli.shared import console, usage_errors
from fivedice.cli.shared.arguments import COMPLETION, language_of
from fivedice.cli.shared.command import HELP_NAMES, CommandGroup, OptionsCommand
from fivedice.core.extras import Lacking
from fivedice.core.rules import IllegalMove
from fivedice.language import mark, speaking, tr
from fivedice.language.languages import SOURCE
from fivedice.notation.read import BadText
from fivedice.notation.record import BadRecord
from fivedice.runtime import stopping, streams, waiting
from fivedice.runtime.options import Options
from fivedice.runtime.program import NAME, program
from fivedice.runtime.stopping import Stopped
from fivedice.runtime.store import StoreError, printable, reason

COMMANDS = {
    "play": ("options.play", "play"),
    "resume": ("options.play", "play"),
    "daily": ("options.play", "daily"),
    "serve": ("options.host", "serve"),
    "tables": ("options.host", "tables"),
    "players": ("options.host", "tables"),
    "backup": ("options.host", "database"),
    "restore": ("options.host", "database"),
    "move-database": ("options.host", "database"),
    "doctor": ("options.host", "doctor"),
    "hint": ("options.games", "hint"),
    "simulate": ("options.bots", "simulate"),
    "arena": ("options.bots", "arena"),
    "solve": ("options.games", "solve"),
    "review": ("options.games", "review"),
    "rules": ("options.games", "rules"),
    "print": ("options.printing", "printing"),
    "verify": ("options.records", "records"),
    "show": ("options.records", "records"),
    "records": ("options.records", "records"),
    "stats": ("options.records", "stats"),
    "export": ("options.records", "export"),
    "train": ("options.play", "train"),
    "player": ("options.play", "player"),
    "completion": ("completion", "completion"),
}
"""Each command, the module in `cli` with its options, and its own, in the order of the help."""

SLOW = {
    *("hint", "review", "stats", "export", "print", "simulate", "solve"),
    *("backup", "restore", "move-database", "doctor"),
}
"""Commands that may take long: they show what they do, and can be interrupted."""


def options_of(name: str) -> type[Options]:
    """Loads the options of a command."""
    module = import_module(f"fivedice.cli.{COMMANDS[name][0]}")
    return getattr(module, f"{name.title().replace('-', '')}Options")  # type: ignore[no-any-return]


def command(name: str) -> OptionsCommand:
    """Loads one command."""
    return OptionsCommand(name, options_of(name), COMMANDS[name][1])


def every_command() -> CommandGroup:
    """Loads the command line with every command."""
    every = CommandGroup(
        NAME,
        {name: command(name) for name in COMMANDS},
        help=mark("Five shake-and-score dice games at one table, and cards of your own."),
        context_settings=HELP_NAMES,
    )
    return click.version_option(package_name=NAME, message=f"{NAME} %(version)s")(every)


def main(arguments: list[str] | None = None) -> None:
    """Runs a command and ends. numpy gets one thread, because its matrices are small here."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    streams.prepare()
    try:
        code = run(arguments)
    except KeyboardInterrupt:  # Ctrl+C again while the first was reported
        code = console.STOPPED
    waiting.leave(code)


def run(arguments: list[str] | None = None) -> int:
    """Runs a command and gives its exit code."""
    words = [_no_option(word) for word in (sys.argv[1:] if arguments is None else arguments)]
    with speaking(_language(words)):
        return _run(words)


def _language(words: list[str]) -> str:
    """The language of a player's command, or of the help; other commands are English."""
    is_english = words and words[0] in COMMANDS and "language" not in options_of(words[0]).__annotations__
    return SOURCE if is_english else language_of(words)


def _run(words: list[str]) -> int:
    try:
        return _invoke(words)
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.ClickException as error:
        return _report(usage_errors.sentence(error), error.exit_code)
    except (IllegalMove, BadText, BadRecord, StoreError) as error:
        return _report(str(error), console.LACKING if isinstance(error, Lacking) else console.BAD_INPUT)
    except Stopped as stopped:
        waiting.let_go()
        stopped.end()
    except OSError as error:
        stopping.end_if_hung_up(error)
        return _report_file(error) if error.filename else _stop_printing(error)


def _invoke(words: list[str]) -> int:
    """Runs a command without click's own `main`, which would exit with 1 if a pipe is closed."""
    if os.environ.get(COMPLETION):
        from fivedice.cli import completion  # noqa: PLC0415 - loaded only where a shell asks

        return completion.answer(every_command())
    is_slow = bool(words) and words[0] in SLOW
    if words and words[0] in COMMANDS:
        target: click.Command = command(words[0])
        name, words = f"{program()} {words[0]}", words[1:]
    else:
        target, name, words = every_command(), program(), words or ["--help"]
    with target.make_context(name, words) as context:
        try:
            if is_slow:
                with stopping.signals_raised():
                    code = waiting.wait_for(lambda: target.invoke(context))
            else:
                code = target.invoke(context)
        except (click.Abort, KeyboardInterrupt, EOFError) as ended:
            if isinstance(ended, KeyboardInterrupt) and sys.stderr.isatty():
                print(file=sys.stderr)  # ends the line of the question and of ^C
            code = _report(tr("Stopped."), console.STOPPED)
    return code if isinstance(code, int) else 0


def _no_option(word: str) -> str:
    """A position may begin with "-" (an open box). A leading space keeps click from reading an option."""
    return f" {word}" if word.startswith(("-,", "-+", "-/", "- ")) else word


def _report_file(error: OSError) -> int:
    sentence = tr("{file} cannot be used: {reason}.", file=printable(error.filename), reason=reason(error))
    return _report(sentence, console.BAD_INPUT)


def _stop_printing(error: OSError) -> int:
    """Stops printing when the output is closed or cannot be written."""
    code = console.NOBODY_READS
    if not isinstance(error, BrokenPipeError):
        sentence = tr("The output cannot be written: {reason}.", reason=reason(error))
        code = _report(sentence, console.BAD_INPUT)
    streams.drop(sys.stdout, sys.stderr)
    return code


def _report(sentence: str, code: int) -> int:
    try:
        console.complain(sentence)
    except OSError:  # nowhere to report it
        streams.drop(sys.stderr)
    return code


if __name__ == "__main__":
    main()
