"""Luck and cost add up to the result, from random to perfect play; what all may hear that a choice cost."""

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any, cast

import pytest

from fivedice.analysis import annotate, evaluate, luck_and_cost
from fivedice.analysis.annotate import KINDS, each_moment, mark
from fivedice.analysis.solver_api import Knowledge, as_printed, is_chance, unit_for
from fivedice.api.match import Match as Begun
from fivedice.core.dice import FACES, ROLLS, WAYS
from fivedice.match.events import Decision, HintTaken, Spend, Throw
from fivedice.match.match import EventMatch, begin
from fivedice.match.questions import view
from fivedice.match.state import State, step
from fivedice.narration import costs, reviews
from fivedice.runtime.library import Library
from tests.report.conftest import Blank, Known, Playing, Wrong

NEAR = 1e-9
BOTS = ("random", "greedy", "casual:3", "expert")

SCORE_CARDS: list[tuple[str, dict[str, object]]] = [
    ("traditional", {"joker": "forced"}),
    ("traditional", {"joker": "free"}),
    ("challenge", {"joker": "forced"}),
    ("challenge", {"joker": "free"}),
    ("piecepack", {}),
]


def rated(state: State, seat: int, known: Knowledge) -> dict[object, evaluate.RatedDecision]:
    return {one.decision: one for one in evaluate.rate(state, seat, known)}


def check_card(review: luck_and_cost.MatchReview, match: EventMatch) -> None:
    """What must hold for every seat of a finished match of score cards."""
    for account, score in zip(review.accounts, match.scores, strict=True):
        assert account.result == score
        assert abs(account.others) < NEAR
        assert abs(score - (account.start + account.luck - account.cost)) < NEAR
        assert sum(account.by_kind.values()) == pytest.approx(account.cost, abs=NEAR)
        assert sum(account.by_box.values()) == pytest.approx(account.cost, abs=NEAR)


# --- The identity ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "options"), SCORE_CARDS, ids=str)
def test_a_score_is_start_plus_luck_minus_cost(
    game: str, options: dict[str, object], played: Playing, known: Known
) -> None:
    for seed, bots in enumerate([*((bot,) for bot in BOTS), BOTS]):
        match = played(game, *bots, seed=seed, **options)
        check_card(luck_and_cost.review(match, known(match)), match)


@pytest.mark.parametrize("first", [1, "roll", "random"])
def test_games_and_openings_of_a_match_add_up(first: int | str, played: Playing, known: Known) -> None:
    match = played("traditional", "greedy", "casual:5", games=2, first=first)
    check_card(luck_and_cost.review(match, known(match)), match)


def test_a_review_counts_all_games_and_a_hint_the_one_under_way(played: Playing, known: Known) -> None:
    match = played("traditional", "greedy", "casual:5", games=2, first=1)
    last = [one for one in each_moment(match, known(match)) if one.game == 2 and one.kind]
    assert len(last) > 4
    for moment in last[:4]:
        seat, made = moment.seat, moment.state.finished[0][moment.seat]
        taken = rated(moment.state, seat, known(match))[moment.event]
        assert moment.after == pytest.approx(made + taken.worth, abs=NEAR)
        assert moment.cost == pytest.approx(taken.cost, abs=NEAR)


@pytest.mark.parametrize(
    "bots", [("random",), ("expert",), ("random", "casual:4"), ("champion", "greedy")], ids=str
)
@pytest.mark.parametrize("aim", ["score", "wins"])
def test_junior_adds_up_with_what_others_did(
    bots: tuple[str, ...], aim: str, played: Playing, library: Library
) -> None:
    match = played("junior", *bots, seed=2)
    knowledge = library(match.setup.game, len(bots), aim)
    review = luck_and_cost.review(match, knowledge)
    for account in review.accounts:
        seat = account.seat
        made = match.scores[seat] if knowledge.aim == "columns" else float(match.winners == (seat,))
        assert account.result == pytest.approx(made, abs=NEAR)
        assert abs(account.residue) < NEAR
        assert sum(account.by_kind.values()) == pytest.approx(account.cost, abs=NEAR)
        assert len(bots) > 1 or abs(account.others) < NEAR


@pytest.mark.parametrize("game", ["traditional", "challenge"])
def test_what_was_made_is_the_results_word_and_not_the_knowledges(
    game: str, played: Playing, known: Known
) -> None:
    match = played(game, "greedy", "casual:5", seed=4)
    wrong = Wrong(known(match), match.state.position, 2.0)
    for account in luck_and_cost.review(match, wrong).accounts:
        assert account.result == match.scores[account.seat]
        assert account.residue == pytest.approx(-2, abs=NEAR)
        assert not account.adds_up


