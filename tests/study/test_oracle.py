"""The compiled walk of a card alone, held to the rules: to the match, and to what `analysis` says of it."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from fivedice.analysis import evaluate
from fivedice.analysis.solver_api import Knowledge
from fivedice.api.coerce import Playable
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.actions import KEEP_ACTIONS
from fivedice.core.dice import ROLLS
from fivedice.core.turn import EMPTY
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.match import questions
from fivedice.match.events import Throw
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, begin, hand, step
from fivedice.solve.cards.table import CardPoints
from fivedice.study.observing import Encoding
from fivedice.study.vector import SoloVector
from tests.cards.drawn import score_cards
from tests.laws.matches import seeds
from tests.laws.test_texts import law
from tests.spread import one_in
from tests.thirteen import FREE

CARDS = [name for name, game in GAMES.items() if card_of(game)]
DRAWN = 20
EPISODES = 10_000 // (len(CARDS) + DRAWN) + 1
"""Of each card: 10,000 in all."""
GAMES_AT_ONCE = 15


@pytest.mark.parametrize("card", one_in(3, CARDS))
def test_every_card_is_played_as_the_match_plays_it(card: str) -> None:
    assert differences(card, episodes=2) < 1e-9


@pytest.mark.parametrize(
    ("card", "rung"), [("yatzy", "turn"), ("traditional", "upper"), ("kniffel", "last 3")]
)
def test_so_is_every_rung(card: str, rung: str) -> None:
    assert differences(card, rung, episodes=2) < 1e-9


@settings(law, max_examples=2)
@given(form=score_cards(), seed=seeds)
def test_so_is_any_card_that_is_drawn(form: ScoreCard, seed: int) -> None:
    assert differences(form, seed=seed, episodes=5) < 1e-9


@pytest.mark.proof
@pytest.mark.parametrize("card", [*CARDS, FREE])
def test_every_card_is_played_so_for_long(card: Playable) -> None:
    assert differences(card, games=GAMES_AT_ONCE, episodes=EPISODES) < 1e-9


@pytest.mark.proof
@settings(law, max_examples=DRAWN)
@given(form=score_cards(), seed=seeds)
def test_so_are_twenty_cards_that_are_drawn(form: ScoreCard, seed: int) -> None:
    assert differences(form, games=GAMES_AT_ONCE, seed=seed, episodes=EPISODES) < 1e-9


def test_who_throws_some_dice_takes_the_first_of_a_row() -> None:
    """Games with the same key and episode have the same dice, whatever they keep."""
    many = SoloVector(31, "yatzy")
    _, info = many.reset(seed=[5] * 31)
    roll = ROLLS[many.batch.state.roll[0]]
    legal = np.flatnonzero(info["action_mask"][0, :31])
    many.step(np.resize(legal, 31))
    thrown = []
    for action, number in zip(legal, many.batch.state.roll, strict=False):
        kept = Counter(die for place, die in enumerate(roll) if action >> place & 1)
        thrown.append(Counter(ROLLS[number]) - kept)
    for dice in thrown:
        for fewer in (other for other in thrown if other.total() <= dice.total()):
            assert fewer <= dice


def differences(card: Playable, rung: str = "full", games: int = 3, seed: int = 1, *, episodes: int) -> float:
    """The largest difference of a worth or regret from what the match and its ratings say, in episodes of
    random legal actions. Masks, observations, rewards and ends are the same to the last digit.
    """
    many = SoloVector(games, card, rung, labels=True, autoreset_mode="Disabled")
    encoding, known = many.task.encoding, CardPoints(many.task.table)
    start, chance = begin(Setup(many.task.game, (Player("Solo"),))), np.random.default_rng(seed)
    states, over, ended, largest = [start] * games, np.ones(games, np.bool_), 0, 0.0
    seen, info = many.reset(seed=seed)
    while ended < episodes:
        for game in np.flatnonzero(over).tolist():
            states[game] = thrown(start, many, game)
        expected = [rated(state, encoding, known) for state in states]
        for game, (state, worths) in enumerate(zip(states, expected, strict=True)):
            assert_same(seen, encoding.observation(state, 0), game)
            assert np.flatnonzero(np.isfinite(info["regrets"][game])).tolist() == [*worths]
            best = max(worths.values())
            gaps = info["regrets"][game, [*worths]] - (best - np.array([*worths.values()]))
            largest = max(largest, *abs(gaps), abs(info["worth"][game] + score(state) - best))
        actions = np.array([chance.choice([*worths]) for worths in expected])
        before, (seen, rewards, over, _, info) = states, many.step(actions)
        turns = zip(states, actions.tolist(), range(games), strict=True)
        states = [played(*turn, encoding, many) for turn in turns]
        for game, (state, worths, action) in enumerate(zip(states, expected, actions, strict=True)):
            assert rewards[game] == score(state) - score(before[game])
            assert over[game] == (questions.is_over(state) or (rung == "turn" and action >= KEEP_ACTIONS))
            largest = max(largest, abs(info["regret"][game] - (max(worths.values()) - worths[action])))
        ended += int(over.sum())
        if over.any():
            seen, info = many.reset(options={"reset_mask": over})
    return largest


def rated(state: State, encoding: Encoding, known: Knowledge) -> dict[int, float]:
    """The worth of each legal action: of keeps, and of uses once all dice are kept."""
    ratings = evaluate.rate(state, 0, known)
    if state.awaited.kind == "keep":
        ratings += evaluate.rate(step(state, questions.stops(state, 0)), 0, known)
    roll = questions.final_roll(state, 0)
    worths = {encoding.action(roll, rating.decision): rating.worth for rating in ratings}
    return {action: worths[action] for action in np.flatnonzero(encoding.mask(state, 0)).tolist()}


def played(state: State, action: int, game: int, encoding: Encoding, many: SoloVector) -> State:
    """The state after an action, and after the throw that the walk has made."""
    for decision in encoding.decisions(state, 0, action):
        state = step(state, decision)
    return thrown(state, many, game) if many.batch.state.left[game] >= 0 else state


def thrown(state: State, many: SoloVector, game: int) -> State:
    """The state after the throw that the walk has made: of all dice that were not kept."""
    lying = hand(state, 0) if state.turn else ()
    dice = Counter(ROLLS[many.batch.state.roll[game]]) - Counter(die for die in lying if die != EMPTY)
    return step(state, Throw(0, tuple(dice.elements())))


def score(state: State) -> int:
    """The points so far."""
    return questions.scores(state)[0]


def assert_same(seen: Any, observation: Any, game: int) -> None:
    for part in observation:
        assert seen[part][game].tolist() == observation[part].tolist()
