"""A dialog over the full-screen table is answered only once, however fast keys are pressed."""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NamedTuple

import pytest
from rich.text import Text
from textual.screen import Screen
from textual.widgets import Button, OptionList, Static

from fivedice.games import GAMES
from fivedice.match.events import Choose, Throw
from fivedice.narration.hints import Hint
from fivedice.report.hint_text import Advice
from fivedice.terminal import screen as room
from fivedice.terminal.local_sitting import LocalSitting
from fivedice.terminal.screen.dialogs import (
    AnswerList,
    Cover,
    Detailing,
    Dialog,
    EndDialog,
    LeaveDialog,
    PageDialog,
    Question,
    Typed,
    WhoIsAway,
)
from fivedice.terminal.screen.hints import HintDialog
from fivedice.terminal.screen.match_screen import AutoplayScreen
from fivedice.terminal.screen.table import TableScreen
from fivedice.terminal.screen.tray import Laid
from fivedice.terminal.screen.widgets import ChoiceTable
from tests.spread import one_in
from tests.terminal.seated import Seated, at_table, at_table_of

THROWN = Throw(0, (1, 2))
MOVE = Hint(Choose(0, "move"), 0.0, 0.0, "Move on", {})


class Case(NamedTuple):
    """A dialog, its answer to Enter, and the keys before Enter."""

    made: Callable[[], Dialog[Any]]
    answer: object
    before: tuple[str, ...] = ()


CASES: dict[type[Screen[Any]], Case] = {
    PageDialog: Case(lambda: PageDialog("Faces", Static("A page")), None),
    Question: Case(lambda: Question("Is it?", "Yes", "No"), True),
    LeaveDialog: Case(lambda: LeaveDialog("It is kept."), True),
    EndDialog: Case(lambda: EndDialog(Text("Ann wins")), "look"),
    Typed: Case(
        lambda: Typed("Ann?", lambda said: [THROWN] if said == "12" else [], []), [THROWN], ("1", "2")
    ),
    Detailing: Case(Detailing, "every"),
    Cover: Case(lambda: Cover("Ann"), True),
    WhoIsAway: Case(lambda: WhoIsAway({0: "Ann", 1: "Ben"}, set()), 0),
    HintDialog: Case(
        lambda: HintDialog(Advice([], (MOVE,), "chips"), Laid(), GAMES["showdown"], "pips"), MOVE.decision
    ),
}
"""Every screen that is laid over the table."""


def screens() -> set[type[Screen[Any]]]:
    for module in iter_modules(room.__path__, f"{room.__name__}."):
        import_module(module.name)
    found, more = set[type[Screen[Any]]](), list[type[Screen[Any]]]([Screen])
    while more:
        more = [kind for one in more for kind in one.__subclasses__()]
        found |= {kind for kind in more if kind.__module__.startswith(room.__name__)}
    return {
        kind for kind in found if kind not in (Dialog, AnswerList) and not issubclass(kind, AutoplayScreen)
    }


def test_whatever_is_laid_over_the_table_is_a_dialog_tried_here() -> None:
    assert screens() == set(CASES)
    assert all(issubclass(kind, Dialog) for kind in CASES)


async def over_table(seated: Seated, case: Case) -> list[object]:
    answers: list[object] = []
    seated.table._ask(case.made(), answers.append)
    await seated.settle()
    return answers


@pytest.mark.parametrize("kind", one_in(3, CASES), ids=lambda kind: kind.__name__)
@at_table_of()
async def test_enter_pressed_too_often_answers_once_and_leaves_the_table(
    seated: Seated, sitting: LocalSitting, kind: type[Screen[Any]]
) -> None:
    answers = await over_table(seated, CASES[kind])
    await seated.press(*CASES[kind].before)
    await seated.press_fast(*["enter"] * 3)
    if isinstance(seated.app.screen, Question):  # whether the dice that one Enter threw are thrown again
        await seated.press("n")
    assert isinstance(seated.app.screen, TableScreen)
    assert answers == [CASES[kind].answer]
    while not sitting.match.events:
        await seated.press("space")


@at_table_of()
async def test_a_dialog_closed_twice_takes_nothing_else_away(seated: Seated) -> None:
    for case in CASES.values():
        answers = await over_table(seated, case)
        dialog = seated.app.screen
        above = await over_table(seated, CASES[Question])
        dialog.dismiss()
        await seated.settle()
        assert isinstance(seated.app.screen, Question)
        await seated.press("y")
        for _ in range(3):
            dialog.dismiss()
        await seated.settle()
        assert isinstance(seated.app.screen, TableScreen)
        assert (answers, above) == ([None], [True])


@pytest.mark.parametrize(
    ("kind", "inside"), [(Question, Button), (EndDialog, OptionList), (HintDialog, OptionList)]
)
@at_table_of()
async def test_a_double_click_answers_once(
    seated: Seated, kind: type[Screen[Any]], inside: type[Button | OptionList]
) -> None:
    answers = await over_table(seated, CASES[kind])
    await seated.pilot.click(inside, offset=(3, 0), times=2)
    await seated.settle()
    assert isinstance(seated.app.screen, TableScreen)
    assert answers == [CASES[kind].answer]


@at_table_of("traditional", "Ann,Ben")
async def test_a_use_clicked_twice_is_used_once(seated: Seated, sitting: LocalSitting) -> None:
    await seated.press("space", "0")
    choices = seated.table.query_one(ChoiceTable)
    entry = next(one for one in choices.entries if one.kind == "use" and one.open)
    for _ in range(3):
        choices.post_message(ChoiceTable.Picked(entry))
    await seated.settle()
    assert isinstance(seated.app.screen, TableScreen)
    assert [type(event).__name__ for event in sitting.match.events] == ["Throw", "Keep", "Spend"]


@at_table_of("junior", "Ann,greedy")
async def test_a_rematch_asked_for_twice_is_one_rematch(seated: Seated, sitting: LocalSitting) -> None:
    await seated.play_on()
    await seated.press_fast("r", "r", "r")
    assert sitting.match.events == ()
    assert len([*sitting.log.path.parent.glob("*.jsonl")]) == 2


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
@at_table_of()
async def test_the_table_is_left_though_nothing_lies_on_the_screen(seated: Seated, key: str) -> None:
    seated.app.pop_screen()
    await seated.press(key)
    assert not seated.app.is_running


@at_table_of()
async def test_a_key_before_the_answer_counts_does_nothing(seated: Seated, sitting: LocalSitting) -> None:
    answers = await over_table(seated, CASES[Question])
    seated.app.screen.dismiss(True)
    await seated.app._check_bindings("space")
    assert (answers, [*sitting.match.events]) == ([], [])
    await seated.settle()
    await seated.press("space")
    assert (answers, len(sitting.match.events)) == ([True], 1)


@pytest.mark.parametrize("key", ["c", "space"])
async def test_a_key_after_the_table_is_left_does_nothing(key: str, sitting: LocalSitting) -> None:
    async with at_table(sitting) as seated:
        await seated.press("q")
        await seated.press_fast("y", key)
        assert isinstance(seated.app.screen, TableScreen)
    assert sitting.match.events == ()


@pytest.mark.parametrize("kind", one_in(3, CASES), ids=lambda kind: kind.__name__)
@at_table_of()
async def test_a_signal_while_a_dialog_opens_is_no_fault(seated: Seated, kind: type[Screen[Any]]) -> None:
    seated.table._ask(CASES[kind].made(), lambda _: None)
    seated.app.exit()
    await seated.settle()
    assert not seated.app.is_running
