"""A choice made again: what is said of each answer, and of practice that began there."""

import pytest
from msgspec.structs import replace

from fivedice.analysis import luck_and_cost
from fivedice.analysis.annotate import Moment
from fivedice.bots import make
from fivedice.core.faces import DRAWN
from fivedice.core.rules import IllegalMove
from fivedice.match.history import History
from fivedice.match.match import EventMatch, MatchStates, course
from fivedice.match.setup import Setup
from fivedice.narration import retries, reviews
from fivedice.notation import write
from fivedice.runtime.library import Library
from fivedice.runtime.simulation import play
from tests.report.conftest import Known, Playing

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
