"""The last rounds of two who play to win: against brute force, by themselves, and as judges of choices."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivedice.cards import filling
from fivedice.cards.boxes import all_paid
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.worth import ROLL_NUMBER, turn_worth
from fivedice.games.cardgame import CardPosition
from fivedice.games.traditional import Traditional
from fivedice.solve.cards import duel
from fivedice.solve.cards.endgame import NOBODY, CardsLastRound, LastRounds, WaitingSeat, preferred, solve
from fivedice.solve.cards.wins import CardWins
from tests.cards.drawn import filled, score_cards
from tests.laws.test_texts import law
from tests.solve import oracle
from tests.solve.conftest import assert_uses_agree
from tests.thirteen import FORCED, READINGS

LASTS = [
    Card((3, 6, 9, 12, None, 18, 20, 0, 25, 30, 40, 50, 22)),
    Card((3, 6, 9, 12, 15, 18, None, 22, 25, 30, 40, 0, 30)),
    Card((3, 6, 9, 12, 15, 24, 22, 12, 25, 30, 40, None, 29)),
    Card((4, 6, 9, 8, 20, 18, 25, 14, 25, 30, 40, 50, None)),
]
TWO_LEFT = [
    Card((3, 6, 9, 12, None, 18, 20, 0, 25, 30, 40, 50, None), 1),
    Card((3, None, 9, 12, 15, 18, 25, 22, 25, 30, 40, None, 30)),
]
THREE_LEFT = [
    Card((3, 6, None, 12, None, 18, 20, 0, 25, 30, 40, None, 22)),
    Card((3, None, 9, 12, None, 18, 20, 22, 25, 30, 40, 50, None)),
]


@pytest.fixture(scope="module")
def known(champion: CardWins) -> LastRounds:
    return LastRounds(champion)


@cache
def brute(form: ScoreCard, cards: tuple[Card, Card], plays: int) -> float:
    """The first side's share of the win by every roll and every use, dice in their order."""
    if all(map(filling.is_full, cards)):
        lead = filling.total(form, cards[0]) - filling.total(form, cards[1])
        return 0.5 if lead == 0 else float(lead > 0)
    sign = 1 - 2 * plays

    def best(ends: oracle.Ends) -> float:
        return max(
            sign * brute(form, (cards[0], own) if plays else (own, cards[1]), 1 - plays) for _, own in ends
        )

    return sign * oracle.turn(cards[plays], form, best)


def share(form: ScoreCard, cards: tuple[Card, Card], plays: int) -> float:
    need = filling.total(form, cards[1]) - filling.total(form, cards[0])
    return duel.solve(form, cards, plays == 0, need).share(cards, plays == 0, need)


@pytest.mark.parametrize("form", READINGS.values(), ids=READINGS)
@pytest.mark.parametrize("plays", [0, 1])
def test_the_last_two_turns_are_those_of_brute_force(form: ScoreCard, plays: int) -> None:
    pairs = list(combinations(LASTS, 2))
    exact = [brute(form, cards, plays) for cards in pairs]
    assert [share(form, cards, plays) for cards in pairs] == pytest.approx(exact, abs=1e-12)
    assert sum(0.05 < each < 0.95 for each in exact) > 1


@pytest.mark.parametrize("card", TWO_LEFT)
def test_the_last_three_turns_are_those_of_brute_force(card: Card) -> None:
    cards = card, LASTS[0]
    assert share(FORCED, cards, 0) == pytest.approx(brute(FORCED, cards, 0), abs=1e-12)


@settings(law, max_examples=10)
@given(data=st.data())
def test_any_card_is_played_to_its_end_as_a_naive_solver_says(data: st.DataObject) -> None:
    form = data.draw(score_cards(most=3))
    cards = data.draw(filled(form, vacant=1, most_vacant=1)), data.draw(filled(form, vacant=1, most_vacant=1))
    assert share(form, cards, 0) == pytest.approx(brute(form, cards, 0), abs=1e-12)


