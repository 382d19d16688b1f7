"""Best play as a table, and games played by it: against the judge, and against the exact distribution."""

import numpy as np
import pytest

from fivedice.analysis import evaluate
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS
from fivedice.core.rules import Game
from fivedice.core.turn import Turn
from fivedice.games.challenge import Challenge
from fivedice.games.piecepack import Piecepack
from fivedice.games.traditional import Traditional
from fivedice.match.events import Keep, Spend
from fivedice.match.setup import Player, Setup
from fivedice.match.state import at
from fivedice.solve.cards import playouts, policy
from fivedice.solve.cards.pays import YAHTZEE_ROLLS
from fivedice.solve.cards.playouts import PlayoutResults
from fivedice.solve.cards.policy import Policy
from fivedice.solve.cards.table import CardPoints
from tests.solve.conftest import solved
from tests.solve.test_cards import random_card
from tests.solve.test_distribution import found_for
from tests.thirteen import FORCED, FREE, NONE, READINGS

GAMES: dict[ScoreCard, Game] = {
    FORCED: Traditional(),
    FREE: Challenge(joker="free"),
    NONE: Piecepack(),
}
MILLION = 1_000_000
_WORKED_OUT: dict[ScoreCard, Policy] = {}
_PLAYED: dict[ScoreCard, PlayoutResults] = {}


def policy_for(form: ScoreCard) -> Policy:
    """The policy of one reading; worked out once in a process."""
    if form not in _WORKED_OUT:
        _WORKED_OUT[form] = policy.work_out(solved(form))
    return _WORKED_OUT[form]


def million_for(form: ScoreCard) -> PlayoutResults:
    """A million games by the policy of one reading; played once, for all that is asked of them."""
    if form not in _PLAYED:
        _PLAYED[form] = playouts.play(policy_for(form), MILLION, seed=2026)
    return _PLAYED[form]


def cost(game: Game, card: Card, turn: Turn, decision: Keep | Spend, known: CardPoints) -> float:
    """What the judge says a decision costs."""
    position = game.start(1, 0)
    position = type(position)((card,), 0)
    state = at(Setup(game, (Player("alone"),)), position, turn)
    return next(rated.cost for rated in evaluate.rate(state, 0, known) if rated.decision == decision)


@pytest.mark.parametrize("form", READINGS.values(), ids=READINGS)
def test_the_policy_costs_nothing(form: ScoreCard) -> None:
    """On random cards and rolls, Yahtzees often among them, every choice is worth the best there is."""
    choose = np.random.default_rng(5)
    game = GAMES[form]
    known = CardPoints(solved(form))
    for number in range(150):
        card = random_card(choose, form)
        rolls = YAHTZEE_ROLLS if number % 3 == 0 else ROLLS
        roll = rolls[choose.integers(len(rolls))]
        told = policy_for(form).chosen(card, roll)
        spent = Spend(0, form.names[told.box])
        assert cost(game, card, Turn((roll,), 1), Keep(0, told.two_left), known) < 1e-8
        assert cost(game, card, Turn((roll,), 2), Keep(0, told.one_left), known) < 1e-8
        assert cost(game, card, Turn((roll,), 3), spent, known) < 1e-8


def test_a_full_card_has_nothing_to_choose() -> None:
    for card in (Card((3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 50, 22)), Card((7, *(None,) * 12))):
        with pytest.raises(ValueError, match=r"full|hold"):
            policy_for(FORCED).chosen(card, ROLLS[0])


@pytest.mark.parametrize("form", [FORCED, NONE], ids=["forced", "none"])
def test_a_million_games_come_out_as_the_exact_distribution_says(form: ScoreCard) -> None:
    """Mean, Upper bonus and Yahtzees lie within four standard errors, and no point of the distribution of
    totals is further off than Kolmogorov's bound for a chance of 1 in 1,000."""
    exact, played = found_for(form), million_for(form)
    assert played.totals.mean() == pytest.approx(exact.mean, abs=4 * exact.deviation / MILLION**0.5)
    assert played.totals.std() == pytest.approx(exact.deviation, rel=0.01)
    found = np.bincount(played.totals, minlength=len(exact.chances))[: len(exact.chances)] / MILLION
    assert found.sum() == pytest.approx(1, abs=1e-12)
    assert np.abs(np.cumsum(found) - np.cumsum(exact.chances)).max() < 1.95 / MILLION**0.5
    yahtzees = played.yahtzees
    shares = (played.bonus, yahtzees == 0, yahtzees == 1, yahtzees > 1)
    for share, chance in zip(shares, (exact.bonuses["Upper"], *exact.yahtzees), strict=True):
        assert share.mean() == pytest.approx(chance, abs=4 * (chance * (1 - chance) / MILLION) ** 0.5)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_seed_alone_decides(jobs: int) -> None:
    first = playouts.play(policy_for(FORCED), 20_000, seed=3, jobs=2)
    again = playouts.play(policy_for(FORCED), 30_000, seed=3, jobs=jobs)
    for one, other in zip(first[:3], again[:3], strict=True):
        assert (one == other[:20_000]).all()
    other_seed = playouts.play(policy_for(FORCED), 20_000, seed=4, jobs=jobs)
    assert (first.totals != other_seed.totals).mean() > 0.9


@pytest.mark.parametrize("seed", range(6))
def test_games_go_on_from_any_card(seed: int) -> None:
    card = random_card(np.random.default_rng(seed), FORCED)
    assert not filling.is_full(card)
    played = playouts.play(policy_for(FORCED), 40_000, seed=seed, card=card)
    worth = filling.total(FORCED, card) + solved(FORCED).worth(card)
    assert played.totals.mean() == pytest.approx(worth, abs=4 * played.totals.std() / 200 + 1e-9)


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    policy.work_out(solved(NONE), progress=lambda done, of: told.append((done, of)))
    assert told[-1][0] == told[-1][1]
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    told.clear()
    playouts.play(policy_for(NONE), 20_000, seed=1, progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (20_000, 20_000)


def test_cards_on_the_same_seed_share_their_dice() -> None:
    """A card that is played by itself twice ends alike; one with a point more ends with a point more."""
    boxes = (3, 6, 9, None, None, 18, None, 0, 25, 30, None, None)
    less, more = Card((*boxes, 21)), Card((*boxes, 22))
    one, other = (playouts.play(policy_for(FORCED), 5_000, seed=9, card=card) for card in (less, more))
    assert (other.totals - one.totals == 1).all()
