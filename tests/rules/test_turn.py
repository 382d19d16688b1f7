"""One turn: five dice, up to three throws, keep any, stop at any time; alone and with common throws."""

import pytest

from fivedice.core import turn
from fivedice.core.dice import ROLL_OF
from fivedice.core.rules import IllegalMove
from fivedice.core.turn import Turn
from fivedice.match.match import start


def after(first: str, *keeps_and_throws: tuple[str, str]) -> Turn:
    """The turn of one hand after a first throw, and then after keeps each followed by a throw."""
    now = turn.throw(turn.start(), tuple(map(int, first)))
    for kept, thrown in keeps_and_throws:
        now = turn.keep(now, (tuple(map(int, kept)),))
        now = turn.throw(now, tuple(map(int, thrown)))
    return now


def is_final(now: Turn) -> bool:
    """Whether the dice can no longer change."""
    return now.step == turn.THROWS and not turn.wanted(now)


def test_the_first_throw_is_of_all_five_dice() -> None:
    assert turn.wanted(turn.start()) == 5
    assert after("31415").hands == ((3, 1, 4, 1, 5),)


def test_the_dice_not_kept_are_thrown() -> None:
    now = turn.keep(after("31415"), ((1, 1),))
    assert turn.wanted(now) == 3
    assert ROLL_OF[turn.throw(now, (6, 6, 6)).hands[0]] == (1, 1, 6, 6, 6)


def test_a_die_kept_once_may_be_thrown_later() -> None:
    now = after("31415", ("11", "666"), ("666", "62"))
    assert ROLL_OF[now.hands[0]] == (2, 6, 6, 6, 6)


def test_nothing_need_be_kept() -> None:
    now = after("11111", ("", "22222"), ("", "33333"))
    assert ROLL_OF[now.hands[0]] == (3, 3, 3, 3, 3)
    assert is_final(now)


def test_three_throws_are_the_most() -> None:
    assert not is_final(after("31415", ("11", "666")))
    assert is_final(after("31415", ("11", "666"), ("666", "12")))
    match = start("piecepack", "Ann").throw("31415").keep("11").throw("666").keep("666").throw("12")
    assert match.awaited.kind == "use"
    with pytest.raises(IllegalMove, match="waits for a use"):
        match.keep("66666")


@pytest.mark.parametrize("step", [1, 2])
def test_the_player_may_stop_after_any_throw(step: int) -> None:
    match = start("piecepack", "Ann").throw("31415")
    match = match.keep("11").throw("666") if step == 2 else match
    assert match.keep("11666" if step == 2 else "11345").awaited.kind == "use"


def test_nothing_need_be_declared_before_the_dice_are_final() -> None:
    match = start("piecepack", "Ann").throw("66623")
    with pytest.raises(IllegalMove, match="waits for a keep"):
        match.use("nulls")
    match = match.keep("666").throw("22").keep("22").throw("222")
    assert len(match.decisions()) >= 13


def test_only_dice_on_the_table_can_be_kept() -> None:
    with pytest.raises(IllegalMove, match="Only dice on the table can be kept"):
        start("piecepack", "Ann").throw("12346").keep("66")


def test_who_throws_n_dice_again_takes_the_first_n_of_one_common_sequence() -> None:
    now = turn.throw(turn.start(5), (1, 1, 1, 1, 1))
    now = turn.keep(now, tuple((1,) * kept for kept in range(5)))
    for die in (2, 3, 4, 5, 6):
        assert turn.wanted(now) == 1
        now = turn.throw(now, (die,))
    sequence = (2, 3, 4, 5, 6)
    assert now.hands == tuple((1,) * kept + sequence[: 5 - kept] for kept in range(5))
    assert turn.wanted(now) == 0
