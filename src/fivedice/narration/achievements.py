"""Achievements worth announcing at the table, by event."""

from collections import Counter
from itertools import accumulate, islice

from fivedice.core.dice import YAHTZEES
from fivedice.core.rules import Feat, Hands
from fivedice.core.turn import EMPTY
from fivedice.language import tr
from fivedice.match import questions
from fivedice.match.events import Entry, Event, Final, Keep, Score, Spend, Throw
from fivedice.match.match import EventMatch
from fivedice.match.state import State, begin, hand, step, used_roll


def feats(before: State, event: Event, after: State) -> tuple[Feat, ...]:
    """The achievements of an event: a throw of five alike, or a use of dice."""
    if isinstance(event, Throw):
        return tuple(Feat("yahtzee", seat, tr("Yahtzee")) for seat in _five_alike(before, after))
    return tuple(feat for one in questions.revealed(before, event) for feat in _of_decision(before, one))


def comeback(match: EventMatch) -> tuple[Feat, ...]:
    """The largest gap that the only winner of a finished match closed in its second half.

    Scores are compared after equal numbers of turns. A gap counts from an eighth of the final score, and only
    where cards are not stolen: otherwise every lead is short.
    """
    if match.awaited.kind != "over" or len(match.winners) != 1 or match.setup.game.steals:
        return ()
    (seat,) = match.winners
    even = _scores_after_rounds(match)
    behind = max((max(scores) - scores[seat] for scores in even[len(even) // 2 :]), default=0)
    is_far = 0 < match.scores[seat] <= 8 * behind
    what = tr("Comeback from {points} behind", points=behind)
    return (Feat("comeback", seat, what),) if is_far else ()


def _scores_after_rounds(match: EventMatch) -> list[tuple[int, ...]]:
    """The scores whenever all seats have used dice equally often."""
    turns = Counter(dict.fromkeys(range(len(match.setup.players)), 0))
    even = []
    states = accumulate(match.events, step, initial=begin(match.setup))
    for event, after in zip(match.events, islice(states, 1, None), strict=True):
        turns[event.seat] += isinstance(event, Spend | Score)
        if isinstance(event, Spend | Score) and len(set(turns.values())) == 1:
            even.append(questions.scores(after))
    return even


def _five_alike(before: State, after: State) -> list[int]:
    """The seats whose dice are five alike since this throw."""
    hands = after.game_awaits
    if before.turn is None or after.turn is None or not isinstance(hands, Hands):
        return []
    return [seat for seat in hands.seats if EMPTY in hand(before, seat) and hand(after, seat) in YAHTZEES]


def _of_decision(before: State, decision: Keep | Spend | Entry) -> tuple[Feat, ...]:
    match decision:
        case Keep():
            return ()
        case Final(dice=dice):
            five = dice in YAHTZEES
        case Spend() | Score():
            five = isinstance(decision, Score) and decision.five
    yahtzee = (Feat("yahtzee", decision.seat, tr("Yahtzee")),) if five else ()
    if isinstance(decision, Final):
        return yahtzee
    setup, roll, use = before.setup, used_roll(before, decision), questions.used(before, decision)
    return yahtzee + setup.game.feats(before.position, decision.seat, roll, use, setup.names)
