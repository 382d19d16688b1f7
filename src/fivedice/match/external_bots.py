"""The notation of external bots in setups: `program:COMMAND` or `module:function`.

How it is written stands in records, so it is read here; `fivedice.external_bots` runs it.
"""

import re
import shlex

from fivedice.core.rules import IllegalMove, quoted, shortened

PROGRAM = "program:"
LONGEST = 300
"""Characters of a guest, command and all."""
LONGEST_CALLED = 36
"""Characters of what it is called at the table; a number behind it has room."""
PATIENCE = 10.0
"""Seconds that a guest may take for a decision, if nothing else is said."""
_FUNCTION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


def is_guest(bot: str) -> bool:
    """Whether this is written as a bot that somebody brings."""
    return bot.startswith(PROGRAM) or _FUNCTION.fullmatch(bot) is not None


def check(bot: str) -> None:
    """Raises `IllegalMove` for a guest whose command cannot be read."""
    if len(bot) > LONGEST or not bot.isprintable():
        raise IllegalMove(f"A bot is written in at most {LONGEST} printable characters, not {quoted(bot)}.")
    if bot.startswith(PROGRAM):
        command(bot)


def command(bot: str) -> list[str]:
    """The words of a program's command, as a shell would part them. Raises `IllegalMove`."""
    try:
        words = shlex.split(bot.removeprefix(PROGRAM))
    except ValueError:
        words = []
    if not words:
        raise IllegalMove(f"A program is written program:COMMAND, not {quoted(bot)}.")
    return words


def called(bot: str) -> str:
    """What a guest is called at a table: the function, or the files and words of the command."""
    if not bot.startswith(PROGRAM):
        return shortened(bot.partition(":")[2], LONGEST_CALLED)
    words = [word.rstrip("/").rpartition("/")[2] for word in command(bot)]
    return shortened(" ".join(words).strip() or "program", LONGEST_CALLED).strip()
