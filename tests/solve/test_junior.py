"""What positions of junior are worth, held against the game itself and against naive recursion."""

from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivedice.core.dice import ROLLS, WAYS, Dice
from fivedice.core.rules import Over, RollOff
from fivedice.core.worth import turn_worth
from fivedice.games.junior import TURNS, WILD, JuniorPosition
from fivedice.solve.junior import exact
from fivedice.solve.junior.board import key_of, layout
from fivedice.solve.junior.levels import next_keys
from tests.solve.junior_positions import GAME, played
from tests.solve.oracle import NUMBERS, holding


@cache
def known(seats: int) -> exact.JuniorSolo | exact.JuniorWins:
    return exact.knowledge(seats, None)


def position_after(seats: int, turns: int, chance: np.random.Generator) -> JuniorPosition:
    return played(seats, turns, chance, int(chance.integers(seats)))


@cache
def naive(position: JuniorPosition) -> float:
    """Solo the final sum, with two seats the chance of seat 0, by going through all dice in their order."""
    awaits = GAME.awaits(position)
    if isinstance(awaits, RollOff):
        return 0.5
    if isinstance(awaits, Over):
        return float(
            GAME.scores(position)[0] if len(position.tokens) == 1 else GAME.winners(position) == (0,)
        )
    sign = 1 if position.seat == 0 else -1
    rolls = np.array([sign * naive_ending(position, roll, sign) for roll in ROLLS])
    dice = rolls[NUMBERS].reshape((6,) * 5)
    return sign * float(holding(holding(dice)).mean())


def naive_ending(position: JuniorPosition, roll: Dice, sign: int) -> float:
    seat = position.seat
    uses = GAME.uses(position, seat, roll)
    return sign * max(sign * naive(GAME.use(position, seat, roll, use.name)) for use in uses)


# --- Positions as keys -----------------------------------------------------------------------------------


@settings(deadline=None, max_examples=25)
@given(seats=st.sampled_from([2, 3, 4]), turns=st.integers(0, 11), seed=st.integers(0, 2**32))
def test_the_outcomes_of_a_key_are_those_of_the_game(seats: int, turns: int, seed: int) -> None:
    turns = min(turns, TURNS[seats] * seats - 1)
    position = position_after(seats, turns, np.random.default_rng(seed))
    after = {
        key_of(GAME.use(position, position.seat, roll, use.name))
        for roll in ROLLS
        for use in GAME.uses(position, position.seat, roll)
    }
    found = next_keys(layout(seats), np.array([key_of(position)]), turns)
    assert found.tolist() == sorted(after)


@settings(deadline=None, max_examples=25)
@given(seats=st.sampled_from([2, 3, 4]), turns=st.integers(0, 11), seed=st.integers(0, 2**32))
def test_a_key_does_not_know_characters_from_each_other(seats: int, turns: int, seed: int) -> None:
    chance = np.random.default_rng(seed)
    position = position_after(seats, min(turns, TURNS[seats] * seats), chance)
    order = chance.permutation(5)
    mixed = tuple(tuple(tokens[row] for row in order) for tokens in position.tokens)
    assert key_of(JuniorPosition(mixed, position.seat)) == key_of(position)


@pytest.mark.parametrize(
    "position",
    [
        JuniorPosition(((5, None, None, None, None), (5, None, None, None, None)), 0),
        JuniorPosition(((6, None, None, None, None), (None,) * 5), 1),
        JuniorPosition(((5, None, None, None, None), (None,) * 5), 0),
        JuniorPosition(((None,) * 5, (1, 1, None, None, None)), 0),
        JuniorPosition(((None,) * 5,) * 5, 0),
        JuniorPosition(((None,) * 5,) * 2, 2),
        JuniorPosition(((0, None, None, None, None), (None,) * 5), 1),
    ],
)
def test_a_position_that_cannot_be_is_refused(position: JuniorPosition) -> None:
    """Two tokens in one space, a column that is not there, a wrong turn or zeros by choice: one sentence."""
    with pytest.raises(ValueError, match=r"\.$"):
        known(2).worth(position, 0)


