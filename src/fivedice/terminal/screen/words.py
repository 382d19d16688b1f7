"""Prompts for the player in turn."""

from typing import cast

from rich.cells import cell_len

from fivedice.core.dice import FIVE
from fivedice.core.rules import RollOff
from fivedice.core.turn import THROWS
from fivedice.match import questions
from fivedice.match.state import State
from fivedice.narration import sentences
from fivedice.table import credit
from fivedice.terminal.screen.laid import Laid
from fivedice.terminal.screen.look import fitted, shortened
from fivedice.terminal.screen.moment import Moment, in_words, moment, shares_dice
from fivedice.terminal.sitting import Sitting

LONGEST_AWAY = 12
"""The cells that the name of somebody away takes, so that the key to be back is seen beside it."""


def headline(sitting: Sitting, width: int) -> str:
    """Whose turn it is and how far it has come, in so many cells: of long names the end is left out."""
    state, names, asked = sitting.match.state, sitting.names, sitting.asked()
    if state.awaited.kind == "over":
        names = credit.names(sitting.table)
        told = _result(state, names)
        if cell_len(told) <= width:
            return told
        return fitted(names, width, lambda short: _result(state, short, briefly=True))
    if state.awaited.kind == "first":
        return "A first seat is drawn"
    name = names[state.awaited.seats[0] if asked is None else asked]
    before, after = ("Roll-off: ", " to throw") if state.rolloff is not None else ("", f" · {_stage(state)}")
    return before + shortened(name, width - len(before + after)) + after


def _result(state: State, names: tuple[str, ...], *, briefly: bool = False) -> str:
    """How the match ended, with the players called like that; briefly, without a roll-off."""
    return sentences.result(state, names, briefly=briefly).removeprefix("The match is over: ")


def _stage(state: State) -> str:
    if state.awaited.kind == "choose":
        return "move on or stay?"
    if state.turn is None:
        return "the red die"
    return f"{'step' if shares_dice(state) else 'throw'} {state.turn.step} of {THROWS}"


def advice(sitting: Sitting, laid: Laid, face_set: str, width: int) -> str:
    """What the person can do now, in a line of so many cells."""
    now = moment(sitting)
    if now in WHILE_MISTYPED and not laid.kept and sitting.mistyped() is not None:
        return f"{WHILE_MISTYPED[now]} Typed wrong? u undoes it."
    why = _explained(sitting, now)
    return why if why and cell_len(why) <= width else _usual(sitting, laid, face_set, width)


def _usual(sitting: Sitting, laid: Laid, face_set: str, width: int) -> str:
    """What can be done where nothing else must be said."""
    state = sitting.match.state
    match moment(sitting):
        case "press":
            return _before_throw(state)
        case "keep":
            return _while_keeping(state, laid, face_set, width)
        case "wait":
            return _others_play(sitting)
        case "use":
            return _final(state, cast(int, sitting.asked()))
        case other:
            return FIXED[other]


def _explained(sitting: Sitting, now: Moment) -> str:
    """Why dice that are final, or good for one thing only, are not good for what they show; else ""."""
    state, seat = sitting.match.state, sitting.asked()
    if seat is None or now not in ("keep", "use"):
        return ""
    settled = now == "use" or len(questions.uses(state, seat)) == 1
    return questions.explained(state, seat) if settled else ""


WHILE_MISTYPED = {
    "over": "q leaves.",
    "type": "Space: type dice.",
    "keep": "1–5 keep dice.",
    "use": "↑ ↓ and Enter.",
    "choose": "↑ ↓ and Enter.",
}
"""What can be done, in few words, where it must also be said how a throw typed wrong is taken back."""

FIXED = {
    "over": "r: rematch. v: review. q: leave the table.",
    "type": "Throw your dice, then Space to type them.",
    "choose": "↑ ↓ and Enter choose.",
}


def _before_throw(state: State) -> str:
    if state.rolloff is not None and isinstance(state.game_awaits, RollOff):
        return f"A tie: {sentences.rolled_off(state)}. Space throws."
    if state.rolloff is not None:
        return f"The {sentences.rolled_off(state)}. Space throws."
    return "Space throws the red die." if state.turn is None else "Space throws five dice."


def _while_keeping(state: State, laid: Laid, face_set: str, width: int) -> str:
    if not laid.kept:
        return "1–5 keep dice. Space throws the others."
    if len(laid.keep) == FIVE and not shares_dice(state):
        return "All five kept: ↑ ↓ and Enter choose a use."
    hands_in = "hands it in" if shares_dice(state) else f"throws {in_words(FIVE - len(laid.keep))}"
    called, numbers = (sentences.dice(laid.keep, faces) for faces in (face_set, "digits"))
    line = f"Space {hands_in}. You keep {called}."
    return line if cell_len(line) <= width else f"Space {hands_in}. You keep {numbers}."


def _final(state: State, seat: int) -> str:
    """Where a single use is left, there is nothing to choose."""
    first, *others = (use for use in questions.uses(state, seat) if not use.waives)
    if others:
        return "The dice are final. ↑ ↓ and Enter choose a use."
    return "The dice are final: Enter uses them." if first.pays else "Nothing to gain: Enter ends the turn."


def _others_play(sitting: Sitting) -> str:
    names = [sitting.names[seat] for seat in sitting.awaited.seats]
    if sitting.awaited.kind == "throw":
        number = sitting.awaited.dice
        return f"{in_words(number).capitalize()} {'is' if number == 1 else 'are'} thrown …"
    away = set(sitting.awaited.seats) & sitting.away
    return (
        f"The game plays for {shortened(names[0], LONGEST_AWAY)} … (a: back)"
        if away
        else f"{sentences.listed(tuple(names))} decide{'s' if len(names) == 1 else ''} …"
    )
