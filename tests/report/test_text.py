"""A review as text: sentences, width, tables."""

import re
from typing import Any

import pytest
from rich.cells import cell_len

from fivedice.analysis import evaluate, luck_and_cost
from fivedice.analysis.annotate import each_moment
from fivedice.api.match import Match as Begun
from fivedice.api.match import start
from fivedice.match.match import EventMatch, begin
from fivedice.narration import comparisons, reviews
from fivedice.report import review_json, text
from fivedice.runtime.library import Library
from tests.report.conftest import Blank, Known, Playing, Wrong


def told(match: EventMatch, known: Known, seat: int | None = None, *, everything: bool = False) -> list[str]:
    knowledge = known(match)
    return text.lines(
        luck_and_cost.review(match, knowledge), knowledge, "digits", seat, everything=everything
    )


# --- Sentences --------------------------------------------------------------------------------------------


def test_a_sentence_names_the_better_choice_and_the_cost(known: Known) -> None:
    match = start("traditional", "Ann").throw("66615").keep("15")
    throw, keep = each_moment(match, known(match))
    cost = evaluate.rate(keep.state, 0, known(match))[0].worth - keep.after
    assert reviews.describe(keep, "points", "digits") == (
        f"kept 1 5 of 1 5 6 6 6 (best: 6 6 6), cost {cost:.1f} points ??"
    )
    assert reviews.describe(throw, "points", "digits").startswith("threw 1 5 6 6 6, luck +")


def test_the_best_is_called_the_best(known: Known) -> None:
    match = start("traditional", "Ann").throw("66615").keep("666")
    _, keep = each_moment(match, known(match))
    assert reviews.describe(keep, "points", "digits") == "kept 6 6 6 of 1 5 6 6 6, the best"


def test_a_use_names_what_it_pays_and_the_better_one(known: Known) -> None:
    match = start("traditional", "Ann").throw("23456").keep("23456").use("chance")
    *_, use = each_moment(match, known(match))
    assert reviews.describe(use, "points", "digits").startswith(
        "used 2 3 4 5 6 for Chance 20 (best: Large Straight 40), cost "
    )


def test_common_throws_are_taken(known: Known) -> None:
    match = start("challenge", "Ann", "Ben").throw("23456").keep("2345", 0).keep("23456", 1).throw("1")
    moments = list(each_moment(match, known(match)))
    assert reviews.describe_event(moments[0], "digits") == "threw 2 3 4 5 6"
    assert reviews.describe_event(moments[1], "digits") == "took the throw: now 2 3 4 5 6"
    assert reviews.describe_event(moments[-2], "digits") == "threw 1: now 1 2 3 4 5"
    assert [reviews.concerns(moment) for moment in moments[-2:]] == [True, False]


def test_red_dice_and_choices_are_told(played: Playing) -> None:
    match = played("showdown", "greedy", "greedy", "random", seed=3)
    lines = {reviews.describe_event(m, "digits") for m in each_moment(match, Blank(match.setup.game))}
    assert any(line.startswith("threw the red die: ") and "to space" in line for line in lines)
    assert any(line.startswith("chose to ") for line in lines)


@pytest.mark.parametrize(
    ("worth", "aim", "shown"),
    [
        (1.25, "points", "+1.2"),
        (-0.04, "points", "0.0"),
        (-3.0, "chips", "−3.00"),
        (0.126, "wins", "+12.6%"),
        (-0.0001, "wins", "0.0%"),
    ],
)
def test_gains_have_a_sign_and_nothing_has_none(worth: float, aim: str, shown: str) -> None:
    assert reviews.signed(worth, aim) == shown


