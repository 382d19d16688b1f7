"""Why another decision was better: words that fit the figures they stand before."""

import pytest

from fivedice.coach import explain, moments
from fivedice.coach.moments import Moment
from fivedice.play.events import Choose, Keep, Spend
from fivedice.play.match import start
from fivedice.review import reasons
from tests.review.conftest import Playing
from tests.review.test_coach import Known


def costly(played: Playing, known: Known, game: str) -> list[Moment]:
    """The choices of a match that were not the best."""
    match = played(game, "casual:3", "greedy", seed=4)
    return [one for one in moments.each_moment(match, known(match)) if one.best is not None]


@pytest.mark.parametrize("game", ["traditional", "challenge", "showdown", "piecepack", "junior"])
def test_every_costly_choice_has_a_reason(game: str, played: Playing, known: Known) -> None:
    """One sentence without a figure, and the figures on both after it."""
    knowledge = known(played(game, "casual:3", "greedy", seed=4))
    found = costly(played, known, game)
    assert {type(one.event) for one in found} <= {Keep, Spend, Choose}
    for one in found:
        why = reasons.reason(one, knowledge)
        assert why.words.endswith(".")
        assert not any(sign.isdigit() for sign in why.words.replace("3 of", "").replace("4 of", ""))
        assert why.chosen
        assert why.best


def test_a_keep_is_told_by_what_it_makes_likelier(played: Playing, known: Known) -> None:
    """The end of the turn that is named first gains most by the better keep."""
    knowledge = known(played("traditional", "casual:3", "greedy", seed=4))
    keeps = [one for one in costly(played, known, "traditional") if isinstance(one.best, Keep)]
    told = [(one, reasons.reason(one, knowledge).words) for one in keeps]
    assert any("more often" in words for _, words in told)
    for one, words in told:
        if "more often" not in words:
            continue
        assert isinstance(one.event, Keep)
        assert isinstance(one.best, Keep)
        chosen, best = (
            {end.way: end.chance for end in explain.ends(one.state, one.seat, keep, knowledge)}
            for keep in (one.event, one.best)
        )
        most = max(best, key=lambda way: best[way] - chosen.get(way, 0.0))
        assert words.startswith(f"It leads to {most.title} more often")


def test_a_use_is_told_by_now_and_later(known: Known) -> None:
    """Threes for nine instead of a zero in Yahtzee: it pays more now."""
    match = start("traditional", "Ann").throw("33312").keep("33312").use("yahtzee")
    (one,) = [
        moment for moment in moments.each_moment(match, known(match)) if isinstance(moment.event, Spend)
    ]
    why = reasons.reason(one, known(match))
    assert why.words.startswith("It pays more now")
    assert why.best.startswith("pays ")
