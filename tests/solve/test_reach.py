"""The best chance to reach a total: against a naive oracle, and against play for the mean."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from fivedice.analysis import evaluate, luck_and_cost
from fivedice.analysis.annotate import mark
from fivedice.cards import filling, written
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS, Dice
from fivedice.core.rules import Use
from fivedice.core.worth import KEEP_NUMBER, ROLL_NUMBER, best_keep, keep_worth
from fivedice.games import challenge
from fivedice.games.cardgame import CardPosition
from fivedice.games.owncard import OwnCard
from fivedice.games.piecepack import Piecepack
from fivedice.match.events import Event, Throw
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, at, step
from fivedice.notation.record import replay
from fivedice.report import text, words
from fivedice.solve.cards import reach
from fivedice.solve.cards.columns import place_of
from fivedice.solve.cards.distribution import distribution
from fivedice.solve.cards.reach import TargetChance
from fivedice.solve.cards.table import CardPoints
from tests.solve import oracle
from tests.solve.conftest import solved
from tests.solve.test_cards import random_card
from tests.thirteen import EMPTY, FORCED, FULL_HOUSE, LARGE_STRAIGHT, NONE, READINGS, SMALL_STRAIGHT

GOLDEN = Path(__file__).parents[1] / "golden"
FEW_OPEN = [
    Card((3, 6, 9, 12, 15, None, 20, 0, 25, 30, 40, None, 22)),
    Card((3, 6, None, 12, 15, 18, 20, 0, 25, 30, 40, 0, None)),
    Card((3, 6, 9, 12, 15, 18, 20, None, None, 30, 40, 50, 22), 1),
    Card((3, 6, 9, 12, None, None, 20, 21, 25, 30, 40, 50, 22)),
    Card((3, 6, 9, 12, 15, 18, 20, 21, None, 30, None, None, 22)),
    Card((None, 6, 9, 12, 15, 18, 20, 21, None, None, 40, 50, 22)),
]
AFTER_A_ZERO = Card((3, None, 9, 12, 15, 18, None, 21, 25, None, 40, 0, 22))
HALF_OPEN = Card((3, None, 9, None, 15, 18, None, 0, None, 30, None, 50, None))
ONLY_CHANCE = Card((3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 0, None))
NEARLY_BEST = Card((5, 10, 15, 20, 25, 30, 30, 30, None, None, None, 50, None))
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
    """The position of a single seat with this card."""
    return CardPosition((card,), 0)


def known_for(target: int, form: ScoreCard = FORCED) -> TargetChance:
    """What is known of the game by who wants to reach a total."""
    return TargetChance(form, target)


def chance(card: Card, target: int, form: ScoreCard = FORCED) -> float:
    """The best chance before a turn with this card."""
    return known_for(target, form).worth(alone(card), 0)


def opened(card: Card, box: int) -> Card:
    """The card with one box open again."""
    return Card((*card.boxes[:box], None, *card.boxes[box + 1 :]), card.bonuses)


# --- Against an oracle -----------------------------------------------------------------------------------


def booked(card: Card, roll: Dice, use: Use, form: ScoreCard) -> Card:
    """The card after a use."""
    return filling.book(form, card, roll, use.name)


@pytest.mark.parametrize("form", READINGS.values(), ids=READINGS)
@pytest.mark.parametrize("card", FEW_OPEN, ids=lambda card: "-".join(map(str, card.boxes)))
def test_the_last_boxes_are_as_a_naive_oracle_says(card: Card, form: ScoreCard) -> None:
    """With two or three boxes open, by each reading of the Joker, for near and far totals."""
    for more in (20, 60):
        target = filling.total(form, card) + more
        assert chance(card, target, form) == pytest.approx(oracle.reach(card, target, form), abs=1e-12)


@pytest.mark.parametrize("form", READINGS.values(), ids=READINGS)
def test_every_use_is_as_a_naive_oracle_says(form: ScoreCard) -> None:
    card = FEW_OPEN[2]
    target = filling.total(form, card) + 40
    known = known_for(target, form)
    for roll in ((4, 4, 4, 4, 4), (2, 2, 3, 3, 3), (1, 2, 3, 4, 6)):
        found = known.uses(alone(card), 0, roll)
        assert list(found) == [use.name for use in filling.uses(form, card, roll)]
        assert list(found.values()) == pytest.approx(oracle.reached(card, target, roll, form), abs=1e-12)


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
@pytest.mark.parametrize("card", [HALF_OPEN, *FEW_OPEN], ids=lambda card: "-".join(map(str, card.boxes)))
def test_nobody_who_plays_for_the_mean_reaches_a_total_more_often(card: Card, form: ScoreCard) -> None:
    """For any total; and for some total less often."""
    mean = distribution(solved(form), card)
    totals = range(filling.total(form, card) - 5, filling.total(form, card) + 220, 32)
    gains = [chance(card, total, form) - mean.at_least(total) for total in totals]
    assert min(gains) > -1e-12
    assert max(gains) > 1e-4


@pytest.mark.parametrize(
    ("box", "points"),
    [(FULL_HOUSE, 25), (SMALL_STRAIGHT, 30), (LARGE_STRAIGHT, 40)],
)
def test_in_a_box_of_one_value_both_play_alike(box: int, points: int) -> None:
    """With only such a box open the points themselves are the aim, and nothing more can be had."""
    card = opened(FULL, box)
    total = filling.total(FORCED, card) + points
    assert chance(card, total) == pytest.approx(distribution(solved(FORCED), card).at_least(total), abs=1e-12)
    assert chance(card, total + 1) == 0


def test_the_choice_differs_from_the_mean_players() -> None:
    """With Chance open, 30 points needed and one throw left, three sixes are kept of a full house; the mean
    player is content with its 28 points.
    """
    target, roll = filling.total(FORCED, ONLY_CHANCE) + 30, ROLL_NUMBER[5, 5, 6, 6, 6]
    kept = [
        best_keep(keep_worth(known.rolls(alone(ONLY_CHANCE), 0)))[roll]
        for known in (known_for(target), CardPoints(solved(FORCED)))
    ]
    assert kept == [KEEP_NUMBER[6, 6, 6], KEEP_NUMBER[5, 5, 6, 6, 6]]
    assert keep_worth(known_for(target).rolls(alone(ONLY_CHANCE), 0))[kept[0]] == pytest.approx(1 / 36)


# --- What must hold --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_more_is_never_likelier(seed: int) -> None:
    choose = np.random.default_rng(seed)
    card = next(card for card in iter(lambda: random_card(choose, FORCED), None) if few_open(card))
    found = [chance(card, filling.total(FORCED, card) + more) for more in range(0, 200, 13)]
    assert found[0] == 1
    assert (np.diff(found) <= 1e-15).all()


def few_open(card: Card) -> bool:
    """Whether one to six boxes are open, so that it is solved in a blink."""
    return 1 <= card.boxes.count(None) <= 6


def test_what_is_sure_takes_no_solving() -> None:
    """A total already made is sure and one beyond all cards cannot be, even from the empty card."""
    for card, target, sure in ((ONLY_CHANCE, 178, 1), (EMPTY, 0, 1), (EMPTY, 10**30, 0), (EMPTY, 1576, 0)):
        known = known_for(target)
        assert known.worth(alone(card), 0) == sure
        assert set(known.rolls(alone(card), 0)) == {sure}
        assert known.memory < 1e6
    assert [chance(FULL, filling.total(FORCED, FULL) + more) for more in (-1, 0, 1)] == [1, 1, 0]


def test_the_highest_card_of_all_can_be_reached() -> None:
    """Thirteen Yahtzees as they are needed make 1,575, and piecepack's best card makes 375."""
    assert 0 < chance(EMPTY, 1575) < 1e-17
    assert 0 < chance(EMPTY, 375, NONE) < 1e-13
    assert chance(EMPTY, 376, NONE) == 0


