"""What positions of junior are worth, held against the game itself and against naive recursion."""

from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from research.junior import pairs as junior_pairs
from research.junior.pairs import TOLD, Way

from fivedice.bots.greedy import outlook
from fivedice.core.dice import ROLLS, WAYS
from fivedice.core.rules import Hands
from fivedice.core.worth import Worth, best_keep, keep_worth, turn_worth
from fivedice.games.junior import TURNS, WILD, JuniorPosition
from fivedice.solve.junior import exact
from fivedice.solve.junior.board import COLUMNS, key_of, layout, outcomes
from fivedice.solve.junior.exact import own_score
from fivedice.solve.junior.levels import JuniorLevel, next_keys, turns_worth
from fivedice.solve.junior.network import PARTS
from tests.solve.junior_positions import GAME, played
from tests.spread import spread


@cache
def known(seats: int) -> exact.JuniorKnowledge:
    return exact.knowledge(seats, None)


def position_after(seats: int, turns: int, chance: np.random.Generator) -> JuniorPosition:
    return played(seats, turns, chance, int(chance.integers(seats)))


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
    with pytest.raises(ValueError, match=r"\.$"):
        known(2).worth(position, 0)


# --- Solo ------------------------------------------------------------------------------------------------


def test_solo_start_is_the_known_number() -> None:
    assert known(1).worth(GAME.start(1, 0), 0) == pytest.approx(19.392838756, abs=1e-8)
    assert known(1).worth(JuniorPosition(((5, 0, 3, 2, 1),), 0), 0) == 11


# --- Two seats -------------------------------------------------------------------------------------------


def test_two_seats_start_is_the_known_number() -> None:
    assert known(2).worth(GAME.start(2, 1), 1) == pytest.approx(0.530691436, abs=1e-8)
    assert known(2).exact


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


# --- Ones own columns ---------------------------------------------------------------------------------------


@cache
def naive_columns(position: JuniorPosition) -> tuple[float, ...]:
    """What all seats make in the end when each keeps and uses what is best for itself."""
    if not isinstance(GAME.awaits(position), Hands):
        return tuple(map(float, GAME.scores(position)))
    mover = position.seat
    ends = []
    for roll in ROLLS:
        reached = [
            naive_columns(GAME.use(position, mover, roll, use.name))
            for use in GAME.uses(position, mover, roll)
        ]
        ends.append(max(reached, key=lambda scores: scores[mover]))
    rolls: Worth = np.array(ends)
    for _ in range(2):
        keeps = keep_worth(rolls)
        rolls = keeps[best_keep(keeps[:, mover])]
    return tuple(keep_worth(rolls)[0].tolist())


@pytest.mark.parametrize(
    ("seats", "turns", "seed"),
    spread([(1, 3, 0), (2, 9, 1), (2, 8, 4), (2, 7, 5)], (1, 3, 0), (2, 8, 4)),
)
def test_columns_equal_naive_recursion(seats: int, turns: int, seed: int) -> None:
    position = played(seats, turns, np.random.default_rng(seed))
    found = [own_score(seats).worth(position, seat) for seat in range(seats)]
    assert found == pytest.approx(naive_columns(position), abs=1e-9)


@pytest.mark.parametrize(("seats", "turns"), [(2, 0), (2, 5), (3, 0), (3, 4), (3, 9), (4, 2), (4, 10)])
def test_a_turn_makes_the_worth_of_its_position(seats: int, turns: int) -> None:
    position = played(seats, turns, np.random.default_rng(3))
    known = own_score(seats)
    turn = float(turn_worth(known.rolls(position, position.seat)).turn)
    kept = COLUMNS * TURNS[4] / PARTS if seats == 4 else 1e-9
    assert turn == pytest.approx(known.worth(position, position.seat), abs=kept)


def test_two_seats_make_what_was_computed() -> None:
    assert own_score(2).worth(GAME.start(2, 0), 0) == pytest.approx(18.778382, abs=1e-6)
    assert own_score(2).worth(GAME.start(2, 0), 1) == pytest.approx(18.553938, abs=1e-6)
    assert own_score(2).exact


@pytest.mark.parametrize("seats", [3, 4])
def test_more_seats_make_what_can_be(seats: int) -> None:
    known, start = own_score(seats), GAME.start(seats, 0)
    assert known.exact == (seats == 3)
    made = [known.worth(start, seat) / TURNS[seats] for seat in range(seats)]
    assert all(3 < mean < 5 for mean in made)
    over = played(seats, seats * TURNS[seats], np.random.default_rng(1))
    assert [known.worth(over, seat) for seat in range(seats)] == list(GAME.scores(over))


# --- Ways to play set against each other --------------------------------------------------------------------


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
    position = played(2, turns, np.random.default_rng(turns))
    seat = position.seat
    made = GAME.scores(position)[seat]
    wins = exact.knowledge(2, None).worth(position, seat)
    columns = own_score(2).worth(position, seat) - made
    assert rated("champion", position, turns) == pytest.approx(wins, abs=1e-9)
    assert rated("expert", position, turns) == pytest.approx(columns, abs=1e-9)
    assert rated("greedy", position, turns) == pytest.approx(float(outlook(GAME, position, seat).worth.turn))


def test_who_plays_against_the_own_kind_wins_half() -> None:
    greedy = ways()["greedy"]
    assert junior_pairs.set_against(greedy, greedy, levels()).wins == pytest.approx(0.5, abs=1e-12)
    first, second = junior_pairs.both(ways()["champion"], ways()["champion"], levels())
    assert first[0] == second[0] == pytest.approx(exact.knowledge(2, None).worth(GAME.start(2, 0), 0))


@pytest.mark.parametrize(
    ("one", "other", "wins"),
    [("champion", "expert", 0.507062), ("champion", "greedy", 0.515121), ("expert", "greedy", 0.508611)],
)
def test_the_stronger_bot_wins_more(one: str, other: str, wins: float) -> None:
    assert junior_pairs.set_against(ways()[one], ways()[other], levels()).wins == pytest.approx(
        wins, abs=1e-6
    )
