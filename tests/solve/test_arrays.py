"""What compiled code reads of a card against `filling`, on any cards: layout, columns, pays and bookings."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS, YAHTZEES, Dice
from fivedice.core.rules import Use
from fivedice.core.worth import ROLL_NUMBER
from fivedice.solve.cards import sweep
from fivedice.solve.cards.booked import booked
from fivedice.solve.cards.columns import Columns, column_of, columns, layout, place_of, shape_of
from fivedice.solve.cards.pays import YAHTZEE_ROLLS, Pays, pays
from fivedice.solve.kernel.compile import compiled
from fivedice.solve.kernel.settings import LANES
from tests.cards.drawn import filled, rolls, score_cards
from tests.laws.test_texts import law

any_card = settings(law, max_examples=60)


@settings(any_card)
@given(form=score_cards())
def test_boxes_with_a_bonus_have_the_lowest_bits(form: ScoreCard) -> None:
    known = layout(form)
    assert sorted(known.order) == list(range(len(form.names)))
    assert [form.names[place] for place in known.order] == list(known.names)
    told = [known.names[bit] for _, bits in known.sections for bit in bits]
    assert told == [box.name for section in form.sections if section.bonus for box in section.boxes]
    assert told == list(known.names[: known.counted])


@settings(any_card)
@given(form=score_cards())
def test_sums_share_a_column_where_nothing_can_tell_them_apart(form: ScoreCard) -> None:
    """Whatever the boxes still open hold in the end, such sums earn the bonus from each or from none; of
    those in two columns some end tells.
    """
    told = columns(form)
    for at, (place, bits) in enumerate(layout(form).sections):
        goal = form.sections[place].goal
        values = [filling.possible(form)[layout(form).order[bit]] for bit in bits]
        for mask in range(1 << len(bits)):
            open_ = [values[bit] for bit in range(len(bits)) if not mask >> bit & 1]
            held = {sum(sums) for sums in product(*(v for bit, v in enumerate(values) if mask >> bit & 1))}
            ends = {
                total: tuple(min(total, goal) < goal <= total + sum(more) for more in product(*open_))
                for total in held
            }
            column = {total: int(told.column[at, mask, min(total, goal)]) for total in held}
            assert min(column.values()) >= 0
            assert (
                len(set(column.values()))
                == told.size[at, mask]
                == len(set(zip(column.values(), ends.values(), strict=True)))
            )


@settings(any_card, max_examples=200)
@given(data=st.data())
def test_every_use_is_a_booking(data: st.DataObject) -> None:
    form = data.draw(score_cards())
    card = data.draw(filled(form, vacant=1))
    roll = data.draw(rolls)
    scores = [use for use in filling.uses(form, card, roll) if not use.waives]
    assert [layout(form).names.index(use.name) for use in scores] == offered(form, card, roll)
    for use in scores:
        after = filling.book(form, card, roll, use.name)
        assert made(form, card, roll, use) == (use.pays, place_of(form, after))


@compiled
def offered_boxes(shape: int, yahtzee: int, pays: Pays) -> int:
    """Only compiled code can call the solver's own."""
    return sweep.offered_boxes(shape, yahtzee, pays)


@compiled
def use_of(
    shape: int, column: int, roll: int, box: int, pays: Pays, columns: Columns
) -> tuple[int, int, float]:
    """The booking of a roll, and the column and the bonus after it."""
    booking = sweep.booking_of(shape, roll, box, pays)
    then, bonus = sweep.after(shape, column, booking, pays, columns)
    return booking, then, bonus


def offered(form: ScoreCard, card: Card, roll: Dice) -> list[int]:
    """The bits of the boxes that the arrays say may be filled, in the order of the card."""
    rules, shape = pays(form), shape_of(form, card)
    boxes = rules.all_boxes & ~shape
    if roll in YAHTZEES:
        boxes = offered_boxes(shape, YAHTZEE_ROLLS.index(roll), rules)
    return sorted((bit for bit in range(rules.boxes) if boxes >> bit & 1), key=layout(form).order.__getitem__)


def made(form: ScoreCard, card: Card, roll: Dice, use: Use) -> tuple[int, int]:
    """What the arrays say that a use pays, and where the card after it stands."""
    rules, told = pays(form), columns(form)
    shape, column, bit = shape_of(form, card), column_of(form, card), layout(form).names.index(use.name)
    booking, then, bonus = use_of(shape, column, ROLL_NUMBER[roll], bit, rules, told)
    return int(rules.points[booking] + bonus), int(told.first[shape | rules.bits[booking]] * LANES + then)


@settings(any_card)
@given(data=st.data())
def test_bookings_are_those_of_the_card(data: st.DataObject) -> None:
    form = data.draw(score_cards())
    card = data.draw(filled(form, vacant=1))
    after = booked(form, card)
    for roll in ROLLS:
        told = {
            layout(form).names[bit]: (after.gains[place], after.places[place])
            for bit, place in enumerate(after.of_roll[ROLL_NUMBER[roll]])
            if place >= 0
        }
        assert told == {
            use.name: (use.pays, place_of(form, filling.book(form, card, roll, use.name)))
            for use in filling.uses(form, card, roll)
            if not use.waives
        }
