"""The last round of three and more who play to win: against brute force, and as a judge of choices."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivedice.cards import filling
from fivedice.cards.boxes import all_paid
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS
from fivedice.core.worth import ROLL_NUMBER, turn_worth
from fivedice.games.cardgame import CardPosition
from fivedice.solve.cards.endgame import CardsLastRound
from fivedice.solve.cards.last_turns import NOBODY, WaitingSeat, preferred, solve
from fivedice.solve.cards.wins import CardWins
from tests.cards.drawn import filled, score_cards
from tests.laws.test_texts import law
from tests.solve import oracle
from tests.thirteen import FORCED

CLOSE = [
    Card((3, 6, 9, 12, None, 18, 20, 0, 25, 30, 40, 50, 22)),
    Card((3, 6, 9, 12, 15, 24, 22, 12, 25, 30, 40, None, 29)),
    Card((3, 6, 9, 12, 15, 18, None, 12, 25, 30, 40, 0, 30)),
    Card((4, 6, 9, 8, 20, 18, 25, 14, 25, 30, 40, 0, None)),
]


TABLES = [
    (CLOSE[1], CLOSE[0], CLOSE[1]),
    (CLOSE[0], CLOSE[1], CLOSE[2]),
    (CLOSE[1], CLOSE[0], CLOSE[1], CLOSE[1]),
]


@pytest.fixture(scope="module")
def known(champion: CardWins) -> CardsLastRound:
    """What is known of the traditional game of three and more."""
    return CardsLastRound(champion)


@cache
def brute(form: ScoreCard, cards: tuple[Card, ...]) -> tuple[float, ...]:
    """The shares by every roll and every use, dice in their order, from the seat to play on."""
    if filling.is_full(cards[0]):
        totals = [filling.total(form, card) for card in cards]
        return tuple([(total == max(totals)) / totals.count(max(totals)) for total in totals])

    def shares(ends: oracle.Ends) -> list[tuple[float, ...]]:
        after = [brute(form, (*cards[1:], own)) for _, own in ends]
        return [(shares[-1], *shares[:-1]) for shares in after]

    return oracle.turn_of_all(cards[0], form, shares)


def shares(known: CardsLastRound, cards: tuple[Card, ...], plays: int = 0) -> list[float]:
    """What is solved for each seat."""
    return [known.worth(CardPosition(cards, plays), seat) for seat in range(len(cards))]


@pytest.mark.parametrize("cards", TABLES)
def test_the_last_round_is_that_of_brute_force(known: CardsLastRound, cards: tuple[Card, ...]) -> None:
    """Of three and of four seats, every order of dice and every use; to 1e-9, for so are worths the same."""
    assert shares(known, cards) == pytest.approx(brute(FORCED, cards), abs=1e-8)


def test_who_has_played_waits_for_the_others(known: CardsLastRound) -> None:
    """In the middle of the round, who has played is ahead or not, and may share the lead."""
    full = filling.fill(FORCED, CLOSE[0], 4, (1, 2, 5, 5, 5))
    cards = (full, full, *CLOSE[1:3])
    exact = brute(FORCED, cards[2:] + cards[:2])
    assert shares(known, cards, 2) == pytest.approx(exact[2:] + exact[:2], abs=1e-8)
    assert exact[2] == exact[3] > 0


@settings(law, max_examples=8)
@given(data=st.data())
def test_any_card_is_played_to_its_end_as_a_naive_solver_says(data: st.DataObject) -> None:
    """Cards of two or three boxes, sections and Jokers of any kind, three seats with one box open each."""
    form = data.draw(score_cards(most=3).filter(few))
    cards = tuple(data.draw(filled(form, vacant=1, most_vacant=1)) for _ in range(3))
    seats = tuple(WaitingSeat(card, 0) for card in cards)
    now = solve(form, seats, NOBODY).now
    assert list(now[:-1]) == pytest.approx(brute(form, cards), abs=1e-8)


def few(form: ScoreCard) -> bool:
    """Whether no box pays in many ways, which the naive solver would be long about."""
    return all(len(set(all_paid(box))) <= 6 for box in form.boxes)


def test_of_equal_choices_the_next_seat_has_the_better() -> None:
    """Who cannot win any more takes what is worth most to who plays next, and then to the one after."""
    one, two, three = (0.0, 0.3, 0.7), (0.0, 0.5, 0.5), (0.0, 0.5 + 1e-12, 0.6)
    assert list(preferred(np.array([one, two, three]))) == list(three)
    assert list(preferred(np.array([one, two, (1e-8, 0, 0)]))) == [1e-8, 0, 0]


def test_shares_are_of_one_win(known: CardsLastRound) -> None:
    """With any number of seats up to ten the shares come to one."""
    for seats in (3, 5, 10):
        cards = (CLOSE * 3)[:seats]
        assert sum(shares(known, tuple(cards))) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("plays", [0, 2])
def test_uses_rolls_and_positions_agree(known: CardsLastRound, plays: int) -> None:
    position = CardPosition(tuple(CLOSE[:3]), plays)
    rolls = known.rolls(position, plays)
    assert turn_worth(rolls).turn == pytest.approx(known.worth(position, plays), abs=1e-8)
    for roll in [*ROLLS[::25], (4, 4, 4, 4, 4)]:
        uses = known.uses(position, plays, roll)
        assert list(uses) == [use.name for use in filling.uses(FORCED, CLOSE[plays], roll)]
        assert max(uses.values()) == pytest.approx(rolls[ROLL_NUMBER[roll]], abs=1e-12)
        for name, worth in uses.items():
            own = filling.book(FORCED, CLOSE[plays], roll, name)
            after = CardPosition((*CLOSE[:plays], own, *CLOSE[plays + 1 : 3]), (plays + 1) % 3)
            assert CardsLastRound(known.estimate).worth(after, plays) == pytest.approx(worth, abs=1e-8)


def test_where_it_begins(known: CardsLastRound) -> None:
    """In the last round of the last game all is exact; before, and with a game to come, estimated."""
    two = Card((3, 6, 9, 12, None, 18, 20, 0, 25, 30, 40, None, 22))
    last, before = CardPosition(tuple(CLOSE[:3]), 1), CardPosition((two, two, two), 0)
    assert [known.is_exact(each) for each in (last, before)] == [True, False]
    assert known.worth(before, 1) == known.estimate.worth(before, 1)
    assert np.array_equal(known.rolls(before, 0), known.estimate.rolls(before, 0))
    follows = known.in_match((0, 0, 0), 1)
    assert not follows.is_exact(last)
    assert follows.worth(last, 1) == follows.estimate.worth(last, 1)


def test_what_was_brought_counts(known: CardsLastRound) -> None:
    """The sums of all games decide; who is hopelessly behind has nothing, and still plays for its rival."""
    position = CardPosition(tuple(CLOSE[:3]), 0)
    assert known.in_match((400, 0, 0), 0).worth(position, 0) == 1
    assert known.in_match((0, 0, 400), 0).worth(position, 0) == 0
    assert sum(known.in_match((9, 3, 0), 0).worth(position, seat) for seat in range(3)) == pytest.approx(1)
