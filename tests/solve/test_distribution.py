"""The distribution of totals and the best chance to reach one: against means, slow oracles, played games."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from fivedice.analysis import luck_and_cost
from fivedice.analysis.annotate import mark
from fivedice.cards import filling, written
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS
from fivedice.core.worth import ROLL_NUMBER, Worth, best_keep, keep_worth, turn_worth
from fivedice.games import challenge
from fivedice.games.cardgame import CardPosition
from fivedice.games.owncard import OwnCard
from fivedice.games.traditional import Traditional
from fivedice.narration import reviews
from fivedice.notation.record import replay
from fivedice.report import text
from fivedice.solve.cards import bonus, reach
from fivedice.solve.cards.batch import CardBatch
from fivedice.solve.cards.best_games import best_games
from fivedice.solve.cards.bonus import CardBonus, work_out
from fivedice.solve.cards.columns import Columns, columns, layout
from fivedice.solve.cards.distribution import Distribution, distribution
from fivedice.solve.cards.reach import TargetChance
from fivedice.solve.cards.table import CardTable
from tests.solve import oracle
from tests.solve.conftest import assert_uses_agree, box_worth, exact_totals, solved
from tests.spread import spread
from tests.thirteen import EMPTY, FORCED, NONE, READINGS, UPPER

MOST = 550
"""More than three turns pay, a bonus and two Yahtzee bonuses among it."""
CARDS = [
    Card((3, 6, 9, 12, 15, None, 20, 0, 25, 30, 40, 50, None), 1),
    Card((3, 6, 9, 12, 15, 18, 20, 0, None, 30, None, None, 22)),
    Card((None, 6, 9, 12, 15, 24, 20, None, 25, 30, 40, 50, 22)),
    Card((3, 6, 9, 8, 15, 24, None, 0, 25, 30, 40, 0, None)),
    Card((0, 0, 9, 0, 0, 0, None, 0, None, 0, 0, 0, 0)),  # where equal keeps differ in deviation
]


@pytest.fixture
def found(table: CardTable) -> Distribution:
    """The distribution from an empty card, for each reading in turn."""
    return exact_totals(table.form)


def choice(keeps: Worth) -> NDArray[np.intp]:
    """The best keep of each roll; what differs by rounding alone is the same."""
    return best_keep(np.round(keeps, 9))


def slow_chances(table: CardTable, card: Card) -> Worth:
    """The chances of the points to come: every final roll in numpy, carried back along the best keeps."""

    order = layout(table.form).order

    @cache
    def to_come(card: Card) -> Worth:
        if filling.is_full(card):
            return np.asarray(np.eye(1, MOST)[0])
        boxes = box_worth(table, card)
        best = np.round(boxes, 9).argmax(axis=1)
        total = filling.total(table.form, card)
        rows = np.array([after(card, total, roll, order[best[n]]) for n, roll in enumerate(ROLLS)])
        turn = turn_worth(boxes.max(axis=1))
        two_left = keep_worth(keep_worth(rows)[choice(turn.one_left)])
        return np.asarray(keep_worth(two_left[choice(turn.two_left)])[0])

    def after(card: Card, total: int, roll: tuple[int, ...], box: int) -> Worth:
        filled = filling.fill(table.form, card, box, roll)
        gain = filling.total(table.form, filled) - total
        return np.concatenate([np.zeros(gain), to_come(filled)])[:MOST]

    return to_come(card)


def test_boxes_and_bonuses_make_up_the_mean(found: Distribution, table: CardTable) -> None:
    parts = sum(found.boxes.values()) + 35 * found.bonuses["Upper"] + 100 * found.further
    assert parts == pytest.approx(table.start, abs=1e-9)
    assert tuple(found.boxes) == table.form.names
    assert found.yahtzees is not None
    assert found.boxes["yahtzee"] == pytest.approx(50 * (1 - found.yahtzees[0]), abs=1e-9)


def test_no_total_beyond_the_highest_without_yahtzee_bonuses() -> None:
    found = exact_totals(NONE)
    assert len(found.chances) == 376
    assert found.chances[375] > 0
    assert found.yahtzees is not None
    assert found.yahtzees[2] == found.further == 0


@pytest.mark.parametrize("card", spread(CARDS, *CARDS[2:]))
def test_the_last_boxes_come_out_as_a_slow_oracle_says(table: CardTable, card: Card) -> None:
    found = distribution(table, card)
    total = filling.total(table.form, card)
    chances = np.zeros(total + MOST)
    chances[: len(found.chances)] = found.chances
    assert chances[total:] == pytest.approx(slow_chances(table, card), abs=1e-12)
    assert found.mean == pytest.approx(total + table.worth(card), abs=1e-9)


def test_percentiles_and_chances_of_a_total_agree(found: Distribution) -> None:
    for percent in (1, 25, 50, 99):
        total = found.percentile(percent)
        assert 1 - found.at_least(total + 1) >= percent / 100 - 1e-12
        assert 1 - found.at_least(total) < percent / 100
    assert found.at_least(0) == found.at_least(-5) == 1
    assert found.at_least(5000) == 0
    assert found.at_least(250.5) == found.at_least(251)
    with pytest.raises(ValueError, match="percentile"):
        found.percentile(0)


def test_all_games_end_at_the_highest_total_or_below(found: Distribution) -> None:
    highest = int(np.flatnonzero(found.chances)[-1])
    assert found.chances[highest] < 1e-12
    assert found.percentile(100) == highest
    assert 0 < found.at_least(highest) == found.chances[highest]


def test_a_full_card_ends_where_it_stands() -> None:
    card = Card((3, 6, 9, 12, 15, 18, 20, 21, 25, 30, 40, 50, 22), 1)
    found = distribution(solved(FORCED), card)
    assert found.percentile(100) == found.percentile(1) == filling.total(FORCED, card)
    assert tuple(found.boxes.values()) == card.boxes
    assert (found.bonuses, found.yahtzees, found.further) == ({"Upper": 1}, (0, 0, 1), 1)


def test_what_the_card_already_holds_counts() -> None:
    card = Card((5, 10, 15, 20, 15, None, 20, 0, 25, 30, None, 0, None))
    found = distribution(solved(FORCED), card)
    assert found.bonuses == {"Upper": 1}
    assert found.yahtzees == (1, 0, 0)


# --- The chance of a bonus ----------------------------------------------------------------------------------


OPEN_CARDS = [
    Card((3, None, 9, None, None, None, None, None, 25, None, 40, None, 22)),
    Card((None, None, 6, 8, 15, None, 22, None, 25, 0, 40, 50, None), 1),
    Card((1, 4, 12, None, None, 24, None, 12, 25, 30, None, 0, 19)),
]


@pytest.fixture(scope="module")
def forced() -> CardBonus:
    return CardBonus(FORCED, UPPER, work_out(solved(FORCED)))


@pytest.mark.parametrize("card", OPEN_CARDS)
def test_it_is_the_chance_of_the_exact_distribution(forced: CardBonus, card: Card) -> None:
    assert forced.of(card) == pytest.approx(distribution(solved(FORCED), card).bonuses["Upper"], abs=1e-5)


def test_what_is_earned_is_certain_and_what_is_out_of_reach_is_not_hoped_for(forced: CardBonus) -> None:
    assert forced.of(Card((3, 6, 9, 12, 15, 18, *(None,) * 7))) == 1
    assert forced.of(Card((2, 4, 6, 8, 12 - 2, None, *(None,) * 7))) == pytest.approx(
        distribution(solved(FORCED), Card((2, 4, 6, 8, 10, None, *(0,) * 7))).bonuses["Upper"], abs=1e-9
    )
    assert forced.worth(CardPosition((EMPTY, Card((0,) * 13)), 0), 1) == 0


def test_a_card_with_another_bonus_is_worked_out_by_the_same_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its columns are of the same types as a card's own, so nothing is compiled once more for them."""
    given: list[Columns] = []

    def solve_with(_: ScoreCard, with_more: Columns, *_more: object) -> Worth:
        given.append(with_more)
        return solved(FORCED).worths

    monkeypatch.setattr(bonus, "solve_with", solve_with)
    work_out(solved(FORCED))
    typeof: Callable[[object], object] = numba.typeof
    assert list(map(typeof, given)) == [typeof(columns(FORCED))]


