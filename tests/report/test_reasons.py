"""Why another decision was better, and what is said of a choice made again: words agree with figures."""

import re

import pytest
from msgspec.structs import replace

from fivedice.analysis import annotate, ends, luck_and_cost
from fivedice.analysis.annotate import Moment
from fivedice.analysis.ends import End, UseAtEnd
from fivedice.analysis.solver_api import Knowledge
from fivedice.api.match import start
from fivedice.bots import make
from fivedice.core.faces import DRAWN
from fivedice.core.rules import IllegalMove
from fivedice.match.events import Choose, Keep, Spend
from fivedice.match.history import History
from fivedice.match.match import EventMatch, MatchStates, begin, course
from fivedice.match.setup import Setup, game_called
from fivedice.narration import hints, reasons, retries, reviews
from fivedice.notation import paper, write
from fivedice.runtime.library import Library
from fivedice.runtime.simulation import play
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
        {end.way: end for end in ends.after_keep(moment.state, moment.seat, keep, knowledge)}
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
        assert hints.phrase(way) in why.words
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
    named = hints.phrase(way).removeprefix("a ")
    title = named.split()[-1] if figures.startswith("stop here") else named
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


GAMES = ("traditional", "showdown", "junior")


def mistakes(match: EventMatch, known: Known) -> list[Moment]:
    return [moment for moment in luck_and_cost.review(match, known(match)).moments if moment.mark]


def practice(asked: MatchStates, number: int, bot: str, library: Library, seed: int = 3) -> EventMatch:
    now = asked.after(number).state
    setup = Setup(now.setup.game, now.setup.players, 1, now.first, now.position, now.turn)
    return play(setup, [make(bot, library) for _ in setup.players], seed, 1)


@pytest.mark.parametrize("game", GAMES)
def test_each_answer_is_told_what_it_costs(game: str, played: Playing, known: Known) -> None:
    """As the review says of the choice in the match and of the best one, in whatever place they stand."""
    match = played(game, "random", "random")
    for moment in mistakes(match, known)[:12]:
        answers = retries.answers(course(match), moment.number, known(match), DRAWN)
        told = {str(one["decision"]): one["told"] for one in answers}
        cost = reviews.amount(moment.cost, known(match).aim)
        assert told[str(write.fields(moment.event))] == f"That was the choice in the match: it costs {cost}."
        assert moment.best is not None
        assert told[str(write.fields(moment.best))] == "That is the best choice."
        assert len(told) == len(answers) > 1


def test_only_a_choice_has_answers(played: Playing, known: Known) -> None:
    match = played("traditional", "random", "random")
    for number in (0, 1):
        with pytest.raises(IllegalMove, match="Nothing was decided"):
            retries.answers(course(match), number, known(match), DRAWN)


@pytest.mark.parametrize("game", GAMES)
def test_practice_is_compared_with_the_match(
    game: str, played: Playing, known: Known, library: Library
) -> None:
    """By the points at its end, and by the choice it began with: better by what the review says it cost."""
    match = played(game, "random", "random")
    worst = max(mistakes(match, known), key=lambda moment: moment.cost)
    asked, number, knowledge = course(match), worst.number - 1, known(match)
    tried = practice(asked, number, "expert" if game == "traditional" else "greedy", library)
    told = retries.compare_practice(asked, number, worst.seat, tried, knowledge)
    gap = tried.scores[worst.seat] - match.scores[worst.seat]
    assert told.startswith(f"{abs(gap)} " if gap else "As many ")
    assert (" more than in the match." in told) == (gap > 0)
    if tried.events[0] == worst.best:
        cost = reviews.amount(worst.cost, knowledge.aim)
        assert told.endswith(f" On average your first choice is {cost} better than the one there.")
    assert " your first choice " in told.lower()
    alone = retries.compare_practice(asked, number, worst.seat, tried, None)
    assert told.startswith(alone)


def test_a_choice_made_again_is_called_the_same(played: Playing, known: Known) -> None:
    """A match is compared with itself where it began at a position; elsewhere practice did not begin."""
    match = played("traditional", "random", "random")
    first = mistakes(match, known)[-1]
    asked, number = course(match), first.number - 1
    now = asked.after(number).state
    again = replace(match.setup, first=now.first, position=now.position, turn=now.turn)
    same = EventMatch(again, History(match.events[number:]), match.state)
    told = retries.compare_practice(asked, number, first.seat, same, known(match))
    assert told == "As many points as in the match. Your first choice was the same as there."
    for elsewhere in (0, len(match.events)):
        with pytest.raises(IllegalMove, match="did not begin"):
            retries.compare_practice(asked, elsewhere, first.seat, same, known(match))
