"""Achievements worth announcing at the table, by event."""

from fivedice.core.dice import YAHTZEES
from fivedice.core.rules import Feat, Hands
from fivedice.core.turn import EMPTY
from fivedice.match import questions
from fivedice.match.events import Decision, Event, Keep, Spend, Throw
from fivedice.match.state import State, hand
from fivedice.narration.sentences import names


def feats(before: State, happened: Event, after: State) -> tuple[Feat, ...]:
    """The achievements of an event: a throw of five alike, or a use of dice."""
    if isinstance(happened, Throw):
        return tuple(Feat("yahtzee", seat, "Yahtzee") for seat in _five_alike(before, after))
    spent = [one for one in revealed(before, happened) if isinstance(one, Spend)]
    return tuple(feat for one in spent for feat in _achieved(before, one))


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
