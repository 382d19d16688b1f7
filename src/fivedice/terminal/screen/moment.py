"""What the match asks of the people at the keyboard, and what they can choose."""

from typing import Literal, NamedTuple

from fivedice.core.dice import FIVE
from fivedice.core.rules import Use, title
from fivedice.core.turn import THROWS
from fivedice.match import questions
from fivedice.match.events import Choose
from fivedice.match.state import State
from fivedice.narration import sentences
from fivedice.terminal.screen.laid import EVERY, Laid
from fivedice.terminal.sitting import Sitting

Moment = Literal["over", "type", "press", "keep", "use", "choose", "wait"]
"""The match is over; people type dice; a person throws by a key; a person decides; nothing is asked."""


class Entry(NamedTuple):
    """One thing that can be picked: `name` is the use or option, `open` whether it can be picked now."""

    kind: Literal["throw", "heading", "use", "choose"]
    name: str
    label: str
    pays: int | None = None
    note: str = ""
    open: bool = True


def moment(sitting: Sitting) -> Moment:
    """What is asked now."""
    if questions.is_over(sitting.match.state):
        return "over"
    if sitting.thrower() is not None:
        return "type" if sitting.manual_dice else "press"
    if sitting.asked() is not None:
        kind = sitting.awaited.kind
        return "keep" if kind == "keep" else "use" if kind == "use" else "choose"
    return "wait"


def keeps_changed(sitting: Sitting, laid: Laid) -> bool:
    """Whether dice were kept or put back since the throw."""
    return moment(sitting) == "keep" and laid.changed


def shares_dice(state: State) -> bool:
    """Whether several hands take part in this turn, so that decisions are hidden and made one by one."""
    return state.turn is not None and len(state.turn.hands) > 1


def seat_to_show(sitting: Sitting) -> int:
    """Whose dice lie on the screen."""
    asked, state = sitting.asked(), sitting.match.state
    if asked is not None:
        return asked
    if shares_dice(state):
        return next(iter(sitting.here or sitting.people()), 0)
    return next(iter(state.awaited.seats), 0)


def warning(offered: tuple[Use, ...], chosen: Use) -> str:
    """A sentence before a zero that need not be, or nothing."""
    best = max(offered, key=lambda use: use.pays)
    if chosen.waives:
        instead = next(use for use in offered if use.name == chosen.waives)
        if chosen.pays < instead.pays:
            return f"{title(chosen.name)} gives away {sentences.use(instead)}."
    if chosen.pays > 0 or best.pays <= 0:
        return ""
    return f"{title(chosen.name)} would be a zero, and {sentences.use(best)} is open."


def entries(sitting: Sitting, laid: Laid, *, zeros: bool) -> list[Entry]:
    """What can be picked now; with `zeros`, the zeros by choice in place of the scores (R19)."""
    now, state = moment(sitting), sitting.match.state
    if now in ("press", "type"):
        return [Entry("throw", "", _throw_label(state))]
    if now == "choose":
        options = questions.decisions(state, sitting.awaited.seats[0])
        return [
            Entry("choose", one.option, OPTIONS.get(one.option, title(one.option)))
            for one in options
            if isinstance(one, Choose)
        ]
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
"""Over uses that can only be looked at."""


def only_keeps(sitting: Sitting) -> bool:
    """Whether dice can be kept and not used yet, as in a turn that others share."""
    return moment(sitting) == "keep" and shares_dice(sitting.match.state)


def just_handed_over(sitting: Sitting, laid: Laid) -> bool:
    """Whether the table was covered for who decides, who has kept no die yet and put none back."""
    return only_keeps(sitting) and len(sitting.here) > 1 and not laid.changed


def throws_left(sitting: Sitting, laid: Laid) -> int:
    """How many throws are given up by who uses the dice now; with all five kept, that is settled."""
    turn = sitting.match.state.turn
    return 0 if turn is None or laid.kept == EVERY else THROWS - turn.step


def zeros_offered(sitting: Sitting) -> bool:
    """Whether there are zeros by choice beside the scores."""
    seat = sitting.asked()
    return seat is not None and bool(waiving(sitting.match.state, seat))


def waiving(state: State, seat: int) -> frozenset[str]:
    """The zeros by choice that a seat which is asked could take."""
    if state.awaited.kind not in ("keep", "use"):
        return frozenset()
    return frozenset(use.name for use in questions.uses(state, seat) if use.waives)


OPTIONS = {"move": "Move on", "stay": "Stay and roll"}
"""Plain choices in more words than their names."""


def _again(state: State, laid: Laid) -> Entry:
    """The throw after a keep; with every die kept there is none."""
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
    """So many dice."""
    return "one die" if number == 1 else f"{number} dice"
