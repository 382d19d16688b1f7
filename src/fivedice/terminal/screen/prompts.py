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
from fivedice.terminal.screen.scene import Scene
from fivedice.terminal.screen.theme import fitted, shortened
from fivedice.terminal.sitting import Sitting


class Entry(NamedTuple):
    """An entry of the list: `name` is the use, option or first seat, `open` whether it can be picked now."""

    kind: Literal["throw", "heading", "use", "choose", "first"]
    name: str
    label: str
    pays: int | None = None
    note: str = ""
    open: bool = True


def entries(scene: Scene) -> list[Entry]:
    """The entries of the list."""
    now, sitting, state = scene.moment, scene.sitting, scene.state
    if now in ("press", "type"):
        entering = sitting.entering() is not None
        return [Entry("throw", "", "Type the turn" if entering else _throw_label(state))]
    if now == "choose" and state.awaited.kind == "first":
        return [Entry("first", str(seat), name) for seat, name in enumerate(sitting.names)]
    if now == "choose":
        options = questions.options(state, sitting.awaited.seats[0])
        return [Entry("choose", option, OPTIONS.get(option, title(option))) for option in options]
    if now not in ("keep", "use"):
        return []
    shown, pickable = [use for use in scene.offered if bool(use.waives) == scene.zeros], not scene.only_keeps
    listed = [Entry("use", use.name, title(use.name), use.pays, use.note, pickable) for use in shown]
    if now == "use":
        return listed
    return [_again(scene), *([] if pickable else [WOULD_PAY]), *listed]


WOULD_PAY = Entry("heading", "", "Would pay now:", open=False)
"""The heading of uses that cannot be picked yet."""


OPTIONS = {"move": "Move on", "stay": "Stay and raise"}
"""Labels of plain choices."""


def _again(scene: Scene) -> Entry:
    """The entry for the next throw; it cannot be picked while all dice are kept."""
    thrown = FIVE - len(scene.laid.keep)
    if scene.shares_dice:
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


def headline(scene: Scene, width: int) -> str:
    """Whose turn it is and its stage; cuts long names."""
    sitting, state, names, asked = scene.sitting, scene.state, scene.sitting.names, scene.sitting.asked()
    if state.awaited.kind == "over":
        names = credit.names(sitting.table)
        told = _result(state, names)
        if cell_len(told) <= width:
            return told
        return fitted(names, width, lambda short: _result(state, short, briefly=True))
    if state.awaited.kind == "first":
        return sentences.prompt(state)
    name = names[state.awaited.seats[0] if asked is None else asked]
    before, after = ("Roll-off: ", " to throw") if state.rolloff is not None else ("", f" · {_stage(scene)}")
    if sitting.entering() is not None:
        name, after = names[cast(int, sitting.entering())], " · the whole turn"
    return before + shortened(name, width - len(before + after)) + after


def _result(state: State, names: tuple[str, ...], *, briefly: bool = False) -> str:
    return sentences.result(state, names, briefly=briefly).removeprefix("The match is over: ")


def _stage(scene: Scene) -> str:
    if scene.state.awaited.kind == "choose":
        return "move on or stay?"
    turn = scene.state.turn
    return f"{'step' if scene.shares_dice else 'throw'} {turn.step} of {THROWS}" if turn else "the red die"


def advice(scene: Scene, width: int) -> str:
    """Advice on the player's next action, in one line."""
    now = scene.moment
    if now in WHILE_MISTYPED and not scene.laid.kept and scene.sitting.mistyped() is not None:
        return f"{WHILE_MISTYPED[now]} Wrong? u takes it back."
    why = _explained(scene)
    return why if why and cell_len(why) <= width else _usual(scene, width)


def _usual(scene: Scene, width: int) -> str:
    match scene.moment:
        case "press":
            return _before_throw(scene.state)
        case "keep":
            return _while_keeping(scene, width)
        case "wait":
            return _others_play(scene.sitting)
        case "type" if scene.sitting.entering() is not None:
            return "Play your dice, then Space types the turn."
        case "use":
            return _final(scene)
        case other:
            again = "r: rematch. " if other == "over" and scene.sitting.is_local else ""
            return again + FIXED[other]


def _explained(scene: Scene) -> str:
    """Why final dice, or dice with a single use, do not count at face value; "" if they do."""
    settled = scene.moment == "use" or (scene.moment == "keep" and len(scene.offered) == 1)
    return questions.explained(scene.state, scene.seat) if settled else ""


WHILE_MISTYPED = {
    "over": "q leaves.",
    "type": "Space: type dice.",
    "keep": "1–5 keep dice.",
    "use": "↑ ↓ and Enter.",
    "choose": "↑ ↓ and Enter.",
}
"""Short advice that leaves room for a note on taking back a mistyped throw."""

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


def _while_keeping(scene: Scene, width: int) -> str:
    keep = scene.laid.keep
    if not keep:
        return "1–5 keep dice. Space throws the others."
    if len(keep) == FIVE and not scene.shares_dice:
        return "All five kept: ↑ ↓ and Enter choose a use."
    hands_in = "hands it in" if scene.shares_dice else f"throws {in_words(FIVE - len(keep))}"
    called, numbers = (sentences.dice(keep, faces) for faces in (scene.face_set, "digits"))
    line = f"Space {hands_in}. You keep {called}."
    return line if cell_len(line) <= width else f"Space {hands_in}. You keep {numbers}."


def _final(scene: Scene) -> str:
    first, *others = (use for use in scene.offered if not use.waives)
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
        f"The computer plays for {shortened(names[0], LONGEST_AWAY)} … (a: back)"
        if away
        else f"{sentences.listed(tuple(names))} decide{'s' if len(names) == 1 else ''} …"
    )
