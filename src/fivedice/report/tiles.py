"""Dice and moments of a review as HTML: the whole roll is drawn, and what was not kept is faded."""

from html import escape

from fivedice.analysis import hints
from fivedice.analysis.annotate import Moment
from fivedice.analysis.luck_and_cost import Review
from fivedice.core.dice import Dice
from fivedice.core.faces import as_typed
from fivedice.match.events import Choose, Decision, Keep, Spend, Throw
from fivedice.match.state import hand
from fivedice.narration import sentences
from fivedice.report import svg, words

MINUS = "−"


def dice(roll: Dice, faces: str, kept: Dice | None = None) -> str:
    """A roll; of the dice that are not kept only a shade is left."""
    left = list(roll if kept is None else kept)
    kinds = []
    for face in roll:
        kinds.append("die" if face in left else "die off")
        if face in left:
            left.remove(face)
    return _dice(roll, kinds, faces, roll if kept is None else kept)


def thrown(moment: Moment, faces: str) -> str:
    """The roll after a throw; dice thrown to others that were kept stand out."""
    before, now = hand(moment.state, moment.seat), hand(moment.then, moment.seat)
    again = any(before)
    tiles = sorted(zip(now, (not die and again for die in before), strict=True))
    roll = tuple(face for face, _ in tiles if face)
    return _dice(roll, ["die new" if new else "die" for face, new in tiles if face], faces, roll)


def decided(moment: Moment, decision: Decision, faces: str) -> str:
    """One way to decide: the dice kept, or all of them and what they are used for."""
    roll = words.roll(moment)
    match decision:
        case Keep():
            return dice(roll, faces, decision.dice) + ("" if decision.dice else "nothing")
        case Spend():
            named = escape(words.decision(moment.state, decision, faces))
            return f"{dice(roll, faces)}{named}" if decision == moment.event else named
        case Choose():
            return escape(decision.option)


def happened(moment: Moment, faces: str) -> str:
    """What happened, with dice drawn where black dice lie."""
    event = moment.event
    if isinstance(event, Throw) and moment.state.turn is not None:
        return f'<span class="told">{thrown(moment, faces)}</span>'
    if not isinstance(event, Keep | Spend):
        return f'<span class="told">{escape(words.happened(moment, as_typed(faces)))}</span>'
    verb = "the game: " * moment.by_game + ("kept " if isinstance(event, Keep) else "")
    told = f"{verb}{decided(moment, event, faces)}"
    for place, (part, decision) in enumerate(bests(moment)):
        called = f"best: {part}" if place == 0 else part
        told += f' <span class="better">{called}{decided(moment, decision, faces)}</span>'
    return f'<span class="told">{told}</span>'


def bests(moment: Moment) -> list[tuple[str, Decision]]:
    """What was better, or all that should be drawn among, each with its chance."""
    if moment.mixed:
        return [(f"{hints.percent(share.chance)} ", share.decision) for share in moment.mixed]
    return [("", moment.best)] if moment.best else []


def outcome(moment: Moment, review: Review) -> str:
    """The luck or the cost as a signed figure, with its mark."""
    if moment.kind and moment.best is None:
        return f'<span class="soft">{words.outcome(moment, review.aim)}</span>'
    gain = moment.luck - moment.cost
    kind = "up" if gain > 0 else "down" if moment.kind else "soft"
    sign = f'<span class="sign">{moment.mark}</span>' if moment.mark else ""
    what = "luck" if not moment.kind else "cost"
    shown = words.signed(gain, review.aim, MINUS) if what == "luck" else words.figure(moment.cost, review.aim)
    return f'<span class="{kind}"><small>{what}</small> <b>{shown}</b>{sign}</span>'


def _dice(roll: Dice, kinds: list[str], faces: str, named: Dice) -> str:
    tiles = "".join(_die(face, kind, faces) for face, kind in zip(roll, kinds, strict=True))
    label = escape(sentences.dice(named, as_typed(faces)))
    return f'<span class="dice" role="img" aria-label="{label}">{tiles}</span>'


def _die(face: int, kind: str, faces: str) -> str:
    return f'<i class="{kind}">{svg.face(face, faces)}</i>'
