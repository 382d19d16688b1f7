"""Junior for three and four seats: exact, against every order of dice, and compiled code against numpy."""

from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from research.junior import training
from research.junior.training import fit, fresh

from fivedice.core.dice import ROLLS
from fivedice.core.ties import SAME
from fivedice.core.worth import ROLL_NUMBER, Worth, turn_worth
from fivedice.solve.junior import board, compiled, exact, levels, network
from fivedice.solve.junior import table as tables_of_junior
from fivedice.solve.junior.exact import own_score
from fivedice.solve.junior.levels import JuniorLevel, before, next_keys, solve, turns_worth
from fivedice.solve.junior.network import estimate
from fivedice.solve.junior.table import solve_table
from tests.solve.junior_positions import GAME, naive, played
from tests.spread import spread

TOLD = board.layout(3)


def positions(turn: int, number: int, seed: int = 1, seats: int = 3) -> board.Ints:
    """Keys of positions as turns drawn at random lead to them."""
    chance = np.random.default_rng(seed)
    return training.positions(board.layout(seats), board.key_of(GAME.start(seats, 0)), turn, number, chance)


# --- The turn --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "rolls"), [(1, 21), (2, 56), (3, 126), (4, 252), (5, 252)])
def test_dice_of_closed_rows_are_one_kind(rows: int, rolls: int) -> None:
    some = board.kinds(rows)
    assert len(some.chance) == rolls
    assert some.chance.sum() == pytest.approx(1, abs=1e-14)
    assert some.chance @ some.counts == pytest.approx(np.full(rows, 10 / 6), abs=1e-13)


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5])
def test_fewer_kinds_of_dice_make_the_same_turn(rows: int) -> None:
    chance = np.random.default_rng(rows)
    vacant = chance.permutation(board.ROWS)[:rows]
    column = np.full((3, board.ROWS, board.COUNTS), -1)
    column[:, vacant] = np.maximum(np.arange(board.COUNTS) - 1, 0)
    worth = chance.dirichlet([1, 1, 1], (3, board.ROWS, board.COUNTS))
    found = turns_worth(column, worth)
    for each in range(3):
        ends, lands = (
            array[each][np.arange(board.ROWS), board.roll_counts()] for array in (worth[..., 0], column)
        )
        scored = np.where(lands > 0, ends, -1).max(axis=1)
        zero = worth[each, vacant, 0, 0].max()
        assert found[each, 0] == pytest.approx(turn_worth(np.where(scored < 0, zero, scored)).turn, abs=1e-12)


def test_of_equal_choices_the_next_seat_has_the_best() -> None:
    """Where nothing matters to the seat to play, it plays as the next one would have it."""
    chance = np.random.default_rng(5)
    column = np.broadcast_to(np.arange(board.COUNTS), (4, board.ROWS, board.COUNTS))
    worth = chance.random((4, board.ROWS, board.COUNTS, 2))
    worth[..., 0] = 0.25 + chance.random(worth.shape[:-1]) * SAME / 100
    found = turns_worth(column, worth)
    assert found[:, 0] == pytest.approx(np.full(4, 0.25), abs=SAME)
    assert found[:, 1] == pytest.approx(turns_worth(column, worth[..., 1:])[:, 0], abs=1e-12)


# --- The last turns --------------------------------------------------------------------------------------


LAST_TURNS = [
    *((2, turn, seed) for turn, seed in ((9, 1), (9, 2), (8, 4), (7, 0))),
    *((3, turn, seed) for turn, seed in ((11, 1), (10, 2), (10, 3), (9, 5))),
    (4, 11, 6),
]


@pytest.mark.parametrize(
    ("seats", "turn", "seed"), spread(LAST_TURNS, (2, 9, 1), (2, 8, 4), (3, 11, 1), (3, 10, 3), (4, 11, 6))
)
def test_the_last_turns_equal_naive_recursion(seats: int, turn: int, seed: int) -> None:
    position = played(seats, turn, np.random.default_rng(seed), seed % seats)
    known = exact.knowledge(seats, None)
    assert [known.worth(position, each) for each in range(seats)] == pytest.approx(naive(position), abs=1e-9)