@pytest.mark.parametrize("seat", [0, 1])
def test_uses_rolls_and_positions_agree(known: LastRounds, seat: int) -> None:
    position = CardPosition(tuple(THREE_LEFT), seat)
    turn = turn_worth(known.rolls(position, seat)).turn
    assert turn == pytest.approx(known.worth(position, seat), abs=1e-12)
    assert known.worth(position, 0) + known.worth(position, 1) == pytest.approx(1, abs=1e-12)
    assert_uses_agree(Traditional(), known, position, LastRounds(known.estimate))


def test_where_it_begins(known: LastRounds) -> None:
    four = Card((3, None, 9, 12, None, 18, 20, 22, 25, 30, 40, None, None))
    both, before = CardPosition((four, THREE_LEFT[0]), 0), CardPosition((four, four), 0)
    assert [known.is_exact(each) for each in (both, before)] == [True, False]
    assert known.worth(before, 0) == known.estimate.worth(before, 0)
    assert np.array_equal(known.rolls(before, 0), known.estimate.rolls(before, 0))
    assert known.best_uses(before, 0) == known.estimate.best_uses(before, 0)
    exact = max(known.uses(both, 0, (2, 2, 3, 4, 6)).values())
    assert known.rolls(both, 0)[ROLL_NUMBER[2, 2, 3, 4, 6]] == pytest.approx(exact, abs=1e-12)


def test_who_looks_back_has_a_round_more(known: LastRounds) -> None:
    four = Card((3, None, 9, 12, None, 18, 20, 22, 25, 30, 40, None, None))
    both, looking = CardPosition((four, four), 1), known.at_leisure()
    assert [each.is_exact(both) for each in (known, looking)] == [False, True]
    assert turn_worth(looking.rolls(both, 1)).turn == pytest.approx(looking.worth(both, 1), abs=1e-12)
    assert looking.worth(both, 0) == pytest.approx(share(FORCED, (four, four), 1), abs=1e-12)
    assert abs(looking.worth(both, 0) - known.worth(both, 0)) < 0.05
    assert not looking.in_match((0, 0), 1).is_exact(both)


def test_games_before_and_after(known: LastRounds) -> None:
    position = CardPosition((LASTS[0], LASTS[1]), 0)
    ahead = known.in_match((30, 0), 0)
    assert ahead.worth(position, 0) > known.worth(position, 0)
    assert known.in_match((0, 400), 0).worth(position, 0) == 0
    follows = known.in_match((0, 0), 1)
    assert not follows.is_exact(position)
    assert follows.worth(position, 0) == follows.estimate.worth(position, 0)


