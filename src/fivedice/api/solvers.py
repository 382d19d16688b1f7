"""The solver library of this process, with its tables in the user's folder."""

import sys
import warnings
from functools import cache
from pathlib import Path
from threading import Timer
from typing import get_args

from fivedice.analysis.solver_api import ALONE, Knowledge
from fivedice.api.coerce import Aim
from fivedice.core import texts
from fivedice.core.rules import Game, IllegalMove, quoted
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


class _CompileNotice:
    """Tells people at a terminal why they wait; compiling one function compiles those that it calls."""

    def __init__(self) -> None:
        self._timers = list[Timer]()

    def __call__(self, begins: bool) -> None:
        if not begins:
            return self._timers.pop().cancel()
        said = "fivedice is compiling; later starts find the result on disk."
        self._timers.append(Timer(SILENT, print, [said], {"file": sys.stderr}))
        if len(self._timers) == 1 and sys.stderr.isatty():
            self._timers[0].daemon = True
            self._timers[0].start()
        return None


def knowledge(game: Game, seats: int, aim: Aim, reach: int | None = None) -> Knowledge:
    """The knowledge of a game for an aim, or for a total to reach. Raises `IllegalMove` if there is none."""
    if aim not in get_args(Aim):
        raise IllegalMove(f"The aim is {' or '.join(get_args(Aim))}, not {quoted(aim)}.")
    if reach is None:
        if aim == "wins" and seats == 1:
            raise IllegalMove(ALONE)
        return library()(game, seats, aim)
    if aim != "score":
        raise IllegalMove(f"Give a total to reach or the aim {aim}, not both.")
    total = texts.whole(reach)
    if type(total) is not int:
        raise IllegalMove(f"The total to reach must be a whole number, not {quoted(reach)}.")
    return library().reach(game, total)
