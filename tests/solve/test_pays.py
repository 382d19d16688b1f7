"""The arrays that compiled code reads say exactly what the score card says."""

from itertools import product

import pytest

from fivedice.dice import ROLLS
from fivedice.games import scorecard
from fivedice.games.scorecard import POINTS, YAHTZEE, Card, Joker
from fivedice.solve.cards import sweep
from fivedice.solve.cards.columns import MASKS, columns
from fivedice.solve.cards.pays import YAHTZEE_ROLLS, pays, shape_of

READINGS: tuple[Joker, ...] = ("forced", "free", "none")


def card_of(bits: int, held: int) -> Card:
    """A card with these boxes filled with zeros, the YAHTZEE box with what it holds."""
    boxes = [0 if bits >> box & 1 else None for box in range(13)]
    boxes[YAHTZEE] = (None, 0, 50)[held]
    return Card(tuple(boxes))


@pytest.mark.parametrize("joker", READINGS)
def test_what_a_yahtzee_may_fill_is_what_the_game_offers(joker: Joker) -> None:
    """For every set of filled boxes, every state of the YAHTZEE box and every number: boxes and points."""
    rules = pays(joker)
    for bits, held in product([bits for bits in range(1 << 13) if not bits >> YAHTZEE & 1], range(3)):
        card = card_of(bits, held)
        shape = shape_of(card)
        for yahtzee, roll in list(enumerate(YAHTZEE_ROLLS))[bits % 3 :: 3]:
            offered = scorecard.open_boxes(card, roll, joker)
            assert sweep.offered_boxes(shape, yahtzee, rules) == sum(1 << box for box in offered)
            turned = int(shape & rules.turning[held, yahtzee] != 0)
            paid = scorecard.box_points(card, roll, joker)
            bonus = 100 * scorecard.earns_bonus(card, roll, joker)
            for box in offered:
                extra = rules.extra[held, yahtzee, turned, box]
                assert POINTS[roll][box] + extra == paid[box] + bonus


@pytest.mark.parametrize("joker", READINGS)
def test_other_rolls_may_fill_any_open_box_at_their_points(joker: Joker) -> None:
    """No card changes what a roll that is no Yahtzee may fill, and each booking is the game's."""
    rules = pays(joker)
    ordinary = [roll for roll in ROLLS if roll not in YAHTZEE_ROLLS]
    for number, bits in enumerate(range(0, 1 << 13, 5)):
        card = card_of(bits, (bits >> YAHTZEE & 1) * (1 + number % 2))
        roll = ordinary[number % len(ordinary)]
        vacant = tuple(box for box in range(13) if card.boxes[box] is None)
        assert scorecard.open_boxes(card, roll, joker) == vacant
        for box in vacant:
            booking = rules.booking[ROLLS.index(roll), box]
            after = scorecard.fill(card, box, roll, joker)
            assert rules.points[booking] == after.boxes[box] == POINTS[roll][box]
            assert shape_of(card) | rules.bits[booking] == shape_of(after)


def test_totals_share_a_column_only_when_the_bonus_cannot_tell_them_apart() -> None:
    """Twos to Sixes filled: with Aces open, from 58 to 62 each total needs another number of Aces."""
    told = columns()
    row = told.column[MASKS - 2]
    assert len(set(row[58:63].tolist())) == 5
    assert row[57] == row[20] == row[63] == row[100] >= 0
    assert row[1] == -1
    assert told.number[MASKS - 1] == 1
