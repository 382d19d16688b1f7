"""Challenge played to win: what common dice tie, estimates against playouts, rounds against brute force."""

import re
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from research.challenge import calibrate as calibrate_challenge
from research.challenge import exploitability as exploit

from fivedice import bots
from fivedice.analysis import ends, evaluate
from fivedice.analysis.luck_and_cost import review
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.dice import KEEPS, KEEPS_OF, ROLLS, Dice
from fivedice.core.rules import leaders
from fivedice.core.turn import Turn
from fivedice.core.worth import INSIDE, KEEP_NUMBER, ROLL_NUMBER, Worth
from fivedice.games.challenge import Challenge, ChallengePosition
from fivedice.games.piecepack import Piecepack
from fivedice.match.events import Decision, Event, Keep, Spend, Throw
from fivedice.match.history import History
from fivedice.match.match import EventMatch
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, at
from fivedice.narration import hints, reviews
from fivedice.notation.record import replay
from fivedice.report import page, review_json, text
from fivedice.runtime.library import Library
from fivedice.solve.cards.best_games import best_games
from fivedice.solve.cards.table import CardPoints
from fivedice.solve.challenge import chance as common_chance
from fivedice.solve.challenge import wins as common_wins
from fivedice.solve.challenge.chance import CommonChance
from fivedice.solve.challenge.ends import as_arrays
from fivedice.solve.challenge.turn import HiddenTurn, common_turn, throw
from fivedice.solve.challenge.value import chances
from fivedice.solve.challenge.wins import DOUBT, ChallengeLastRound, CommonWins, solve_last_round
from tests.solve.conftest import chosen, random_card, solved
from tests.solve.test_kernel import value
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
    position = ChallengePosition((BEHIND, AHEAD), 0)
    assert champion.in_match((1, 0), 2).worth(position, 0) == 0.5
    assert champion.in_match((2, 0), 2).worth(position, 0) == 1


@pytest.mark.parametrize("vacant", spread([1, 2, 4, 6, 8, 10, 12], 1, 6, 12))
def test_estimates_are_near_what_playouts_say(champion: CommonWins, vacant: int) -> None:
    games, off, beside = 2_000, list[float](), CommonChance(champion.table)
    for seed in range(8):
        cards = cards_of(100 * vacant + seed, 2, vacant)
        totals = [best_games(champion.table, games, 5, card)[0] for card in cards]
        truth = float(((np.sign(totals[0] - totals[1]) + 1) / 2).mean())
        one, other = (as_arrays(champion.table, [card]) for card in cards)
        off.append(abs(float(chances(one, other, vacant)[0]) - truth))
        off.append(abs(beside.worth(ChallengePosition(cards, 0), 0) - truth))
    assert max(off) < 0.2
    assert sum(off) / len(off) < 0.06


def test_a_card_that_the_network_was_not_trained_for_is_refused() -> None:
    table: Any = SimpleNamespace(form=Piecepack().card)
    with pytest.raises(ValueError, match="not trained for this card"):
        CommonChance(table)


# --- Rounds -----------------------------------------------------------------------------------------------


def filled(keep: tuple[int, ...], dice: tuple[int, ...]) -> int:
    return ROLL_NUMBER[tuple(sorted(keep + dice[: 5 - len(keep)]))]


@pytest.mark.parametrize("seed", range(8))
def test_pairs_of_keeps_take_the_first_of_common_dice(seed: int) -> None:
    choose = np.random.default_rng(seed)
    rolls = choose.random((252, 252))
    keeps = throw(rolls)
    mine, theirs = (KEEPS[choose.integers(len(KEEPS) if seed else 60)] for _ in range(2))
    rows = product(range(1, 7), repeat=5)
    brute = np.mean([rolls[filled(mine, row), filled(theirs, row)] for row in rows])
    assert keeps[KEEP_NUMBER[mine], KEEP_NUMBER[theirs]] == pytest.approx(brute, abs=1e-12)


def test_a_round_is_worth_what_the_best_keeps_make_of_it() -> None:
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
        rated.decision: ends.beside(state, 0, rated.decision, known, (chance,))["wins"]
        for rated in evaluate.rate(state, 0, known)
    }