@pytest.mark.parametrize(
    ("seats", "turn"), [*((3, turn) for turn in range(6, 12)), *((4, turn) for turn in range(7, 12))]
)
def test_compiled_is_the_same_as_numpy(seats: int, turn: int) -> None:
    keys = positions(turn, 5, seats=seats)[:3]
    found = compiled.solve(seats, keys, turn, 13)
    for one, other in zip(levels.solve(board.layout(seats), keys, turn), found, strict=False):
        assert one.turn == other.turn
        np.testing.assert_array_equal(one.keys, other.keys)
        np.testing.assert_allclose(one.worth, other.worth, rtol=0, atol=1e-12)
        np.testing.assert_allclose(other.worth.sum(axis=1), 1, rtol=0, atol=1e-12)


def test_it_makes_no_difference_where_a_match_is_asked_about_first() -> None:
    """What was solved for an earlier question answers a later one as if that had been asked alone."""
    known = tables_of_junior.three_to_win(None, whole=False, many=False)
    keys = positions(6, 1)
    known.find(keys, 6)
    for turn in range(6, 11):
        keys = next_keys(TOLD, keys, turn)[:7]
        alone = levels.solve(TOLD, keys, turn + 1)[0].worth
        np.testing.assert_allclose(known.find(keys, turn + 1), alone, rtol=0, atol=1e-12)


# --- The first turns -------------------------------------------------------------------------------------


@pytest.mark.parametrize("to_win", [True, False])
def test_what_comes_with_the_package_follows_from_itself(to_win: bool) -> None:
    told = board.layout(3, to_win)
    table = tables_of_junior.three_to_win(None, whole=False, many=False) if to_win else own_score(3).table
    keys = [np.array([board.key_of(GAME.start(3, 0), to_win)])]
    for turn in range(5):
        keys.append(next_keys(told, keys[turn], turn))
    assert sum(map(len, keys)) == table.positions
    for turn in range(5):
        below = JuniorLevel(turn + 1, keys[turn + 1], table.find(keys[turn + 1], turn + 1))
        found = before(told, keys[turn], turn, below)
        np.testing.assert_allclose(found, table.find(keys[turn], turn), rtol=0, atol=SAME)
    some = np.random.default_rng(2).choice(keys[5], 2)
    np.testing.assert_allclose(table.find(some, 5), solved_alone(told, some), rtol=0, atol=SAME)


def solved_alone(told: board.KeyLayout, keys: board.Ints) -> Worth:
    """What positions before the sixth turn are worth, from all that can come of them."""
    return np.concatenate([levels.solve(told, np.array([key]), 5)[0].worth for key in keys])


def test_three_seats_start_is_the_known_number() -> None:
    for first in range(3):
        start = GAME.start(3, first)
        chances = [exact.knowledge(3, None).worth(start, (first + seat) % 3) for seat in range(3)]
        assert chances == pytest.approx([0.3773805820, 0.3339649435, 0.2886544745], abs=SAME)


def test_what_was_solved_whole_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def few(keys: board.Ints, turn: int, turns: int, progress: None) -> list[JuniorLevel]:  # noqa: ARG001 - as it is called
        asked.append(turns)
        return [JuniorLevel(turn, keys, np.array([[0.5, 0.25, 0.25]]))]

    monkeypatch.setattr(tables_of_junior, "solve_compiled", few)
    for wanted in (True, True, False):
        table = tables_of_junior.three_to_win(tmp_path, whole=wanted, many=False)
        assert table.find(table.keys, 0) == pytest.approx(np.array([[0.5, 0.25, 0.25]]))
    assert asked == [tables_of_junior.KEPT_TURNS]


