"""The chance to win beside a hint of challenge: fair at the start, exact at the end, calibrated between."""

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from research.challenge import calibrate as calibrate_challenge

from fivedice.analysis import evaluate, explain
from fivedice.cards.filling import Card
from fivedice.core.turn import Turn
from fivedice.games.challenge import Challenge, ChallengePosition
from fivedice.match.events import Decision, Keep, Spend
from fivedice.match.state import State, at
from fivedice.runtime.library import Library
from fivedice.solve.cards.table import CardPoints
from fivedice.solve.challenge import chance as common_chance
from fivedice.solve.challenge.chance import CommonChance
from tests.solve.conftest import chosen, solved
from tests.solve.test_common_wins import cards_of, seated
from tests.thirteen import FORCED

LAST = Card((3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 0, None))


def told(state: State) -> dict[Decision, float]:
    """The chance beside every choice of seat 0, the best choice first."""
    known, chance = CardPoints(solved(FORCED)), CommonChance(solved(FORCED))
    return {
        rated.decision: explain.beside(state, 0, rated.decision, known, (chance,))["wins"]
        for rated in evaluate.rate(state, 0, known)
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    ("roll", "number"), [((1, 2, 5, 5, 6), 1), ((2, 5, 5, 5, 6), 2), ((5, 5, 5, 5, 6), 3)]
)
def test_who_does_as_all_do_shares_the_win(seats: int, roll: tuple[int, ...], number: int) -> None:
    """In the first round all have the same dice: the best choice is everybody's, and so is the win."""
    state = at(seated(seats), Challenge().start(seats, 0), Turn((roll,) * seats, number))
    chances = list(told(state).values())
    assert chances[0] == pytest.approx(1 / seats, abs=1e-9)
    assert max(chances) < 0.75
    assert min(chances) > 0


def test_the_library_tells_it_beside_a_hint(tmp_path: Path) -> None:
    """With two to four seats, beside points; what ranks by wins has points beside it and no second chance."""
    library = Library(tmp_path)
    library.prepare(Challenge())
    for seats in (2, 3, 4):
        assert [other.aim for other in library.beside(Challenge(), seats, "score")] == ["bonus", "wins"]
    assert [other.aim for other in library.beside(Challenge(), 1, "score")] == ["bonus"]
    assert [other.aim for other in library.beside(Challenge(), 2, "wins")] == ["bonus", "points"]


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("hands", [((1, 3, 5, 6, 6), (2, 2, 4, 6, 6)), ((2, 2, 3, 4, 6),) * 3])
def test_the_last_round_is_told_by_brute_force(hands: tuple[tuple[int, ...], ...], number: int) -> None:
    """With Chance open to all: dice thrown in their order, each hand taking the first it needs."""
    cards = [LAST, Card((*LAST.boxes[:6], 18, *LAST.boxes[7:])), LAST][: len(hands)]
    found = told(at(seated(len(hands)), ChallengePosition(tuple(cards), 0), Turn(hands, number)))
    for decision in list(found)[:3]:
        assert isinstance(decision, Keep)
        told_keep = found[decision]
        truth = brute(cards, hands, decision.dice, number)
        assert told_keep == pytest.approx(truth, abs=1e-9 if number == 2 else 0.02)


def brute(cards: list[Card], hands: tuple[tuple[int, ...], ...], keep: tuple[int, ...], number: int) -> float:
    """The share of seat 0 after a keep: over all rows, or over many with two throws left."""
    others = [chosen(card, hand) for card, hand in zip(cards[1:], hands[1:], strict=True)]
    kept = [keep, *[(one.two_left if number == 1 else one.one_left) for one in others]]
    rows = list(product(range(1, 7), repeat=5))
    ways: Any = rows
    if number == 1:
        draw = np.random.default_rng(5)
        ways = [(rows[first], rows[second]) for first, second in draw.integers(len(rows), size=(10_000, 2))]
    return float(np.mean([share(cards, kept, way if number == 1 else (way,)) for way in ways]))


def share(cards: list[Card], kept: list[tuple[int, ...]], throws: tuple[tuple[int, ...], ...]) -> float:
    """Who has the most when the throws that are left are made."""
    totals = []
    for card, keep in zip(cards, kept, strict=True):
        hand = tuple(sorted(keep + throws[0][: 5 - len(keep)]))
        for row in throws[1:]:
            held = chosen(card, hand).one_left
            hand = tuple(sorted(held + row[: 5 - len(held)]))
        totals.append(sum(filter(None, card.boxes)) + sum(hand))
    return (totals[0] == max(totals)) / totals.count(max(totals))


def test_the_last_use_decides() -> None:
    for mine, wins in (((6, 6, 6, 6, 6), 1.0), ((1, 1, 1, 2, 3), 0.0), ((2, 3, 4, 5, 6), 1 / 3)):
        state = at(seated(3), ChallengePosition((LAST,) * 3, 0), Turn((mine, *[(2, 3, 4, 5, 6)] * 2), 3))
        assert round(told(state)[Spend(0, "chance")], 9) == round(wins, 9)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_seats_share_one_win(seats: int) -> None:
    chance = CommonChance(solved(FORCED))
    for seed in range(6):
        position = ChallengePosition(cards_of(seed, seats, 1 + 2 * seed), 0)
        assert sum(chance.worth(position, seat) for seat in range(seats)) == pytest.approx(1, abs=1e-9)
    even = ChallengePosition((LAST,) * seats, 0)
    assert chance.in_match((1, *[0] * (seats - 1)), 1).worth(even, 0) == pytest.approx(1, abs=1e-6)


def test_who_is_level_counts_as_one_among_the_others() -> None:
    """Two who are level for good and win 80% against the third have 40% each."""
    level = np.array([[1, 1, 0], [1, 1, 0], [0, 0, 1]], np.bool_)
    ahead = np.array([[0.5, 0.5, 0.8], [0.5, 0.5, 0.8], [0.2, 0.2, 0.5]])
    assert common_chance.shares(ahead, level) == pytest.approx([0.4, 0.4, 0.2])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_of_what_is_called_60_percent_60_are_won(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over 9,000 simulated matches, in each tenth to 3 points, or as near as so few of them can tell."""
    monkeypatch.setattr(calibrate_challenge, "table", lambda: solved(FORCED))
    counted = calibrate_challenge.simulated(77, seats, 9_000)
    bins = calibrate_challenge.binned(counted)
    assert len(bins) == calibrate_challenge.BINS
    assert sum(number for _, number, *_ in bins) > 4_000
    for _, _, called, won, error in bins:
        assert abs(called - won) < 0.03 + error
