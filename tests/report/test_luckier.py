"""How lucky a player was, among all games of best play."""

from functools import cache

import pytest

from fivedice.analysis import luck_and_cost
from fivedice.core.worth import Worth
from fivedice.folders import NOWHERE
from fivedice.games import GAMES
from fivedice.report.summary import better_than, percent, totals
from fivedice.runtime.library import Library
from tests.report.conftest import Known, Playing


@cache
def chances(game: str) -> Worth:
    return Library(NOWHERE).distribution(GAMES[game]).chances


def luckier(review: luck_and_cost.MatchReview, seat: int) -> str:
    told = totals(review, chances(review.match.setup.game.name))
    assert told is not None
    return "Luckier" + str(told["seats"][seat]["told"]).partition(" Luckier")[2]


@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("game", ["traditional", "piecepack"])
def test_for_best_play_it_is_the_share_of_lower_totals(
    game: str, seed: int, played: Playing, known: Known
) -> None:
    """Who loses nothing by choices has more than the mean by luck alone."""
    match = played(game, "expert", seed=seed)
    review = luck_and_cost.review(match, known(match))
    less = percent(better_than(chances(game), match.scores[0]))
    assert luckier(review, 0) == f"Luckier than {less}% of games of best play."


def test_luck_does_not_depend_on_choices_alone(played: Playing, known: Known) -> None:
    """The worst player may be the luckiest: what counts is luck, in each seat's own games."""
    match = played("traditional", "random", "greedy", seed=3, games=2)
    review = luck_and_cost.review(match, known(match))
    told = [luckier(review, seat) for seat in range(2)]
    assert all(one.endswith("% of matches of best play.") for one in told)
    lucks = [review.accounts[seat].luck for seat in range(2)]
    shares = [int(one.split()[2].rstrip("%")) for one in told]
    assert (shares[0] < shares[1]) == (lucks[0] < lucks[1])