def test_what_endings_need_can_be_compiled_before_one_is_reached(
    champion: CardWins, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved = []
    monkeypatch.setattr(duel, "solve", lambda _, cards, *__: solved.append(cards))
    LastRounds(champion).compile_endings()
    ((one, other),) = solved
    assert one.boxes.count(None) == other.boxes.count(None) == 1


# --- Three and more seats -----------------------------------------------------------------------------------


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
def of_three(champion: CardWins) -> CardsLastRound:
    return CardsLastRound(champion)


@cache
def brute_of_all(form: ScoreCard, cards: tuple[Card, ...]) -> tuple[float, ...]:
    """The shares by every roll and every use, dice in their order, from the seat to play on."""
    if filling.is_full(cards[0]):
        totals = [filling.total(form, card) for card in cards]
        return tuple([(total == max(totals)) / totals.count(max(totals)) for total in totals])

    def after(ends: oracle.Ends) -> list[tuple[float, ...]]:
        shares = [brute_of_all(form, (*cards[1:], own)) for _, own in ends]
        return [(own, *others) for *others, own in shares]

    return oracle.turn_of_all(cards[0], form, after)


def shares_of(of_three: CardsLastRound, cards: tuple[Card, ...], plays: int = 0) -> list[float]:
    return [of_three.worth(CardPosition(cards, plays), seat) for seat in range(len(cards))]


@pytest.mark.parametrize("cards", TABLES)
def test_the_last_round_is_that_of_brute_force(of_three: CardsLastRound, cards: tuple[Card, ...]) -> None:
    assert shares_of(of_three, cards) == pytest.approx(brute_of_all(FORCED, cards), abs=1e-8)


def test_who_has_played_waits_for_the_others(of_three: CardsLastRound) -> None:
    full = filling.fill(FORCED, CLOSE[0], 4, (1, 2, 5, 5, 5))
    cards = (full, full, *CLOSE[1:3])
    exact = brute_of_all(FORCED, cards[2:] + cards[:2])
    assert shares_of(of_three, cards, 2) == pytest.approx(exact[2:] + exact[:2], abs=1e-8)
    assert exact[2] == exact[3] > 0


@settings(law, max_examples=8)
@given(data=st.data())
def test_any_card_of_three_is_played_to_its_end_as_a_naive_solver_says(data: st.DataObject) -> None:
    form = data.draw(score_cards(most=3).filter(few))
    cards = tuple(data.draw(filled(form, vacant=1, most_vacant=1)) for _ in range(3))
    seats = tuple(WaitingSeat(card, 0) for card in cards)
    now = solve(form, seats, NOBODY).now
    assert list(now[:-1]) == pytest.approx(brute_of_all(form, cards), abs=1e-8)


def few(form: ScoreCard) -> bool:
    """Whether no box pays in many ways, which the naive solver would be long about."""
    return all(len(set(all_paid(box))) <= 6 for box in form.boxes)


def test_of_equal_choices_the_next_seat_has_the_better() -> None:
    """Who cannot win any more takes what is worth most to who plays next, and then to the one after."""
    one, two, three = (0.0, 0.3, 0.7), (0.0, 0.5, 0.5), (0.0, 0.5 + 1e-12, 0.6)
    assert list(preferred(np.array([one, two, three]))) == list(three)
    assert list(preferred(np.array([one, two, (1e-8, 0, 0)]))) == [1e-8, 0, 0]


def test_shares_are_of_one_win(of_three: CardsLastRound) -> None:
    for seats in (3, 5, 10):
        cards = (CLOSE * 3)[:seats]
        assert sum(shares_of(of_three, tuple(cards))) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("plays", [0, 2])
def test_uses_rolls_and_positions_of_three_agree(of_three: CardsLastRound, plays: int) -> None:
    position = CardPosition(tuple(CLOSE[:3]), plays)
    turn = turn_worth(of_three.rolls(position, plays)).turn
    assert turn == pytest.approx(of_three.worth(position, plays), abs=1e-8)
    assert_uses_agree(Traditional(), of_three, position, CardsLastRound(of_three.estimate))


def test_where_the_last_round_of_three_begins(of_three: CardsLastRound) -> None:
    two = Card((3, 6, 9, 12, None, 18, 20, 0, 25, 30, 40, None, 22))
    last, before = CardPosition(tuple(CLOSE[:3]), 1), CardPosition((two, two, two), 0)
    assert [of_three.is_exact(each) for each in (last, before)] == [True, False]
    assert of_three.worth(before, 1) == of_three.estimate.worth(before, 1)
    assert np.array_equal(of_three.rolls(before, 0), of_three.estimate.rolls(before, 0))
    follows = of_three.in_match((0, 0, 0), 1)
    assert not follows.is_exact(last)
    assert follows.worth(last, 1) == follows.estimate.worth(last, 1)


def test_what_three_brought_counts(of_three: CardsLastRound) -> None:
    position = CardPosition(tuple(CLOSE[:3]), 0)
    assert of_three.in_match((400, 0, 0), 0).worth(position, 0) == 1
    assert of_three.in_match((0, 0, 400), 0).worth(position, 0) == 0
    assert sum(of_three.in_match((9, 3, 0), 0).worth(position, seat) for seat in range(3)) == pytest.approx(1)