# --- Many games in compiled code ----------------------------------------------------------------------------


MANY = 50_000


@pytest.mark.parametrize("form", [FORCED, NONE], ids=["forced", "none"])
def test_many_games_come_out_as_the_exact_distribution_says(form: ScoreCard) -> None:
    """Mean, Upper bonus and Yahtzees lie within four standard errors, and no point of the distribution of
    totals is further off than Kolmogorov's bound for a chance of 1 in 1,000."""
    exact = exact_totals(form)
    totals, bonuses, yahtzees = best_games(solved(form), MANY, seed=2026)
    assert totals.mean() == pytest.approx(exact.mean, abs=4 * exact.deviation / MANY**0.5)
    found = np.bincount(totals, minlength=len(exact.chances))[: len(exact.chances)] / MANY
    assert found.sum() == pytest.approx(1, abs=1e-12)
    assert np.abs(np.cumsum(found) - np.cumsum(exact.chances)).max() < 1.95 / MANY**0.5
    assert exact.yahtzees is not None
    shares = (bonuses > 0, yahtzees == 0, yahtzees == 1, yahtzees > 1)
    for share, chance in zip(shares, (exact.bonuses["Upper"], *exact.yahtzees), strict=True):
        assert share.mean() == pytest.approx(chance, abs=4 * (chance * (1 - chance) / MANY) ** 0.5)


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_seed_alone_decides(jobs: int) -> None:
    first = best_games(solved(FORCED), 2_000, seed=3, jobs=2)
    again = best_games(solved(FORCED), 3_000, seed=3, jobs=jobs)
    for one, other in zip(first, again, strict=True):
        assert (one == other[:2_000]).all()
    assert (first[0] != best_games(solved(FORCED), 2_000, seed=4, jobs=jobs)[0]).mean() > 0.9


