"""Compares a choice in a quiz, or practice from a step of a match, with the match itself."""

from collections.abc import Iterable
from itertools import islice, takewhile
from typing import Any

from fivedice.analysis import evaluate
from fivedice.analysis.annotate import ROUNDING, is_little
from fivedice.analysis.solver_api import Knowledge, as_printed, unit_of
from fivedice.core.rules import IllegalMove
from fivedice.language import mark, sentences, tr
from fivedice.match import questions
from fivedice.match.events import Decision, Entry, Event, First, Throw
from fivedice.match.match import EventMatch, MatchStates
from fivedice.match.state import State
from fivedice.narration import results, reviews
from fivedice.notation import write


def answers(course: MatchStates, number: int, knowledge: Knowledge, faces: str) -> list[dict[str, Any]]:
    """Every decision that was open at event `number`, with a sentence about its cost.

    They are in the game's order, which reveals nothing. Raises `IllegalMove` if the event is not a decision.
    """
    state = course.after(max(number - 1, 0)).state
    choice = course.match.events[number - 1] if number else None
    seat = choice.seat if choice else 0
    rated: dict[Event | None, evaluate.RatedDecision] = {
        one.decision: one for one in evaluate.rate(state, seat, knowledge)
    }
    if choice not in rated:
        raise IllegalMove(tr("Nothing was decided at this step."))
    return [
        {
            "decision": write.fields(decision),
            "named": reviews.decision_text(state, decision, faces),
            "told": _answer(rated[decision], rated[choice], knowledge.aim),
        }
        for decision in questions.decisions(state, seat)
    ]


def _answer(answer: evaluate.RatedDecision, choice: evaluate.RatedDecision, aim: str) -> str:
    """A sentence about an answer, beside the choice in the match."""
    if answer.cost <= ROUNDING:
        return tr("That is the best choice.")
    loss = reviews.amount(answer.cost, aim)
    if answer.decision == choice.decision:
        return tr("That was the choice in the match: it costs {loss}.", loss=loss)
    if is_little(answer.cost, aim):
        return tr("That is nearly the best choice: it costs {loss}.", loss=loss)
    if reviews.figure(answer.cost, aim) == reviews.figure(choice.cost, aim):
        return tr("That costs {loss}, like the choice in the match.", loss=loss)
    if answer.cost < choice.cost:
        return tr("That costs {loss}, less than the choice in the match.", loss=loss)
    return tr("That costs {loss}, more than the choice in the match.", loss=loss)


def compare_practice(
    course: MatchStates, number: int, seat: int, practice: EventMatch, knowledge: Knowledge | None
) -> str:
    """How practice from step `number` ended, and whether its first choice was better on average.

    Without `knowledge`, only compares the results. Raises `IllegalMove` if the practice began elsewhere.
    """
    match, start = course.match, course.after(number).state
    game = len(start.finished)
    setup = practice.setup
    is_from_there = (setup.game, setup.position) == (match.setup.game, start.position)
    if questions.is_over(start) or not is_from_there or len(setup.players) != len(match.setup.players):
        raise IllegalMove(tr("This practice did not begin at that step."))
    gap = practice.scores[seat] - match.state.finished[game][seat]
    beside = mark("As many {unit} as in the match."), mark("As many {unit} as in game {game} of the match.")
    if gap > 0:
        beside = mark("{gap} more than in the match."), mark("{gap} more than in game {game} of the match.")
    elif gap < 0:
        beside = mark("{gap} fewer than in the match."), mark("{gap} fewer than in game {game} of the match.")
    mine = _first_choice(practice.events, seat)
    theirs = _first_choice(islice(match.events, number, None), seat)
    unit = match.setup.game.unit
    points = results.amount(abs(gap), unit)
    sentence = tr(beside[match.setup.games > 1], gap=points, game=game + 1, unit=unit_of(unit))
    return sentences(sentence, _compare_choices(start, seat, mine, theirs, knowledge))


def _first_choice(events: Iterable[Event], seat: int) -> Decision | None:
    """The decision of a seat before the next dice are thrown."""
    before = takewhile(lambda event: not isinstance(event, Throw | First | Entry), events)
    return next((event for event in before if event.seat == seat and isinstance(event, Decision)), None)


def _compare_choices(
    start: State, seat: int, mine: Decision | None, theirs: Decision | None, knowledge: Knowledge | None
) -> str:
    if mine is None or theirs is None:
        return ""
    if mine == theirs:
        return tr("Your first choice was the same as there.")
    worths = {one.decision: one.worth for one in evaluate.rate(start, seat, knowledge)} if knowledge else {}
    if knowledge is None or not {mine, theirs} <= worths.keys():
        return ""
    gain = worths[mine] - worths[theirs]
    if not as_printed(gain, knowledge.aim):
        return tr("On average your first choice is as good as the one there.")
    gap = reviews.amount(abs(gain), knowledge.aim)
    if gain > 0:
        return tr("On average your first choice is {gap} better than the one there.", gap=gap)
    return tr("On average your first choice is {gap} worse than the one there.", gap=gap)
