"""Score cards played to win: chances against brute force, and what a champion does."""

from itertools import product

import numpy as np
import pytest
from msgspec.structs import replace

from fivedice.analysis import evaluate, luck_and_cost
from fivedice.bots import random
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard, Section
from fivedice.core.dice import ROLLS
from fivedice.core.rules import leaders
from fivedice.core.turn import Turn
from fivedice.core.worth import Worth, turn_worth
from fivedice.games.cardgame import CardPosition
from fivedice.games.challenge import Challenge
from fivedice.games.traditional import Traditional
from fivedice.match.questions import winners
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, at
from fivedice.runtime.simulation import play
from fivedice.solve.cards import wins
from fivedice.solve.cards.columns import place_of
from fivedice.solve.cards.distribution import distribution
from fivedice.solve.cards.remaining import EXACT, SLICES, UNIT, work_out
from fivedice.solve.cards.table import numbers
from fivedice.solve.cards.wins import MARGIN, CardWins, games_to_come, totals_of
from tests.solve.conftest import assert_uses_agree, random_card, solved
from tests.spread import spread
from tests.thirteen import CHANCE, EMPTY, FORCED

TOTALS = totals_of(FORCED)
FULL = Card((3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 50, 22), 1)
LAST_TURNS = [
    Card((3, 6, 9, 12, None, 18, 20, 0, 25, 30, 40, 50, 22), 1),
    Card((3, 6, 9, None, 20, 18, 20, 0, 25, 30, 40, 50, 30), 1),
    Card((3, 6, 9, 12, 15, 18, None, 22, 25, 30, 40, 0, 30)),
    Card((3, 6, 9, 12, 15, 24, 22, 12, 25, 30, 40, None, 29)),
    Card((3, 6, 9, 12, 20, 18, 25, 14, 25, 30, 40, 50, None)),
]


def cards_of(seed: int, number: int) -> list[Card]:
    choose = np.random.default_rng(seed)
    return [random_card(choose, FORCED) for _ in range(number)]


def without(card: Card, box: int) -> Card:
    return Card((*card.boxes[:box], None, *card.boxes[box + 1 :]), card.bonuses)


def share(totals: tuple[int, ...], seat: int) -> float:
    return (seat in leaders(totals)) / len(leaders(totals))


# --- Chances to win --------------------------------------------------------------------------------------


def test_a_share_counts_who_is_level() -> None:
    rows = [np.zeros(TOTALS) for _ in range(3)]
    for row, chances in zip(rows, [(0.5, 0.5, 0), (0.2, 0.3, 0.5), (0.1, 0.1, 0.8)], strict=True):
        row[:3] = chances
    for own in range(3):
        expected = sum(
            rows[0][a] * rows[1][b] * rows[2][c] * share((own, a, b, c), 0)
            for a, b, c in product(range(3), repeat=3)
        )
        assert wins.shares(tuple(rows))[own] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("totals", [(0, 0), (0, 1), (1, 0, 1), (1, 1, 1, 0)])
def test_the_end_is_exact(champion: CardWins, totals: tuple[int, ...]) -> None:
    full = [FULL, Card((*FULL.boxes[:CHANCE], 23), 1)]
    position = CardPosition(tuple(full[better] for better in totals), 0)
    for seat in range(len(totals)):
        assert champion.worth(position, seat) == pytest.approx(share(totals, seat), abs=1e-15)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_seats_share_one_win(champion: CardWins, seats: int) -> None:
    for seed in range(10):
        position = CardPosition(tuple(cards_of(seed, seats)), 0)
        assert sum(champion.worth(position, seat) for seat in range(seats)) == pytest.approx(1, abs=1e-9)


def against(champion: CardWins, card: Card, others: tuple[Card, ...]) -> Worth:
    """(252,): the chance to win after the best use of each roll, from all that the others may total."""
    table = champion.table
    rows = [distribution(table, other).chances for other in others]
    chances = []
    for roll in ROLLS:
        used = filling.uses(FORCED, card, roll)
        total = max(filling.total(FORCED, card) + use.pays for use in used)
        ahead = [
            float(np.prod([row[t] for row, t in zip(rows, found, strict=True)])) * share((total, *found), 0)
            for found in product(*(np.flatnonzero(row).tolist() for row in rows))
        ]
        chances.append(sum(ahead))
    return np.array(chances)


@pytest.mark.parametrize("card", LAST_TURNS)
def test_the_last_turn_of_all_is_exact(champion: CardWins, card: Card) -> None:
    for others in ((FULL,), (FULL, FULL)):
        position = CardPosition((card, *others), 0)
        exact = against(champion, card, others)
        assert champion.rolls(position, 0) == pytest.approx(exact, abs=1e-12)
        turn = turn_worth(champion.rolls(position, 0)).turn
        assert turn == pytest.approx(turn_worth(exact).turn, abs=1e-12)