@pytest.mark.parametrize("form", READINGS.values(), ids=READINGS)
def test_a_game_takes_the_first_best_action_of_every_step(form: ScoreCard) -> None:
    batch = CardBatch(form, 300, solved(form), again=False)
    batch.begin(5, np.arange(300))
    while not batch.state.over.all():
        batch.step(batch.state.worths.argmax(axis=1))
    found = best_games(solved(form), 300, seed=5)
    for one, other in zip(found, (batch.state.total, batch.state.bonuses, batch.state.fives), strict=True):
        assert (one == other).all()


@pytest.mark.parametrize("seed", [-5, 1 << 80])
def test_any_integer_is_a_seed(seed: int) -> None:
    assert best_games(solved(NONE), 2, seed)[0].min() > 0


def test_games_with_the_same_seed_share_their_dice() -> None:
    boxes = (3, 6, 9, None, None, 18, None, 0, 25, 30, None, None)
    less, more = Card((*boxes, 21)), Card((*boxes, 22))
    one, other = (best_games(solved(FORCED), 2_000, 9, card)[0] for card in (less, more))
    assert (other - one == 1).all()


GOLDEN = Path(__file__).parents[1] / "golden"
FEW_OPEN = [
    Card((3, 6, 9, 12, 15, None, 20, 0, 25, 30, 40, None, 22)),
    Card((None, 6, 9, 12, 15, 18, 20, 21, None, None, 40, 50, 22)),
]
HALF_OPEN = Card((3, None, 9, None, 15, 18, None, 0, None, 30, None, 50, None))
ONLY_CHANCE = Card((3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 0, None))
BY_THE_DICE = """
title = "By the dice"
[[sections]]
title = "A"
boxes = [{{name="five", needs="5 alike", pays="{pays}"}}, {{name="run", needs="run of 4", pays=7}}]
[further]
box = "five"
bonus = 100
"""
FULL = Card((3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 0, 28))


def alone(card: Card) -> CardPosition:
    return CardPosition((card,), 0)


def known_for(target: int, form: ScoreCard = FORCED) -> TargetChance:
    return TargetChance(form, target)


def chance(card: Card, target: int, form: ScoreCard = FORCED) -> float:
    return known_for(target, form).worth(alone(card), 0)


# --- Against an oracle -----------------------------------------------------------------------------------


@pytest.mark.parametrize("pays", ["all dice", "these dice"])
def test_a_further_bonus_counts_where_its_box_pays_by_the_dice(pays: str) -> None:
    """Five ones and five sixes prove the same and pay 5 and 30: neither is forgotten, for any total."""
    form = OwnCard(written.read(BY_THE_DICE.format(pays=pays))).card
    for target in (8, 11, 12, 17, 37, 105, 137):
        card = filling.empty(form)
        assert chance(card, target, form) == pytest.approx(oracle.reach(card, target, form), abs=1e-12)
        for roll in ((2, 2, 2, 2, 2), (1, 2, 3, 4, 4)):
            found = known_for(target, form).uses(alone(card), 0, roll)
            assert list(found.values()) == pytest.approx(oracle.reached(card, target, roll, form), abs=1e-12)


