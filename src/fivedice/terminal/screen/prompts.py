"""The questions of the match to the people at the keyboard, with their choices and prompts."""

from typing import Literal, NamedTuple

from rich.cells import cell_len

from fivedice.core.dice import FIVE
from fivedice.core.faces import dice_text
from fivedice.core.rules import Game, RollOff
from fivedice.core.turn import THROWS
from fivedice.language import all_of, mark, sentences, tr
from fivedice.match import questions
from fivedice.match.state import State
from fivedice.narration import moves, results
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
        return [Entry("throw", "", tr("Type the turn") if entering else _throw_label(state))]
    if now == "choose" and state.awaited.kind == "first":
        return [Entry("first", str(seat), name) for seat, name in enumerate(sitting.names)]
    if now == "choose":
        options = questions.options(state, sitting.awaited.seats[0])
        return [Entry("choose", option, option_label(state.setup.game, option)) for option in options]
    if now not in ("keep", "use"):
        return []
    uses, pickable = [use for use in scene.offered if bool(use.waives) == scene.zeros], not scene.only_keeps
    listed = [Entry("use", use.name, use.title, use.pays, use.note, pickable) for use in uses]
    if now == "use":
        return listed
    heading = Entry("heading", "", tr("Would pay now:"), open=False)
    return [_again(scene), *([] if pickable else [heading]), *listed]


def option_label(game: Game, option: str) -> str:
    """The label of an option of a plain choice."""
    return tr(game.option_words(option).label) or tr(option).capitalize()


def _again(scene: Scene) -> Entry:
    """The entry for the next throw; it cannot be picked while all dice are kept."""
    thrown = FIVE - len(scene.laid.keep)
    if scene.shares_dice:
        hands_in = mark("Hand in: throw {number}") if thrown else mark("Hand in: keep all")
        return Entry("throw", "", tr(hands_in, number=thrown))
    if not thrown:
        return Entry("throw", "", tr("Five kept: use them"), open=False)
    others = mark("Throw the other {number, plural, one {die} other {#}}")
    return Entry("throw", "", tr("Throw all five again") if thrown == FIVE else tr(others, number=thrown))


def _throw_label(state: State) -> str:
    if state.rolloff is not None:
        return tr("Roll off: throw five dice")
    if state.turn is None:
        return tr("Throw the red die")
    some = mark("Throw {number, plural, one {one die} other {# dice}}")
    number = state.awaited.dice
    return tr("Throw five dice") if number == FIVE else tr(some, number=number)


def headline(scene: Scene, width: int) -> str:
    """Whose turn it is and its stage; cuts long names."""
    sitting, state, names, decider = scene.sitting, scene.state, scene.sitting.names, scene.sitting.decider()
    if state.awaited.kind == "over":
        names = credit.names(sitting.table)
        result = _result(state, names)
        if cell_len(result) <= width:
            return result
        return fitted(names, width, lambda short: _result(state, short, briefly=True))
    if state.awaited.kind == "first":
        return moves.prompt(state)
    entering = sitting.entering()
    seat = (state.awaited.seats[0] if decider is None else decider) if entering is None else entering
    sentence, step = _stage(scene), state.turn.step if state.turn else 0
    around = cell_len(tr(sentence, name="", step=step, most=THROWS))
    return tr(sentence, name=shortened(names[seat], width - around), step=step, most=THROWS)


def _result(state: State, names: tuple[str, ...], *, briefly: bool = False) -> str:
    return tr("{outcome}.", outcome=results.outcome(state, names, briefly=briefly))


def _stage(scene: Scene) -> str:
    if scene.sitting.entering() is not None:
        return mark("{name} · the whole turn")
    if scene.state.rolloff is not None:
        return mark("Roll-off: {name} to throw")
    if scene.state.awaited.kind == "choose":
        return scene.state.setup.game.choice_headline
    if scene.state.turn is None:
        return mark("{name} · the red die")
    if scene.shares_dice:
        return mark("{name} · step {step} of {most}")
    return mark("{name} · throw {step} of {most}")


