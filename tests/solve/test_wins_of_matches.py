"""R18: a match of several games goes to the highest sum, so who plays to win counts all its games."""

import numpy as np
import pytest
from msgspec.structs import replace

from fivedice.analysis import evaluate, luck_and_cost
from fivedice.bots.simple import random
from fivedice.cards.filling import Card
from fivedice.core.dice import ROLLS
from fivedice.core.turn import Turn
from fivedice.core.worth import KEEP_NUMBER, best_keep, keep_worth
from fivedice.games.cardgame import Position
from fivedice.games.challenge import Challenge
from fivedice.games.traditional import Traditional
from fivedice.match.events import Keep
from fivedice.match.questions import final_roll, winners
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, at
from fivedice.runtime.simulation import play
from fivedice.solve.cards.table import CardPoints
from fivedice.solve.cards.wins import CardWins, games_to_come
from tests.thirteen import CHANCE, EMPTY

FULL = Card((3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 50, 22), 1)
LAST = Card((*FULL.boxes[:CHANCE], None), 1)
HALF = Card((3, None, 9, None, None, None, None, None, 25, None, 40, None, 22))


def stands(
    cards: tuple[Card, ...], *finished: tuple[int, ...], games: int = 2, turn: Turn | None = None
) -> State:
    """A match of traditional in a game with these cards, the scores of the games before it given."""
    players = tuple(Player(str(seat)) for seat in range(len(cards)))
    return replace(at(Setup(Traditional(), players, games), Position(cards, 0), turn), finished=finished)


def chances(state: State, champion: CardWins) -> list[float]:
    """The chance of each seat to win the match if all play for the mean from here."""
    known = evaluate.spanning(state, champion)
    return [known.worth(state.position, seat) for seat in range(len(state.setup.players))]


def test_before_the_first_throw_all_are_level(champion: CardWins) -> None:
    """With nothing played, two seats have half the match each, however many games it has, also by what may
    come of the first turn.
    """
    for games in (1, 2, 6):
        state = stands((EMPTY, EMPTY), games=games)
        assert chances(state, champion) == pytest.approx([0.5, 0.5], abs=1e-9)
        assert evaluate.worth(state, 0, champion) == pytest.approx(0.5, abs=1e-3)
        assert evaluate.worth(state, 1, champion) == pytest.approx(0.5, abs=1e-9)


def test_a_lead_from_the_first_game_nearly_wins_the_second(champion: CardWins) -> None:
    """Who brings 500 points more into the last game has all but won; of two games to come, much of it."""
    last = chances(stands((EMPTY, EMPTY), (600, 100)), champion)
    assert last[0] > 0.9999
    assert sum(last) == pytest.approx(1, abs=1e-9)
    early = chances(stands((EMPTY, EMPTY), (300, 200), games=3), champion)
    late = chances(stands((EMPTY, EMPTY), (150, 100), (150, 100), games=3), champion)
    assert 0.7 < early[0] < late[0] < 0.95


def test_a_lead_is_worth_what_all_games_to_come_add_up_to(champion: CardWins) -> None:
    """A hundred ahead with two whole games left: the chance that two games less two others' make it up."""
    _, game = champion.remaining.to_come(EMPTY)
    apart = np.convolve(np.convolve(game, game), np.convolve(game, game)[::-1])
    points = np.arange(len(apart)) - len(apart) // 2
    by_hand = apart[points > -100].sum() + apart[points == -100].sum() / 2
    ahead = chances(stands((EMPTY, EMPTY), (300, 200), games=3), champion)[0]
    assert ahead == pytest.approx(by_hand, abs=1e-9)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_seats_share_one_match(champion: CardWins, seats: int) -> None:
    """In the middle of a match the chances of all seats add up to one, leads as wild as they may be."""
    for brought in ((310, 150, 290, 305), (310, 150, 9000, 305)):
        found = chances(stands((HALF,) * seats, brought[:seats], games=4), champion)
        assert sum(found) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize(
    ("finished", "shares"),
    [(((200, 176), (6, 29)), [1, 0]), (((200, 177), (6, 29)), [0.5, 0.5]), (((1, 2), (9, 9)), [0, 1])],
)
def test_the_end_goes_to_the_highest_sum(
    champion: CardWins, finished: tuple[tuple[int, int], ...], shares: list[float]
) -> None:
    """After the last game the chances are 1, 0 or a share, by the sums and not by the games won."""
    cards = tuple(Card((*(0,) * 12, total)) for total in finished[1])
    setup = Setup(Traditional(), (Player("A"), Player("B")), 2)
    over = State(setup, 0, finished, Position(cards, 0))
    assert [evaluate.worth(over, seat, champion) for seat in (0, 1)] == pytest.approx(shares, abs=1e-12)
    assert winners(over) == tuple(seat for seat in (0, 1) if shares[seat])


def test_the_last_turn_of_a_match_is_exact(champion: CardWins) -> None:
    """With only Chance open and 25 needed to draw level, what a roll wins is known without any table."""
    behind = champion.in_match((0, 3), 0)
    rolls = behind.rolls(Position((LAST, FULL), 0), 0)
    paid = np.array([sum(roll) + 100 * (len(set(roll)) == 1) for roll in ROLLS])
    assert rolls == pytest.approx(np.where(paid > 25, 1, np.where(paid == 25, 0.5, 0)), abs=1e-12)


def test_a_lead_changes_what_is_kept(champion: CardWins) -> None:
    """Thirty behind over all games only five sixes save the match, level in this game or not."""
    expert, position = CardPoints(champion.table), Position((LAST, FULL), 0)
    roll = at(Setup(Traditional(), (Player("A"), Player("B"))), position, Turn(((5, 5, 6, 6, 6),), 2))
    state = replace(roll, setup=Setup(Traditional(), roll.setup.players, 2), finished=((100, 108),))
    assert evaluate.best(state, 0, champion) == Keep(0, (6, 6, 6))
    assert evaluate.best(state, 0, expert) == Keep(0, (5, 5, 6, 6, 6))
    ahead = replace(state, finished=((500, 100),))
    assert evaluate.rate(ahead, 0, champion)[-1].cost == pytest.approx(0, abs=1e-12)
    kept = best_keep(keep_worth(champion.in_match((100, 108), 0).rolls(position, 0)))
    assert final_roll(state, 0) == (5, 5, 6, 6, 6)
    assert KEEP_NUMBER[6, 6, 6] in kept


def test_games_to_come_add_up(champion: CardWins) -> None:
    """So many games to come have so many times the mean of one, and that many times its variance."""
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
    """Start, luck, cost and what others changed give 1, 0 or the share of who wins the match."""
    match = play(Setup(game, (Player("A"), Player("B")), 2), [random, random], 3, 1)
    review = luck_and_cost.review(match, champion)
    won = winners(match.state)
    for account in review.accounts:
        assert account.residue == pytest.approx(0, abs=1e-9)
        assert account.result == pytest.approx((account.seat in won) / len(won), abs=1e-9)
        assert account.start == pytest.approx(0.5, abs=1e-3)