@pytest.mark.parametrize(
    ("seats", "roll", "number"), [(2, (1, 2, 5, 5, 6), 1), (3, (2, 5, 5, 5, 6), 2), (4, (5, 5, 5, 5, 6), 3)]
)
def test_who_does_as_all_do_shares_the_win(seats: int, roll: tuple[int, ...], number: int) -> None:
    state = at(seated(seats), Challenge().start(seats, 0), Turn((roll,) * seats, number))
    chances = list(told(state).values())
    assert chances[0] == pytest.approx(1 / seats, abs=1e-9)
    assert max(chances) < 0.75
    assert min(chances) > 0


def test_the_library_tells_it_beside_a_hint(tmp_path: Path) -> None:
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


@pytest.mark.proof
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


# --- The last round, solved ---------------------------------------------------------------------------------


LESS = Card((3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 0, None))
MORE = Card((3, 6, 9, 12, 15, 18, 21, 0, 25, 30, 40, 0, None))
OTHER = Card((3, 6, 9, 12, 15, 18, None, 22, 25, 30, 40, 0, 0))
LEVEL, APART = ChallengePosition((LESS, MORE), 0), ChallengePosition((LESS, OTHER), 0)
ONE_SIDED = ChallengePosition(
    (
        Card((3, 6, 9, 12, 15, 18, 20, 0, 25, None, 40, 0, 22)),
        Card((3, 6, 9, 12, 15, 18, 20, 0, None, 30, 40, 0, 12)),
    ),
    0,
)
"""There are decisions here in which only one side has to draw."""
ROWS = np.array(list(product(range(1, 7), repeat=5)))
NUMBER_OF = np.zeros((7,) * 5, np.intp)
for _roll, _number in ROLL_NUMBER.items():
    NUMBER_OF[_roll] = _number


@pytest.fixture(scope="module")
def known() -> ChallengeLastRound:
    return ChallengeLastRound(CommonWins(solved(FORCED)))


def lying(position: ChallengePosition, mine: Dice, theirs: Dice, number: int) -> State:
    setup = Setup(Challenge(), (Player("Ann", "champion"), Player("Ben", "champion")))
    return at(setup, position, Turn((mine, theirs), number))


def solved_round(known: ChallengeLastRound, position: ChallengePosition) -> HiddenTurn:
    return solve_last_round(known.estimate.table, position.cards, (0, 0))


# --- Against a naive oracle -------------------------------------------------------------------------------


def totals(card: Card) -> Worth:
    forms = [filling.uses(FORCED, card, roll) for roll in ROLLS]
    after = [
        max(filling.total(FORCED, filling.book(FORCED, card, roll, use.name)) for use in uses)
        for roll, uses in zip(ROLLS, forms, strict=True)
    ]
    return np.array(after, np.float64)


def all_filled(keep: Dice) -> Worth:
    """(7776,): the rolls that a keep makes with each row."""
    held = np.tile(np.array(keep, np.intp), (len(ROWS), 1))
    rows = np.sort(np.hstack([held, ROWS[:, : 5 - len(keep)]]))
    return np.asarray(NUMBER_OF[tuple(rows.T)])


def naive(position: ChallengePosition, mine: Dice, theirs: Dice) -> float:
    """The first seat's share of the win before both keep for the last throw: every keep of the one beside
    every keep of the other, over all 7,776 rows of dice in their order, of which each takes the first.
    """
    one, other = map(totals, position.cards)
    made = [[all_filled(keep) for keep in KEEPS_OF[roll]] for roll in (mine, theirs)]
    game = [[((np.sign(one[a] - other[b]) + 1) / 2).mean() for b in made[1]] for a in made[0]]
    return value(np.round(game, 13))


