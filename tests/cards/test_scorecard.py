"""Score cards as values: equality and invalid cards."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

from fivedice.cards import scorecard
from fivedice.cards.boxes import Box
from fivedice.cards.faults import BadCard, Fault
from fivedice.cards.scorecard import Further, ScoreCard, Section
from tests.cards.drawn import score_cards
from tests.laws.test_texts import law
from tests.thirteen import BOXES, FORCED

untyped: Any = scorecard
ACES, TWOS = Box("aces", "face 1", "these dice"), Box("twos", "face 2", "these dice")
FIVE = Box("yahtzee", "5 alike", 50)


def card(*boxes: Box, further: Further | None = None, goal: int = 0, bonus: int = 0) -> ScoreCard:
    """A card of one section."""
    return ScoreCard((Section("All", boxes, goal, bonus),), further)


def test_the_boxes_stand_in_the_order_of_the_card() -> None:
    assert tuple(box.name for box in FORCED.boxes) == FORCED.names == BOXES
    assert [len(section.boxes) for section in FORCED.sections] == [6, 7]


@settings(law)
@given(one=score_cards(), other=score_cards())
def test_cards_that_score_alike_are_one_value(one: ScoreCard, other: ScoreCard) -> None:
    again = ScoreCard(one.sections, one.further)
    assert (again, hash(again), again.text) == (one, hash(one), one.text)
    assert (one == other) == (one.text == other.text)


@pytest.mark.parametrize(
    ("goal", "bonus", "sentence"),
    [
        (0, 35, "a bonus of 35 points, but no goal for it"),
        (16, 35, "1 to 15 points, not 16"),
        (3, 0, "no bonus"),
        (3, -1, "0 to 1000"),
        (3, 1001, "0 to 1000"),
    ],
)
def test_a_bonus_must_be_one_that_can_be_earned(goal: int, bonus: int, sentence: str) -> None:
    assert card(ACES, TWOS, goal=15, bonus=1000).sections[0].bonus == 1000
    with pytest.raises(Fault, match=sentence):
        card(ACES, TWOS, goal=goal, bonus=bonus)


@pytest.mark.parametrize(
    ("further", "sentence"),
    [
        (Further("aces", 100), "5 alike"),
        (Further("chance", 100), "5 alike"),
        (Further("yahtzee"), "a bonus, a Joker or both"),
        (Further("yahtzee", -1), "0 to 1000"),
        (Further("yahtzee", 1001, "free"), "0 to 1000"),
    ],
)
def test_a_further_yahtzee_must_mean_something(further: Further, sentence: str) -> None:
    assert card(ACES, FIVE, further=Further("yahtzee", 0, "free")).further
    with pytest.raises(Fault, match=sentence):
        card(ACES, FIVE, further=further)


def test_a_card_has_one_box_to_sixteen() -> None:
    boxes = [Box(f"box-{letter}") for letter in "abcdefghijklmnopq"]
    assert len(card(*boxes[:16]).names) == 16
    for wrong in (boxes, []):
        with pytest.raises(Fault, match="1 to 16 boxes"):
            card(*wrong)


@pytest.mark.parametrize("title", ["", "x" * 25, "two\nlines"])
def test_a_section_has_a_title_that_can_be_printed(title: str) -> None:
    with pytest.raises(Fault, match="1 to 24"):
        Section(title, (ACES,))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: untyped.Box("sixes", "face 6", "no dice"), "'pays' is a whole number, 'all dice' or"),
        (lambda: untyped.Box("sixes", pays=2.5), "'pays' is a whole number, .*, not 2.5"),
        (lambda: untyped.Box("sixes", pays=True), "'pays' is a whole number, .*, not True"),
        (lambda: untyped.Box(6), "'name' is text in quotes, not 6"),
        (lambda: untyped.Box("sixes", 6), "'needs' is text in quotes, .*, not 6"),
        (lambda: untyped.Section("All", (ACES,), 2.5, 10), "'goal' is a whole number, not 2.5"),
        (lambda: untyped.Section("All", ACES), "'boxes' is a tuple of Box, not Box"),
        (lambda: untyped.Further("yahtzee", joker="wild"), "'joker' is 'none', 'forced' or 'free', not"),
        (lambda: untyped.ScoreCard((ACES,)), "'sections' is a tuple of Section, not"),
        (lambda: untyped.ScoreCard((Section("All", (FIVE,)),), "yahtzee"), "'further' is a Further or None"),
    ],
)
def test_what_no_text_says_is_no_card_in_python_either(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(BadCard, match=sentence):
        make()


def test_boxes_and_sections_may_stand_in_lists() -> None:
    listed = untyped.ScoreCard([untyped.Section("All", [ACES, TWOS])])
    assert (listed, hash(listed)) == (card(ACES, TWOS), hash(card(ACES, TWOS)))