@pytest.mark.parametrize("card", LAST_TURNS)
def test_the_last_turn_but_one_counts_on_the_mean_player(champion: CardWins, card: Card) -> None:
    for other in LAST_TURNS[::2]:
        found = champion.rolls(CardPosition((card, other), 0), 0)
        assert found == pytest.approx(against(champion, card, (other,)), abs=3e-6)


@pytest.mark.parametrize("seed", range(10))
def test_uses_rolls_and_positions_agree(champion: CardWins, seed: int) -> None:
    cards = tuple(cards_of(seed, 2))
    if filling.is_full(cards[0]):
        cards = (without(cards[0], CHANCE), cards[1])
    assert_uses_agree(Traditional(), champion, CardPosition(cards, 0))


# --- Playing to win --------------------------------------------------------------------------------------


def test_a_total_of_nothing_has_its_place(champion: CardWins) -> None:
    zeros = Card((0,) * 13)
    position = CardPosition((zeros, zeros), 0)
    assert champion.worth(position, 0) == 0.5
    assert wins.shares((np.eye(1, TOTALS, MARGIN)[0],))[MARGIN] == 0.5


LAST = Card((*FULL.boxes[:CHANCE], None), 1)
HALF = Card((3, None, 9, None, None, None, None, None, 25, None, 40, None, 22))


def stands(
    cards: tuple[Card, ...], *finished: tuple[int, ...], games: int = 2, turn: Turn | None = None
) -> State:
    players = tuple(Player(str(seat)) for seat in range(len(cards)))
    return replace(at(Setup(Traditional(), players, games), CardPosition(cards, 0), turn), finished=finished)


def chances(state: State, champion: CardWins) -> list[float]:
    """The chance of each seat to win the match if all play for the mean from here."""
    known = evaluate.spanning(state, champion)
    return [known.worth(state.position, seat) for seat in range(len(state.setup.players))]


def test_before_the_first_throw_all_are_level(champion: CardWins) -> None:
    for games in (1, 2, 6):
        state = stands((EMPTY, EMPTY), games=games)
        assert chances(state, champion) == pytest.approx([0.5, 0.5], abs=1e-9)
        assert evaluate.worth(state, 0, champion) == pytest.approx(0.5, abs=1e-3)
        assert evaluate.worth(state, 1, champion) == pytest.approx(0.5, abs=1e-9)


def test_a_lead_is_worth_what_all_games_to_come_add_up_to(champion: CardWins) -> None:
    """A hundred ahead with two whole games left: the chance that two games less two others' make it up."""
    _, game = champion.remaining.to_come(EMPTY)
    apart = np.convolve(np.convolve(game, game), np.convolve(game, game)[::-1])
    points = np.arange(len(apart)) - len(apart) // 2
    by_hand = apart[points > -100].sum() + apart[points == -100].sum() / 2
    ahead = chances(stands((EMPTY, EMPTY), (300, 200), games=3), champion)[0]
    assert ahead == pytest.approx(by_hand, abs=1e-9)


@pytest.mark.parametrize(
    ("finished", "shares"),
    [(((200, 176), (6, 29)), [1, 0]), (((200, 177), (6, 29)), [0.5, 0.5]), (((1, 2), (9, 9)), [0, 1])],
)
def test_the_end_goes_to_the_highest_sum(
    champion: CardWins, finished: tuple[tuple[int, int], ...], shares: list[float]
) -> None:
    cards = tuple(Card((*(0,) * 12, total)) for total in finished[1])
    setup = Setup(Traditional(), (Player("A"), Player("B")), 2)
    over = State(setup, 0, finished, CardPosition(cards, 0))
    assert [evaluate.worth(over, seat, champion) for seat in (0, 1)] == pytest.approx(shares, abs=1e-12)
    assert winners(over) == tuple(seat for seat in (0, 1) if shares[seat])


def test_the_last_turn_of_a_match_is_exact(champion: CardWins) -> None:
    behind = champion.in_match((0, 3), 0)
    rolls = behind.rolls(CardPosition((LAST, FULL), 0), 0)
    paid = np.array([sum(roll) + 100 * (len(set(roll)) == 1) for roll in ROLLS])
    assert rolls == pytest.approx(np.where(paid > 25, 1, np.where(paid == 25, 0.5, 0)), abs=1e-12)


def test_games_to_come_add_up(champion: CardWins) -> None:
    for games in range(4):
        low, likely = games_to_come(champion.remaining, games)
        points = low + np.arange(len(likely))
        mean = points @ likely
        assert mean == pytest.approx(games * champion.table.start, abs=2e-3 * (games + 1))
        assert (points - mean) ** 2 @ likely == pytest.approx(games * 59.6**2, rel=0.02, abs=1e-9)