@pytest.mark.parametrize(
    ("position", "mine", "theirs"),
    [
        (LEVEL, (2, 5, 6, 6), (5, 5, 6, 6)),
        (APART, (5, 5, 6, 6), (3, 5, 5, 5)),
        (LEVEL, (5, 6, 6, 6), (5, 6, 6, 6)),
    ],
)
def test_it_is_worth_what_a_naive_oracle_says(
    known: ChallengeLastRound, position: ChallengePosition, mine: Dice, theirs: Dice
) -> None:
    state = lying(position, (*mine, 0), (*theirs, 0), 2)
    faces = [tuple(tuple(sorted((*hand, face))) for hand in (mine, theirs)) for face in range(1, 7)]
    exact = np.mean([naive(position, *hands) for hands in faces])
    assert evaluate.worth(state, 0, known) == pytest.approx(exact, abs=1e-9)
    assert evaluate.worth(state, 1, known) == pytest.approx(1 - exact, abs=1e-9)
    assert 0.01 < exact < 0.99


# --- By itself --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", [LEVEL, ONE_SIDED])
def test_no_response_wins_more_than_the_value(known: ChallengeLastRound, position: ChallengePosition) -> None:
    """Whoever knows how the one plays, its draws included, wins no more than who plays as well; and both get
    by it, against the best response, what the other does not.
    """
    turn = solved_round(known, position)
    ways = exploit.as_solved(turn)
    assert exploit.answered(turn.rolls, ways[0]) == pytest.approx(known.worth(position, 0), abs=1e-12)
    assert exploit.answered(turn.turned.rolls, ways[1]) == pytest.approx(known.worth(position, 1), abs=1e-12)
    assert max((way.second.max(axis=2) < 0.99).sum() for way in ways) > 1000


def test_who_takes_the_other_to_play_for_the_mean_can_be_foreseen(known: ChallengeLastRound) -> None:
    """So the estimate gives away what it was measured to, and the way that is measured is its bot's."""
    turn, estimate = solved_round(known, LEVEL), known.estimate
    ways = exploit.as_estimated(estimate, LEVEL)
    assert exploit.given_away(turn, ways[0]) > 0.01
    assert exploit.given_away(turn.turned, ways[1]) > 0.05
    knowing = {"wins": estimate, "score": CardPoints(solved(FORCED))}
    bot = bots.make("champion", lambda _game, _seats, aim: knowing[aim])
    choose = np.random.default_rng(2)
    for _ in range(20):
        mine, theirs = (tuple(np.sort(choose.integers(1, 7, 5)).tolist()) for _ in range(2))
        for number, hands in ((1, (mine, mine)), (2, (mine, theirs))):
            kept = bot(lying(LEVEL, *hands, number), 0, Random(1))
            own, other = map(ROLL_NUMBER.__getitem__, hands)
            chances = ways[0].first[own] if number == 1 else ways[0].second[own, other]
            assert isinstance(kept, Keep)
            assert INSIDE[chances.argmax(), own] == KEEP_NUMBER[kept.dice]


def test_cards_that_are_alike_share_the_win(known: ChallengeLastRound) -> None:
    assert known.worth(ChallengePosition((LESS, LESS), 0), 0) == pytest.approx(0.5, abs=1e-12)
    assert 0.7 < known.worth(LEVEL, 1) < 0.9
    assert known.worth(LEVEL, 0) + known.worth(LEVEL, 1) == pytest.approx(1, abs=1e-12)


# --- As it is played --------------------------------------------------------------------------------------

MIXED = lying(LEVEL, (2, 3, 5, 6, 6), (2, 3, 5, 6, 6), 2)


def test_the_champion_draws_by_the_chances_told(known: ChallengeLastRound) -> None:
    mixed = evaluate.mixture(MIXED, 0, known)
    assert sum(share.chance for share in mixed) == pytest.approx(1)
    bot = bots.make("champion", lambda _game, _seats, _aim: known)
    made = [bot(MIXED, 0, Random(seed)) for seed in range(400)]
    assert made == [bot(MIXED, 0, Random(seed)) for seed in range(400)]
    often = Counter(made)
    assert set(often) == {share.decision for share in mixed}
    for share in mixed:
        assert often[share.decision] / 400 == pytest.approx(share.chance, abs=0.1)