@pytest.mark.parametrize("aim", ["wins", "reach 240"])
def test_a_result_is_told_in_what_the_aim_counts(aim: str, played: Playing) -> None:
    match = played("traditional", "greedy", "casual:5", seed=4)
    told = [luck_and_cost.result_of(match, seat, aim) for seat in range(2)]
    if aim == "wins":
        assert told == [float(seat in match.winners) for seat in range(2)]
    else:
        assert told == [float(score >= 240) for score in match.scores]
    twins = played("challenge", "expert", "expert", seed=1)
    assert [luck_and_cost.result_of(twins, seat, "wins") for seat in range(2)] == [0.5, 0.5]


def test_an_unfinished_match_adds_up_at_every_event(played: Playing, known: Known) -> None:
    whole = played("challenge", "casual:3", "greedy", seed=3)
    match = begin(whole.setup)
    for event in whole.events[:40]:
        match = match.step(event)
        for account in luck_and_cost.review(match, known(match)).accounts:
            assert account.result == pytest.approx(evaluate.worth(match.state, account.seat, known(match)))
            assert abs(account.residue) < NEAR
            assert abs(account.others) < NEAR


def test_what_others_reveal_is_nobodys_cost(played: Playing, library: Library) -> None:
    match = played("challenge", "casual:5", "random", "greedy", seed=11)
    knowledge = library(match.setup.game, 3, "wins")
    review = luck_and_cost.review(match, knowledge)
    choices = [moment for moment in review.moments if moment.kind]
    last = [moment for moment in choices if moment.seat == 2]
    assert min(moment.cost for moment in choices) > -NEAR
    for moment in last[:12]:
        assert moment.cost == pytest.approx(rated(moment.state, 2, knowledge)[moment.event].cost, abs=NEAR)
    shown = [moment for moment in last if moment.after != evaluate.worth(moment.then, 2, knowledge)]
    assert len(shown) > len(last) // 3
    for account in review.accounts:
        assert abs(account.residue) < NEAR
        assert abs(account.others) > NEAR


# --- Luck and cost --------------------------------------------------------------------------------------


def test_every_cost_is_what_the_judge_rates(played: Playing, known: Known) -> None:
    match = played("traditional", "random", "casual:5", seed=8)
    choices = [moment for moment in each_moment(match, known(match)) if moment.kind]
    assert len(choices) > 60
    for moment in choices:
        rates = rated(moment.state, moment.seat, known(match))
        assert moment.cost == pytest.approx(rates[moment.event].cost, abs=NEAR)
        assert moment.cost > -NEAR
        assert moment.best is None or rates[moment.best].cost == 0


@pytest.mark.parametrize("game", ["traditional", "challenge"])
def test_luck_is_fair(game: str, played: Playing, known: Known) -> None:
    match = played(game, "casual:2", "greedy", seed=6)
    throws = [moment for moment in each_moment(match, known(match)) if isinstance(moment.event, Throw)]
    for moment in throws[:24]:
        assert isinstance(moment.event, Throw)
        number = len(moment.event.dice)
        dice = WAYS.items() if number == 5 else ((d, 1) for d in product(FACES, repeat=number))
        lucks = [
            (ways, evaluate.worth(step(moment.state, Throw(moment.event.seat, d)), moment.seat, known(match)))
            for d, ways in dice
        ]
        mean = sum(ways * worth for ways, worth in lucks) / sum(ways for ways, _ in lucks)
        assert mean == pytest.approx(moment.before, abs=NEAR)
    assert len(ROLLS) == 252


def test_perfect_play_costs_nothing(played: Playing, known: Known) -> None:
    match = played("piecepack", "expert", "random", seed=3)
    perfect, random = luck_and_cost.review(match, known(match)).accounts
    assert perfect.cost < NEAR
    assert set(perfect.marks.values()) == {0}
    assert random.cost > 50
    assert random.marks["??"] > 0


@pytest.mark.parametrize("aim", ["points", "columns", "chips", "wins", "Upper bonus"])
def test_a_mark_never_contradicts_the_figure_beside_it(aim: str) -> None:
    limits, digit = unit_for(aim).mistakes, 0.1 ** unit_for(aim).decimals / (100 if is_chance(aim) else 1)
    assert [mark(limit - 0.4 * digit, aim) for limit in limits] == ["?!", "?", "??"]
    assert [mark(limit - 0.6 * digit, aim) for limit in limits] == ["", "?!", "?"]


