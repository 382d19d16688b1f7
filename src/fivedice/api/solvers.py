"""The solver library of this process, with its tables in the user's folder."""

import sys
import warnings
from functools import cache
from pathlib import Path
from threading import Timer
from typing import get_args

from fivedice.analysis.solver_api import ALONE, Aim, Knowledge
from fivedice.core import texts
from fivedice.core.rules import Game, IllegalMove, WrongCall, quoted
from fivedice.language import tr
from fivedice.runtime import store
from fivedice.runtime.library import Library
from fivedice.runtime.waiting import SILENT
from fivedice.solve.kernel import settings


def library() -> Library:
    """The library, with everything loaded or solved so far."""
    return _library(store.tables())


@cache
def _library(folder: Path) -> Library:
    if problem := store.cache_problem():
        warnings.warn(problem, RuntimeWarning, stacklevel=2)
    settings.listeners.append(_CompileNotice())
    return Library(folder)


@cache
def _tell_compiling() -> None:
    """Says it once in a process."""
    notice = "fivedice is compiling, which takes some seconds; the next start finds the result on disk."
    print(notice, file=sys.stderr)


class _CompileNotice(list[Timer]):
    """Tells people at a terminal why they wait: a timer for each function that is compiled within another."""

    def __call__(self, begins: bool) -> None:
        if begins:
            self.append(Timer(SILENT, _tell_compiling))
            if len(self) == 1 and sys.stderr.isatty():
                self[0].start()
        else:
            self.pop().cancel()


def knowledge(game: Game, seats: int, aim: Aim, reach: int | None = None) -> Knowledge:
    """The knowledge of a game for an aim, or for a total to reach. Raises `IllegalMove` if there is none."""
    if aim not in get_args(Aim):
        raise WrongCall(f"The aim is {' or '.join(get_args(Aim))}, not {quoted(aim)}.")
    if reach is None:
        if aim == "wins" and seats == 1:
            raise IllegalMove(tr(ALONE))
        return library()(game, seats, aim)
    if aim != "score":
        raise WrongCall(f"Give a total to reach or the aim {aim}, not both.")
    total = texts.whole(reach)
    if type(total) is not int:
        raise WrongCall(f"The total to reach must be a whole number, not {quoted(reach)}.")
    return library().reach(game, total)