def test_what_is_drawn_costs_nothing_and_stands_first(known: ChallengeLastRound) -> None:
    """All of a mixture is worth the same against who plays as well, and nothing is worth more; who always
    does one of them can be foreseen, by as much as it then may come to less.
    """
    for seat in range(2):
        mixed, rated = evaluate.mixture(MIXED, seat, known), evaluate.rate(MIXED, seat, known)
        assert [one.decision for one in rated[: len(mixed)]] == [share.decision for share in mixed]
        assert len(mixed) > 1
        assert max(one.cost for one in rated[: len(mixed)]) < 1e-12
        assert min(one.cost for one in rated) == 0
        assert evaluate.best(MIXED, seat, known) == mixed[0].decision
        turn = solved_round(known, LEVEL)
        keeps = (turn if seat == 0 else turn.turned).one_left
        for share in mixed:
            assert isinstance(share.decision, Keep)
            row = keeps[KEEP_NUMBER[share.decision.dice]]
            answers = [row[KEEP_NUMBER[keep]] for keep in KEEPS_OF[2, 3, 5, 6, 6]]
            assert share.gain == pytest.approx(rated[0].worth - min(answers), abs=1e-12)


def test_where_one_choice_is_safe_it_is_made(known: ChallengeLastRound) -> None:
    state = lying(LEVEL, (1, 3, 5, 6, 6), (2, 3, 5, 5, 6), 2)
    (share,) = evaluate.mixture(state, 0, known)
    assert (share.decision, share.chance) == (Keep(0, (5, 6, 6)), 1)
    assert share.gain == pytest.approx(0, abs=1e-12)
    won = ChallengePosition((Card((*LESS.boxes[:6], 30, *LESS.boxes[7:]), 3), LESS), 0)
    for roll in ((1, 2, 2, 4, 6), (4, 4, 4, 5, 6)):
        (share,) = evaluate.mixture(lying(won, roll, roll, 1), 0, known)
        expected = evaluate.best(lying(won, roll, roll, 1), 0, CardPoints(solved(FORCED)))
        assert share.decision == expected


def test_it_is_said_in_a_sentence(known: ChallengeLastRound) -> None:
    mixed = evaluate.mixture(MIXED, 0, known)
    assert hints.describe_mix(mixed, "pips") == (
        "Best to win: 62% keep ⚂ ⚄ ⚅ ⚅, 38% keep ⚄ ⚅ ⚅; "
        "an opponent who knows what you always keep gains: ⚂ ⚄ ⚅ ⚅ (15.6%), ⚄ ⚅ ⚅ (15.6%)."
    )
    assert (
        hints.describe_mix(mixed[:1], "pips")
        == "Best to win: keep ⚂ ⚄ ⚅ ⚅; an opponent gains nothing by knowing it."
    )
    assert hints.describe_mix((), "pips") == ""


def test_where_the_solved_round_begins(known: ChallengeLastRound) -> None:
    early = ChallengePosition((Card((None, *LESS.boxes[1:])), Card((None, *MORE.boxes[1:]))), 0)
    assert [known.is_exact(each) for each in (LEVEL, early)] == [True, False]
    assert [known.doubt(each, 0) for each in (LEVEL, early)] == [0, DOUBT]
    assert known.worth(early, 0) == known.estimate.worth(early, 0)
    follows = known.in_match((0, 0), 1)
    assert not follows.is_exact(LEVEL)
    assert follows.worth(LEVEL, 0) == follows.estimate.worth(LEVEL, 0)
    assert known.in_match((1, 0), 0).worth(LEVEL, 0) == pytest.approx(0.5, abs=1e-12)
    state = lying(LEVEL, (2, 3, 5, 6, 6), (2, 3, 5, 6, 6), 3)
    assert evaluate.mixture(state, 0, known) == ()
    assert evaluate.is_exact(state, known)


