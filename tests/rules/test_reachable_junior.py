"""Which scoreboards of junior can be reached: `check` against playing out every turn on small boards."""

from itertools import combinations, permutations, product

import pytest

from fivedice.core.dice import ROLLS
from fivedice.core.rules import IllegalMove, check_turns
from fivedice.games.junior import CHARACTERS, Junior, JuniorPosition, Tokens
from fivedice.match.match import begin
from fivedice.match.setup import Player, Setup

GAME = Junior()
COLUMNS = range(6)


def after_one_turn(position: JuniorPosition) -> set[JuniorPosition]:
    """The positions that one more turn leads to, with any five dice and any use that they offer."""
    seat = position.seat
    return {
        GAME.use(position, seat, roll, use.name) for roll in ROLLS for use in GAME.uses(position, seat, roll)
    }


def reached(seats: int, first: int, turns: int) -> set[JuniorPosition]:
    """All positions after so many turns of the whole table."""
    layer = {GAME.start(seats, first)}
    for _ in range(turns):
        layer = {after for position in layer for after in after_one_turn(position)}
    return layer


def sets_of_tokens(placed: int) -> list[Tokens]:
    """Every way in which the tokens of one seat can stand if so many are placed, or could not."""
    return [
        tuple(dict(zip(rows, columns, strict=True)).get(row) for row in range(len(CHARACTERS)))
        for rows in combinations(range(len(CHARACTERS)), placed)
        for columns in product(COLUMNS, repeat=placed)
    ]


def token(row: int, column: int) -> Tokens:
    """The tokens of a seat that has placed only this one."""
    return tuple(column if each == row else None for each in range(len(CHARACTERS)))


def is_accepted(position: JuniorPosition) -> bool:
    """Whether `check` lets it pass."""
    try:
        GAME.check(position)
    except IllegalMove:
        return False
    return True


def accepted(placed: tuple[int, ...], seat: int) -> set[JuniorPosition]:
    """All that `check` accepts with so many tokens placed by each seat and this one to play."""
    check_turns(placed, seat)
    boards = product(*map(sets_of_tokens, placed))
    return {position for tokens in boards if is_accepted(position := JuniorPosition(tokens, seat))}


@pytest.mark.parametrize(
    ("seats", "first", "placed"),
    [(1, 0, (1,)), (1, 0, (2,)), (1, 0, (3,)), (2, 0, (1, 1)), (2, 1, (1, 2)), (3, 2, (1, 0, 1))],
)
def test_just_the_positions_that_play_leads_to_are_accepted(
    seats: int, first: int, placed: tuple[int, ...]
) -> None:
    assert accepted(placed, (first + sum(placed)) % seats) == reached(seats, first, sum(placed))


@pytest.mark.parametrize("seats", GAME.seats)
def test_r16_a_seat_with_nothing_but_pictures_is_refused_in_a_sentence(seats: int) -> None:
    for tokens in permutations([token(0, column) for column in (0, 2, 3, 4)[:seats]]):
        players = tuple(map(Player, "ABCD"[:seats]))
        with pytest.raises(IllegalMove, match=r"^Somebody's tokens are all on pictures, but a first token"):
            begin(Setup(GAME, players, position=JuniorPosition(tokens, 0)))
    GAME.check(JuniorPosition(((0, 3, None, None, None),), 0))