def test_a_hint_is_counted_and_changes_nothing(played: Playing, known: Known) -> None:
    plain = played("traditional", "casual:5", seed=9)
    hinted = begin(plain.setup).step(plain.events[0]).step(HintTaken(0))
    for event in plain.events[1:]:
        hinted = hinted.step(event)
    (without,), (with_hint,) = (luck_and_cost.review(m, known(m)).accounts for m in (plain, hinted))
    assert (without.hints, with_hint.hints) == (0, 1)
    assert (with_hint.luck, with_hint.cost) == (without.luck, without.cost)


# --- Turns, kinds, boxes --------------------------------------------------------------------------------


def test_a_zero_by_choice_counts_for_its_box(played: Playing, known: Known) -> None:
    match = played("traditional", "random", seed=11)
    assert any(isinstance(event, Spend) and event.use.startswith("zero-") for event in match.events)
    (account,) = luck_and_cost.review(match, known(match)).accounts
    assert len(account.by_box) == 13
    assert set(account.by_kind) == set(KINDS) - {"choice"}


@pytest.mark.parametrize(("game", "bots"), [("traditional", 1), ("traditional", 3), ("challenge", 3)])
def test_turns_are_counted_anew_in_every_game(game: str, bots: int, played: Playing, known: Known) -> None:
    match = played(game, *["greedy"] * bots, games=2, first=0, seed=2)
    review = luck_and_cost.review(match, known(match))
    for seat in range(bots):
        turns = [turn for turn in luck_and_cost.seat_turns(review, seat) if turn.number]
        assert [(turn.game, turn.number) for turn in turns] == list(product((1, 2), range(1, 14)))
        assert all(len(turn.uses) == 1 for turn in turns)


def test_a_turn_of_showdown_goes_on_after_a_steal_and_a_move(played: Playing) -> None:
    match = played("showdown", "greedy", "greedy", "random", seed=3)
    turns = luck_and_cost.seat_turns(luck_and_cost.review(match, Blank(match.setup.game)))
    order = sorted(turns, key=lambda turn: turn.moments[0].number)
    seats = [turn.seat for turn in order]
    assert all(before != after for before, after in pairwise(seats))
    assert any(len(turn.uses) > 1 for turn in turns)
    for seat in range(3):
        numbers = [turn.number for turn in order if turn.seat == seat]
        assert numbers == list(range(1, len(numbers) + 1))


# --- What decided ---------------------------------------------------------------------------------------


def test_the_weightiest_moments_come_first(played: Playing, known: Known) -> None:
    match = played("traditional", "casual:2", "greedy", seed=12)
    review = luck_and_cost.review(match, known(match))
    weights = [moment.weight for moment in review.decisive]
    assert weights == sorted((moment.weight for moment in review.moments), reverse=True)[: len(weights)]


@pytest.mark.parametrize("seed", range(6))
def test_the_winner_leads_from_the_lead_on_and_not_before(seed: int, played: Playing, known: Known) -> None:
    match = played("traditional", "casual:5", "casual:5", "greedy", seed=seed)
    review = luck_and_cost.review(match, known(match))
    assert len(match.winners) == 1
    assert review.lead is not None
    (winner,) = match.winners
    state, ahead = begin(match.setup).state, []
    for event in match.events:
        state = step(state, event)
        worths = [as_printed(evaluate.worth(state, seat, known(match)), "points") for seat in range(3)]
        ahead.append(all(worths[winner] > worth for s, worth in enumerate(worths) if s != winner))
    since = review.lead.number
    assert all(ahead[since - 1 :])
    assert since == 1 or not ahead[since - 2]


def test_what_is_printed_as_equal_is_no_lead(played: Playing) -> None:
    match = played("traditional", "expert", "random", seed=3)
    review = luck_and_cost.review(match, Ahead(Blank(match.setup.game), None, 0.04))
    assert match.winners == (0,)
    assert review.lead is not None
    for number in range(review.lead.number, len(match.events) + 1):
        one, other = (reviews.figure(worth_at(line, number), "points") for line in review.lines)
        assert one != other, number


class Ahead(Wrong):
    """Promises the first seat alone a trifle more."""

    def worth(self, position: Any, seat: int) -> float:
        """As the other, and a trifle more."""
        return self._known.worth(position, seat) + self._extra * (seat == 0)


def test_lines_hold_the_worth_after_every_event(played: Playing, known: Known) -> None:
    match = played("junior", "greedy", "casual:3", seed=3)
    knowledge = known(match)
    review = luck_and_cost.review(match, knowledge)
    state = begin(match.setup).state
    for seat, line in enumerate(review.lines):
        assert line[0] == (0, evaluate.worth(state, seat, knowledge))
        assert line[-1] == (len(match.events), review.accounts[seat].result)
    for number, event in enumerate(match.events, start=1):
        state = step(state, event)
        for seat, line in enumerate(review.lines):
            assert worth_at(line, number) == pytest.approx(evaluate.worth(state, seat, knowledge), abs=NEAR)


