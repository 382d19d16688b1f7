"""After a choice everyone may hear what it cost: as a review says, and only once it is public."""

from collections.abc import Iterator
from typing import cast

import pytest

from fivedice.analysis import annotate
from fivedice.analysis.solver_api import Knowledge
from fivedice.api.match import Match as Begun
from fivedice.match.events import Decision
from fivedice.match.match import EventMatch
from fivedice.match.questions import view
from fivedice.match.state import State
from fivedice.narration import costs
from tests.report.conftest import Known, Playing

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
