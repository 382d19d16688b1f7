"""Junior with three and four seats: what follows the best choices, and that the estimates learn."""

from pathlib import Path

import numpy as np
import pytest
from research.junior import training
from research.junior.training import fit, fresh

from fivedice.core.worth import ROLL_NUMBER
from fivedice.games.junior import Junior
from fivedice.solve.junior import compiled, exact, network
from fivedice.solve.junior.board import key_of, layout
from fivedice.solve.junior.levels import JuniorLevel, before, next_keys, solve
from fivedice.solve.junior.network import estimate
from fivedice.solve.junior.table import solved

GAME = Junior()


@pytest.mark.proof
def test_a_network_learns_exact_chances() -> None:
    """After the fit the mean error on positions that it has not seen is under a third of the guess's."""
    told, start = layout(2), key_of(GAME.start(2, 0))
    level = solve(told, np.array([start]))[6]
    chance = np.random.default_rng(2)
    learnt = chance.random(len(level.keys)) < 0.7
    net = fit(told, fresh(told, chance), level.keys[learnt], level.worth[learnt], chance)
    found, true = estimate(told, net, level.keys[~learnt]), level.worth[~learnt]
    guess = np.abs(true - level.worth[learnt].mean(axis=0)).mean()
    assert np.abs(found - true).mean() < guess / 3
    assert found.sum(axis=1) == pytest.approx(np.ones(len(found)), abs=1e-6)


def test_the_networks_of_columns_are_near_exact_worths() -> None:
    """The root mean square error is under 0.15 columns; one for another turn is off by ten times that."""
    told = layout(4, to_win=False)
    nets, start = network.learned(told), key_of(GAME.start(4, 0), to_win=False)
    for turn, number in ((7, 12), (6, 1)):
        keys = training.positions(told, start, turn, number, np.random.default_rng(7))
        wrong = estimate(told, nets[turn], keys) - solve(told, keys, turn)[0].worth
        assert (wrong**2).mean() ** 0.5 < 0.15


@pytest.mark.parametrize("to_win", [True, False])
def test_what_comes_with_the_package_for_four_follows_from_itself(to_win: bool) -> None:
    """To the seat to play every position of the first five turns is worth what a turn makes of those after
    it, as finely as that is kept; and nowhere more than there is to have.
    """
    told = layout(4, to_win)
    table = solved(told, key_of(GAME.start(4, 0), to_win))
    fine = (1 if to_win else 15) / network.PARTS
    keys = np.array([key_of(GAME.start(4, 0), to_win)])
    for turn in range(network.EARLY - 1):
        after = next_keys(told, keys, turn)
        found = before(told, keys, turn, JuniorLevel(turn + 1, after, table.find(after, turn + 1)))
        np.testing.assert_allclose(found[:, 0], table.find(keys, turn)[:, 0], rtol=0, atol=2 * fine)
        keys = after
    assert table.find(keys, network.EARLY - 1).min() > -1e-12


def test_what_four_seats_have_before_the_sixth_turn_and_their_networks_agree_with_exact_play() -> None:
    """A position solved to the end: its table is as fine as it is kept, and the networks of the next two
    turns are off by under two hundredths of a win; one for another turn is off by ten times that.
    """
    told, start = layout(4), key_of(GAME.start(4, 0))
    keys = training.positions(told, start, 5, 1, np.random.default_rng(7))
    first, *later = compiled.solve(4, keys, 5, 8)
    np.testing.assert_allclose(solved(told, start).find(keys, 5), first.worth, rtol=0, atol=2 / network.PARTS)
    for level in later:
        wrong = estimate(told, network.learned(told)[level.turn], level.keys) - level.worth
        assert (wrong**2).mean() ** 0.5 < 0.02


@pytest.mark.parametrize("seats", [3, 4])
def test_more_seats_are_known_at_once_and_kept(seats: int, tmp_path: Path) -> None:
    """Every question is answered to the end of the game, chances sum to one, and a file reads back."""
    first = exact.knowledge(seats, tmp_path)
    again = exact.knowledge(seats, tmp_path) if any(tmp_path.iterdir()) else first
    assert isinstance(first, exact.JuniorWins)
    position = GAME.start(seats, 2)
    for _ in range(12):
        seat, roll = position.seat, (1, 2, 2, 4, 6)
        assert sum(first.worth(position, each) for each in range(seats)) == pytest.approx(1, abs=1e-6)
        uses = first.uses(position, seat, roll)
        assert again.uses(position, seat, roll) == uses
        assert first.rolls(position, seat)[ROLL_NUMBER[roll]] == pytest.approx(max(uses.values()), abs=1e-9)
        position = GAME.use(position, seat, roll, max(uses, key=uses.__getitem__))
    assert sum(first.worth(position, each) for each in range(seats)) == pytest.approx(1)
    assert first.exact == (seats == 3)


def test_junior_has_one_to_four_seats() -> None:
    with pytest.raises(ValueError, match="1 to 4"):
        exact.knowledge(5, None)


@pytest.mark.parametrize("seats", [2, 4])
def test_solving_tells_how_far_it_is(seats: int) -> None:
    told: list[tuple[int, int]] = []
    exact.knowledge(seats, None, lambda done, parts: told.append((done, parts)))
    assert [done for done, _ in told] == list(range(1, told[-1][1] + 1))