# --- Solo ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("left", [1, 2])
def test_solo_equals_naive_recursion(left: int) -> None:
    position = JuniorPosition(((3, 0, 5, 2, 4)[: 5 - left] + (None,) * left,), 0)
    assert known(1).worth(position, 0) == pytest.approx(naive(position), abs=1e-12)


def test_solo_start_is_the_known_number() -> None:
    """Best play makes 19.3928 columns alone; the end is worth what was made."""
    assert known(1).worth(GAME.start(1, 0), 0) == pytest.approx(19.392838756, abs=1e-8)
    assert known(1).worth(JuniorPosition(((5, 0, 3, 2, 1),), 0), 0) == 11


# --- Two seats -------------------------------------------------------------------------------------------


def test_two_seats_start_is_the_known_number() -> None:
    """Who begins wins 53.07 of 100 under best play."""
    assert known(2).worth(GAME.start(2, 1), 1) == pytest.approx(0.530691436, abs=1e-8)
    assert known(2).exact


@pytest.mark.parametrize(("turns", "seed"), [(9, 1), (9, 2), (9, 3), (8, 4), (8, 5), (8, 6), (7, 0)])
def test_two_seats_equal_naive_recursion(turns: int, seed: int) -> None:
    position = position_after(2, turns, np.random.default_rng(seed))
    assert known(2).worth(position, 0) == pytest.approx(naive(position), abs=1e-12)


@settings(deadline=None, max_examples=25)
@given(seats=st.sampled_from([1, 2]), turns=st.integers(0, 9), seed=st.integers(0, 2**32))
def test_rolls_are_the_best_uses_and_make_the_worth(seats: int, turns: int, seed: int) -> None:
    position = position_after(seats, min(turns, TURNS[seats] * seats - 1), np.random.default_rng(seed))
    rolls = known(seats).rolls(position, position.seat)
    named = known(seats).best_uses(position, position.seat)
    for number in range(0, 252, 17):
        uses = known(seats).uses(position, position.seat, ROLLS[number])
        assert rolls[number] == max(uses.values())
        assert named[number] == max(uses, key=lambda name: uses[name])
    turn = float(turn_worth(rolls).turn)
    assert turn == pytest.approx(known(seats).worth(position, position.seat), abs=1e-12)


def test_the_roll_off_is_even() -> None:
    """Two who tie win the roll-off of wild dice alike, and a won one counts as a win (R17)."""
    tied = JuniorPosition(((5, 4, 3, 2, 1), (1, 5, 4, 3, 2)), 0)
    assert [known(2).worth(tied, seat) for seat in (0, 1)] == [0.5, 0.5]
    won = GAME.settle(tied, 1)
    assert [known(2).worth(won, seat) for seat in (0, 1)] == [0, 1]
    chance = np.zeros(6)
    for roll, ways in WAYS.items():
        chance[roll.count(WILD)] += ways / 7776
    ahead = sum(chance[a] * chance[b] for a, b in product(range(6), repeat=2) if a > b)
    assert ahead / (1 - (chance**2).sum()) == pytest.approx(0.5)


def test_only_the_seat_to_play_is_asked_for_rolls() -> None:
    with pytest.raises(ValueError, match="not the turn of"):
        known(2).rolls(GAME.start(2, 0), 1)


def test_a_table_is_kept_and_read_again(tmp_path: Path) -> None:
    first = exact.knowledge(2, tmp_path)
    again = exact.knowledge(2, tmp_path)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-8])
    mended = exact.knowledge(2, tmp_path)
    for found in (first, again, mended):
        assert isinstance(found, exact.JuniorWins)
        assert found.table.positions == 11738
        assert found.worth(GAME.start(2, 0), 0) == known(2).worth(GAME.start(2, 0), 0)
