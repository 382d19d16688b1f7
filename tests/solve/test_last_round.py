"""The last round of challenge with two seats: against a naive oracle, by best responses, as it is played."""

import re
from collections import Counter
from itertools import product
from random import Random

import numpy as np
import pytest
from research.challenge import exploitability as exploit

from fivedice import bots
from fivedice.analysis import evaluate, hints
from fivedice.analysis.luck_and_cost import review
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.dice import KEEPS_OF, ROLLS, WAYS, Dice
from fivedice.core.turn import Turn
from fivedice.core.worth import INSIDE, KEEP_NUMBER, ROLL_NUMBER, Worth
from fivedice.games.challenge import Challenge, ChallengePosition
from fivedice.match.events import Event, Keep, Spend, Throw
from fivedice.match.history import History
from fivedice.match.match import EventMatch
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, at, step
from fivedice.notation.record import replay
from fivedice.report import page, review_json, text, words
from fivedice.solve.cards.table import CardPoints
from fivedice.solve.challenge.turn import HiddenTurn
from fivedice.solve.challenge.wins import DOUBT, ChallengeLastRound, CommonWins, solve_last_round
from tests import drawn
from tests.solve.conftest import solved
from tests.solve.test_kernel import value
from tests.thirteen import FORCED

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
    """What is known of challenge with two seats."""
    return ChallengeLastRound(CommonWins(solved(FORCED)))


def lying(position: ChallengePosition, mine: Dice, theirs: Dice, number: int) -> State:
    """The state of a last round with these hands, at this throw."""
    setup = Setup(Challenge(), (Player("Ann", "champion"), Player("Ben", "champion")))
    return at(setup, position, Turn((mine, theirs), number))


def solved_round(known: ChallengeLastRound, position: ChallengePosition) -> HiddenTurn:
    """The round as it is worked out for the first seat."""
    return solve_last_round(known.estimate.table, position.cards, (0, 0))


# --- Against a naive oracle -------------------------------------------------------------------------------


def totals(card: Card) -> Worth:
    """(252,): the best total that each roll makes of a card."""
    forms = [filling.uses(FORCED, card, roll) for roll in ROLLS]
    after = [
        max(filling.total(FORCED, filling.book(FORCED, card, roll, use.name)) for use in uses)
        for roll, uses in zip(ROLLS, forms, strict=True)
    ]
    return np.array(after, np.float64)


def filled(keep: Dice) -> Worth:
    """(7776,): the rolls that a keep makes with each row."""
    held = np.tile(np.array(keep, np.intp), (len(ROWS), 1))
    rows = np.sort(np.hstack([held, ROWS[:, : 5 - len(keep)]]))
    return np.asarray(NUMBER_OF[tuple(rows.T)])


def naive(position: ChallengePosition, mine: Dice, theirs: Dice) -> float:
    """The first seat's share of the win before both keep for the last throw: every keep of the one beside
    every keep of the other, over all 7,776 rows of dice in their order, of which each takes the first.
    """
    one, other = map(totals, position.cards)
    made = [[filled(keep) for keep in KEEPS_OF[roll]] for roll in (mine, theirs)]
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
    """With a common die of the second throw to come: the mean over its faces of games solved naively."""
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


@pytest.mark.parametrize("seat", [0, 1])
def test_luck_is_nil_on_average(known: ChallengeLastRound, seat: int) -> None:
    start = at(lying(LEVEL, (1,) * 5, (1,) * 5, 1).setup, LEVEL)
    part = lying(LEVEL, (5, 6, 6, 0, 0), (3, 5, 6, 6, 0), 2)
    last = lying(LEVEL, (5, 6, 6, 6, 0), (3, 5, 6, 6, 2), 3)
    for state, dice in (
        (start, WAYS),
        (part, {(n,): 1 for n in range(1, 7)}),
        (last, {(n,): 1 for n in range(1, 7)}),
    ):
        after = [ways * evaluate.worth(step(state, Throw(0, row)), seat, known) for row, ways in dice.items()]
        assert evaluate.worth(state, seat, known) == pytest.approx(sum(after) / sum(dice.values()), abs=1e-9)


# --- As it is played --------------------------------------------------------------------------------------

MIXED = lying(LEVEL, (2, 3, 5, 6, 6), (2, 3, 5, 6, 6), 2)


def test_the_champion_draws_by_the_chances_told(known: ChallengeLastRound) -> None:
    """From the chance that it is handed: the same again for the same chance, and in the long run as told."""
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
    """One that has the best mean if it is among those; nothing is then drawn, and nobody gains by knowing."""
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
    """With the chance of each, and what who knows that it is always made gains."""
    mixed = evaluate.mixture(MIXED, 0, known)
    assert hints.said(mixed, "pips") == (
        "Best to win: 62% keep ⚂ ⚄ ⚅ ⚅, 38% keep ⚄ ⚅ ⚅; "
        "an opponent who knows what you always keep gains: ⚂ ⚄ ⚅ ⚅ (15.6%), ⚄ ⚅ ⚅ (15.6%)."
    )
    assert (
        hints.said(mixed[:1], "pips") == "Best to win: keep ⚂ ⚄ ⚅ ⚅; an opponent gains nothing by knowing it."
    )
    assert hints.said((), "pips") == ""


def test_where_it_begins(known: ChallengeLastRound) -> None:
    """With one box open each and no game to come all is exact; before, and for three, it is estimated."""
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
    """What is kept of a mixture costs nothing in a review, and the accounts add up to what was made."""
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


def test_a_review_names_all_that_should_be_drawn(known: ChallengeLastRound) -> None:
    """What was kept of a mixture is no mistake; beside any keep stands the whole of it, with its chances."""
    match = replay(drawn.RECORD).match
    found = review(match, known)
    good, bad = (moment for moment in found.moments if moment.kind == "second keep")
    assert [moment.number for moment in (good, bad)] == [drawn.OF_THE_BEST, drawn.MISTAKE]
    assert (good.best, good.mark, bad.mark) == (None, "", "??")
    for moment in (good, bad):
        assert moment.mixed == evaluate.mixture(moment.state, moment.seat, known)
        assert len(moment.mixed) == 2
    assert words.sentence(good, "wins", "digits") == (
        "kept 5 6 6 of 2 3 5 6 6 (best: 62% keep 3 5 6 6, 38% keep 5 6 6), one of the best"
    )
    assert words.sentence(bad, "wins", "digits").startswith(
        "kept 2 3 of 2 3 5 6 6 (best: 63% keep 5 6 6, 37% keep 3 5 6 6), cost "
    )
    assert good not in words.costliest(found, 9)


def test_every_kind_of_review_names_all_that_should_be_drawn(known: ChallengeLastRound) -> None:
    """In lines, on the saved page, and in JSON."""
    found = review(replay(drawn.RECORD).match, known)
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
