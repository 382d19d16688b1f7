"""Worths that differ only by rounding are equal in every choice and ranking."""

from itertools import pairwise, product
from random import Random
from typing import Any

import numpy as np
import pytest

from fivedice import bots
from fivedice.analysis import evaluate
from fivedice.analysis.solver_api import Knowing, Knowledge
from fivedice.api.match import start
from fivedice.core.dice import ROLLS
from fivedice.core.rules import Game
from fivedice.core.ties import SAME, best_first, best_named, first_best, ranking
from fivedice.core.worth import Worth, first_best_along
from fivedice.games import GAMES
from fivedice.match.events import Keep
from fivedice.match.setup import Player, Setup
from fivedice.narration.reviews import figure
from fivedice.runtime.library import Library
from fivedice.runtime.simulation import play

NOISE = 1e-12
"""More than rounding changes worths by, and far less than choices that are not equal differ by."""


class Blurred(Knowledge):
    """Knowledge whose worths have other last digits each time they are asked for."""

    aim, exact = "", False

    def __init__(self, known: Knowledge, noise: Random) -> None:
        self._known, self._noise = known, noise
        self.exact, self.aim = known.exact, known.aim

    def _blurred(self, worth: float) -> float:
        return worth + self._noise.uniform(-NOISE, NOISE)

    def worth(self, position: Any, seat: int) -> float:
        return self._blurred(self._known.worth(position, seat))

    def rolls(self, position: Any, seat: int) -> Worth:
        return np.array([self._blurred(worth) for worth in self._known.rolls(position, seat).tolist()])

    def uses(self, position: Any, seat: int, roll: tuple[int, ...]) -> dict[str, float]:
        uses = self._known.uses(position, seat, roll)
        return {name: self._blurred(worth) for name, worth in uses.items()}


def blurred(library: Library, seed: int) -> Knowing:
    """The same library with other last digits for each seed."""
    known: dict[tuple[Game, int, str], Knowledge] = {}

    def knowing(game: Game, seats: int, aim: str) -> Knowledge:
        key = game, seats, aim
        if key not in known:
            known[key] = Blurred(library(*key), Random(seed))
        return known[key]

    return knowing


@pytest.mark.parametrize(
    ("game", "bot"),
    [*product(["junior"], ["champion", "expert", "casual:8"]), ("yatzy", "expert"), ("showdown", "champion")],
)
def test_bots_play_the_same_whatever_the_last_digits(game: str, bot: str, library: Library) -> None:
    setup = Setup(GAMES[game], (Player("Ann"), Player("Ben")))
    for number in range(2):
        played = [play(setup, [bots.make(bot, blurred(library, seed))] * 2, 1, number) for seed in range(4)]
        assert all(one.events == other.events for one, other in pairwise(played))


def test_hints_have_the_same_order_and_costs_whatever_the_last_digits(library: Library) -> None:
    for dice in ("11111", "11223", "12345", "33366"):
        state = start("junior", "Ann", "Ben").throw(dice).state
        rated = [
            evaluate.rate(state, 0, blurred(library, seed)(state.setup.game, 2, "wins")) for seed in range(4)
        ]
        for one, other in pairwise(rated):
            assert [each.decision for each in one] == [each.decision for each in other]
            assert [each.cost for each in one] == pytest.approx([each.cost for each in other], abs=SAME)
        for best in rated:
            equal = [each for each in best if each.worth >= best[0].worth - SAME]
            assert {each.cost for each in equal} == {0.0}
            sizes = [len(each.decision.dice) for each in equal if isinstance(each.decision, Keep)]
            assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("aim", ["score", "wins"])
def test_the_best_uses_of_all_rolls_are_the_first_of_each(aim: str, library: Library) -> None:
    game = GAMES["junior"]
    known, position = library(game, 2, aim), game.start(2, 0)
    assert known.best_uses(position, 0) == tuple(best_named(known.uses(position, 0, roll)) for roll in ROLLS)


def test_of_equals_the_first_is_best() -> None:
    worths = [0.5, 1.0, 1.0 + 3e-16, 1.0 - 9e-10, 0.5 + 1e-12, -np.inf]
    assert first_best(worths) == 1
    assert ranking(worths) == [1, 2, 3, 0, 4, 5]
    assert best_first("abcdef", lambda name: worths["abcdef".index(name)]) == [*"bcdaef"]
    assert best_named({"a": 1.0, "b": 1.0 + 1e-10}) == "a"
    assert ranking([]) == []
    assert first_best([1.0, 1.0 + 2e-9]) == 1
    table = np.array([worths, worths[::-1]])
    assert first_best_along(table, axis=1).tolist() == [1, 2]
    assert first_best_along(table.T, axis=0).tolist() == [1, 2]


def test_equal_worths_are_printed_alike() -> None:
    assert figure(0.25 - 1e-13, "points") == figure(0.25 + 1e-13, "points")
    assert figure(0.0625 - 1e-13, "wins") == figure(0.0625 + 1e-13, "wins")
