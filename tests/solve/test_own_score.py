"""Junior for one's own columns, held against naive recursion over the game itself."""

from functools import cache

import numpy as np
import pytest

from fivedice.core.dice import ROLLS
from fivedice.core.rules import Hands
from fivedice.core.worth import Worth, best_keep, keep_worth, turn_worth
from fivedice.games.junior import TURNS, JuniorPosition
from fivedice.solve.junior.board import COLUMNS
from fivedice.solve.junior.exact import OwnScore
from fivedice.solve.junior.network import PARTS
from tests.solve.junior_positions import GAME, played


@cache
def naive(position: JuniorPosition) -> tuple[float, ...]:
    """What all seats make in the end when each keeps and uses what is best for itself."""
    if not isinstance(GAME.awaits(position), Hands):
        return tuple(map(float, GAME.scores(position)))
    mover = position.seat
    ends = []
    for roll in ROLLS:
        reached = [
            naive(GAME.use(position, mover, roll, use.name)) for use in GAME.uses(position, mover, roll)
        ]
        ends.append(max(reached, key=lambda scores: scores[mover]))
    rolls: Worth = np.array(ends)
    for _ in range(2):
        keeps = keep_worth(rolls)
        rolls = keeps[best_keep(keeps[:, mover])]
    return tuple(keep_worth(rolls)[0].tolist())


@pytest.mark.parametrize(("turns", "seed"), [(9, 1), (9, 2), (8, 3), (8, 4), (7, 5)])
def test_two_seats_equal_naive_recursion(turns: int, seed: int) -> None:
    position = played(2, turns, np.random.default_rng(seed))
    found = [OwnScore(2).worth(position, seat) for seat in (0, 1)]
    assert found == pytest.approx(naive(position), abs=1e-9)


@pytest.mark.parametrize(("seats", "turns"), [(2, 0), (2, 5), (3, 0), (3, 4), (3, 9), (4, 2), (4, 10)])
def test_a_turn_makes_the_worth_of_its_position(seats: int, turns: int) -> None:
    """The best uses of all rolls make what the position is worth to who plays, as finely as that is kept;
    estimates are not between.
    """
    position = played(seats, turns, np.random.default_rng(3))
    known = OwnScore(seats)
    turn = float(turn_worth(known.rolls(position, position.seat)).turn)
    kept = COLUMNS * TURNS[4] / PARTS if seats == 4 else 1e-9
    assert turn == pytest.approx(known.worth(position, position.seat), abs=kept)


def test_two_seats_make_what_was_computed() -> None:
    """Who begins makes 18.778 columns and the other 18.554; alone it would be 19.393."""
    assert OwnScore(2).worth(GAME.start(2, 0), 0) == pytest.approx(18.778382, abs=1e-6)
    assert OwnScore(2).worth(GAME.start(2, 0), 1) == pytest.approx(18.553938, abs=1e-6)
    assert OwnScore(2).exact


def test_alone_it_is_solo() -> None:
    assert OwnScore(1).worth(GAME.start(1, 0), 0) == pytest.approx(19.392838756, abs=1e-8)


@pytest.mark.parametrize("seats", [3, 4])
def test_more_seats_make_what_can_be(seats: int) -> None:
    """Every seat makes less than alone, and more than three columns a turn; at the end what it has made."""
    known, start = OwnScore(seats), GAME.start(seats, 0)
    assert known.exact == (seats == 3)
    made = [known.worth(start, seat) / TURNS[seats] for seat in range(seats)]
    assert all(3 < mean < 5 for mean in made)
    over = played(seats, seats * TURNS[seats], np.random.default_rng(1))
    assert [known.worth(over, seat) for seat in range(seats)] == list(GAME.scores(over))
