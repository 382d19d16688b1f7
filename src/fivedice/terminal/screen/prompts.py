"""The questions of the match to the people at the keyboard, with their choices and prompts."""

from typing import Literal, NamedTuple, cast

from rich.cells import cell_len

from fivedice.core.dice import FIVE
from fivedice.core.rules import RollOff, title
from fivedice.core.turn import THROWS
from fivedice.match import questions
from fivedice.match.state import State
from fivedice.narration import sentences
from fivedice.table import credit
from fivedice.terminal.at_table import AtTable
from fivedice.terminal.screen.theme import fitted, shortened
from fivedice.terminal.screen.tray import EVERY, Laid

Moment = Literal["over", "type", "press", "keep", "use", "choose", "wait"]
"""The match is over, or it waits for typed dice, for a throw, for one of three kinds of decision, or for
others.
"""


class Entry(NamedTuple):
    """An entry of the list: `name` is the use, option or first seat, `open` whether it can be picked now."""

    kind: Literal["throw", "heading", "use", "choose", "first"]
    name: str
    label: str
    pays: int | None = None
    note: str = ""
    open: bool = True


def moment(sitting: AtTable) -> Moment:
    """The current question to the players at the keyboard."""
    if questions.is_over(sitting.match.state):
        return "over"
    if sitting.entering() is not None or sitting.thrower() is not None:
        return "type" if sitting.manual_dice else "press"
    if sitting.asked() is not None:
        kind = sitting.awaited.kind
        return "keep" if kind == "keep" else "use" if kind == "use" else "choose"
    return "wait"


def keeps_changed(sitting: AtTable, laid: Laid) -> bool:
    """Whether the player has kept dice or put some back since the throw."""
    return moment(sitting) == "keep" and laid.changed


def shares_dice(state: State) -> bool:
    """Whether several seats share the turn, so that decisions are made in secret, one by one."""
    return state.turn is not None and len(state.turn.hands) > 1


def seat_to_show(sitting: AtTable) -> int:
    """The seat whose dice are shown."""
    asked, state = sitting.asked(), sitting.match.state
    if asked is not None:
        return asked
    if shares_dice(state):
        return next(iter(sitting.here or sitting.table.people), 0)
    return next(iter(state.awaited.seats), 0)


def entries(sitting: AtTable, laid: Laid, *, zeros: bool) -> list[Entry]:
    """The entries of the list; with `zeros`, zeros by choice instead of scores (R19)."""
    now, state = moment(sitting), sitting.match.state
    if now in ("press", "type"):
        entering = sitting.entering() is not None
        return [Entry("throw", "", "Type the turn" if entering else _throw_label(state))]
    if now == "choose" and state.awaited.kind == "first":
        return [Entry("first", str(seat), name) for seat, name in enumerate(sitting.names)]
    if now == "choose":
        options = questions.options(state, sitting.awaited.seats[0])
        return [Entry("choose", option, OPTIONS.get(option, title(option))) for option in options]
    seat = sitting.asked()
    if seat is None:
        return []
    offered = questions.uses(state, seat)
    shown = [use for use in offered if bool(use.waives) == zeros]
    pickable = not only_keeps(sitting)
    listed = [Entry("use", use.name, title(use.name), use.pays, use.note, pickable) for use in shown]
    if now == "use":
        return listed
    return [_again(state, laid), *([] if pickable else [WOULD_PAY]), *listed]


WOULD_PAY = Entry("heading", "", "Would pay now:", open=False)
"""The heading of uses that cannot be picked yet."""


def only_keeps(sitting: AtTable) -> bool:
    """Whether dice can be kept but not used yet, as in a shared turn."""
    return moment(sitting) == "keep" and shares_dice(sitting.match.state)


def just_handed_over(sitting: AtTable, laid: Laid) -> bool:
    """Whether the player has just lifted the cover and not yet touched a die."""
    return only_keeps(sitting) and len(sitting.here) > 1 and not laid.changed


def throws_left(sitting: AtTable, laid: Laid) -> int:
    """The throws that using the dice now would give up; 0 with all five kept."""
    turn = sitting.match.state.turn
    return 0 if turn is None or laid.kept == EVERY else THROWS - turn.step


def zeros_offered(sitting: AtTable) -> bool:
    """Whether the player may take zeros by choice."""
    seat = sitting.asked()
    return seat is not None and bool(waiving(sitting.match.state, seat))


def waiving(state: State, seat: int) -> frozenset[str]:
    """The zeros by choice that this seat could take."""
    return frozenset(use.name for use in questions.uses(state, seat) if use.waives)