def test_of_what_was_foreseen_nothing_is_solved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    known = exact.JuniorWins(tables_of_junior.three_to_win(None, whole=False, many=False))
    position = played(3, 5, np.random.default_rng(1))
    known.foresee(position)

    monkeypatch.setattr(levels, "solve", Mock(side_effect=AssertionError("It was foreseen.")))
    for turn in range(5, 12):
        roll = (1, 2, 2, 4, 6)
        uses = known.uses(position, position.seat, roll)
        assert known.rolls(position, position.seat)[ROLLS.index(roll)] == max(uses.values())
        assert board.turn_of(position) == turn
        position = GAME.use(position, position.seat, roll, max(uses, key=uses.__getitem__))
    known.foresee(position)
    known.foresee(played(3, 4, np.random.default_rng(1)))
    with pytest.raises(AssertionError, match="foreseen"):
        known.foresee(played(3, 5, np.random.default_rng(9)))


# --- Three and four seats -----------------------------------------------------------------------------------


@pytest.mark.proof
def test_a_network_learns_exact_chances() -> None:
    told, start = board.layout(2), board.key_of(GAME.start(2, 0))
    level = solve(told, np.array([start]))[6]
    chance = np.random.default_rng(2)
    learnt = chance.random(len(level.keys)) < 0.7
    net = fit(told, fresh(told, chance), level.keys[learnt], level.worth[learnt], chance)
    found, true = estimate(told, net, level.keys[~learnt]), level.worth[~learnt]
    guess = np.abs(true - level.worth[learnt].mean(axis=0)).mean()
    assert np.abs(found - true).mean() < guess / 3
    assert found.sum(axis=1) == pytest.approx(np.ones(len(found)), abs=1e-6)


def test_the_networks_of_columns_are_near_exact_worths() -> None:
    told = board.layout(4, to_win=False)
    nets, start = network.learned(told), board.key_of(GAME.start(4, 0), to_win=False)
    for turn, number in ((7, 12), (6, 1)):
        keys = training.positions(told, start, turn, number, np.random.default_rng(7))
        wrong = estimate(told, nets[turn], keys) - solve(told, keys, turn)[0].worth
        assert (wrong**2).mean() ** 0.5 < 0.15


@pytest.mark.parametrize("to_win", [True, False])
def test_what_comes_with_the_package_for_four_follows_from_itself(to_win: bool) -> None:
    told = board.layout(4, to_win)
    table = solve_table(told, board.key_of(GAME.start(4, 0), to_win))
    fine = (1 if to_win else 15) / network.PARTS
    keys = np.array([board.key_of(GAME.start(4, 0), to_win)])
    for turn in range(network.EARLY - 1):
        after = next_keys(told, keys, turn)
        found = before(told, keys, turn, JuniorLevel(turn + 1, after, table.find(after, turn + 1)))
        np.testing.assert_allclose(found[:, 0], table.find(keys, turn)[:, 0], rtol=0, atol=2 * fine)
        keys = after
    assert table.find(keys, network.EARLY - 1).min() > -1e-12


def test_what_four_seats_have_before_the_sixth_turn_and_their_networks_agree_with_exact_play() -> None:
    told, start = board.layout(4), board.key_of(GAME.start(4, 0))
    keys = training.positions(told, start, 5, 1, np.random.default_rng(7))
    first, *later = compiled.solve(4, keys, 5, 8)
    np.testing.assert_allclose(
        solve_table(told, start).find(keys, 5), first.worth, rtol=0, atol=2 / network.PARTS
    )
    for level in later:
        wrong = estimate(told, network.learned(told)[level.turn], level.keys) - level.worth
        assert (wrong**2).mean() ** 0.5 < 0.02


@pytest.mark.parametrize("seats", [3, 4])
def test_more_seats_are_known_at_once_and_kept(seats: int, tmp_path: Path) -> None:
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