@pytest.mark.parametrize("game", [Traditional(), Challenge()])
def test_luck_and_cost_account_for_a_match_of_several_games(
    champion: CardWins, game: Traditional | Challenge
) -> None:
    match = play(Setup(game, (Player("A"), Player("B")), 2), [random, random], 3, 1)
    review = luck_and_cost.review(match, champion)
    won = winners(match.state)
    for account in review.accounts:
        assert account.residue == pytest.approx(0, abs=1e-9)
        assert account.result == pytest.approx((account.seat in won) / len(won), abs=1e-9)
        assert account.start == pytest.approx(0.5, abs=1e-3)


# --- Points still to come -----------------------------------------------------------------------------------


SHORT = ScoreCard((Section("All", FORCED.sections[1].boxes[: EXACT + 1]),))


def with_open(vacant: int) -> Card:
    return Card(
        tuple([3, 6, 9, 12, 15, 18, 22, 16, 25, 0, 40, 50, 22][: CHANCE + 1 - vacant]) + (None,) * vacant
    )


def exactly(card: Card, form: ScoreCard = FORCED) -> Worth:
    """The chance of each number of points still to come, as all plays of the card come out."""
    return distribution(solved(form), card).chances[filling.total(form, card) :]


def slice_means(chances: Worth) -> list[float]:
    parts = np.repeat(np.arange(len(chances)), np.rint(chances * SLICES * 20_000).astype(int))
    return [float(part.mean()) for part in np.array_split(parts, SLICES)]


def test_the_mean_is_the_solved_worth(champion: CardWins) -> None:
    for card in (card for seed in range(40) for card in cards_of(seed, 10)):
        low, chances = champion.remaining.to_come(card)
        exact = card.boxes.count(None) <= EXACT
        assert chances.min() > -1e-12
        assert chances.sum() == pytest.approx(1, abs=1e-9)
        mean = (low + np.arange(len(chances))) @ chances
        rel, least = (3e-6, 2e-4) if exact else (None, 1e-6)
        assert mean == pytest.approx(solved(FORCED).worth(card), rel=rel, abs=least)


@pytest.mark.parametrize("vacant", spread([0, EXACT + 1, 5, 8, 13], 0, 5))
def test_quantiles_are_means_of_equally_likely_slices(champion: CardWins, vacant: int) -> None:
    form, card, known = FORCED, with_open(vacant), champion.remaining
    if not vacant:
        form, card, known = SHORT, filling.empty(SHORT), work_out(solved(SHORT))
    offsets = known.offsets[numbers(form)[0][place_of(form, card)] - len(known.rows.low)]
    assert (np.diff(offsets) >= 0).all()
    expected = np.array(slice_means(exactly(card, form)))
    assert offsets * UNIT == pytest.approx(expected - expected.mean(), abs=UNIT / 2 + 0.3)


@pytest.mark.parametrize("card", spread([HALF, EMPTY], HALF))
def test_an_early_card_comes_out_as_its_exact_distribution(champion: CardWins, card: Card) -> None:
    exact = exactly(card)
    low, chances = champion.remaining.to_come(card)
    points = low + np.arange(len(chances))
    mean = points @ chances
    deviation = np.sqrt((np.arange(len(exact)) - mean) ** 2 @ exact)
    assert np.sqrt((points - mean) ** 2 @ chances) == pytest.approx(deviation, rel=0.03)
    for total in range(0, 400, 20):
        assert chances[points >= total].sum() == pytest.approx(exact[total:].sum(), abs=0.03)


@pytest.mark.parametrize("card", LAST_TURNS)
def test_the_last_boxes_are_exact(champion: CardWins, card: Card) -> None:
    for early in (card, without(card, 0)):
        exact = exactly(early)
        low, chances = champion.remaining.to_come(early)
        told = np.zeros(len(exact))
        told[low : low + len(chances)] = chances
        assert told == pytest.approx(exact, abs=2e-6)


@pytest.mark.parametrize("pairs", spread([2, 40], 2))
def test_chances_to_win_are_near_the_exact_ones(champion: CardWins, pairs: int) -> None:
    errors = []
    for seed in range(pairs):
        cards = tuple(cards_of(seed, 2))
        mine, other = (distribution(solved(FORCED), card).chances for card in cards)
        other = np.concatenate([other, np.zeros(max(len(mine) - len(other), 0))])[: len(mine)]
        level = other.cumsum() - other / 2
        errors.append(abs(champion.worth(CardPosition(cards, 0), 0) - float(mine @ level)))
    assert np.mean(errors) < 0.01
    assert max(errors) < 0.05