@pytest.mark.parametrize("seed", range(5))
def test_rolls_uses_and_positions_agree(seed: int) -> None:
    choose = np.random.default_rng(seed)
    target = filling.total(FORCED, HALF_OPEN) + int(choose.integers(60, 160))
    known = known_for(target)
    rolls, named = known.rolls(alone(HALF_OPEN), 0), known.best_uses(alone(HALF_OPEN), 0)
    for number in [*choose.integers(len(ROLLS), size=3), ROLL_NUMBER[4, 4, 4, 4, 4]]:
        uses = known.uses(alone(HALF_OPEN), 0, ROLLS[number])
        assert max(uses.values()) == uses[named[number]] == rolls[number]
        for use in filling.uses(FORCED, HALF_OPEN, ROLLS[number])[:3]:
            after = booked(HALF_OPEN, ROLLS[number], use, FORCED)
            assert known.worth(alone(after), 0) == pytest.approx(uses[use.name], abs=1e-12)
            assert chance(after, target) == pytest.approx(uses[use.name], abs=1e-12)


def test_a_card_that_cannot_follow_is_solved_for() -> None:
    known, target = known_for(220), 220
    for card in (FEW_OPEN[0], HALF_OPEN, FEW_OPEN[5], ONLY_CHANCE, HALF_OPEN):
        assert known.worth(alone(card), 0) == chance(card, target)
    with pytest.raises(ValueError, match="twos never holds 3"):
        known.worth(alone(Card((None, 3, *(None,) * 11))), 0)


