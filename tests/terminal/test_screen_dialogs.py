"""What lies over the full-screen table is answered once, however often and fast a key is pressed for it."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple

import pytest
from rich.text import Text
from textual.screen import Screen
from textual.widgets import Button, OptionList, Static

from fivedice.core.dice import FIVE
from fivedice.match.events import Choose
from fivedice.report.hint_text import Advice, Advised
from fivedice.terminal import screen as room
from fivedice.terminal.screen.course import Course
from fivedice.terminal.screen.dialogs import (
    Cover,
    Dialog,
    Ending,
    Leaving,
    Page,
    Question,
    TypedDice,
    WhoIsAway,
)
from fivedice.terminal.screen.hints import Hints
from fivedice.terminal.screen.table import TableScreen
from fivedice.terminal.screen.tray import Laid
from fivedice.terminal.screen.widgets import Choices
from fivedice.terminal.sitting import Sitting
from tests.terminal.seated import Seated, agreed, at_table, sit

MOVE = Advised(Choose(0, "move"), "Move on", "")


class Case(NamedTuple):
    """A dialog, the keys before the one that is pressed too often, and what Enter answers."""

    made: Callable[[], Dialog[Any]]
    answer: object
    before: tuple[str, ...] = ()


CASES: dict[type[Screen[Any]], Case] = {
    Page: Case(lambda: Page("Faces", Static("A page")), None),
    Question: Case(lambda: Question("Is it?", "Yes", "No"), True),
    Leaving: Case(lambda: Leaving("It is kept."), True),
    Ending: Case(lambda: Ending(Text("Ann wins")), "look"),
    TypedDice: Case(
        lambda: TypedDice("Ann", FIVE, "pips", red=False), (1, 2, 3, 4, 5), ("1", "2", "3", "4", "5")
    ),
    Cover: Case(lambda: Cover("Ann"), True),
    WhoIsAway: Case(lambda: WhoIsAway({0: "Ann", 1: "Ben"}, set()), 0),
    Hints: Case(lambda: Hints(Advice([], [MOVE]), Laid(), "pips"), MOVE.decision),
}
"""Every screen that is laid over the table."""


@pytest.fixture
def sitting(home: Path) -> Sitting:
    """Ann against a bot in the traditional game; her first dice are 3 5 4 6 1."""
    return sit(agreed("traditional", "Ann,greedy"), home)


def screens() -> set[type[Screen[Any]]]:
    """Every screen of the room, except the bases and the table."""
    for module in iter_modules(room.__path__, f"{room.__name__}."):
        import_module(module.name)
    found, more = set[type[Screen[Any]]](), [Screen]
    while more:
        more = [kind for one in more for kind in one.__subclasses__()]
        found |= {kind for kind in more if kind.__module__.startswith(room.__name__)}
    return {kind for kind in found if kind is not Dialog and not issubclass(kind, Course)}


def test_whatever_is_laid_over_the_table_is_a_dialog_tried_here() -> None:
    """A new one closes as the others do, and stands among the cases of this file."""
    assert screens() == set(CASES)
    assert all(issubclass(kind, Dialog) for kind in CASES)


async def over_table(seated: Seated, case: Case) -> list[object]:
    """Lays the dialog over the table; what it will have answered."""
    answers: list[object] = []
    seated.app.table._ask(case.made(), answers.append)
    await seated.settle()
    return answers


@pytest.mark.parametrize("kind", CASES, ids=lambda kind: kind.__name__)
def test_enter_pressed_too_often_answers_once_and_leaves_the_table(
    kind: type[Screen[Any]], sitting: Sitting
) -> None:
    """Three presses at once are one answer; the table lies there after them, and goes on."""

    async def does(seated: Seated) -> None:
        answers = await over_table(seated, CASES[kind])
        await seated.press(*CASES[kind].before)
        await seated.press_fast(*["enter"] * 3)
        if isinstance(seated.app.screen, Question):  # whether the dice that one Enter threw are thrown again
            await seated.press("n")
        assert isinstance(seated.app.screen, TableScreen)
        assert answers == [CASES[kind].answer]
        while not sitting.match.events:
            await seated.press("space")

    at_table(sitting, does)


@pytest.mark.parametrize("kind", CASES, ids=lambda kind: kind.__name__)
def test_a_dialog_closed_twice_takes_nothing_else_away(kind: type[Screen[Any]], sitting: Sitting) -> None:
    """Neither the table nor a dialog that has come to lie over it; that one keeps its answer."""

    async def does(seated: Seated) -> None:
        answers = await over_table(seated, CASES[kind])
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

    at_table(sitting, does)


def test_a_letter_right_after_enter_is_no_second_answer(sitting: Sitting) -> None:
    """Enter on the safe answer and y one upon the other: one of them is the answer, and the table stays."""

    async def does(seated: Seated) -> None:
        answers = await over_table(seated, CASES[Question])
        await seated.press_fast("enter", "y", "n", "enter")
        assert isinstance(seated.app.screen, TableScreen)
        assert len(answers) == 1

    at_table(sitting, does)


@pytest.mark.parametrize(("kind", "inside"), [(Question, Button), (Ending, OptionList), (Hints, OptionList)])
def test_a_double_click_answers_once(
    kind: type[Screen[Any]], inside: type[Button | OptionList], sitting: Sitting
) -> None:
    """The second click finds the table, whole."""

    async def does(seated: Seated) -> None:
        answers = await over_table(seated, CASES[kind])
        await seated.pilot.click(inside, offset=(3, 0), times=2)
        await seated.settle()
        assert isinstance(seated.app.screen, TableScreen)
        assert answers == [CASES[kind].answer]

    at_table(sitting, does)


def test_a_use_clicked_twice_is_used_once(home: Path) -> None:
    """The turn that follows is not touched by the second click, though its player would be asked."""
    sitting = sit(agreed("traditional", "Ann,Ben"), home)

    async def does(seated: Seated) -> None:
        await seated.press("space", "0")
        choices = seated.app.table.query_one(Choices)
        entry = next(one for one in choices.entries if one.kind == "use" and one.open)
        for _ in range(3):
            choices.post_message(Choices.Picked(entry))
        await seated.settle()
        assert isinstance(seated.app.screen, TableScreen)
        assert [type(event).__name__ for event in sitting.match.events] == ["Throw", "Keep", "Spend"]

    at_table(sitting, does)


def test_a_rematch_asked_for_twice_is_one_rematch(home: Path) -> None:
    """The second r finds the new table, so that no empty record is left behind."""
    sitting = sit(agreed("junior", "Ann,greedy"), home)

    async def does(seated: Seated) -> None:
        await seated.play_on()
        await seated.press_fast("r", "r", "r")
        assert sitting.match.events == ()
        assert len([*sitting.log.path.parent.glob("*.jsonl")]) == 2

    at_table(sitting, does)


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
def test_the_table_is_left_though_nothing_lies_on_the_screen(key: str, sitting: Sitting) -> None:
    """Whatever may have gone wrong before, the terminal is given back."""

    async def does(seated: Seated) -> None:
        seated.app.pop_screen()
        await seated.press(key)
        assert not seated.app.is_running

    at_table(sitting, does)


def test_a_key_before_the_answer_counts_does_nothing(sitting: Sitting) -> None:
    """Space right behind an answer throws no dice that the answer is about to use."""

    async def does(seated: Seated) -> None:
        answers = await over_table(seated, CASES[Question])
        seated.app.screen.dismiss(True)
        await seated.app._check_bindings("space")
        assert (answers, sitting.match.events) == ([], ())
        await seated.settle()
        await seated.press("space")
        assert (answers, len(sitting.match.events)) == ([True], 1)

    at_table(sitting, does)


@pytest.mark.parametrize("kind", CASES, ids=lambda kind: kind.__name__)
def test_a_dialog_closed_before_it_is_drawn_stays(kind: type[Screen[Any]], sitting: Sitting) -> None:
    """On a busy machine a key may come before there is anything to answer; it does no harm."""

    async def does(seated: Seated) -> None:
        answers: list[object] = []
        seated.app.table._ask(CASES[kind].made(), answers.append)
        dialog = seated.app.screen
        dialog.dismiss()
        await seated.settle()
        assert seated.app.screen is dialog
        dialog.dismiss()
        await seated.settle()
        assert answers == [None]

    at_table(sitting, does)


@pytest.mark.parametrize("key", ["c", "g", "question_mark", "space"])
def test_a_key_after_the_table_is_left_does_nothing(key: str, sitting: Sitting) -> None:
    """A page that opened while all was taken away was a fault; no dice are thrown either."""

    async def does(seated: Seated) -> None:
        await seated.press("q")
        await seated.press_fast("y", key)
        assert isinstance(seated.app.screen, TableScreen)

    at_table(sitting, does)
    assert sitting.match.events == ()


@pytest.mark.parametrize("kind", CASES, ids=lambda kind: kind.__name__)
def test_a_signal_while_a_dialog_opens_is_no_fault(kind: type[Screen[Any]], sitting: Sitting) -> None:
    """What it would have shown may be taken away before it is drawn."""

    async def does(seated: Seated) -> None:
        seated.app.table._ask(CASES[kind].made(), lambda _: None)
        seated.app.exit()

    at_table(sitting, does)
