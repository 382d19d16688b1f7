"""The choices of a hint as values, and mixed strategies in words."""

from typing import Any

from msgspec import Struct

from fivedice.analysis import evaluate, explain
from fivedice.analysis.evaluate import RatedDecision, Share
from fivedice.analysis.solver_api import Beside, Knowing, Knowledge
from fivedice.core.dice import FIVE
from fivedice.core.faces import dice_text
from fivedice.language import comma, mark, tr
from fivedice.language import percent as written
from fivedice.match.events import Decision, Keep
from fivedice.match.state import State
from fivedice.notation import write


class Hint(Struct, frozen=True):
    """One choice with its worth, and its cost compared with the best choice."""

    decision: Decision
    """The choice, as `match.step` accepts it."""
    worth: float
    """The worth after this choice, in the unit of `Hints.aim`."""
    cost: float
    """The loss compared with the best choice; 0 for the best."""
    why: str
    """The reason, as a phrase."""
    beside: dict[str, float]
    """Other figures by name, such as the chance of the bonus."""


def choices(
    state: State, seat: int, rated: tuple[RatedDecision, ...], known: Knowledge, others: tuple[Beside, ...]
) -> tuple[Hint, ...]:
    """The rated choices of a seat with their reasons."""

    def hint(one: RatedDecision) -> Hint:
        beside = explain.beside(state, seat, one.decision, known, others) if others else {}
        if state.setup.game.for_children:
            why = explain.advise(state, seat, one.decision, one.cost, known)
        else:
            why = explain.why(state, seat, one, known)
        return Hint(one.decision, one.worth, one.cost, why, beside)

    return tuple(map(hint, rated))


def mixed(shares: tuple[Share, ...]) -> list[dict[str, Any]]:
    """A mixed strategy as plain values: each part with its chance and the opponent's gain."""
    return [{**write.fields(share.decision), "chance": share.chance, "gain": share.gain} for share in shares]


# --- Mixed decisions ---------------------------------------------------------------------------------------


def mixture(state: State, seat: int, knowing: Knowing) -> tuple[Share, ...]:
    """The mixed strategy of a seat that plays to win, if several seats decide at once and it is known."""
    if state.awaited.kind != "keep" or state.turn is None or len(state.turn.hands) == 1:
        return ()
    return evaluate.mixture(state, seat, knowing(state.setup.game, len(state.setup.players), "wins"))


def describe_mix(mixed: tuple[Share, ...], face_set: str) -> str:
    """A mixed strategy in a sentence, or ""."""
    kept = [_kept(share, face_set) for share in mixed]
    if not kept:
        return ""
    if len(kept) == 1:
        return tr("Best to win: keep {dice}; an opponent gains nothing by knowing it.", dice=kept[0])
    gain, dice = mark("{text} ({note})"), zip(mixed, kept, strict=True)
    gains = comma(tr(gain, text=keep, note=written(share.gain, 1)) for share, keep in dice)
    several = mark("Best to win: {parts}; an opponent who knows what you always keep gains: {gains}.")
    return tr(several, parts=comma(mix_parts(mixed, face_set)), gains=gains)


def mix_parts(mixed: tuple[Share, ...], face_set: str) -> list[str]:
    """Each part of a mixed strategy: "80% keep 6 6"."""
    part = mark("{chance} keep {dice}")
    return [tr(part, chance=percent(share.chance), dice=_kept(share, face_set)) for share in mixed]


def percent(chance: float) -> str:
    """A chance for display; a small one is not shown as 0%."""
    return written(chance) if chance >= 0.005 else tr("under {chance}", chance=written(0.01))


def _kept(share: Share, face_set: str) -> str:
    assert isinstance(share.decision, Keep)
    dice = share.decision.dice
    return tr("all five") if len(dice) == FIVE else dice_text(dice, face_set)