def come_about(card: Card, form: ScoreCard) -> Iterator[Card]:
    """The cards with an open box that may come of a card, itself the first."""
    found = {card}
    while found:
        yield from found
        uses = {
            (one, roll, use.name) for one in found for roll in ROLLS for use in filling.uses(form, one, roll)
        }
        found = {filling.book(form, *use) for use in uses}
        found = {after for after in found if not filling.is_full(after)}


@pytest.mark.parametrize("form", READINGS.values(), ids=READINGS)
@pytest.mark.parametrize("card", [*FEW_OPEN, AFTER_A_ZERO], ids=lambda card: "-".join(map(str, card.boxes)))
def test_all_that_comes_of_a_card_is_solved(card: Card, form: ScoreCard) -> None:
    """Zeros by choice among it."""
    need = 90
    target = filling.total(form, card) + need
    chances = reach.solve(form, card, need)
    found = {
        (place_of(form, after), after.boxes.count(None), target - filling.total(form, after))
        for after in come_about(card, form)
    }
    assert all(chances.answer_for(*each) for each in found if each[2] > 0)
    worth_solving = {each for each in found if 0 < each[2] <= chances.points.to_come[each[0]]}
    assert chances.positions >= len(worth_solving)


def test_a_seat_looks_at_its_own_card_alone() -> None:
    """In challenge and at any other table, whatever the others hold; in piecepack the sixth box is Nulls."""
    card, target = opened(ONLY_CHANCE, 5), 200
    common = challenge.ChallengePosition((FULL, card), 0)
    assert known_for(target).worth(common, 1) == chance(card, target)
    known = TargetChance(NONE, target)
    uses = known.uses(alone(card), 0, (1, 2, 3, 6, 6))
    assert set(uses) == {"nulls", "chance", "zero-nulls", "zero-chance"}


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    known = TargetChance(FORCED, 250, progress=lambda *part: told.append(part))
    known.worth(alone(HALF_OPEN), 0)
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] > 0


# --- Judged, reviewed, typed -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_luck_and_cost_make_up_what_became_of_it(seed: int) -> None:
    """From four open boxes to the end, not always well played: the result, 1 or 0, is the chance at the
    start and all luck less all cost.
    """
    choose = np.random.default_rng(seed)
    known = TargetChance(NONE, 370)
    state = at(Setup(Piecepack(), (Player("Ann"),)), alone(NEARLY_BEST))
    start, luck, cost = evaluate.worth(state, 0, known), 0.0, 0.0
    while state.awaited.kind != "over":
        before, event = evaluate.worth(state, 0, known), some_event(state, choose)
        if isinstance(event, Throw):
            luck += evaluate.worth(step(state, event), 0, known) - before
        else:
            cost += next(rated.cost for rated in evaluate.rate(state, 0, known) if rated.decision == event)
        state = step(state, event)
    result = float(filling.total(NONE, state.position.cards[0]) >= 370)
    assert evaluate.worth(state, 0, known) == result == pytest.approx(start + luck - cost, abs=1e-12)


def some_event(state: State, choose: np.random.Generator) -> Event:
    """A random throw, or a random decision."""
    if state.awaited.kind == "throw":
        return Throw(0, tuple(choose.integers(1, 7, state.awaited.dice).tolist()))
    rated = evaluate.rate(state, 0, CardPoints(solved(NONE)))
    return rated[choose.integers(min(2, len(rated)))].decision


def test_a_match_is_looked_back_at() -> None:
    match = replay((GOLDEN / "piecepack-1seats.jsonl").read_bytes()).match
    known = TargetChance(NONE, 370)
    found = luck_and_cost.review(match, known)
    (account,) = found.accounts
    assert abs(account.residue) < 1e-9
    told = "\n".join(text.lines(found, known, "digits"))
    assert "the chance of reaching 370" in told
    assert words.amount(0.023, known.aim) == "2.3% of reaching 370"
    assert mark(0.05, known.aim) == "?"


def test_levels_that_are_not_kept_are_solved_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = reach.solve(FORCED, HALF_OPEN, 150)
    monkeypatch.setattr(reach, "KEPT", 0)
    ((open_boxes, chances),) = reach.solve(FORCED, HALF_OPEN, 150).by_open.items()
    np.testing.assert_array_equal(chances, whole.by_open[open_boxes])
