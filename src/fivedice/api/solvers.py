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
    """The library, with all that has been read or solved by now."""
    return _library(store.tables())


@cache
def _library(folder: Path) -> Library:
    if problem := store.cache_problem():
        warnings.warn(problem, RuntimeWarning, stacklevel=2)
    return Library(folder)


def knowledge(game: Game, seats: int, aim: str, reach: int | None = None) -> Knowledge:
    """What is known of a game, for an aim or for a total to reach. Raises `IllegalMove` where nothing is."""
    if aim not in AIMS:
        raise IllegalMove(f"What counts is {' or '.join(AIMS)}, not {quoted(aim)}.")
    if reach is None:
        _check_others(seats, aim)
        return library()(game, seats, aim)
    if aim != AIMS[0]:
        raise IllegalMove(f"What counts is a total to reach or {aim}, not both.")
    return library().reach(game, _whole(reach))


def _check_others(seats: int, aim: str) -> None:
    """Raises `IllegalMove` for the chance to win of one seat, rather than answer in points."""
    if aim == "wins" and seats == 1:
        raise IllegalMove(ALONE)


def _whole(total: int) -> int:
    """The total to reach, numpy's numbers as well. Raises `IllegalMove` for what is no whole number."""
    number = texts.whole(total)
    if type(number) is not int:
        raise IllegalMove(f"A total to reach is a whole number, not {quoted(total)}.")
    return number