def advice(scene: Scene, width: int) -> str:
    """Advice on the player's next action, in one line."""
    now = scene.moment
    if now in WHILE_MISTYPED and not scene.laid.kept and scene.sitting.mistyped() is not None:
        return sentences(tr(WHILE_MISTYPED[now]), tr("Wrong? u takes it back."))
    why = _explained(scene)
    return why if why and cell_len(why) <= width else _usual(scene, width)


def _usual(scene: Scene, width: int) -> str:
    match scene.moment:
        case "press":
            return _before_throw(scene.state)
        case "keep":
            return _while_keeping(scene, width)
        case "wait":
            return _others_play(scene.sitting, width)
        case "type" if scene.sitting.entering() is not None:
            return tr("Play your dice, then Space types the turn.")
        case "use":
            return _final(scene)
        case other:
            again = other == "over" and scene.sitting.is_local
            return sentences(tr("r: rematch.") if again else "", tr(FIXED[other]))


def _explained(scene: Scene) -> str:
    """Why final dice, or dice with a single use, do not count at face value; "" if they do."""
    settled = scene.moment == "use" or (scene.moment == "keep" and len(scene.offered) == 1)
    return questions.explained(scene.state, scene.seat) if settled else ""


WHILE_MISTYPED = {
    "over": mark("q leaves."),
    "type": mark("Space: type dice."),
    "keep": mark("1–5 keep dice."),
    "use": mark("↑ ↓ and Enter."),
    "choose": mark("↑ ↓ and Enter."),
}
"""Short advice that leaves room for a note on taking back a mistyped throw."""

FIXED = {
    "over": mark("v: review. q: leave the table."),
    "type": mark("Throw your dice, then Space to type them."),
    "choose": mark("↑ ↓ and Enter choose."),
}


def _before_throw(state: State) -> str:
    if state.rolloff is not None and isinstance(state.game_awaits, RollOff):
        return tr("A tie: {rule}.", rule=moves.rolloff_rule(state))
    if state.rolloff is not None:
        return tr("The highest total starts. Space throws.")
    return tr("Space throws the red die.") if state.turn is None else tr("Space throws five dice.")


def _while_keeping(scene: Scene, width: int) -> str:
    keep = scene.laid.keep
    if not keep:
        return tr("1–5 keep dice. Space throws the others.")
    if len(keep) == FIVE and not scene.shares_dice:
        return tr("All five kept: ↑ ↓ and Enter choose a use.")
    sentence = mark("Space throws {number, plural, one {one die} other {# dice}}. You keep {dice}.")
    if scene.shares_dice:
        sentence = mark("Space hands it in. You keep {dice}.")
    words = (dice_text(keep, faces) for faces in (scene.face_set, "digits"))
    line, short = (tr(sentence, number=FIVE - len(keep), dice=dice) for dice in words)
    return line if cell_len(line) <= width else short


def _final(scene: Scene) -> str:
    first, *others = (use for use in scene.offered if not use.waives)
    if others:
        return tr("Final dice. ↑ ↓ and Enter choose a use.")
    uses = tr("The dice are final: Enter uses them.")
    return uses if first.pays else tr("Nothing to gain: Enter ends the turn.")


def _others_play(sitting: Sitting, width: int) -> str:
    names = [sitting.names[seat] for seat in sitting.awaited.seats]
    if sitting.awaited.kind == "throw":
        thrown = mark("{number, plural, one {One die is thrown …} other {# dice are thrown …}}")
        return tr(thrown, number=sitting.awaited.dice)
    if set(sitting.awaited.seats) & sitting.away:
        plays = mark("The computer plays for {name} … (a: back)")
        return tr(plays, name=shortened(names[0], width - cell_len(tr(plays, name=""))))
    decide = mark("{number, plural, one {{names} decides …} other {{names} decide …}}")
    return tr(decide, number=len(names), names=all_of(names))
