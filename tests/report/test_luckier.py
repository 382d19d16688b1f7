"""How lucky a player was, among all games of best play or of expert bots."""

import re
from collections.abc import Callable
from functools import cache

import pytest

from fivedice.analysis import luck_and_cost
from fivedice.analysis.solver_api import Knowledge
from fivedice.games import GAMES
from fivedice.match.match import EventMatch
from fivedice.report.summary import better_than, luckier, percent
from fivedice.runtime.library import Library
from fivedice.runtime.store import NOWHERE
from tests.report.conftest import Playing


@cache
def chances(game: str) -> object:
    """The chance of each total of best play."""
    return Library(NOWHERE).distribution(GAMES[game]).chances


@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("game", ["traditional", "piecepack"])
def test_for_best_play_it_is_the_share_of_lower_totals(
    game: str, seed: int, played: Playing, known: Callable[[EventMatch], Knowledge]
) -> None:
    """Who loses nothing by choices has more than the mean by luck alone."""
    match = played(game, "expert", seed=seed)
    review = luck_and_cost.review(match, known(match))
    less = percent(better_than(chances(game), match.scores[0]))  # type: ignore[arg-type]
    assert luckier(review, 0, chances(game)) == f"Luckier than {less}% of games of best play."  # type: ignore[arg-type]


def test_luck_does_not_depend_on_choices_alone(
    played: Playing, known: Callable[[EventMatch], Knowledge]
) -> None:
    """The worst player may be the luckiest: what counts is luck, in each seat's own games."""
    match = played("traditional", "random", "greedy", seed=3, games=2)
    review = luck_and_cost.review(match, known(match))
    told = [luckier(review, seat, chances("traditional")) for seat in range(2)]  # type: ignore[arg-type]
    assert all(one.endswith("% of matches of best play.") for one in told)
    lucks = [review.accounts[seat].luck for seat in range(2)]
    shares = [int(one.split()[2].rstrip("%")) for one in told]
    assert (shares[0] < shares[1]) == (lucks[0] < lucks[1])


def test_without_totals_it_is_compared_with_experts(
    played: Playing, known: Callable[[EventMatch], Knowledge]
) -> None:
    """That is measured for the usual options only."""
    usual, other = (played("showdown", "greedy", "greedy", pawns=pawns) for pawns in ((), (0, 8)))
    told = [luckier(luck_and_cost.review(match, known(match)), 0, None) for match in (usual, other)]
    assert re.fullmatch(r"Luckier than (\d+|fewer than 1|more than 99)% of games of expert bots\.", told[0])
    assert told[1] == ""
