"""Solved cards: published numbers, a naive oracle, the game's own rules, and what may be asked."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivedice.cards import filling
from fivedice.cards.boxes import FILLED_BY_FIVE, Box
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard, Section
from fivedice.core.dice import ROLLS
from fivedice.core.worth import turn_worth
from fivedice.solve.cards import table as solving
from fivedice.solve.cards.pays import YAHTZEE_ROLLS
from fivedice.solve.cards.table import CardTable, solve
from tests.solve import oracle
from tests.solve.conftest import box_worth, solved
from tests.spread import spread
from tests.thirteen import FORCED, FREE, NONE, READINGS

STARTS = {FORCED: 254.5877287345, FREE: 254.5896094820, NONE: 245.8707745141}
LAST_BOXES = [
    Card((3, 6, 9, 12, 15, None, 20, 0, 25, 30, 40, 50, 22)),
    Card((3, 6, 9, None, 15, 18, 20, 0, None, 30, 40, 0, 22)),
    Card((None, 6, 9, 12, 15, None, 20, 0, 25, None, 40, 50, 22)),
    Card((2, 6, None, 12, 15, 18, 20, 0, None, 30, None, None, 22)),
    Card((None, None, 12, 16, 20, 12, 20, 11, None, 30, 40, 50, 22)),
    Card((1, 6, 9, None, None, 24, 20, 0, 25, None, 40, None, 7)),
    Card((3, 8, 12, 16, 20, 24, 20, None, 25, None, 40, 50, 22)),
]


def random_card(choose: np.random.Generator, form: ScoreCard) -> Card:
    card = filling.empty(form)
    for _ in range(choose.integers(len(form.names))):
        yahtzee = choose.random() < 0.2
        roll = YAHTZEE_ROLLS[choose.integers(6)] if yahtzee else ROLLS[choose.integers(len(ROLLS))]
        uses = filling.uses(form, card, roll)
        card = filling.book(form, card, roll, uses[choose.integers(len(uses))].name)
    return card


def worth_of_uses(table: CardTable, card: Card, roll: tuple[int, ...]) -> dict[str, float]:
    """The points of each use plus the worth of the card that the game makes of it."""
    return {
        use.name: use.pays + table.worth(filling.book(table.form, card, roll, use.name))
        for use in filling.uses(table.form, card, roll)
    }


def test_the_start_is_worth_what_was_published(table: CardTable) -> None:
    """Free joker: 254.5896, the published mean of best play; the other two readings differ from it."""
    assert table.start == pytest.approx(STARTS[table.form], abs=1e-9)


def test_all_reachable_cards_are_solved(table: CardTable) -> None:
    """There are 536,448 cards that can come about, Upper totals from 63 up counted as one; without a further
    Yahtzee nothing tells a zero in YAHTZEE from a 50 there, and 357,632 are left.
    """
    assert table.positions == (536_448 if table.form.further else 357_632)
    assert table.memory < 7_000_000


@pytest.mark.parametrize("card", spread(LAST_BOXES, *LAST_BOXES[:3]))
def test_the_last_boxes_are_worth_what_a_naive_solver_says(table: CardTable, card: Card) -> None:
    """A card with one to four open boxes, solved over ordered dice and every use the game offers."""
    assert table.worth(card) == pytest.approx(oracle.worth(card, table.form), abs=1e-10)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), form=st.sampled_from(list(READINGS.values())))
def test_a_card_is_worth_the_mean_of_the_turn_it_opens(seed: int, form: ScoreCard) -> None:
    """The worth of any card follows, by the turn alone, from the game's own uses and the worths after."""
    table = solved(form)
    card = random_card(np.random.default_rng(seed), form)
    best = np.array([max(worth_of_uses(table, card, roll).values()) for roll in ROLLS])
    assert table.worth(card) == pytest.approx(float(turn_worth(best).turn), abs=1e-9)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), form=st.sampled_from(list(READINGS.values())))
def test_a_zero_by_choice_never_gains(seed: int, form: ScoreCard) -> None:
    """R19 allows it, and for the mean it is never better than booking what the box pays."""
    table = solved(form)
    card = random_card(np.random.default_rng(seed), form)
    for roll in ROLLS:
        uses = worth_of_uses(table, card, roll)
        for use in filling.uses(form, card, roll):
            assert not use.waives or uses[use.name] <= uses[use.waives] + 1e-9


def test_any_number_of_processors_solves_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bit by bit, in this process: the shared table comes from another one."""
    found = []
    for jobs in (1, 3):
        monkeypatch.setattr(solving, "processors", partial(int, jobs))
        found.append(solve(FORCED).worths)
    np.testing.assert_array_equal(found[0], found[1])


@pytest.mark.parametrize(
    ("boxes", "sentence"),
    [
        ((5, *[None] * 5, *[None] * 7), None),
        ((7, *[None] * 5, *[None] * 7), "aces never holds 7"),
        ((None, None, 10, *[None] * 3, *[None] * 7), "threes never holds 10"),
        ((*[6] * 6, *[None] * 7), "aces never holds 6"),
        ((0, 6, 6, 0, 0, 6, *[None] * 7), None),
        ((40, *[None] * 5, *[None] * 7), "aces never holds 40"),
        ((*[None] * 11, 25, None), "yahtzee never holds 25"),
    ],
)
def test_a_card_that_cannot_be_has_no_worth(boxes: tuple[int | None, ...], sentence: str | None) -> None:
    if sentence is None:
        assert 0 < solved(FORCED).worth(Card(boxes)) < 300
    else:
        with pytest.raises(ValueError, match=sentence):
            solved(FORCED).worth(Card(boxes))


def test_a_full_card_is_worth_nothing_more_and_has_no_turn() -> None:
    card = Card((3, 6, 9, 12, 15, 18, 20, 21, 25, 30, 40, 50, 22))
    assert solved(FORCED).worth(card) == 0
    with pytest.raises(ValueError, match="full"):
        box_worth(solved(FORCED), card)


@pytest.mark.parametrize(("needs", "start"), [(FILLED_BY_FIVE, 191.7743692), ("full house", 191.7608798)])
def test_five_alike_fill_a_full_house_where_the_card_says_so(needs: str, start: float) -> None:
    """Yacht with straights of four and five numbers for 15 and 30, and a bonus of 35 at 63."""
    numbers = tuple(Box(f"face-{face}", f"face {face}", "these dice") for face in range(1, 7))
    straights = Box("little-straight", "run of 4", 15), Box("big-straight", "run of 5", 30)
    others = (
        Box("full-house", needs),
        Box("four-alike", "4 alike"),
        Box("choice"),
        Box("yacht", "5 alike", 50),
    )
    form = ScoreCard((Section("Numbers", numbers, 63, 35), Section("Combinations", (*straights, *others))))
    assert solved(form).start == pytest.approx(start, abs=1e-7)
