"""Challenge played to win: what common dice tie, estimates against playouts, rounds against brute force."""

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from research.challenge import calibrate as calibrate_challenge

from fivedice import bots
from fivedice.analysis import evaluate, explain
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.dice import KEEPS, KEEPS_OF, ROLLS
from fivedice.core.rules import leaders
from fivedice.core.turn import Turn
from fivedice.core.worth import INSIDE, KEEP_NUMBER, ROLL_NUMBER, Worth
from fivedice.games.challenge import Challenge, ChallengePosition
from fivedice.match.events import Decision, Keep, Spend
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, at
from fivedice.runtime.library import Library
from fivedice.solve.cards.best_games import best_games
from fivedice.solve.cards.table import CardPoints
from fivedice.solve.challenge import chance as common_chance
from fivedice.solve.challenge import wins as common_wins
from fivedice.solve.challenge.chance import CommonChance
from fivedice.solve.challenge.ends import as_arrays
from fivedice.solve.challenge.turn import common_turn, throw
from fivedice.solve.challenge.value import chances
from fivedice.solve.challenge.wins import CommonWins
from tests.solve.conftest import chosen, solved
from tests.solve.test_cards import random_card
from tests.spread import spread
from tests.thirteen import BOXES, CHANCE, FORCED

BEHIND = Card((3, None, 9, None, 15, 18, 20, None, 25, 30, None, None, None))
AHEAD = Card((3, None, 9, None, 15, 18, 21, None, 25, 30, None, None, None))
FULL = Card((3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 50, 22), 1)


@pytest.fixture(scope="module")
def champion() -> CommonWins:
    return CommonWins(solved(FORCED))


def cards_of(seed: int, number: int, vacant: int) -> tuple[Card, ...]:
    choose, found = np.random.default_rng(seed), list[Card]()
    while len(found) < number:
        card = random_card(choose, FORCED)
        if card.boxes.count(None) == vacant:
            found.append(card)
    return tuple(found)


def seated(seats: int) -> Setup:
    return Setup(Challenge(), tuple(Player(f"player {seat}") for seat in range(seats)))


# --- Positions --------------------------------------------------------------------------------------------