OPTIONS = {"move": "Move on", "stay": "Stay and roll"}
"""Labels of plain choices."""


def _again(state: State, laid: Laid) -> Entry:
    """The entry for the next throw; it cannot be picked while all dice are kept."""
    thrown = FIVE - len(laid.keep)
    if shares_dice(state):
        return Entry("throw", "", f"Hand in: throw {thrown}" if thrown else "Hand in: keep all")
    if not thrown:
        return Entry("throw", "", "Five kept: use them", open=False)
    others = "all five again" if thrown == FIVE else f"the other {'die' if thrown == 1 else thrown}"
    return Entry("throw", "", f"Throw {others}")


def _throw_label(state: State) -> str:
    if state.rolloff is not None:
        return "Roll off: throw five dice"
    if state.turn is None:
        return "Throw the red die"
    return "Throw five dice" if state.awaited.dice == FIVE else f"Throw {in_words(state.awaited.dice)}"


def in_words(number: int) -> str:
    """A number of dice in words."""
    return "one die" if number == 1 else f"{number} dice"


LONGEST_AWAY = 12
"""The width of an absent player's name, which leaves room for the key to return."""


def headline(sitting: AtTable, width: int) -> str:
    """Whose turn it is and its stage; cuts long names."""
    state, names, asked = sitting.match.state, sitting.names, sitting.asked()
    if state.awaited.kind == "over":
        names = credit.names(sitting.table)
        told = _result(state, names)
        if cell_len(told) <= width:
            return told
        return fitted(names, width, lambda short: _result(state, short, briefly=True))
    if state.awaited.kind == "first":
        return sentences.prompt(state)
    name = names[state.awaited.seats[0] if asked is None else asked]
    before, after = ("Roll-off: ", " to throw") if state.rolloff is not None else ("", f" · {_stage(state)}")
    if sitting.entering() is not None:
        name, after = names[cast(int, sitting.entering())], " · the whole turn"
    return before + shortened(name, width - len(before + after)) + after


def _result(state: State, names: tuple[str, ...], *, briefly: bool = False) -> str:
    return sentences.result(state, names, briefly=briefly).removeprefix("The match is over: ")


def _stage(state: State) -> str:
    if state.awaited.kind == "choose":
        return "move on or stay?"
    if state.turn is None:
        return "the red die"
    return f"{'step' if shares_dice(state) else 'throw'} {state.turn.step} of {THROWS}"


def advice(sitting: AtTable, laid: Laid, face_set: str, width: int) -> str:
    """Advice on the player's next action, in one line."""
    now = moment(sitting)
    if now in WHILE_MISTYPED and not laid.kept and sitting.mistyped() is not None:
        return f"{WHILE_MISTYPED[now]} Typed wrong? u undoes it."
    why = _explained(sitting, now)
    return why if why and cell_len(why) <= width else _usual(sitting, laid, face_set, width)


def _usual(sitting: AtTable, laid: Laid, face_set: str, width: int) -> str:
    state = sitting.match.state
    match moment(sitting):
        case "press":
            return _before_throw(state)
        case "keep":
            return _while_keeping(state, laid, face_set, width)
        case "wait":
            return _others_play(sitting)
        case "type" if sitting.entering() is not None:
            return "Play your dice, then Space types the turn."
        case "use":
            return _final(state, cast(int, sitting.asked()))
        case other:
            again = "r: rematch. " if other == "over" and sitting.is_local else ""
            return again + FIXED[other]


def _explained(sitting: AtTable, now: Moment) -> str:
    """Why final dice, or dice with a single use, do not count at face value; "" if they do."""
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
"""Short advice that leaves room for a note on undoing a mistyped throw."""

FIXED = {
    "over": "v: review. q: leave the table.",
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
    first, *others = (use for use in questions.uses(state, seat) if not use.waives)
    if others:
        return "The dice are final. ↑ ↓ and Enter choose a use."
    return "The dice are final: Enter uses them." if first.pays else "Nothing to gain: Enter ends the turn."


def _others_play(sitting: AtTable) -> str:
    names = [sitting.names[seat] for seat in sitting.awaited.seats]
    if sitting.awaited.kind == "throw":
        number = sitting.awaited.dice
        return f"{in_words(number).capitalize()} {'is' if number == 1 else 'are'} thrown …"
    away = set(sitting.awaited.seats) & sitting.away
    return (
        f"The computer plays for {shortened(names[0], LONGEST_AWAY)} … (a: back)"
        if away
        else f"{sentences.listed(tuple(names))} decide{'s' if len(names) == 1 else ''} …"
    )