# --- The whole --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize(("game", "seats"), [("traditional", 10), ("challenge", 3), ("junior", 2)])
def test_lines_fit_eighty_columns(
    game: str, seats: int, everything: bool, played: Playing, known: Known
) -> None:
    match = played(game, *["greedy", "casual:3"] * (seats // 2), *["greedy"] * (seats % 2), seed=2)
    assert max(map(cell_len, told(match, known, everything=everything))) <= 80


def test_long_and_wide_names_fit_too(known: Known) -> None:
    match = start("traditional", "N" * 40, "一二三四五六七八九十" * 4).throw("66615").keep("15")
    lines = told(match, known, everything=True)
    assert max(map(cell_len, lines)) <= 80
    figures = [line for line in lines if "254.6" in line and "0 0 1" in line]
    assert len(figures) == 1


def test_the_short_form_says_all_that_was_asked(played: Playing, known: Known) -> None:
    match = played("traditional", "casual:3", "greedy", seed=2)
    whole = "\n".join(told(match, known))
    for part in (
        "Every row adds up: start + luck - cost = result, and the record agrees.",
        "Net luck, compared with the others' average: ",
        "Where the match was decided",
        "was ahead for good from ",
        "Costliest choices, and why",
        "  chosen: ",
        "  best: ",
        "First keep",
        "by box:",
        "Full House",
    ):
        assert part in whole


def test_the_figures_of_a_row_add_up_as_they_are_printed(played: Playing, known: Known) -> None:
    match = played("traditional", "casual:3", "random", seed=2)
    lines = told(match, known)
    for name in ("casual:3 0", "random 1"):
        (row,) = [line for line in lines if re.match(rf"{name} +\d", line) and len(line.split()) > 6]
        start, luck, cost, result = map(float, row.removeprefix(name).replace("−", "-").split()[:4])
        assert cost > 0
        assert start + luck - cost == pytest.approx(result, abs=0.15)
    assert "?! doubtful, ? bad, ?? a blunder, depending on the cost." in lines


def test_a_bonus_is_told_beside_the_box_that_brought_it(known: Known) -> None:
    position = "3,6,9,12,15,-,20,0,25,30,40,0,20+0 0"
    match = Begun.at("traditional", position, "66612", 3, names=("Ann",)).use("sixes")
    review = luck_and_cost.review(match, known(match))
    told = "Sixes 53 (with 35 Upper bonus)"
    assert review_json.turn(luck_and_cost.seat_turns(review)[0])["used"] == told
    assert reviews.describe_event(review.moments[-1], "pips") == f"used ⚀ ⚁ ⚅ ⚅ ⚅ for {told}"


def test_on_a_board_costs_are_told_by_use(known: Known) -> None:
    match = start("junior", "Ann", "Ben").throw("22345").keep("22345").use("minnie-mouse")
    whole = "\n".join(told(match, known))
    assert "by use:" in whole
    assert "by box:" not in whole


def test_no_heading_of_costs_stands_alone(known: Known) -> None:
    match = start("traditional", "Ann").throw("22345")
    assert not any(line.startswith(("Cost in", "by box")) for line in told(match, known))
    kept = told(match.keep("2345"), known)
    assert any(line.startswith("Cost in points") for line in kept)
    assert "by box:" not in kept


def test_rows_that_miss_the_records_result_are_said_to(played: Playing, known: Known) -> None:
    match = played("traditional", "expert", "greedy", seed=2)
    review = luck_and_cost.review(match, Wrong(known(match), match.state.position, 2.0))
    told = reviews.sum_check(review)
    assert told.startswith(
        "The rows do not add up: start + luck - cost + what changed while others acted is "
    )
    for name, score in zip(("expert 0", "greedy 1"), match.scores, strict=True):
        assert f"{score + 2:.1f} for {name}, but the record's result is {score:.1f}" in told
    close = reviews.sum_check(luck_and_cost.review(match, Wrong(known(match), match.state.position, 1e-6)))
    assert f"the record's result is {match.scores[0]:.1f}, 1.0e-06 apart" in close


def test_before_the_end_there_is_nothing_to_check(known: Known) -> None:
    match = start("traditional", "Ann").throw("66615").keep("15")
    told = reviews.sum_check(luck_and_cost.review(match, known(match)))
    assert told == (
        "In every row start + luck - cost = worth now; there is no result yet to check it against."
    )


def test_every_moment_is_told_once_when_all_is_asked(played: Playing, known: Known) -> None:
    match = played("traditional", "casual:3", "greedy", seed=2)
    review = luck_and_cost.review(match, known(match))
    brief, whole = told(match, known), told(match, known, everything=True)
    assert whole[: len(brief)] == brief
    rest = [line for line in whole[len(brief) :] if line.startswith("  ") and not line.startswith("    ")]
    assert len(rest) == sum(map(reviews.concerns, review.moments)) == len(match.events)


def test_one_seat_can_be_asked_for(played: Playing, known: Known) -> None:
    match = played("traditional", "casual:3", "random", seed=2)
    lines = told(match, known, 0, everything=True)
    costliest = lines[lines.index("Costliest choices, and why") :]
    assert not any("random 1" in line for line in costliest)
    assert any("casual:3 0, turn 13" in line for line in costliest)


def test_a_match_that_goes_on_is_told_so_far(known: Known) -> None:
    empty = begin(start("piecepack", "Ann", "Ben").setup)
    assert "No choice cost anything." in told(empty, known, everything=True)
    begun = empty.throw("11115").keep("5")
    assert any(line.startswith("Piecepack") and "Unfinished: Ann 0" in line for line in told(begun, known))


def test_estimates_are_called_so(played: Playing) -> None:
    match = played("showdown", "greedy", "greedy", "random", seed=3)
    lines = told(match, lambda m: Blank(m.setup.game), everything=True)
    assert "the best available estimate" in " ".join(lines)
    assert any("others" in line for line in lines)


class EndSolved(Blank):
    """Claims to have solved the last two turns of each seat at a card."""

    def is_exact(self, position: Any) -> bool:
        """Whether two boxes at most are open on every card."""
        return all(card.boxes.count(None) <= 2 for card in position.cards)


def test_where_solving_sets_in_is_told(played: Playing) -> None:
    match = played("piecepack", "greedy", "greedy", seed=3)
    review = luck_and_cost.review(match, EndSolved(match.setup.game))
    assert review.solved is not None
    assert (review.solved.turn, review.solved.seat) == (12, 0)
    assert reviews.explain_worths(review).endswith(
        "the best available estimate, solved exactly from greedy 0's turn 12 on."
    )
    assert review_json.head(review)["solved"]["number"] == review.solved.number
    assert luck_and_cost.review(match, Blank(match.setup.game)).solved is None


def test_chances_to_win_are_percentages(played: Playing, library: Library) -> None:
    match = played("junior", "casual:4", "greedy", seed=4)
    lines = told(match, lambda m: library(m.setup.game, 2, "wins"))
    rows = [line for line in lines if re.search(r"% +\d+ \d+ \d+$", line)]
    assert sorted(row.split()[-4] for row in rows) == ["0%", "100%"]
    assert any("% of winning" in line for line in lines)


@pytest.mark.parametrize(
    ("worth", "aim", "shown"),
    [(170.0, "points", "170"), (254.59, "points", "254.6"), (1.0, "wins", "100%"), (20.5, "chips", "20.5")],
)
def test_results_have_no_zeros_behind_the_point(worth: float, aim: str, shown: str) -> None:
    assert reviews.whole(worth, aim) == shown


def test_the_terms_of_a_lead_add_up(played: Playing, known: Known) -> None:
    match = played("junior", "casual:2", "greedy", seed=1)
    review = luck_and_cost.review(match, known(match))
    (sentence,) = comparisons.split(review)
    apart, *terms = map(float, re.findall(r"[+-]?\d+\.\d+", sentence.replace("−", "-")))
    assert apart == abs(match.scores[0] - match.scores[1]) > 0
    assert sum(terms) == pytest.approx(apart, abs=0.03)


def test_between_two_each_gain_of_one_is_the_others_loss(played: Playing, library: Library) -> None:
    match = played("junior", "casual:4", "greedy", seed=4)
    review = luck_and_cost.review(match, library(match.setup.game, 2, "wins"))
    (winner,) = match.winners
    one, other = review.accounts[winner], review.accounts[1 - winner]
    assert abs(one.others) > 0.01
    assert one.unexplained == pytest.approx(0, abs=1e-9)
    (sentence,) = comparisons.split(review)
    assert sentence.startswith(
        f"{match.setup.players[winner].name} is 50.0% of winning above an even chance: "
    )
    assert "while others acted" not in sentence
    terms = [float(term) for term in re.findall(r"([+-][\d.]+)% from", sentence.replace("−", "-"))]
    assert terms[:2] == pytest.approx(
        [100 * (one.luck - other.luck), 100 * (other.cost - one.cost)], abs=0.06
    )
    assert sum(terms) == pytest.approx(50, abs=0.2)


def test_a_match_from_a_position_owes_its_lead_to_where_it_began(
    from_the_last_box: EventMatch, known: Known
) -> None:
    (sentence,) = comparisons.split(luck_and_cost.review(from_the_last_box, known(from_the_last_box)))
    assert sentence.endswith(" from the starting position.")
    assert "who starts" not in sentence
