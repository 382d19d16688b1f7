"""Why another decision was better: words agree with figures."""

import re

import pytest

from fivedice.analysis import annotate, explain
from fivedice.analysis.explain import End, UseAtEnd
from fivedice.analysis.solver_api import Knowledge
from fivedice.api.match import start
from fivedice.match.events import Choose, Keep, Spend
from fivedice.match.match import begin
from fivedice.match.setup import game_called
from fivedice.narration import reasons
from fivedice.notation import paper
from fivedice.runtime.library import Library
from tests.report.conftest import Known, Playing


def costly(played: Playing, known: Known, game: str) -> list[annotate.Moment]:
    match = played(game, "casual:3", "greedy", seed=4)
    return [one for one in annotate.each_moment(match, known(match)) if one.best is not None]


@pytest.mark.parametrize("game", ["traditional", "challenge", "showdown", "piecepack", "junior"])
def test_every_costly_choice_has_a_reason(game: str, played: Playing, known: Known) -> None:
    knowledge = known(played(game, "casual:3", "greedy", seed=4))
    found = costly(played, known, game)
    assert {type(one.event) for one in found} <= {Keep, Spend, Choose}
    for one in found:
        why = reasons.reason(one, knowledge)
        assert why.words.endswith(".")
        assert not any(sign.isdigit() for sign in why.words.replace("3 of", "").replace("4 of", ""))
        assert why.chosen
        assert why.best


Ends = dict[UseAtEnd, End]


def both_ends(moment: annotate.Moment, knowledge: Knowledge) -> tuple[Ends, Ends]:
    """How the turn ends with the better of two keeps and with the one chosen."""
    better, chosen = (
        {end.way: end for end in explain.ends(moment.state, moment.seat, keep, knowledge)}
        for keep in (moment.best, moment.event)
        if isinstance(keep, Keep)
    )
    return better, chosen


def shares(better: Ends, chosen: Ends) -> dict[UseAtEnd, float]:
    """What each end has of the difference in worth: chance times worth with the better keep, less the same
    with the other, where worth is counted from what that other is worth.
    """
    level = sum(end.chance * end.worth for end in chosen.values())
    after, before = (
        {way: end.chance * (end.worth - level) for way, end in ends.items()} for ends in (better, chosen)
    )
    return {way: after.get(way, 0.0) - before.get(way, 0.0) for way in {**after, **before}}


def check_told(moment: annotate.Moment, knowledge: Knowledge) -> None:
    """What is named first has the largest share of the difference, and the figures have all that is named."""
    better, chosen = both_ends(moment, knowledge)
    why, told = reasons.reason(moment, knowledge), reasons.reason_text(moment, knowledge)
    of = shares(better, chosen)
    assert sum(of.values()) == pytest.approx(moment.cost, abs=1e-6)
    assert why.words == told.words
    if not told.ways:
        assert why.words in (reasons.ALIKE, reasons.UNTOLD)
        assert not moment.mark
        return
    assert of[told.ways[0]] == pytest.approx(max(of.values()))
    check_verb(told, better, chosen)
    for way in told.ways:
        assert way.title in why.words
        assert way not in better or is_in(way, why.best)
        assert way not in chosen or is_in(way, why.chosen)


def check_verb(told: reasons.ReasonText, better: Ends, chosen: Ends) -> None:
    """The end that is named first is said to pay more, or to come more or less often, as it does."""
    way = told.ways[0]
    first = told.words.split(", and ")[0]
    if first.startswith("It makes more of "):
        assert better[way].pays > chosen[way].pays
        return
    now, then = (ends[way].chance if way in ends else 0.0 for ends in (better, chosen))
    assert first.removesuffix(".").endswith("more often" if now > then else "less often")


def is_in(way: UseAtEnd, figures: str) -> bool:
    """Whether figures name an end; where dice are stopped with they say what for in other words."""
    title = way.title.split()[-1] if figures.startswith("stop here") else way.title
    return title.lower() in figures.lower()


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", ["traditional", "challenge", "showdown", "piecepack", "junior", "yatzy"])
def test_a_keep_is_told_by_what_makes_most_of_the_difference(
    game: str, seed: int, played: Playing, known: Known
) -> None:
    match = played(game, "casual:6", "random", seed=seed)
    knowledge = known(match)
    for one in annotate.each_moment(match, knowledge):
        if isinstance(one.event, Keep) and one.best is not None:
            check_told(one, knowledge)


JUNIOR = "-+-+-+-+-/-+-+-+-+- 0 -"
LATER = "-+-+-+2+-/-+-+4+-+- 0 -"
TRADITIONAL = "-,-,-,-,-,-,-,-,-,-,-,-,23+0/-,-,-,-,-,-,-,-,-,-,40,50,-+0 0"

NAMED = [
    ("junior", JUNIOR, "12456@1", "It makes more of Minnie Mouse, and leads to Donald Duck more often."),
    ("junior", LATER, "22345@2", "It makes more of Minnie Mouse."),
    (
        "traditional",
        TRADITIONAL,
        "44455@1",
        "It leads to a YAHTZEE more often, and to a Full House less often.",
    ),
]


@pytest.mark.parametrize(("game", "position", "dice", "words"), NAMED)
def test_what_is_gained_by_not_stopping(
    game: str, position: str, dice: str, words: str, library: Library
) -> None:
    match = begin(paper.state(game_called(game), position, dice).setup).keep(dice[:5])
    knowledge = library(match.setup.game, 2, "score")
    (one,) = annotate.each_moment(match, knowledge)
    assert reasons.reason(one, knowledge).words == words
    check_told(one, knowledge)


def test_a_use_is_told_by_now_and_later(known: Known) -> None:
    match = start("traditional", "Ann").throw("33312").keep("33312").use("yahtzee")
    (one,) = [
        moment for moment in annotate.each_moment(match, known(match)) if isinstance(moment.event, Spend)
    ]
    why = reasons.reason(one, known(match))
    assert why.words.startswith("It pays more now")
    assert re.match(r"\d+ now, ", why.best)
