"""The solved games, for commands."""

from pathlib import Path

from fivedice.cli.shared import console
from fivedice.core import extras
from fivedice.core.rules import IllegalMove
from fivedice.language import mark, tr
from fivedice.match.setup import Setup
from fivedice.runtime import store
from fivedice.runtime.library import Library, check_ready
from fivedice.runtime.waiting import working
from fivedice.solve.kernel import settings


def library(*, many: bool = False) -> Library:
    """The solved games; shows progress. With `many` questions it compiles more."""
    show_loading()
    return Library(tables(), working.part, working.begin, many=many)


def show_loading() -> None:
    """Shows that the solvers are loaded, and from now on whether they compile."""
    working.begin(mark("loading the solvers"))
    if working.compiling not in settings.listeners:
        settings.listeners.append(working.compiling)


def tables() -> Path:
    """The cache folder; warns if it cannot be used."""
    if problem := store.cache_problem():
        console.warn(problem)
    return store.tables()


def check_bots_ready(setup: Setup) -> None:
    """Raises `Lacking` if a bot needs an extra that is not installed."""
    if not extras.has("solve"):
        check_ready(setup, library())


def check_extras(setup: Setup) -> None:
    """Raises `Lacking` if a bot needs a missing extra; says so if only hints and reviews need one."""
    check_bots_ready(setup)
    if extras.has("solve"):
        return
    knowing = library()
    try:
        knowing(setup.game, len(setup.players), "score")
    except extras.Lacking as error:
        console.tell(tr("{sentence}.", sentence=extras.Lacking(error.extra, tr("For hints and a review"))))
    except IllegalMove:
        return  # no extra would solve this game
