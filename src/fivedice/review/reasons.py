"""Why another decision was better: first in words, then with the figures on both. Rates nothing."""

from typing import NamedTuple, cast

from fivedice.coach import explain, judge
from fivedice.coach.knowledge import Knowledge
from fivedice.coach.moments import Moment
from fivedice.play import questions
from fivedice.play.events import Decision, Keep, Spend
from fivedice.review import words
from fivedice.rules import Use, title

PLAIN = 0.02
"""From which difference of chances on one end of a turn is called likelier than with another keep."""


class Reason(NamedTuple):
    """Why the best was better than what was chosen."""

    words: str
    chosen: str
    """What the choice comes to, with its figures."""
    best: str
    """The same of the best one."""


def reason(moment: Moment, knowledge: Knowledge) -> Reason:
    """Of a choice that was not the best."""
    figures = words.why(moment, knowledge)
    return Reason(_words(moment, knowledge), figures.chosen, figures.best)


def _words(moment: Moment, knowledge: Knowledge) -> str:
    match moment.event, moment.best:
        case Keep() as chosen, Keep() as best:
            return _of_keeps(moment, chosen, best, knowledge)
        case Spend() as chosen, Spend() as best:
            return _of_uses(moment, chosen, best, knowledge)
    return "More comes of it."


def _of_keeps(moment: Moment, chosen: Keep, best: Keep, knowledge: Knowledge) -> str:
    """Which ends of the turn it makes likelier, and which less likely."""
    ways = [
        {end.way: end.chance for end in explain.ends(moment.state, moment.seat, keep, knowledge)}
        for keep in (best, chosen)
    ]
    gains = {way: ways[0].get(way, 0.0) - ways[1].get(way, 0.0) for way in {**ways[0], **ways[1]}}
    most, least = max(gains, key=lambda way: gains[way]), min(gains, key=lambda way: gains[way])
    if gains[most] < PLAIN:
        return "It leads to much the same, and more comes of it."
    return f"It leads to {most.title} more often, and to {least.title} less often."


def _of_uses(moment: Moment, chosen: Spend, best: Spend, knowledge: Knowledge) -> str:
    """What it pays now against what it leaves to come."""
    offered = {use.name: use for use in questions.uses(moment.state, moment.seat)}
    now = offered[best.use].pays - offered[chosen.use].pays
    rated = {one.decision: one.worth for one in judge.rate(moment.state, moment.seat, knowledge)}
    later = rated[cast(Decision, best)] - rated[cast(Decision, chosen)] - now
    if now > 0:
        return "It pays more now." if later < 0 else "It pays more now and leaves no less for later."
    return f"{_pays(now)}, and {_kept(offered[chosen.use])} is worth more later."


def _pays(now: int) -> str:
    return "It pays less now" if now < 0 else "It pays as much now"


def _kept(spent: Use) -> str:
    """What stays open when the other use is made."""
    return f"{title(spent.waives or spent.name)}, left open,"
