"""The piecepack game: thirteen boxes without Yahtzee bonus and Joker, its dice with suits."""

from typing import Any

import pytest

from fivedice.api.match import start
from fivedice.cards.filling import Card
from fivedice.core.faces import FACE_SETS, SUIT_SIGNS
from fivedice.core.rules import IllegalMove
from fivedice.games.piecepack import CARD, Piecepack
from fivedice.match.questions import is_over
from tests.rules.tables import one, scored, take_turn, used
from tests.thirteen import EMPTY

GAME: Any = Piecepack()
BOXES = CARD.names


def full(**filled: int) -> Card:
    """A card with zeros but in these boxes."""
    return Card(tuple(filled.get(name, 0) for name in BOXES))


def test_the_sixth_box_is_called_nulls() -> None:
    offered = scored(GAME, one(EMPTY), "66111")
    assert (offered["nulls"], offered["aces"], offered["3-of-a-kind"]) == (12, 3, 15)
    assert "sixes" not in offered
    assert len(offered) == 13


def test_a_straight_runs_from_ace_to_null() -> None:
    assert scored(GAME, one(EMPTY), "23456")["large-straight"] == 40
    assert scored(GAME, one(EMPTY), "61236")["small-straight"] == 0


@pytest.mark.parametrize("yahtzee", [0, 50])
def test_a_second_yahtzee_is_an_ordinary_roll(yahtzee: int) -> None:
    position = one(Card(tuple(yahtzee if name == "yahtzee" else None for name in BOXES)))
    assert scored(GAME, position, "66666") == {
        **dict.fromkeys(("aces", "twos", "threes", "fours", "fives"), 0),
        **dict.fromkeys(("nulls", "3-of-a-kind", "4-of-a-kind", "chance"), 30),
        **dict.fromkeys(("full-house", "small-straight", "large-straight"), 0),
    }
    assert used(GAME, position, "66666", "nulls").cards[0].bonuses == 0


def test_r19_a_zero_by_choice_is_told_from_the_score() -> None:
    after = used(GAME, one(EMPTY), "66622", "zero-nulls")
    assert after.cards[0].boxes[5] == 0
    assert used(GAME, one(EMPTY), "66622", "nulls").cards[0].boxes[5] == 18


def test_the_game_ends_when_nobody_can_fill_a_box() -> None:
    match = start("piecepack", "Ann", "Ben")
    for box in BOXES:
        assert not is_over(match.state)
        match = take_turn(take_turn(match, "11236", box), "11236", box)
    assert is_over(match.state)
    assert match.scores == (26, 26)
    with pytest.raises(IllegalMove, match="1 game, not 2"):
        start("piecepack", "Ann", games=2)


def test_the_suits_are_shown_and_never_count() -> None:
    other = Piecepack(suits=("moon", "moon", "sun", "crown", "crown"))
    assert other.uses(one(EMPTY), 0, (1, 1, 2, 6, 6)) == GAME.uses(one(EMPTY), 0, (1, 1, 2, 6, 6))
    assert set(GAME.suits) <= set(SUIT_SIGNS)
    assert start("piecepack", "Ann", suits="moon,moon,sun,crown,crown").setup.game == other


@pytest.mark.parametrize("suits", ["sun,sun,sun,moon,arms", "sun,moon", "sun,moon,crown,arms,hearts"])
def test_suits_are_those_of_two_sets(suits: str) -> None:
    with pytest.raises(IllegalMove):
        start("piecepack", "Ann", suits=suits)


def test_the_dice_show_ace_to_five_and_null() -> None:
    names = [face.name for face in FACE_SETS[GAME.faces]]
    assert (names[0], names[5]) == ("ace", "null")
    assert "".join(face.sign for face in FACE_SETS[GAME.faces])[1:5] == "2345"
