"""Boxes by the labels of the rule sheets."""

import pytest

import fivedice
from fivedice.core import texts
from fivedice.core.rules import Use
from fivedice.games import GAMES
from fivedice.notation import paper
from fivedice.terminal.answers import uses_called

SHEETS = [
    ("ones", "aces"),
    ("Ones", "aces"),
    ("ACES", "aces"),
    ("Sm. Straight", "small-straight"),
    ("sm straight", "small-straight"),
    ("Lg. Straight", "large-straight"),
    ("Three of a Kind", "3-of-a-kind"),
    ("3 of a kind", "3-of-a-kind"),
    ("Full House", "full-house"),
]
"""What the sheets of traditional and piecepack have, and what stands on cards sold elsewhere."""
OFFERED = [Use(name, 9) for name in ("aces", "threes", "3-of-a-kind", "full-house")]
OFFERED += [Use(name, 9) for name in ("small-straight", "large-straight")]


@pytest.mark.parametrize(("said", "name"), SHEETS)
def test_a_box_goes_by_the_label_of_its_sheet(said: str, name: str) -> None:
    assert texts.meant(said, [use.name for use in OFFERED]) == name
    assert [use.name for use in uses_called(said, OFFERED)] == [name]


def test_a_label_is_no_box_that_is_called_so_itself() -> None:
    assert texts.meant("sixes", ["nulls", "sixes"]) == "sixes"
    assert [use.name for use in uses_called("sixes", [Use("nulls", 6), Use("sixes", 6)])] == ["sixes"]
    assert texts.meant("sixes", ["nulls"]) == "nulls"


def test_the_first_letters_of_a_name_go_before_those_of_a_label() -> None:
    assert [use.name for use in uses_called("thr", OFFERED)] == ["threes"]


def test_a_zero_goes_by_the_label_too() -> None:
    assert uses_called("zero ones", [Use("aces", 0)]) == (Use("aces", 0),)
    chosen = Use("zero-small-straight", 0, waives="small-straight")
    assert uses_called("zero sm. straight", [Use("small-straight", 30), chosen]) == (chosen,)
    assert uses_called("sm. straight", [Use("small-straight", 30), chosen]) == (Use("small-straight", 30),)


@pytest.mark.parametrize("game", ["traditional", "challenge", "piecepack"])
def test_a_position_is_told_by_the_labels_of_the_sheet(game: str) -> None:
    told = paper.state(GAMES[game], "Ones=3, Sm. Straight=30, Lg. Straight 40", "22345")
    plain = paper.state(GAMES[game], "aces=3, small straight=30, large straight=40", "22345")
    assert told == plain


def test_programs_use_labels_as_well() -> None:
    match = fivedice.Match.at("traditional", "", "12345", 3)
    assert match.use("Lg. Straight") == match.use("large-straight")
    assert match.use("Ones") == match.use("aces")
    with pytest.raises(fivedice.IllegalMove, match="cannot be used for 'Elevens' here"):
        match.use("Elevens")
