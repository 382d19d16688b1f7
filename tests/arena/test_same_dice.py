"""The same dice for whoever sits there: what a deal promises, held against matches of all five games."""

import pytest

from fivedice.arena.plan import ArenaPlan, play
from fivedice.games import GAMES
from fivedice.match.events import Choose, Decision, Spend
from fivedice.match.questions import decisions, stops
from fivedice.match.setup import Player
from fivedice.match.state import State


def stopper(state: State, seat: int, _: object) -> Decision:
    """A bot that keeps whatever lies and takes the first use or choice there is."""
    return stops(state, seat) if state.awaited.kind == "keep" else decisions(state, seat)[0]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3])
def test_bots_that_play_alike_make_alike_from_every_seat(game: str, seats: int) -> None:
    """With seats exchanged equal players score equally over a deal, to the last point: seats swap exactly."""
    plan = ArenaPlan(GAMES[game], tuple(Player(f"B{bot}") for bot in range(seats)), 11, duplicate=True)
    for deal in range(1, 3):
        played = play(plan, [stopper] * seats, deal)
        assert len(played.scores) == seats
        made = [sorted(row[bot] for row in played.scores) for bot in range(seats)]
        won = [sum(bot in winners for winners in played.winners) for bot in range(seats)]
        assert all(scores == made[0] for scores in made)
        assert len(set(won)) == 1


def test_bots_go_round_the_seats() -> None:
    players = tuple(Player(name) for name in ("A", "B", "C"))
    plan = ArenaPlan(GAMES["junior"], players, 1, duplicate=True)
    seated = [plan.setup(rotation).players for rotation in plan.rotations(1)]
    assert all({row[seat] for row in seated} == set(players) for seat in range(3))
    single = ArenaPlan(GAMES["junior"], players, 1, duplicate=False)
    assert [single.rotations(deal) for deal in range(1, 5)] == [(1,), (2,), (0,), (1,)]


def test_scores_and_wins_go_to_the_bot_and_not_to_the_seat() -> None:
    def worst(state: State, seat: int, _: object) -> Decision:
        offered = decisions(state, seat)
        zeros = [d for d in offered if isinstance(d, Spend) and d.use.startswith("zero-")]
        return (
            zeros[0] if zeros else offered[-1] if isinstance(offered[0], Choose) else stopper(state, seat, 0)
        )

    plan = ArenaPlan(GAMES["piecepack"], (Player("A"), Player("B"), Player("C")), 3, duplicate=True)
    played = play(plan, [stopper, worst, stopper], 1)
    assert all(row[1] == min(row) for row in played.scores)
    assert all(1 not in winners for winners in played.winners)
    assert len({row[1] for row in played.scores}) <= 3
