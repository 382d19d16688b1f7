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
from fivedice.language import mark, speaking, spoken, tr
from fivedice.match.events import Choose, Keep, Spend
from fivedice.match.state import State
from fivedice.notation import write

LONGEST_REASON = 500
READY = b"ready\n"
BEGIN = b"begin\n"
"""The first line of its input; the answer is `READY` once the function is loaded, or an error sentence."""
NO_MODULE = mark("There is no module {module}: neither in this folder nor among the installed packages.")


def command(function: str) -> list[str]:
    """The command that runs the function, with the language of its error sentences."""
    begins = "import sys; from fivedice.external_bots.function import main; main(*sys.argv[1:])"
    return [sys.executable, "-c", begins, function, spoken()]


def question(view: State, seat: int, chance: Random) -> bytes:
    """The line that asks for a decision."""
    return base64.b64encode(pickle.dumps((view, seat, chance.getrandbits(64)))) + b"\n"


def main(name: str, language: str) -> None:
    """Answers questions until the input ends."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    questions = sys.stdin.buffer
    assert questions.readline() == BEGIN
    with speaking(language):
        function = _load(name)
    if isinstance(function, str):
        answers.write(f"{shortened(function, LONGEST_REASON)}\n".encode())
        return
    answers.write(READY)
    for line in questions:
        view, seat, seed = pickle.loads(base64.b64decode(line))
        decision = function(view, seat, Random(seed))
        if not isinstance(decision, Keep | Spend | Choose):
            sys.exit(f"A bot must return a decision, not {quoted(decision)}.")
        answers.write(write.event(decision).encode() + b"\n")


def _load(name: str) -> Callable[[State, int, Random], object] | str:
    """The function of that name, or a sentence that says why it cannot be loaded."""
    module, _, function = name.partition(":")
    try:
        decides = getattr(import_module(module), function, None)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."):
            return tr(NO_MODULE, module=module)
        reason = f"{type(error).__name__}: {error}".rstrip(".")
        return tr("The module {module} cannot be imported: {reason}.", module=module, reason=reason)
    if not callable(decides):
        return tr("The module {module} has no function {function}.", module=module, function=function)
    return cast(Callable[[State, int, Random], object], decides)
