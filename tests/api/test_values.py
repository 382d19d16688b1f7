"""What the front door gives are values: nobody can change what others are given, and copies are equal."""

import pickle
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import cache, partial

import numpy as np
import pytest
from msgspec import Struct
from msgspec.structs import astuple

import fivedice
from fivedice.analysis.solver_api import Aim
from fivedice.games import FIVE_GAMES
from fivedice.notation import paper
from tests.api.house import HOUSE
from tests.spread import one_in

HOUSE_GAME = fivedice.card(HOUSE)
GAMES_AND_CARD: list[fivedice.api.coerce.Playable] = [*FIVE_GAMES, HOUSE_GAME]


def started(game: fivedice.api.coerce.Playable, aim: Aim = "score") -> fivedice.Worths:
    """The worths of a first turn, or of one that can be said in words where the start waits for no turn.

    To win takes two seats.
    """
    rules = fivedice.game(game)
    start = rules.start(2, 0) if aim == "wins" else ""
    return fivedice.worths(game, paper.example(rules)[0] if rules.name == "showdown" else start, aim=aim)


def hinted(game: fivedice.api.coerce.Playable) -> fivedice.Hints:
    match = fivedice.play(game, *["random"] * fivedice.game(game).seats[0], seed=1)
    again = fivedice.begin(match.setup)
    for event in match.events:
        if again.awaited.kind == "keep":
            break
        again = again.step(event)
    return again.hints()


def reviewed(game: fivedice.api.coerce.Playable, aim: Aim = "score") -> fivedice.Review:
    return fivedice.play(game, "random", "greedy", seed=1).review(aim)


Asked = Callable[[], object]
"""Gives what some function of the front door gives."""


def every_question() -> Iterator[tuple[str, Asked]]:
    for game in GAMES_AND_CARD:
        name = fivedice.game(game).name
        for ask in (started, hinted, reviewed):
            yield f"{ask.__name__} {name}", partial(ask, game)
        if fivedice.game(game).solver in ("cards", "challenge"):
            yield f"distribution {name}", partial(fivedice.distribution, game)
    for game in ("junior", "challenge", "showdown"):
        yield f"wins {game}", partial(started, game, "wins")
    yield "wins reviewed", partial(reviewed, "junior", "wins")
    yield "wins house", partial(started, HOUSE_GAME, "wins")
    yield "reach house", partial(fivedice.worths, HOUSE_GAME, reach=50)


QUESTIONS = dict(every_question())
quarter = pytest.mark.parametrize("name", one_in(4, QUESTIONS))


@cache
def answer(name: str) -> object:
    return QUESTIONS[name]()


def arrays(given: object) -> Iterator[np.ndarray]:
    if isinstance(given, np.ndarray):
        yield given
    elif isinstance(given, Mapping):
        yield from arrays(tuple(given.values()))
    elif isinstance(given, tuple | list):
        for one in given:
            yield from arrays(one)
    elif isinstance(given, Struct):
        yield from arrays(astuple(given))
    elif hasattr(given, "__slots__"):
        yield from arrays([getattr(given, name) for name in given.__slots__])


@quarter
def test_what_is_given_cannot_be_changed(name: str) -> None:
    given = answer(name)
    for array in arrays(given):
        before = array.copy()
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 5
        with pytest.raises(ValueError, match="read-only"):
            np.subtract(array, 1, out=array)
        assert (array == before).all()
    assert len(list(arrays(given))) == {fivedice.Worths: 3, fivedice.Distribution: 1}.get(type(given), 0)
    assert QUESTIONS[name]() == given


@quarter
def test_what_is_given_travels_light_and_arrives_the_same(name: str) -> None:
    given = answer(name)
    pickled = pickle.dumps(given)
    assert len(pickled) < 100_000
    for copied in (pickle.loads(pickled), deepcopy(given)):
        assert copied == given
        if not isinstance(given, fivedice.Distribution):
            assert str(copied) == str(given)


def test_what_differs_is_not_equal() -> None:
    worths = fivedice.worths(HOUSE_GAME)
    assert worths not in (fivedice.worths(HOUSE_GAME, "sixes=30"), fivedice.worths(HOUSE_GAME, reach=50), 5)
    totals = fivedice.distribution(HOUSE_GAME)
    assert totals not in (fivedice.distribution("piecepack"), 5)
