"""Runs a Python function as a bot in its own process, where imports search the current folder first.

Each line of the process's input holds the state as the seat sees it, the seat and a seed. The process answers
with a line that holds an event. The function's own output goes to standard error, so a function that hangs,
prints or exits does no more harm than any other program.
"""

import base64
import os
import pickle
import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import cast

from fivedice.core.rules import quoted, shortened
from fivedice.match.events import Choose, Keep, Spend
from fivedice.match.state import State
from fivedice.notation import write

LONGEST_REASON = 500
READY = b"ready\n"
BEGIN = b"begin\n"
"""The first line of its input. It answers with `READY` once the function is loaded, or with an error
sentence.
"""
NO_MODULE = "There is no module"


def command(function: str) -> list[str]:
    """The command that runs the function."""
    begins = "import sys; from fivedice.external_bots.function import main; main(sys.argv[1])"
    return [sys.executable, "-c", begins, function]


def question(seen: State, seat: int, chance: Random) -> bytes:
    """The line that asks for a decision."""
    return base64.b64encode(pickle.dumps((seen, seat, chance.getrandbits(64)))) + b"\n"


def main(name: str) -> None:
    """Answers questions until the input ends."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    questions = sys.stdin.buffer
    assert questions.readline() == BEGIN
    function = _found(name)
    if isinstance(function, str):
        answers.write(f"{shortened(function, LONGEST_REASON)}\n".encode())
        return
    answers.write(READY)
    for line in questions:
        seen, seat, seed = pickle.loads(base64.b64decode(line))
        decision = function(seen, seat, Random(seed))
        if not isinstance(decision, Keep | Spend | Choose):
            sys.exit(f"A bot must return a decision, not {quoted(decision)}.")
        answers.write(write.event(decision).encode() + b"\n")


def _found(name: str) -> Callable[[State, int, Random], object] | str:
    """The function of that name, or a sentence that says why it cannot be loaded."""
    module, _, function = name.partition(":")
    try:
        found = getattr(import_module(module), function, None)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."):
            return f"{NO_MODULE} {module}: neither in this folder nor among the installed packages."
        return f"The module {module} cannot be imported: {type(error).__name__}: {error}".rstrip(".") + "."
    if not callable(found):
        return f"The module {module} has no function {function}."
    return cast(Callable[[State, int, Random], object], found)
