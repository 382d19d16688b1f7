"""The arrays that compiled code reads say exactly what the score card says."""

from itertools import product

import pytest

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS
from fivedice.solve.cards import sweep
from fivedice.solve.cards.columns import columns, shape_of
from fivedice.solve.cards.pays import YAHTZEE_ROLLS, pays
from tests.thirteen import FORCED, READINGS, YAHTZEE


def card_of(bits: int, held: int) -> Card:
    """A card with these boxes filled with zeros, the YAHTZEE box with what it holds."""
    boxes = [0 if bits >> box & 1 else None for box in range(13)]
    boxes[YAHTZEE] = (None, 0, 50)[held]
    return Card(tuple(boxes))


@pytest.mark.parametrize("form", READINGS.values(), ids=READINGS)
def test_what_a_yahtzee_may_fill_is_what_the_game_offers(form: ScoreCard) -> None:
    """For every set of filled boxes, every state of the YAHTZEE box and every number: boxes and points."""
    rules = pays(form)
    for bits, held in product([bits for bits in range(1 << 13) if not bits >> YAHTZEE & 1], range(3)):
        card = card_of(bits, held)
        shape = shape_of(form, card)
        for yahtzee, roll in list(enumerate(YAHTZEE_ROLLS))[bits % 3 :: 3]:
            offered = filling.open_boxes(form, card, roll)
            assert sweep.offered_boxes(shape, yahtzee, rules) == sum(1 << box for box in offered)
            paid = filling.box_points(form, card, roll)
            bonus = filling.further_bonus(form, card, roll)
            for box in offered:
                booking = sweep.booking_of(shape, ROLLS.index(roll), box, rules)
                assert rules.points[booking] == paid[box] + bonus
                assert rules.further[booking] == bonus


@pytest.mark.parametrize("form", READINGS.values(), ids=READINGS)
def test_other_rolls_may_fill_any_open_box_at_their_points(form: ScoreCard) -> None:
    """No card changes what a roll that is no Yahtzee may fill, and each booking is the game's."""
    rules = pays(form)
    ordinary = [roll for roll in ROLLS if roll not in YAHTZEE_ROLLS]
    for number, bits in enumerate(range(0, 1 << 13, 5)):
        card = card_of(bits, (bits >> YAHTZEE & 1) * (1 + number % 2))
        roll = ordinary[number % len(ordinary)]
        vacant = tuple(box for box in range(13) if card.boxes[box] is None)
        assert filling.open_boxes(form, card, roll) == vacant
        for box in vacant:
            booking = rules.booking[ROLLS.index(roll), box]
            after = filling.fill(form, card, box, roll)
            assert rules.points[booking] == after.boxes[box] == filling.scoring(form).points[roll][box]
            assert shape_of(form, card) | rules.bits[booking] == shape_of(form, after)


def test_totals_share_a_column_only_when_the_bonus_cannot_tell_them_apart() -> None:
    """Twos to Sixes filled: with Aces open, from 58 to 62 each total needs another number of Aces."""
    told = columns(FORCED)
    row = told.column[0, told.counted - 1]
    assert len(set(row[58:63].tolist())) == 5
    assert row[57] == row[20] == row[63] >= 0
    assert row[1] == -1
    assert told.number[told.counted] == 1
