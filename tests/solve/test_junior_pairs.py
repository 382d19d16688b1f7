"""Ways to play junior set against each other: ratings are those of the bots, the sweep that of the solver."""

from functools import cache

import numpy as np
import pytest
from research.junior import pairs as junior_pairs
from research.junior.pairs import TOLD, Way

from fivedice.bots.greedy import outlook
from fivedice.games.junior import JuniorPosition
from fivedice.solve.junior import exact
from fivedice.solve.junior.board import key_of, outcomes
from fivedice.solve.junior.exact import OwnScore
from fivedice.solve.junior.levels import JuniorLevel
from fivedice.solve.junior.turn import turns_worth
from tests.solve.junior_positions import GAME, played
from tests.spread import spread


@cache
def levels() -> list[JuniorLevel]:
    return junior_pairs.levels()


@cache
def ways() -> dict[str, Way]:
    return {
        "champion": junior_pairs.to_win(levels()),
        "expert": junior_pairs.for_columns(),
        "greedy": junior_pairs.above_par(),
    }


def rated(way: str, position: JuniorPosition, turns: int) -> float:
    keys = np.array([key_of(position)])
    found = outcomes(TOLD, keys, turns)
    return float(turns_worth(found.column, ways()[way](keys, turns, found)[..., None])[0, 0])


@pytest.mark.parametrize("turns", spread(range(10), 3, 8))
def test_the_ratings_are_those_of_the_bots(turns: int) -> None:
    """A turn promises by each rating what the bot of that name finds that it promises."""
    position = played(2, turns, np.random.default_rng(turns))
    seat = position.seat
    made = GAME.scores(position)[seat]
    wins = exact.knowledge(2, None).worth(position, seat)
    columns = OwnScore(2).worth(position, seat) - made
    assert rated("champion", position, turns) == pytest.approx(wins, abs=1e-9)
    assert rated("expert", position, turns) == pytest.approx(columns, abs=1e-9)
    assert rated("greedy", position, turns) == pytest.approx(float(outlook(GAME, position, seat).worth.turn))


def test_who_plays_against_the_own_kind_wins_half() -> None:
    """Of two who play alike each wins half, and the champion who begins as often as the solver says."""
    greedy = ways()["greedy"]
    assert junior_pairs.set_against(greedy, greedy, levels()).wins == pytest.approx(0.5, abs=1e-12)
    first, second = junior_pairs.both(ways()["champion"], ways()["champion"], levels())
    assert first[0] == second[0] == pytest.approx(exact.knowledge(2, None).worth(GAME.start(2, 0), 0))


@pytest.mark.parametrize(
    ("one", "other", "wins"),
    [("champion", "expert", 0.507062), ("champion", "greedy", 0.515121), ("expert", "greedy", 0.508611)],
)
def test_the_stronger_bot_wins_more(one: str, other: str, wins: float) -> None:
    """At two seats the champion beats both others and the expert beats greedy, by exactly so much."""
    assert junior_pairs.set_against(ways()[one], ways()[other], levels()).wins == pytest.approx(
        wins, abs=1e-6
    )


def test_each_gets_what_it_plays_for() -> None:
    """Who plays for columns makes more of them than who plays to win, who wins more all the same."""
    result = junior_pairs.set_against(ways()["champion"], ways()["expert"], levels())
    assert result.columns < result.against
    assert result.wins > 0.5
