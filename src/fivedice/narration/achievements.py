"""Achievements worth announcing at the table, by event."""

from collections import Counter
from itertools import accumulate, islice

from fivedice.core.dice import YAHTZEES
from fivedice.core.rules import Feat, Hands
from fivedice.core.turn import EMPTY
from fivedice.match import questions
from fivedice.match.events import Decision, Event, Keep, Spend, Throw
from fivedice.match.match import Match
from fivedice.match.state import State, begin, hand, step
from fivedice.narration.sentences import names


def feats(before: State, happened: Event, after: State) -> tuple[Feat, ...]:
    """The achievements of an event: a throw of five alike, or a use of dice."""
    if isinstance(happened, Throw):
        return tuple(Feat("yahtzee", seat, "Yahtzee") for seat in _five_alike(before, after))
    spent = [one for one in revealed(before, happened) if isinstance(one, Spend)]
    return tuple(feat for one in spent for feat in _achieved(before, one))


def comeback(match: Match) -> tuple[Feat, ...]:
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
    return (Feat("comeback", seat, f"Comeback from {behind} behind"),) if is_far else ()


def _scores_after_rounds(match: Match) -> list[tuple[int, ...]]:
    """The scores whenever all seats have used dice equally often."""
    used = Counter(dict.fromkeys(range(len(match.setup.players)), 0))
    even = []
    states = accumulate(match.events, step, initial=begin(match.setup))
    for event, after in zip(match.events, islice(states, 1, None), strict=True):
        used[event.seat] += isinstance(event, Spend)
        if isinstance(event, Spend) and len(set(used.values())) == 1:
            even.append(questions.scores(after))
    return even


def revealed(before: State, happened: Event) -> tuple[Decision, ...]:
    """The decisions that this event reveals: hidden ones are revealed with the last (R5)."""
    if not isinstance(happened, Keep | Spend) or before.awaited.seats != (happened.seat,):
        return ()
    unseen = [one for one in before.pending if isinstance(one, Keep | Spend)]
    return tuple(sorted([*unseen, happened], key=lambda one: one.seat))


def _five_alike(before: State, after: State) -> list[int]:
    """The seats whose dice are five alike since this throw."""
    hands = after.game_awaits
    if before.turn is None or after.turn is None or not isinstance(hands, Hands):
        return []
    return [seat for seat in hands.seats if EMPTY in hand(before, seat) and hand(after, seat) in YAHTZEES]


def _achieved(before: State, spent: Spend) -> tuple[Feat, ...]:
    roll, called = questions.final_roll(before, spent.seat), names(before.setup)
    return before.setup.game.feats(before.position, spent.seat, roll, questions.used(before, spent), called)
