"""What each box needs and pays, against plain Python over all rolls; score cards as values; invalid ones."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

from fivedice.cards import scorecard
from fivedice.cards.boxes import Box, dice_of, paid, paid_as_joker
from fivedice.cards.faults import BadCard, Fault
from fivedice.cards.scorecard import Further, ScoreCard, Section
from fivedice.core.dice import ROLLS, YAHTZEES, Dice
from tests.cards.drawn import NEEDS, score_cards
from tests.laws.test_texts import law
from tests.thirteen import BOXES, FORCED


def counts(roll: Dice) -> list[int]:
    """How many dice there are of each number in the roll, the most first."""
    return sorted(Counter(roll).values(), reverse=True)


def of_face(number: int) -> Callable[[Dice], int]:
    """The total of the dice of a number."""
    return lambda roll: sum(die for die in roll if die == number)


def alike(size: int) -> Callable[[Dice], int]:
    """The total of so many alike of the highest number there is."""
    return lambda roll: max([size * face for face, times in Counter(roll).items() if times >= size] or [0])


def two_pairs(roll: Dice) -> int:
    """The total of two pairs of different numbers; four alike are not two pairs."""
    pairs = [number for number, times in Counter(roll).items() if times >= 2]
    return 2 * sum(pairs) if len(pairs) == 2 else 0


def full_house(roll: Dice) -> int:
    """Three of a number and two of another; R3: five alike are none."""
    return sum(roll) if counts(roll) == [3, 2] else 0


def run_of(size: int) -> Callable[[Dice], int]:
    """The total of the highest so many numbers that follow each other."""

    def pays(roll: Dice) -> int:
        ends = [high for high in range(size, 7) if set(range(high - size + 1, high + 1)) <= set(roll)]
        return sum(range(max(ends) - size + 1, max(ends) + 1)) if ends else 0

    return pays


def exactly(digits: str) -> Callable[[Dice], int]:
    """These dice and no others."""
    return lambda roll: sum(roll) if "".join(map(str, sorted(roll))) == digits else 0


def at_least(total: int) -> Callable[[Dice], int]:
    """All dice, if they come to so much."""
    return lambda roll: sum(roll) * (sum(roll) >= total)


THESE_DICE: dict[str, Callable[[Dice], int]] = {
    "any dice": sum,
    **{f"face {number}": of_face(number) for number in range(1, 7)},
    **{f"{size} alike": alike(size) for size in range(2, 6)},
    "two pairs": two_pairs,
    "full house": full_house,
    "full house or 5 alike": lambda roll: sum(roll) if len(set(roll)) == 1 else full_house(roll),
    **{f"run of {size}": run_of(size) for size in range(2, 6)},
    **{f"dice {digits}": exactly(digits) for digits in ("12345", "23456", "11222", "66666")},
    **{f"total {total}": at_least(total) for total in (1, 12, 20, 25, 30)},
}
"""What the dice that count come to; 0 where the need is not met."""


@pytest.mark.parametrize("needs", NEEDS)
def test_a_box_pays_the_dice_that_count(needs: str) -> None:
    for roll in ROLLS:
        those = THESE_DICE[needs](roll)
        assert paid(Box("box", needs, "these dice"), roll) == those
        assert paid(Box("box", needs, "all dice"), roll) == (sum(roll) if those else 0)
        assert paid(Box("box", needs, 17), roll) == (17 if those else 0)
        assert sum(dice_of(needs)(roll)) == those


@pytest.mark.parametrize("needs", NEEDS)
def test_as_a_joker_five_alike_are_any_full_house_two_pairs_or_sequence(needs: str) -> None:
    sequence = needs.startswith("run") or needs in ("dice 12345", "dice 23456")
    stands_in = sequence or needs in ("full house", "full house or 5 alike", "two pairs")
    for roll in YAHTZEES:
        for pays in (17, "all dice", "these dice"):
            box = Box("box", needs, pays)
            full = 17 if pays == 17 else sum(roll)
            assert paid_as_joker(box, roll) == (full if stands_in else paid(box, roll))


def test_exactly_these_dice_are_a_sequence_in_whatever_order_they_are_written() -> None:
    stood_for = {
        dice
        for dice in ("12345", "54321", "62345", "11366", "22233", "12334", "12346", "22222")
        if paid_as_joker(Box("box", f"dice {dice}", 17), (5,) * 5)
    }
    assert stood_for == {"12345", "54321", "62345"}


def test_a_box_of_a_number_has_its_face() -> None:
    assert [Box("box", f"face {number}").face for number in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert {Box("box", needs).face for needs in NEEDS if not needs.startswith("face")} == {0}


@pytest.mark.parametrize(
    "needs", ["", "face", "two pair", "total x", "FACE 1", "any dice ", "-alike", "run of"]
)
def test_a_need_that_there_is_not_is_refused(needs: str) -> None:
    with pytest.raises(Fault, match=r"A box cannot need .*full house"):
        Box("box", needs)


@pytest.mark.parametrize(
    ("needs", "told"),
    [
        *((needs, "a face is 1 to 6") for needs in ("face 0", "face 7")),
        *((needs, "2 to 5 dice can be alike") for needs in ("1 alike", "6 alike")),
        *((needs, "a run has 2 to 5 numbers") for needs in ("run of 1", "run of 6")),
        *(
            (needs, "exact dice are five numbers from 1 to 6")
            for needs in ("dice 1234", "dice 123456", "dice 12340")
        ),
        *((needs, "a total is 1 to 30") for needs in ("total 0", "total 31", "total -1")),
    ],
)
def test_of_a_need_with_a_wrong_number_it_is_told_which_there_are(needs: str, told: str) -> None:
    with pytest.raises(Fault) as raised:
        Box("box", needs)
    assert str(raised.value) == f"A box cannot need '{needs}': {told}"


@pytest.mark.parametrize(
    "name", ["", "Full House", "full house", "-box", "box-", "full--house", "box!", "x" * 25, "a\nb"]
)
def test_a_name_that_cannot_be_typed_is_refused(name: str) -> None:
    with pytest.raises(Fault, match="1 to 24"):
        Box(name)


def test_no_box_is_called_as_a_zero_by_choice_is_typed() -> None:
    with pytest.raises(Fault, match="zero by choice"):
        Box("zero-chance")


@pytest.mark.parametrize("pays", [-1, 501])
def test_no_box_pays_less_than_nothing_or_more_than_500(pays: int) -> None:
    assert [Box("box", pays=0).pays, Box("box", pays=500).pays] == [0, 500]
    with pytest.raises(Fault, match="0 to 500"):
        Box("box", pays=pays)


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
