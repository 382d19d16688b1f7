"""Public types are real types: mypy reads this file in strict mode, and the tests run it."""

from typing import assert_type

import pytest

import fivedice
from fivedice.games import GAMES
from fivedice.games.challenge import Challenge
from fivedice.games.junior import Junior
from fivedice.games.junior import JuniorPosition as Board
from fivedice.games.piecepack import Piecepack
from fivedice.games.showdown import Showdown
from fivedice.games.traditional import Traditional


def test_a_game_called_by_its_name_has_its_type() -> None:
    assert_type(fivedice.game("traditional", joker="free"), Traditional)
    assert_type(fivedice.game("challenge"), Challenge)
    assert_type(fivedice.game("showdown"), Showdown)
    assert_type(fivedice.game("piecepack"), Piecepack)
    assert_type(fivedice.game("junior"), Junior)
    assert_type(fivedice.game("kniffel"), fivedice.OwnCard)
    assert_type(fivedice.game(Junior()), Junior)
    assert fivedice.game("traditional").card == fivedice.game("challenge").card
    assert fivedice.game("yatzy").card == fivedice.game(fivedice.game("yatzy").card).card


def test_every_card_that_is_called_by_its_name_is_named_in_the_types() -> None:
    named = {"kniffel", "yacht", "yacht-dice", "yams", "yatzy"}
    assert {name for name, game in GAMES.items() if isinstance(game, fivedice.OwnCard)} == named


def test_a_position_is_one_of_the_games() -> None:
    position = assert_type(fivedice.start("junior", "Ann").state.position, fivedice.Position | None)
    assert isinstance(position, Board)
    assert assert_type(position.seat, int) == 0


def test_a_choice_of_words_is_one_of_them_to_type_checkers() -> None:
    """Each of these comments would be an error in strict mode if a type checker let the word pass."""
    match = fivedice.start("traditional", "Ann").throw("12345")
    for wrong in (
        lambda: match.hints(aim="nope"),  # type: ignore[arg-type]
        lambda: match.review(aim="nope"),  # type: ignore[arg-type]
        lambda: fivedice.worths("junior", aim="nope"),  # type: ignore[arg-type]
        lambda: fivedice.start("junior", "Ann", first="nope"),  # type: ignore[arg-type]
        lambda: fivedice.play("junior", "random", first="nope"),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError, match="not 'nope'"):
            wrong()


@pytest.mark.parametrize(
    ("dice", "throw", "sentence"),
    [
        ("", 9, "The throw is a number from 1 to 3, not 9."),
        ("22345", 0, "The throw is a number from 1 to 3, not 0."),
        ("22345", True, "The throw is a number from 1 to 3, not True."),
        ("", 2, "The dice of throw 2 are missing."),
        ("22345@2", 3, "The dice of throw 3 say throw 2."),
    ],
)
def test_a_throw_that_cannot_be_is_refused(dice: str, throw: int, sentence: str) -> None:
    with pytest.raises(fivedice.BadText, match=sentence):
        fivedice.Match.at("traditional", "aces=5", dice, throw)


def test_a_throw_may_be_said_with_its_dice_and_beside_them() -> None:
    twice = fivedice.Match.at("traditional", "aces=5", "22345@2", 2)
    assert twice == fivedice.Match.at("traditional", "aces=5", "22345", 2)
