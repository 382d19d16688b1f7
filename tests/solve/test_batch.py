"""Many games in compiled code: each action against the judge, and games against the exact distribution."""

import numpy as np
import pytest

from fivedice.analysis import evaluate
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.actions import KEEP_ACTIONS, KEPT
from fivedice.core.dice import KEEPS, ROLLS
from fivedice.core.rules import Game
from fivedice.core.turn import THROWS, Turn
from fivedice.games.cardgame import CardPosition
from fivedice.games.piecepack import Piecepack
from fivedice.games.traditional import Traditional
from fivedice.match.events import Decision, Keep, Spend
from fivedice.match.setup import Player, Setup
from fivedice.match.state import at
from fivedice.solve.cards.batch import CardBatch
from fivedice.solve.cards.best_games import best_games
from fivedice.solve.cards.table import CardPoints
from tests.solve.conftest import exact_totals, solved
from tests.solve.test_cards import random_card
from tests.spread import spread
from tests.thirteen import FORCED, FREE, NONE, READINGS

GAMES: dict[ScoreCard, Game] = {FORCED: Traditional(), FREE: Traditional(joker="free"), NONE: Piecepack()}
MANY = 50_000


def rated(form: ScoreCard, card: Card, roll: int, left: int) -> dict[Decision, float]:
    """What the judge says each decision is worth, in points to come."""
    state = at(
        Setup(GAMES[form], (Player("alone"),)), CardPosition((card,), 0), Turn((ROLLS[roll],), THROWS - left)
    )
    total = filling.total(form, card)
    return {one.decision: one.worth - total for one in evaluate.rate(state, 0, CardPoints(solved(form)))}


@pytest.mark.parametrize("cards", spread([1, 12], 1))
@pytest.mark.parametrize("form", READINGS.values(), ids=READINGS)
def test_every_action_is_worth_what_the_judge_says(form: ScoreCard, cards: int) -> None:
    """On random cards, at every step of random turns; uses also before the last throw."""
    choose = np.random.default_rng(5)
    for _ in range(cards):
        card = random_card(choose, form)
        batch = CardBatch(form, 5, solved(form), card=card, turns=1, jobs=1)
        batch.begin(choose.integers(1 << 63, size=5).astype(np.uint64))
        while not batch.state.over.all():
            for game in np.flatnonzero(~batch.state.over).tolist():
                check(form, card, batch, game)
            mask = batch.state.mask
            batch.step((choose.random(mask.shape) * mask).argmax(axis=1))


def check(form: ScoreCard, card: Card, batch: CardBatch, game: int) -> None:
    """Compares the worths of all actions of a game."""
    roll, left = int(batch.state.roll[game]), int(batch.state.left[game])
    keeps, uses = rated(form, card, roll, left), rated(form, card, roll, 0)
    for action, worth in enumerate(batch.state.worths[game].tolist()):
        keep = Keep(0, KEEPS[KEPT[roll, action]]) if action < KEEP_ACTIONS else None
        decision = keep or Spend(0, form.names[action - KEEP_ACTIONS])
        legal = left and keep and len(keep.dice) < 5 and list(KEPT[roll]).index(KEPT[roll, action]) == action
        if legal or (keep is None and decision in uses):
            assert worth == pytest.approx((keeps if keep else uses)[decision], abs=1e-9)
        else:
            assert worth == -np.inf


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
    """Played step by step, each game by itself, the same games end alike."""
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


@pytest.mark.parametrize("seed", range(3))
def test_games_go_on_from_any_card(seed: int) -> None:
    card = random_card(np.random.default_rng(seed), FORCED)
    assert not filling.is_full(card)
    totals = best_games(solved(FORCED), 10_000, seed, card)[0]
    worth = filling.total(FORCED, card) + solved(FORCED).worth(card)
    assert totals.mean() == pytest.approx(worth, abs=4 * totals.std() / 100 + 1e-9)


def test_games_with_the_same_seed_share_their_dice() -> None:
    """A card that is played by itself twice ends alike; one with a point more ends with a point more."""
    boxes = (3, 6, 9, None, None, 18, None, 0, 25, 30, None, None)
    less, more = Card((*boxes, 21)), Card((*boxes, 22))
    one, other = (best_games(solved(FORCED), 2_000, 9, card)[0] for card in (less, more))
    assert (other - one == 1).all()
