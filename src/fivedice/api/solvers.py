"""The solver library of this process, with its tables in the user's folder."""

import warnings
from functools import cache
from pathlib import Path

from fivedice.analysis.solver_api import ALONE, Knowledge
from fivedice.core import texts
from fivedice.core.rules import Game, IllegalMove, quoted
from fivedice.runtime import store
from fivedice.runtime.library import Library

AIMS = ("score", "wins")


def library() -> Library:
    """The library, with everything loaded or solved so far."""
    return _library(store.tables())


@cache
def _library(folder: Path) -> Library:
    if problem := store.cache_problem():
        warnings.warn(problem, RuntimeWarning, stacklevel=2)
    return Library(folder)


def knowledge(game: Game, seats: int, aim: str, reach: int | None = None) -> Knowledge:
    """The knowledge of a game for an aim, or for a total to reach. Raises `IllegalMove` if there is none."""
    if aim not in AIMS:
        raise IllegalMove(f"The aim is {' or '.join(AIMS)}, not {quoted(aim)}.")
    if reach is None:
        if aim == "wins" and seats == 1:
            raise IllegalMove(ALONE)
        return library()(game, seats, aim)
    if aim != AIMS[0]:
        raise IllegalMove(f"Give a total to reach or the aim {aim}, not both.")
    total = texts.whole(reach)
    if type(total) is not int:
        raise IllegalMove(f"The total to reach must be a whole number, not {quoted(reach)}.")
    return library().reach(game, total)
