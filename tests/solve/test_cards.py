"""Solved cards: published numbers, a naive oracle, the game's own rules, and what may be asked."""

from functools import cache, partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import force_setattr, replace

from fivedice.cards import filling
from fivedice.cards.boxes import FILLED_BY_FIVE, Box
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard, Section
from fivedice.core.dice import ROLLS
from fivedice.core.worth import ROLL_NUMBER, Worth
from fivedice.games.cardgame import CardPosition
from fivedice.solve.cards import bonus, remaining
from fivedice.solve.cards import table as solving
from fivedice.solve.cards.best_games import best_games
from fivedice.solve.cards.columns import layout
from fivedice.solve.cards.distribution import Distribution, distribution
from fivedice.solve.cards.reach import TargetChance
from fivedice.solve.cards.table import CardPoints, CardTable, solve
from fivedice.solve.cards.wins import CardWins
from tests.cards.drawn import filled, rolls, score_cards
from tests.laws.test_texts import law
from tests.solve import oracle
from tests.solve.conftest import box_worth, random_card, solved
from tests.solve.test_distribution import slow_chances
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


def worth_of_uses(table: CardTable, card: Card, roll: tuple[int, ...]) -> dict[str, float]:
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
    assert table.worth(card) == pytest.approx(oracle.worth(card, table.form), abs=1e-10)


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


# --- Cards that hypothesis draws, by every solver -----------------------------------------------------------


few = settings(law, max_examples=20)
fewer = settings(law, max_examples=5)
GAMES = 20_000
RAISED = 1e-6
"""By so much a bonus is raised to see how likely it is."""


@cache
def table_of(form: ScoreCard) -> CardTable:
    return solve(form)


@st.composite
def last_turns(draw: st.DrawFn, forms: st.SearchStrategy[ScoreCard] | None = None) -> tuple[ScoreCard, Card]:
    """A card of two or three boxes with one or two of them open."""
    form = draw(score_cards(most=3) if forms is None else forms)
    return form, draw(filled(form, vacant=1, most_vacant=2))


with_a_bonus = score_cards(most=3).filter(lambda form: bool(layout(form).sections))


@settings(few)
@given(last=last_turns())
def test_a_card_is_worth_what_a_naive_solver_says(last: tuple[ScoreCard, Card]) -> None:
    form, card = last
    assert table_of(form).worth(card) == pytest.approx(oracle.worth(card, form), abs=1e-9)


@settings(few)
@given(last=last_turns(), roll=rolls)
def test_every_use_is_worth_what_it_leads_to(last: tuple[ScoreCard, Card], roll: tuple[int, ...]) -> None:
    form, card = last
    known, position = CardPoints(table_of(form)), CardPosition((card,), 0)
    found = known.uses(position, 0, roll)
    total = filling.total(form, card)
    assert max(found.values()) == pytest.approx(total + oracle.ending(card, roll, form), abs=1e-9)
    assert known.rolls(position, 0)[ROLL_NUMBER[roll]] == pytest.approx(max(found.values()), abs=1e-9)
    named = known.best_uses(position, 0)[ROLL_NUMBER[roll]]
    assert found[named] == pytest.approx(max(found.values()), abs=1e-9)


@settings(few)
@given(last=last_turns())
def test_the_distribution_is_that_of_a_slow_oracle(last: tuple[ScoreCard, Card]) -> None:
    form, card = last
    found, total = distribution(table_of(form), card), filling.total(form, card)
    slow = slow_chances(table_of(form), card)
    chances = np.zeros(total + len(slow))
    chances[: len(found.chances)] = found.chances
    assert chances[total:] == pytest.approx(slow, abs=1e-12)
    assert found.mean == pytest.approx(total + table_of(form).worth(card), abs=1e-9)
    assert made_up(form, found) == pytest.approx(found.mean, abs=1e-9)


def made_up(form: ScoreCard, found: Distribution) -> float:
    sections = sum(section.bonus * found.bonuses[section.title] for section in form.sections if section.bonus)
    return sum(found.boxes.values()) + sections + found.further * (form.further.bonus if form.further else 0)


@settings(fewer)
@given(last=last_turns(with_a_bonus))
def test_the_chance_of_a_bonus_is_what_a_little_more_of_it_is_worth(last: tuple[ScoreCard, Card]) -> None:
    form, card = last
    for at, (place, _) in enumerate(layout(form).sections):
        sections = (*form.sections[:place], raised(form.sections[place]), *form.sections[place + 1 :])
        gained = oracle.worth(card, ScoreCard(sections, form.further)) - oracle.worth(card, form)
        earned = filling.section_bonus(form, card, place) > 0
        known = bonus.CardBonus(form, place, bonus.work_out(table_of(form), at))
        assert known.of(card) == pytest.approx(1 if earned else gained / RAISED, abs=1e-4)


def raised(section: Section) -> Section:
    """The section with a bonus of a little more, as no card can say it."""
    more = replace(section)
    force_setattr(more, "bonus", section.bonus + RAISED)
    return more


@settings(fewer)
@given(data=st.data())
def test_the_chance_to_win_is_that_of_all_pairs_of_totals(data: st.DataObject) -> None:
    form = data.draw(score_cards(most=3))
    cards = tuple(data.draw(filled(form, most_vacant=3)) for _ in range(2))
    table = table_of(form)
    known = CardWins(table, remaining.work_out(table, exact_up_to=3))
    mine, other = (distribution(table, card).chances for card in cards)
    found = [known.worth(CardPosition(cards, 0), seat) for seat in range(2)]
    assert found[0] == pytest.approx(ahead(mine, other), abs=1e-5)
    assert sum(found) == pytest.approx(1, abs=1e-9)


def ahead(mine: Worth, other: Worth) -> float:
    """The chance that a total is higher than the other, with half of that of equal ones."""
    points, theirs = np.arange(len(mine))[:, None], np.arange(len(other))
    return float(mine @ ((points > theirs) + (points == theirs) / 2) @ other)


@settings(fewer)
@given(last=last_turns())
def test_games_of_best_play_come_out_as_the_distribution_says(last: tuple[ScoreCard, Card]) -> None:
    """Best play costs nothing: the mean within five standard errors, and no point of the distribution of
    totals off by more than Kolmogorov's bound for a chance of 1 in 10,000.
    """
    form, card = last
    exact = distribution(table_of(form), card)
    totals = best_games(table_of(form), GAMES, 3, card)[0]
    assert totals.mean() == pytest.approx(exact.mean, abs=5 * exact.deviation / GAMES**0.5 + 1e-9)
    found = np.bincount(totals, minlength=len(exact.chances)) / GAMES
    assert np.abs(np.cumsum(found) - np.cumsum(exact.chances)).max() < 2.23 / GAMES**0.5


@settings(few)
@given(last=last_turns(), more=st.integers(1, 80), roll=rolls)
def test_the_chance_to_reach_a_total_is_the_best_there_is(
    last: tuple[ScoreCard, Card], more: int, roll: tuple[int, ...]
) -> None:
    form, card = last
    target = filling.total(form, card) + more
    known, position = TargetChance(form, target), CardPosition((card,), 0)
    assert known.worth(position, 0) == pytest.approx(oracle.reach(card, target, form), abs=1e-12)
    found = known.uses(position, 0, roll)
    assert list(found.values()) == pytest.approx(oracle.reached(card, target, roll, form), abs=1e-12)
    assert max(found.values()) == pytest.approx(known.rolls(position, 0)[ROLLS.index(roll)], abs=1e-12)