def test_a_round_is_reviewed_to_the_last_digit(known: ChallengeLastRound) -> None:
    setup = Setup(Challenge(), (Player("Ann"), Player("Ben")), position=LEVEL)
    events: list[Event] = [
        *(Throw(0, (2, 3, 5, 6, 6)), Keep(0, (6, 6)), Keep(1, (5, 6, 6)), Throw(0, (1, 3)), Throw(0, (5,))),
        *(Keep(1, (3, 5, 6, 6)), Keep(0, (5, 6, 6))),
    ]
    match = EventMatch(setup, History([]), at(setup, LEVEL))
    for event in events:
        match = match.step(event)
    while match.state.awaited.kind == "throw":
        match = match.step(Throw(match.state.awaited.seats[0], (4,) * match.state.awaited.dice))
    match = match.step(Spend(0, "chance")).step(Spend(1, "chance"))
    found = review(match, known)
    assert [account.residue for account in found.accounts] == pytest.approx([0, 0], abs=1e-9)
    first = [moment.cost for moment in found.moments if moment.kind == "first keep"]
    assert first == pytest.approx([0, 0], abs=1e-12)


DRAWN = """\
{"fivedice": 1, "game": "challenge", "options": {"joker": "forced"}, "games": 1, "first": 0, \
"position": "3,6,9,12,15,18,20,0,25,30,40,0,-+0/3,6,9,12,15,18,21,0,25,30,40,0,-+0 0", \
"players": [{"name": "Ann"}, {"name": "Ben"}]}
{"throw": "23566", "seat": 0}
{"keep": "23566", "seat": 0}
{"keep": "23566", "seat": 1}
{"keep": "566", "seat": 0}
{"keep": "23", "seat": 1}
{"throw": "44", "seat": 0}
{"throw": "4", "seat": 0}
{"use": "chance", "seat": 0}
{"use": "chance", "seat": 1}
{"result": {"scores": [[238, 231]], "totals": [238, 231], "winners": [0]}}
"""
"""A match whose last keeps should be drawn: Chance is left, and Ann is a point behind."""
OF_THE_BEST, MISTAKE = 4, 5
"""The events in which Ann keeps what may be drawn, and Ben what never should be."""


def test_a_review_names_all_that_should_be_drawn(known: ChallengeLastRound) -> None:
    match = replay(DRAWN).match
    found = review(match, known)
    good, bad = (moment for moment in found.moments if moment.kind == "second keep")
    assert [moment.number for moment in (good, bad)] == [OF_THE_BEST, MISTAKE]
    assert (good.best, good.mark, bad.mark) == (None, "", "??")
    for moment in (good, bad):
        assert moment.mixed == evaluate.mixture(moment.state, moment.seat, known)
        assert len(moment.mixed) == 2
    assert reviews.describe(good, "wins", "digits") == (
        "kept 5 6 6 of 2 3 5 6 6 (best: 62% keep 3 5 6 6, 38% keep 5 6 6), one of the best"
    )
    assert reviews.describe(bad, "wins", "digits").startswith(
        "kept 2 3 of 2 3 5 6 6 (best: 63% keep 5 6 6, 37% keep 3 5 6 6), cost "
    )
    assert good not in reviews.costliest(found, 9)


def test_every_kind_of_review_names_all_that_should_be_drawn(known: ChallengeLastRound) -> None:
    found = review(replay(DRAWN).match, known)
    told = " ".join(line.strip() for line in text.lines(found, known, "digits", everything=True))
    assert "(best: 62% keep 3 5 6 6, 38% keep 5 6 6), one of the best" in told
    assert "the likeliest of the best: " in told
    printed = page.page(found, known, "digits")
    assert re.search('"named_best":"63% keep [^"]*, 37% keep ', printed)
    good, bad = (
        review_json.moment(one, known, "digits") for one in found.moments if one.kind == "second keep"
    )
    assert [part["decision"]["keep"] for part in good["mixed"]] == ["3566", "566"]
    assert [part["chance"] for part in bad["mixed"]] == pytest.approx([0.625, 0.375])
    assert (good["reason"], good["happened"]) == (None, "kept 5 6 6 of 2 3 5 6 6")
    assert bad["reason"]["named_best"] == "63% keep 5 6 6, 37% keep 3 5 6 6"
