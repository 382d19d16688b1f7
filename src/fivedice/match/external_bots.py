"""The notation of bots that `external_bots` runs: `program:COMMAND` or `module:function`."""

import re
import shlex

from fivedice.core.rules import IllegalMove, quoted, shortened
from fivedice.language import mark, tr
from fivedice.names import LONGEST_NAME

PROGRAM = "program:"
LONGEST = 300
"""The most characters of an external bot's notation."""
LONGEST_CALLED = LONGEST_NAME - 4
"""The most characters of a bot's name at the table; this leaves room for a number after the name."""
PATIENCE = 10.0
"""Default seconds for a decision."""
_FUNCTION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


def is_guest(bot: str) -> bool:
    """Whether this is the notation of an external bot."""
    return bot.startswith(PROGRAM) or _FUNCTION.fullmatch(bot) is not None


def check(bot: str) -> None:
    """Raises `IllegalMove` for invalid notation of an external bot."""
    if len(bot) > LONGEST or not bot.isprintable():
        long = mark("A bot's name has at most {most} printable characters, not {bot}.")
        raise IllegalMove(tr(long, most=LONGEST, bot=quoted(bot)))
    if bot.startswith(PROGRAM):
        command(bot)


def command(bot: str) -> list[str]:
    """The words of a program's command, split as a shell does. Raises `IllegalMove`."""
    try:
        words = shlex.split(bot.removeprefix(PROGRAM))
    except ValueError:
        words = []
    if not words:
        raise IllegalMove(tr("A program is written program:COMMAND, not {bot}.", bot=quoted(bot)))
    return words


def display_name(bot: str) -> str:
    """The name at a table: the function, or the file names and words of the command."""
    if not bot.startswith(PROGRAM):
        return shortened(bot.partition(":")[2], LONGEST_CALLED)
    words = [word.rstrip("/").rpartition("/")[2] for word in command(bot)]
    return shortened(" ".join(words).strip() or "program", LONGEST_CALLED).strip()
