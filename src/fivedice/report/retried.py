"""Compares a choice in a quiz, or practice from a step of a match, with the match itself."""

from collections.abc import Iterable
from itertools import islice, takewhile
from typing import Any

from fivedice.analysis import evaluate
from fivedice.analysis.annotate import ROUNDING, is_little
from fivedice.analysis.evaluate import RatedDecision
from fivedice.analysis.solver_api import Knowledge
from fivedice.core.rules import IllegalMove
from fivedice.match import questions
from fivedice.match.events import Decision, Entry, Event, First, Throw
from fivedice.match.match import EventMatch, MatchStates
from fivedice.match.state import State
from fivedice.narration import sentences
from fivedice.notation import write
from fivedice.report import words


def answers(course: MatchStates, number: int, knowledge: Knowledge, faces: str) -> list[dict[str, Any]]:
    """Every decision that was open at event `number`, with a sentence about its cost.

    They are in the game's order, which reveals nothing. Raises `IllegalMove` if the event is not a decision.
    """
    state = course.after(max(number - 1, 0)).state
    made = course.match.events[number - 1] if number else None
    seat = made.seat if made else 0
    rated: dict[Event | None, RatedDecision] = {
        one.decision: one for one in evaluate.rate(state, seat, knowledge)
    }
    if made not in rated:
        raise IllegalMove("Nothing was decided at this step.")
    match_cost = rated[made].cost
    return [
        {
            "decision": write.fields(decision),
            "named": words.decision(state, decision, faces),
            "told": _answer(rated[decision], made, match_cost, knowledge.aim),
        }
        for decision in questions.decisions(state, seat)
    ]


def _answer(chosen: RatedDecision, made: Event | None, match_cost: float, aim: str) -> str:
    if chosen.cost <= ROUNDING:
        return "That is the best choice."
    cost = f"costs {words.amount(chosen.cost, aim)}"
    if chosen.decision == made:
        return f"That was the choice in the match: it {cost}."
    if is_little(chosen.cost, aim):
        return f"That is nearly the best choice: it {cost}."
    less = match_cost - chosen.cost
    if words.figure(chosen.cost, aim) == words.figure(match_cost, aim):
        return f"That {cost}, like the choice in the match."
    return f"That {cost}, {'less' if less > 0 else 'more'} than the choice in the match."


def practised(
    course: MatchStates, number: int, seat: int, practice: EventMatch, knowledge: Knowledge | None
) -> str:
    """How practice from step `number` ended, and whether its first choice was better on average.

    Without `knowledge`, only compares the results. Raises `IllegalMove` if the practice began elsewhere.
    """
    match, start = course.match, course.after(number).state
    game, unit = len(start.finished), match.setup.game.unit
    begun = practice.setup
    comes_from_there = (begun.game, begun.position) == (match.setup.game, start.position)
    if questions.is_over(start) or not comes_from_there or len(begun.players) != len(match.setup.players):
        raise IllegalMove("This practice did not begin at that step.")
    where = f"game {game + 1} of the match" if match.setup.games > 1 else "the match"
    gap = practice.scores[seat] - match.state.finished[game][seat]
    more = f"{sentences.amount(abs(gap), unit)} {'more' if gap > 0 else 'fewer'} than in"
    mine, theirs = (
        _first_choice(events, seat) for events in (practice.events, islice(match.events, number, None))
    )
    return f"{more if gap else f'As many {unit} as in'} {where}." + _compared(
        start, seat, mine, theirs, knowledge
    )


def _first_choice(events: Iterable[Event], seat: int) -> Decision | None:
    """The decision of a seat before the next dice are thrown."""
    before = takewhile(lambda event: not isinstance(event, Throw | First | Entry), events)
    return next((event for event in before if event.seat == seat and isinstance(event, Decision)), None)


def _compared(
    start: State, seat: int, mine: Decision | None, theirs: Decision | None, knowledge: Knowledge | None
) -> str:
    if mine is None or theirs is None:
        return ""
    if mine == theirs:
        return " Your first choice was the same as there."
    worths = {one.decision: one.worth for one in evaluate.rate(start, seat, knowledge)} if knowledge else {}
    if knowledge is None or not {mine, theirs} <= worths.keys():
        return ""
    gain = worths[mine] - worths[theirs]
    if not words.figure(gain, knowledge.aim).strip("-0."):
        return " On average your first choice is as good as the one there."
    better = f"{words.amount(abs(gain), knowledge.aim)} {'better' if gain > 0 else 'worse'}"
    return f" On average your first choice is {better} than the one there."
