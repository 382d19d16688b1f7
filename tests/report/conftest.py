"""Shared fixtures of reviews: solved tables, matches between bots, and empty knowledge."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fivedice.analysis.solver_api import Knowledge
from fivedice.api.match import Match as Begun
from fivedice.bots import make
from fivedice.core.dice import ROLLS
from fivedice.core.rules import Game
from fivedice.core.worth import Worth
from fivedice.match.match import EventMatch
from fivedice.match.setup import Player, Setup, game_called
from fivedice.runtime.library import Library
from fivedice.runtime.simulation import play

Known = Callable[[EventMatch], Knowledge]
"""Gives the knowledge that a match is reviewed with."""
Playing = Callable[..., EventMatch]


class Blank(Knowledge):
    """Knows only what a seat has now; for what does not depend on knowing."""

    aim = ""

    def __init__(self, game: Game) -> None:
        self.game, self.aim = game, game.unit

    def worth(self, position: Any, seat: int) -> float:
        return float(self.game.scores(position)[seat])

    def rolls(self, position: Any, seat: int) -> Worth:
        paid = [max(self.uses(position, seat, roll).values()) for roll in ROLLS]
        return np.array(paid)

    def uses(self, position: Any, seat: int, roll: tuple[int, ...]) -> dict[str, float]:
        offered = self.game.uses(position, seat, roll)
        return {use.name: self.worth(position, seat) + use.pays for use in offered}


@pytest.fixture(scope="session")
def from_the_last_box() -> EventMatch:
    """A match of traditional that begins, with final dice of Ann's, where two have one box left each."""
    cards = "3,6,9,12,15,18,20,0,25,30,40,50,-+0/1,2,3,4,5,6,7,0,0,0,0,0,-+0 0"
    match = Begun.at("traditional", cards, "22345", 3, names=("Ann", "Ben")).use("chance")
    return match.throw("11123").keep("11123").use("chance")


@pytest.fixture(scope="session")
def chances() -> Worth:
    """The chance of each final total from 0 on, as if best play made 150 to 350 alike."""
    found = np.zeros(400)
    found[150:350] = 1 / 200
    return found


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="session")
def library(tables: Path) -> Library:
    return Library(tables)


@pytest.fixture(scope="session")
def known(library: Library) -> Known:
    return lambda match: library(match.setup.game, len(match.setup.players), "score")


@pytest.fixture(scope="session")
def played(library: Library) -> Playing:
    """A whole match between bots: game, bots, then anything of the setup and the game's options."""

    @cache
    def one(
        game: str, *bots: str, seed: int = 1, games: int = 1, first: Any = 0, **options: Any
    ) -> EventMatch:
        players = tuple(Player(f"{bot} {seat}", bot) for seat, bot in enumerate(bots))
        setup = Setup(game_called(game, options), players, games, first)
        return play(setup, [make(bot, library) for bot in bots], seed, 1)

    return one


class Wrong(Knowledge):
    """Knows a game as another knowledge does, but for a promise at the end that nobody made."""

    aim, exact = "", False

    def __init__(self, known: Knowledge, over: Any, extra: float) -> None:
        """So much is added to every worth of the position that the match ended in."""
        self._known, self._over, self._extra = known, over, extra
        self.aim, self.exact = known.aim, known.exact

    def worth(self, position: Any, seat: int) -> float:
        return self._known.worth(position, seat) + self._extra * (position == self._over)

    def rolls(self, position: Any, seat: int) -> Worth:
        return self._known.rolls(position, seat)

    def uses(self, position: Any, seat: int, roll: tuple[int, ...]) -> dict[str, float]:
        return self._known.uses(position, seat, roll)