@pytest.mark.parametrize("game", ["junior", "showdown"])
def test_what_one_of_two_gains_of_the_win_the_other_loses_at_once(
    game: str, played: Playing, library: Library
) -> None:
    match = played(game, "casual:4", "greedy", seed=4)
    review = luck_and_cost.review(match, library(match.setup.game, 2, "wins"))
    for number in range(1, len(match.events) + 1):
        worths = [worth_at(line, number) for line in review.lines]
        assert sum(worths) == pytest.approx(1, abs=NEAR), number
    for moment in review.moments[:-1]:
        assert worth_at(review.lines[moment.seat], moment.number) == pytest.approx(moment.after, abs=NEAR)


def worth_at(line: luck_and_cost.Line, number: int) -> float:
    """What a line says after an event."""
    return next(worth for at, worth in reversed(line) if at <= number)


def test_nobody_leads_where_there_is_no_single_winner(played: Playing, known: Known) -> None:
    match = played("piecepack", "greedy", "greedy", seed=1)
    cut = begin(match.setup)
    for event in match.events[:20]:
        cut = cut.step(event)
    alone = played("piecepack", "greedy", seed=1)
    assert luck_and_cost.review(cut, known(cut)).lead is None
    assert luck_and_cost.review(alone, known(alone)).lead is None


def test_net_luck_is_against_the_others_average(played: Playing, known: Known) -> None:
    match = played("traditional", "greedy", "greedy", seed=4)
    review = luck_and_cost.review(match, known(match))
    one, two = review.accounts
    assert luck_and_cost.net_luck(review, 0) == one.luck - two.luck == -luck_and_cost.net_luck(review, 1)
    alone = luck_and_cost.review(
        played("piecepack", "greedy", seed=1), known(played("piecepack", "greedy", seed=1))
    )
    assert luck_and_cost.net_luck(alone, 0) == alone.accounts[0].luck


LAST_BOX = "3,6,9,12,15,18,20,0,25,30,40,50,-+0/1,2,3,4,5,6,7,0,0,0,0,0,-+0 0"
"""Ann has only Chance left."""


def told_of(state: State, made: Decision, knowledge: Knowledge) -> str:
    return costs.describe(costs.judge(state, made, knowledge), "score")


def decisions(moments: Iterator[annotate.Moment]) -> list[tuple[annotate.Moment, Decision]]:
    return [(one, one.event) for one in moments if isinstance(one.event, Decision)]


@pytest.mark.parametrize("game", ["junior", "challenge"])
def test_a_choice_by_itself_costs_what_a_review_says(game: str, played: Playing, known: Known) -> None:
    match = played(game, "random", "random", seed=3)
    for one, made in decisions(annotate.each_moment(match, known(match))):
        alone = annotate.alone(view(one.state, one.seat), made, known(match))
        assert alone.cost == pytest.approx(one.cost, abs=1e-6)
        assert alone.kind == one.kind


@pytest.mark.parametrize(
    ("keep", "told"),
    [
        ("6", "Ann's choice was the best."),
        ("1", "Ann's choice cost 2.7 points. Better: ⚅."),
        ("11236", "Ann's choice cost 10.6 points. Better: ⚅."),
    ],
)
def test_the_sentence_names_the_player_the_cost_and_what_was_better(
    keep: str, told: str, known: Known
) -> None:
    """Two throws of a die make 4.25 points on average: a Six is kept, and everything less is thrown again."""
    match = Begun.at("traditional", LAST_BOX, "11236", 1, names=("Ann", "Ben"))
    made = cast(Decision, match.keep(keep).events[-1])
    assert told_of(match.state, made, known(cast(EventMatch, match))) == told


def test_hidden_choices_are_told_when_the_last_reveals_them(played: Playing, known: Known) -> None:
    """Those who decide at once are told together, as if they had not waited for each other."""
    match = played("challenge", "random", "random", seed=3)
    waiting = list[Decision]()
    for one, made in decisions(annotate.unrated_moments(match)):
        waiting.append(made)
        public = costs.decisions(one.state, made)
        assert public in ((), tuple(waiting))
        if public:
            told = [told_of(one.state, each, known(match)) for each in public]
            names = [match.setup.players[each.seat].name for each in public]
            assert [text.partition("'s choice ")[0] for text in told] == names
            waiting.clear()
    assert not waiting


def test_what_the_computer_decides_for_the_absent_is_not_told(played: Playing) -> None:
    for one, made in decisions(annotate.unrated_moments(played("junior", "random", "random", seed=3))):
        assert costs.decisions(one.state, made) == (made,)
        assert costs.decisions(one.state, made, {one.seat}) == ()
