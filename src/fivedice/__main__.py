"""The command line: which commands there are, and how anything that goes wrong ends in one sentence."""

import os
import sys

import typer

from fivedice.commands import console
from fivedice.commands.arena import arena
from fivedice.commands.hint import hint
from fivedice.commands.play import play, resume
from fivedice.commands.records import records, show, verify
from fivedice.commands.review import review
from fivedice.commands.rules import rules
from fivedice.commands.serve import serve
from fivedice.commands.simulate import simulate
from fivedice.commands.solve import solve
from fivedice.notation.read import BadText
from fivedice.play.record import BadRecord
from fivedice.rules import IllegalMove
from fivedice.store import StoreError

app = typer.Typer(
    name="fivedice",
    help="Five shake-and-score dice games at one table.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (play, resume, serve, hint, simulate, arena, solve, review, rules, verify, show, records):
    app.command()(command)


def main(arguments: list[str] | None = None) -> None:
    """Runs a command; bad input of any kind gives one sentence and exit code 2."""
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Runs a command and gives its exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        code = app(given or ["--help"], prog_name="fivedice", standalone_mode=False)
    except typer.TyperException as error:
        return _told(error.format_message() or "fivedice --help lists the commands.", error.exit_code)
    except (IllegalMove, BadText, BadRecord, StoreError) as error:
        return _told(str(error), console.BAD_INPUT)
    except (typer.Abort, KeyboardInterrupt, EOFError):
        return _told("Stopped.", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return console.BROKEN_RULES
    return code if isinstance(code, int) else 0


def _told(sentence: str, code: int) -> int:
    print(f"fivedice: {sentence}", file=sys.stderr)
    return code


if __name__ == "__main__":
    main()