def test_with_equal_cards_any_lead_wins(champion: CommonWins) -> None:
    """Equal boxes gain the same on common dice, so one point is enough; level, the win is shared."""
    assert [champion.worth(ChallengePosition((AHEAD, BEHIND), 0), seat) for seat in range(2)] == [1, 0]
    assert [champion.worth(ChallengePosition((AHEAD, AHEAD), 0), seat) for seat in range(2)] == [0.5, 0.5]
    for seats in (3, 4):
        start = Challenge().start(seats, 0)
        assert [champion.worth(start, seat) for seat in range(seats)] == pytest.approx([1 / seats] * seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_seats_share_one_win(champion: CommonWins, seats: int) -> None:
    for seed, known in product(range(12), (champion, CommonChance(champion.table))):
        cards = cards_of(seed, seats, vacant=1 + seed)
        told = [known.worth(ChallengePosition(cards, 0), seat) for seat in range(seats)]
        assert sum(told) == pytest.approx(1, abs=1e-9)
        turned = ChallengePosition((*cards[1:], cards[0]), 0)
        assert [known.worth(turned, seat) for seat in range(seats)] == pytest.approx([*told[1:], told[0]])


@pytest.mark.parametrize("better", [(0, 0), (0, 1), (1, 0, 1), (1, 1, 1, 0)])
def test_the_end_is_exact(champion: CommonWins, better: tuple[int, ...]) -> None:
    cards = [FULL, Card((*FULL.boxes[:CHANCE], 23), 1)]
    position = ChallengePosition(tuple(cards[one] for one in better), 0)
    for seat in range(len(better)):
        first = leaders(better)
        assert champion.worth(position, seat) == (seat in first) / len(first)


def test_what_is_brought_from_earlier_games_counts(champion: CommonWins) -> None:
    """In a match of several games the sum decides: a point brought along wins with equal cards."""
    position = ChallengePosition((BEHIND, AHEAD), 0)
    assert champion.in_match((1, 0), 2).worth(position, 0) == 0.5
    assert champion.in_match((2, 0), 2).worth(position, 0) == 1


@pytest.mark.parametrize("vacant", spread([1, 2, 4, 6, 8, 10, 12], 1, 6, 12))
def test_estimates_are_near_what_playouts_say(champion: CommonWins, vacant: int) -> None:
    """Of pairs of random cards, which differ more than those of a match, the chance is off by little."""
    games, off = 2_000, list[float]()
    for seed in range(8):
        cards = cards_of(100 * vacant + seed, 2, vacant)
        totals = [best_games(champion.table, games, 5, card)[0] for card in cards]
        truth = float(((np.sign(totals[0] - totals[1]) + 1) / 2).mean())
        one, other = (as_arrays(champion.table, [card]) for card in cards)
        off.append(abs(float(chances(one, other, vacant)[0]) - truth))
    assert max(off) < 0.2
    assert sum(off) / len(off) < 0.06


# --- Rounds -----------------------------------------------------------------------------------------------


def filled(keep: tuple[int, ...], dice: tuple[int, ...]) -> int:
    """The roll that a keep makes with the first of the common dice."""
    return ROLL_NUMBER[tuple(sorted(keep + dice[: 5 - len(keep)]))]


@pytest.mark.parametrize("seed", range(8))
def test_pairs_of_keeps_take_the_first_of_common_dice(seed: int) -> None:
    """A pair of keeps is worth the mean over all 7,776 rows of dice, of which each takes what it needs."""
    choose = np.random.default_rng(seed)
    rolls = choose.random((252, 252))
    keeps = throw(rolls)
    mine, theirs = (KEEPS[choose.integers(len(KEEPS) if seed else 60)] for _ in range(2))
    rows = product(range(1, 7), repeat=5)
    brute = np.mean([rolls[filled(mine, row), filled(theirs, row)] for row in rows])
    assert keeps[KEEP_NUMBER[mine], KEEP_NUMBER[theirs]] == pytest.approx(brute, abs=1e-12)


def test_a_round_is_worth_what_the_best_keeps_make_of_it() -> None:
    """Each step back: the best keep of one's own roll beside the keep that the other makes of its own."""
    choose = np.random.default_rng(4)
    rolls = choose.random((252, 252))
    kept = INSIDE[choose.integers(0, 32, (2, 252)), np.arange(252)]
    turn = common_turn(rolls, *kept)
    second = np.array(
        [[best_inside(turn.one_left[:, kept[1][r]], mine) for r in range(252)] for mine in ROLLS]
    )
    assert turn.two_left == pytest.approx(throw(second), abs=1e-12)
    first = [best_inside(turn.two_left[:, kept[0][n]], roll) for n, roll in enumerate(ROLLS)]
    assert turn.first == pytest.approx(np.array(first), abs=1e-12)


def best_inside(keeps: Worth, roll: tuple[int, ...]) -> float:
    return float(max(keeps[KEEP_NUMBER[keep]] for keep in KEEPS_OF[roll]))


@pytest.mark.parametrize("seed", range(6))
def test_uses_and_rolls_agree(champion: CommonWins, seed: int) -> None:
    position = ChallengePosition(cards_of(seed, 2, 1 + 2 * seed), 0)
    choose = np.random.default_rng(seed)
    mine, theirs = (ROLLS[choose.integers(252)] for _ in range(2))
    for known in (champion, champion.seeing(Turn((mine, theirs), 3))):
        uses = known.uses(position, 0, mine)
        assert list(uses) == [use.name for use in filling.uses(FORCED, position.cards[0], mine)]
        assert max(uses.values()) == pytest.approx(known.rolls(position, 0)[ROLL_NUMBER[mine]], abs=1e-12)
        best = known.best_uses(position, 0)[ROLL_NUMBER[mine]]
        assert uses[best] == pytest.approx(max(uses.values()), abs=1e-12)


@pytest.mark.parametrize("roll", [(1, 1, 1, 1, 4), (2, 3, 4, 5, 6), (6, 6, 6, 6, 6)])
def test_who_leads_with_an_equal_card_does_as_the_other_does(
    champion: CommonWins, roll: tuple[int, ...]
) -> None:
    """One point ahead with equal boxes the win is certain, at every step, by what the mean player does."""
    position = ChallengePosition((AHEAD, BEHIND), 0)
    told = chosen(AHEAD, roll)
    for number, decision in ((1, told.two_left), (2, told.one_left), (3, told.box)):
        state = at(seated(2), position, Turn((roll, roll), number))
        wanted = Spend(0, BOXES[decision]) if isinstance(decision, int) else Keep(0, decision)
        rated = {rating.decision: rating.worth for rating in evaluate.rate(state, 0, champion)}
        assert rated[wanted] == pytest.approx(1, abs=1e-12)


def test_in_the_last_round_who_is_behind_does_not_do_as_the_other_does(champion: CommonWins) -> None:
    """With Chance open to both and a point behind, the keep that is best for points is sure to lose."""
    more = Card((3, 6, 9, 12, 15, 18, 21, 0, 25, 30, 40, 0, None))
    less = Card((3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 0, None))
    roll = (2, 3, 5, 6, 6)
    state = at(seated(2), ChallengePosition((less, more), 0), Turn((roll, roll), 2))
    rated = {rating.decision: rating.worth for rating in evaluate.rate(state, 0, champion)}
    kept = chosen(less, roll).one_left
    assert rated[Keep(0, kept)] == 0
    rows = list(product(range(1, 7), repeat=5))
    for keep in KEEPS_OF[roll]:
        lead = [sum(keep + row[: 5 - len(keep)]) - sum(kept + row[: 5 - len(kept)]) - 1 for row in rows]
        assert rated[Keep(0, keep)] == pytest.approx((np.sign(lead).mean() + 1) / 2, abs=1e-12)


def last_rounds(seats: int, number: int) -> list[State]:
    """Choices of a last round, dice and hands at random, cards a few points apart."""
    choose, found = np.random.default_rng(17), list[State]()
    cards = [card for card in cards_of(17, 2 * number, 1) if any(card.boxes)]
    for seed, card in enumerate(cards[:number]):
        rolls = [tuple(np.sort(choose.integers(1, 7, 5)).tolist()) for _ in range(2)]
        hands = (rolls[0], *[rolls[seed % 2]] * (seats - 1))
        full = min((points, box) for box, points in enumerate(card.boxes) if points)[1]
        less = Card((*card.boxes[:full], 0, *card.boxes[full + 1 :]), card.bonuses)
        order = [(card, less), (less, card), (card, card)][seed % 3]
        position = ChallengePosition((order[0], *[order[1]] * (seats - 1)), 0)
        found.append(at(seated(seats), position, Turn(hands, 1 + seed // 2 % 3)))
    return found


@pytest.mark.parametrize("seats", [2, 3])
def test_in_the_last_round_the_champion_gives_nothing_away(champion: CommonWins, seats: int) -> None:
    """There the chances are exact, so it takes the best, by however little; of equal ones the expert's."""
    knowing = {"wins": champion, "score": CardPoints(solved(FORCED))}
    contested = 0
    for state in last_rounds(seats, 90):
        rated = {choice.decision: choice.cost for choice in evaluate.rate(state, 0, champion)}
        expected = evaluate.best(state, 0, knowing["score"])
        decided = bots.make("champion", lambda _game, _seats, aim: knowing[aim])(state, 0, Random(1))
        assert rated[decided] < 1e-9
        assert rated[expected] > 1e-9 or decided == expected
        contested += 1e-9 < rated[expected] <= common_wins.DOUBT
    assert contested > 5


def test_before_the_last_round_chances_are_doubted(champion: CommonWins) -> None:
    """So they are with others who differ, and before another game of the match."""
    (one, other) = cards_of(3, 2, 1)
    early = ChallengePosition(cards_of(3, 2, 2), 0)
    assert champion.doubt(ChallengePosition((one, other), 0), 0) == 0
    assert champion.doubt(early, 0) == common_wins.DOUBT
    assert champion.doubt(ChallengePosition((one, other, one), 0), 0) == common_wins.DOUBT
    assert champion.in_match((5, 0), 1).doubt(ChallengePosition((one, other), 0), 0) == common_wins.DOUBT
    assert champion.seeing(Turn(((1,) * 5, (2,) * 5, (3,) * 5), 2)).doubt(
        ChallengePosition((one, other, other), 0), 0
    )


# --- The chance beside a hint for points --------------------------------------------------------------------


LAST = Card((3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 0, None))
TWO, ALIKE = ((1, 3, 5, 6, 6), (2, 2, 4, 6, 6)), ((2, 2, 3, 4, 6),) * 3


def told(state: State) -> dict[Decision, float]:
    """The chance beside every choice of seat 0, the best choice first."""
    known, chance = CardPoints(solved(FORCED)), CommonChance(solved(FORCED))
    return {
        rated.decision: explain.beside(state, 0, rated.decision, known, (chance,))["wins"]
        for rated in evaluate.rate(state, 0, known)
    }


@pytest.mark.parametrize(
    ("seats", "roll", "number"), [(2, (1, 2, 5, 5, 6), 1), (3, (2, 5, 5, 5, 6), 2), (4, (5, 5, 5, 5, 6), 3)]
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


@pytest.mark.parametrize(
    ("hands", "number"), spread([(TWO, 1), (TWO, 2), (ALIKE, 1), (ALIKE, 2)], (TWO, 1), (ALIKE, 2))
)
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


def test_who_is_level_counts_as_one_among_the_others() -> None:
    """Two who are level for good and win 80% against the third have 40% each."""
    level = np.array([[1, 1, 0], [1, 1, 0], [0, 0, 1]], np.bool_)
    ahead = np.array([[0.5, 0.5, 0.8], [0.5, 0.5, 0.8], [0.2, 0.2, 0.5]])
    assert common_chance.shares(ahead, level) == pytest.approx([0.4, 0.4, 0.2])


@pytest.mark.parametrize("seats", spread([2, 3, 4], 2))
def test_of_what_is_called_60_percent_60_are_won(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over 9,000 simulated matches, in each tenth to 3 points, or as near as so few of them can tell."""
    monkeypatch.setattr(calibrate_challenge, "table", lambda: solved(FORCED))
    counted = calibrate_challenge.simulated(77, seats, 9_000)
    bins = calibrate_challenge.binned(counted)
    assert len(bins) == calibrate_challenge.BINS
    assert sum(number for _, number, *_ in bins) > 4_000
    for _, _, called, won, error in bins:
        assert abs(called - won) < 0.03 + error