# --- Against play for the mean ---------------------------------------------------------------------------


@pytest.mark.parametrize("form", READINGS.values(), ids=READINGS)
def test_nobody_who_plays_for_the_mean_reaches_a_total_more_often(form: ScoreCard) -> None:
    mean, made = distribution(solved(form), HALF_OPEN), filling.total(form, HALF_OPEN)
    totals = range(made - 5, made + 220, 32)
    gains = [chance(HALF_OPEN, total, form) - mean.at_least(total) for total in totals]
    assert min(gains) > -1e-12
    assert max(gains) > 1e-4


# --- What must hold --------------------------------------------------------------------------------------


def test_what_is_sure_takes_no_solving() -> None:
    for card, target, sure in ((ONLY_CHANCE, 178, 1), (EMPTY, 0, 1), (EMPTY, 10**30, 0), (EMPTY, 1576, 0)):
        known = known_for(target)
        assert known.worth(alone(card), 0) == sure
        assert set(known.rolls(alone(card), 0)) == {sure}
        assert known.memory < 1e6
    assert [chance(FULL, filling.total(FORCED, FULL) + more) for more in (-1, 0, 1)] == [1, 1, 0]


def test_the_highest_card_of_all_can_be_reached() -> None:
    assert 0 < chance(EMPTY, 1575) < 1e-17
    assert 0 < chance(EMPTY, 375, NONE) < 1e-13
    assert chance(EMPTY, 376, NONE) == 0


@pytest.mark.parametrize("seed", range(2))
def test_rolls_uses_and_positions_agree(seed: int) -> None:
    choose = np.random.default_rng(seed)
    target = filling.total(FORCED, HALF_OPEN) + int(choose.integers(60, 160))
    known = known_for(target)
    rolls, named = known.rolls(alone(HALF_OPEN), 0), known.best_uses(alone(HALF_OPEN), 0)
    some = [ROLLS[number] for number in choose.integers(len(ROLLS), size=3)]
    assert_uses_agree(Traditional(), known, alone(HALF_OPEN), every=80)
    for roll in some:
        uses = known.uses(alone(HALF_OPEN), 0, roll)
        assert max(uses.values()) == uses[named[ROLL_NUMBER[roll]]] == rolls[ROLL_NUMBER[roll]]


def test_a_card_that_cannot_follow_is_solved_for() -> None:
    known, target = known_for(220), 220
    for card in (FEW_OPEN[0], HALF_OPEN, FEW_OPEN[1], ONLY_CHANCE, HALF_OPEN):
        assert known.worth(alone(card), 0) == chance(card, target)
    with pytest.raises(ValueError, match="twos never holds 3"):
        known.worth(alone(Card((None, 3, *(None,) * 11))), 0)


def test_a_seat_looks_at_its_own_card_alone() -> None:
    card, target = Card((*ONLY_CHANCE.boxes[:5], None, *ONLY_CHANCE.boxes[6:])), 200
    common = challenge.ChallengePosition((FULL, card), 0)
    assert known_for(target).worth(common, 1) == chance(card, target)
    known = TargetChance(NONE, target)
    uses = known.uses(alone(card), 0, (1, 2, 3, 6, 6))
    assert set(uses) == {"nulls", "chance", "zero-nulls", "zero-chance"}


# --- Judged, reviewed, typed -----------------------------------------------------------------------------


def test_a_match_is_looked_back_at() -> None:
    match = replay((GOLDEN / "piecepack-1seats.jsonl").read_bytes()).match
    known = TargetChance(NONE, 370)
    found = luck_and_cost.review(match, known)
    (account,) = found.accounts
    assert abs(account.residue) < 1e-9
    told = "\n".join(text.lines(found, known, "digits"))
    assert "the chance of reaching 370" in told
    assert reviews.amount(0.023, known.aim) == "2.3% of reaching 370"
    assert mark(0.05, known.aim) == "?"


def test_levels_that_are_not_kept_are_solved_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = reach.solve(FORCED, HALF_OPEN, 150)
    monkeypatch.setattr(reach, "KEPT", 0)
    ((turn, stage),) = reach.solve(FORCED, HALF_OPEN, 150).stages.items()
    np.testing.assert_array_equal(stage.shares, whole.stages[turn].shares)
