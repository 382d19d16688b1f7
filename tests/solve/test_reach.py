"""The best chance to reach a total: against a naive oracle, and against play for the mean."""

from pathlib import Path

import numpy as np
import pytest

from fivedice.analysis import luck_and_cost
from fivedice.analysis.annotate import mark
from fivedice.cards import filling, written
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS
from fivedice.core.worth import ROLL_NUMBER
from fivedice.games import challenge
from fivedice.games.cardgame import CardPosition
from fivedice.games.owncard import OwnCard
from fivedice.games.traditional import Traditional
from fivedice.narration import reviews
from fivedice.notation.record import replay
from fivedice.report import text
from fivedice.solve.cards import reach
from fivedice.solve.cards.distribution import distribution
from fivedice.solve.cards.reach import TargetChance
from tests.solve import oracle
from tests.solve.conftest import assert_uses_agree, solved
from tests.thirteen import EMPTY, FORCED, NONE, READINGS

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
