"""Exercises keep a position without its answer, grades are right, and the test of proficiency is unbiased."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from statistics import fmean, stdev

import pytest

from fivedice.analysis import evaluate
from fivedice.analysis.solver_api import Knowledge, unit_for
from fivedice.api.match import start
from fivedice.core.rules import IllegalMove
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match import questions
from fivedice.match.events import Keep, Spend
from fivedice.match.state import State
from fivedice.notation.read import BadText
from fivedice.runtime import store
from fivedice.runtime.library import Library
from fivedice.training import exercise, grading, proficiency, shipped
from fivedice.training.proficiency import FEWEST, MOST
from tests.spread import spread

LIBRARY = Library(store.tables())
"""The shipped values."""


def knowledge(state: State) -> Knowledge:
    return LIBRARY(state.setup.game, len(state.setup.players), "score").at_leisure()


def some(game: str, number: int = 12) -> Iterator[tuple[State, int]]:
    """Positions of ordinary play, drills among them."""
    known = shipped.positions()[game]
    for sample in Random(5).sample([*known.drills, *known.test], number):
        terms = shipped.terms(game, sample)
        yield exercise.state_of(terms), exercise.seat_of(terms)


@pytest.mark.parametrize("game", FIVE_GAMES)
def test_an_exercise_is_the_position_of_its_seat_again(game: str) -> None:
    for state, seat in some(game):
        terms = exercise.read(exercise.text(exercise.exercise(state, seat)))
        again = exercise.state_of(terms)
        assert (again.position, again.awaited.kind) == (state.position, state.awaited.kind)
        assert exercise.seat_of(terms) == seat
        assert exercise.key(exercise.exercise(again, seat)) == exercise.key(terms)


@pytest.mark.parametrize("game", FIVE_GAMES)
def test_grades_agree_with_the_solver(game: str) -> None:
    """Every choice of some positions; research/training/grades.py compares 10,000 of each game."""
    for state, seat in some(game, 6):
        known = knowledge(state)
        worths = {one.decision: one.worth for one in evaluate.rate(state, seat, known)}
        mixed = {one.decision for one in evaluate.mixture(state, seat, known)}
        for decision, worth in worths.items():
            verdict = grading.judge(exercise.exercise(state, seat), decision, known)
            less = max(worths.values()) - worth
            good = less <= 0.05 * {"points": 1.0, "columns": 0.05, "chips": 0.3}[known.aim]
            assert (verdict.grade == "good") == (good or decision in mixed)
            assert verdict.cost == pytest.approx(less, abs=1e-9)


@pytest.mark.parametrize(
    ("cost", "unit", "grade"),
    [
        *((0.0, "points", "good"), (0.05, "points", "good"), (0.051, "points", "hard")),
        *((0.499, "points", "hard"), (0.5, "points", "again"), (0.0025, "columns", "good")),
        *((0.03, "columns", "again"), (0.1, "chips", "hard")),
    ],
)
def test_what_a_choice_may_cost(cost: float, unit: str, grade: str) -> None:
    assert grading.grade(cost, unit) == grade


def test_the_order_of_kept_dice_does_not_matter() -> None:
    state = start("traditional", "Ann").throw("66615").state
    terms, known = exercise.exercise(state, 0), knowledge(state)
    assert grading.judge(terms, Keep(0, (6, 6, 6)), known).grade == "good"
    verdicts = {grading.judge(terms, Keep(0, dice), known).cost for dice in ((1, 6, 6), (6, 1, 6))}
    assert len(verdicts) == 1


def test_a_wrong_answer_is_told_the_better_one_and_why() -> None:
    state = start("traditional", "Ann").throw("66661").keep("66661").state
    wrong = grading.judge(exercise.exercise(state, 0), Spend(0, "chance"), knowledge(state))
    assert wrong.grade == "again"
    assert wrong.better == "Better: Sixes 24."
    assert wrong.reason
    right = grading.judge(exercise.exercise(state, 0), Spend(0, "sixes"), knowledge(state))
    assert (right.told, right.reason) == ("That is the best choice.", "")


def test_what_cannot_be_chosen_is_refused() -> None:
    state = start("traditional", "Ann").throw("66661").state
    for wrong in (Keep(0, (5,)), Keep(1, (6,)), Spend(0, "sixes")):
        with pytest.raises(IllegalMove, match="not among the choices"):
            grading.judge(exercise.exercise(state, 0), wrong, knowledge(state))
    for damaged in ("", "{}", '{"game":"traditional"}'):
        with pytest.raises(BadText, match="not a drill"):
            exercise.read(damaged)


@pytest.mark.parametrize("game", FIVE_GAMES)
def test_every_use_that_is_shown_is_an_answer(game: str) -> None:
    for state, seat in some(game):
        shown = {Spend(seat, use.name) for use in exercise.view(exercise.exercise(state, seat)).uses}
        decided = set(questions.decisions(state, seat))
        assert shown == {one for one in decided if isinstance(one, Spend)}


@pytest.mark.parametrize("game", FIVE_GAMES)
def test_what_ships_is_whole(game: str) -> None:
    known = shipped.positions()[game]
    terms = [shipped.terms(game, sample) for sample in known.drills]
    assert len({exercise.key(one) for one in terms}) == len(terms) == 60
    for one in (*terms, *(shipped.terms(game, sample) for sample in known.test)):
        state, seat = exercise.state_of(one), exercise.seat_of(one)
        assert questions.decisions(state, seat)
    assert sum(known.sorts.values()) == pytest.approx(known.decisions, rel=0.15)
    assert [sample.weight for sample in known.drills] == sorted(
        (sample.weight for sample in known.drills), reverse=True
    )


@pytest.mark.parametrize(
    ("dice", "sort"),
    [
        ("22446", "first keep 2-2-1"),
        ("12345", "first keep 1-1-1-1-1 row of 5"),
        ("23345", "first keep 2-1-1-1 row of 4"),
        ("11111", "first keep 5"),
        ("12356", "first keep 1-1-1-1-1 row of 3"),
    ],
)
def test_decisions_are_sorted_by_kind_and_dice(dice: str, sort: str) -> None:
    assert exercise.sort(start("traditional", "Ann").throw(dice).state, 0) == sort


def answers(game: str, seed: str, share: float) -> proficiency.ProficiencyResult:
    """Somebody who loses `share` of what is at stake on average, all of it in a quarter of the choices."""
    chance, costs = Random(seed), list[float]()
    while not (found := proficiency.TestAttempt(game, seed, tuple(costs)).result).over:
        stake = proficiency.question(game, seed, len(costs)).weight
        costs.append(4 * share * stake if chance.random() < 0.25 else 0.0)
    return found


@pytest.mark.parametrize("game", spread(FIVE_GAMES, "showdown", "junior"))
def test_it_measures_what_is_lost_a_game(game: str) -> None:
    known = shipped.positions()[game]
    truth = 0.5 * fmean(sample.weight for sample in known.test) * known.decisions
    found = [answers(game, str(seed), 0.5) for seed in range(300)]
    lost = [one.lost for one in found]
    assert fmean(lost) == pytest.approx(truth, rel=0.1)
    assert fmean(one.error for one in found) == pytest.approx(stdev(lost), rel=0.3)
    assert all(FEWEST <= one.answers <= MOST for one in found)


def test_a_seed_gives_everyone_the_same_positions() -> None:
    asked = [
        [proficiency.question("traditional", seed, number) for number in range(MOST)]
        for seed in ("a", "a", "b")
    ]
    assert asked[0] == asked[1] != asked[2]
    assert len({(one.position, one.turn) for one in asked[0]}) == MOST


@pytest.mark.parametrize(
    ("lost", "error", "told", "place"),
    [
        (291.8, 78.1, "more than 98.9 points per game", "below Pip"),
        (110.0, 9.0, "about 110.0 ± 9.0 points", "like Pip"),
        (60.0, 3.0, "about 60.0 ± 3.0 points", "between Milo"),
        (36.0, 7.0, "about 36.0 ± 7.0 points", "like Juno (a good player) or Milo (a casual player)."),
        (1.0, 1.5, "about 1.0 ± 1.5 points", "like Ada (an expert)."),
    ],
)
def test_a_result_has_a_place_among_the_bots(lost: float, error: float, told: str, place: str) -> None:
    found = proficiency.ProficiencyResult(lost, error, MOST, over=True)
    assert found.sentence("traditional").startswith(f"You lose {told}")
    assert found.standing("traditional").startswith(f"You play {place}")
    assert ("±" in found.sentence("traditional")) == (lost < 200)


@pytest.mark.parametrize("game", FIVE_GAMES)
def test_bots_on_the_scale_can_be_told_apart(game: str) -> None:
    lost = list(proficiency.scale(game).values())
    least = 4 * unit_for(GAMES[game].unit).mistakes[0]
    assert all(after - before >= least for before, after in pairwise(lost))
    assert len(lost) >= 3


def test_best_play_loses_nothing_and_is_known_soon() -> None:
    found = proficiency.TestAttempt("traditional", "x", (0.0,) * FEWEST).result
    assert found.lost == 0
    assert found.error > 0
    assert proficiency.TestAttempt("traditional", "x", (0.0,) * MOST).result.over
    assert proficiency.TestAttempt("traditional", "x").result.answers == 0
