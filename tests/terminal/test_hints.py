"""Hints at the full-screen table name the keys that do what they say."""

import re
from pathlib import Path
from typing import cast

import pytest
from textual.widgets import OptionList

from fivedice.core.dice import FIVE, Dice
from fivedice.core.faces import dice_text
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.games.showdown_board import BoardCard
from fivedice.match.events import Choose, HintTaken, Keep, Spend, Throw
from fivedice.match.state import step
from fivedice.narration.hints import Hint as RatedHint
from fivedice.report import hint_text
from fivedice.report.hint_text import Advice
from fivedice.runtime.library import Library
from fivedice.terminal.local_sitting import LocalSitting
from fivedice.terminal.screen.dialogs import Question
from fivedice.terminal.screen.hints import HintDialog
from fivedice.terminal.screen.prompts import entries
from fivedice.terminal.screen.tray import EVERY
from tests.spread import spread
from tests.terminal.lines import agreed
from tests.terminal.seated import Seated, at_table, at_table_of, set_at, sit, with_cards

SHOWN_AS = [*((game, GAMES[game].faces) for game in FIVE_GAMES), ("junior", "pips"), ("traditional", "pips")]
"""Five games with their own faces, and two with others."""
BEFORE = ((), ("2", "5"))
"""Keys pressed before the hint is asked for."""


def seat(game: str, home: Path, library: Library) -> LocalSitting:
    sitting = sit(agreed(game, "Ann,greedy"), home)
    sitting.knowing = library
    return sitting


async def to_dice(seated: Seated) -> None:
    while seated.moment == "press":
        await seated.press("space")
    assert seated.moment == "keep"


async def hints(seated: Seated) -> list[str]:
    await seated.press("h")
    shown = cast(HintDialog, seated.app.screen).query_one(OptionList)
    return [" ".join(str(option.prompt).split()) for option in shown.options]


def kept(seated: Seated) -> Dice:
    return seated.table._scene.laid.keep


async def check_choice(seated: Seated, choice: str, faces: str) -> None:
    """Presses the keys that a choice names, checks the kept dice, and undoes them."""
    found = re.match(r"press ([0-5 ]+) to", choice)
    keys = found[1].split() if found else []
    await seated.press_fast(*keys)
    assert words(kept(seated), faces) in choice or ("all five" in choice and len(kept(seated)) == FIVE)
    await seated.press_fast(*"u" * len(keys))


def words(dice: Dice, faces: str) -> str:
    return f"keep {dice_text(dice, 'digits' if faces == 'pips' else faces)}:"


@pytest.mark.parametrize(("game", "faces"), spread(SHOWN_AS, ("junior", "characters")))
async def test_the_keys_that_a_hint_names_keep_the_dice_that_it_names(
    game: str, faces: str, home: Path, library: Library
) -> None:
    async with at_table(seat(game, home, library), faces=faces) as seated:
        await to_dice(seated)
        for before in BEFORE:
            await seated.press(*before)
            told = await hints(seated)
            await seated.press("escape")
            with seated.app.batch_update():  # nothing of it is painted, which saves most of the time
                for choice in told:
                    await check_choice(seated, choice, faces)
            await seated.press(*"u" * len(before))


@at_table_of(spread(FIVE_GAMES, "junior"))
async def test_enter_on_a_hint_does_it(seated: Seated, sitting: LocalSitting) -> None:
    await to_dice(seated)
    number = len(await hints(seated))
    with seated.app.batch_update():
        for place in range(number):
            choice = cast(HintDialog, seated.app.screen)._advice.choices[place]
            await seated.press_fast(*["down"] * place, "enter")
            assert choice.decision == Keep(0, kept(seated))
            await seated.press("h")
    await seated.press("escape", "space")
    assert any(isinstance(event, Keep) and event.seat == 0 for event in sitting.match.events)


@at_table_of(spread(FIVE_GAMES, "traditional"))
async def test_enter_books_the_use_that_a_hint_names(seated: Seated, sitting: LocalSitting) -> None:
    await to_dice(seated)
    while seated.moment == "keep":
        await seated.press("1", "space")
    (best, *_) = await hints(seated)
    labels = [entry.label for entry in entries(seated.table._scene)]
    assert best.removeprefix("choose ").partition(":")[0] in labels
    decision = cast(HintDialog, seated.app.screen)._advice.choices[0].decision
    await seated.press("enter")
    if isinstance(seated.app.screen, Question):  # the best is a zero, and it is asked about
        await seated.press("y")
    assert isinstance(decision, Spend)
    assert decision in sitting.match.events


@at_table_of(events=[Throw(0, (6, 6, 6, 6, 6))])
async def test_a_hint_to_stop_sets_all_five_aside(seated: Seated, sitting: LocalSitting) -> None:
    (best, *_) = await hints(seated)
    assert best.startswith("press 0 to keep all five:")
    await seated.press("enter")
    assert seated.table._scene.laid.kept == EVERY
    assert seated.moment == "keep"
    assert (await hints(seated))[0].startswith("choose YAHTZEE:")
    await seated.press("enter")
    assert {Keep(0, (6, 6, 6, 6, 6)), Spend(0, "yahtzee")} <= {*sitting.match.events}


async def test_a_hint_may_be_to_move_on_or_to_stay(home: Path, library: Library) -> None:
    sitting = seat("showdown", home, library)
    ahead = with_cards(sitting.match.state, BoardCard(space=1, owner=0, chips=1))
    set_at(sitting, step(ahead, Throw(0, (1,))))
    async with at_table(sitting) as seated:
        told = await hints(seated)
        assert {choice.partition(":")[0] for choice in told} == {"choose Move on", "choose Stay and raise"}
        decision = cast(HintDialog, seated.app.screen)._advice.choices[1].decision
        await seated.press("down", "enter")
        assert isinstance(decision, Choose)
        assert decision in sitting.match.events


async def shown_hint(seated: Seated) -> OptionList:
    await seated.press("h")
    return cast(HintDialog, seated.app.screen).query_one(OptionList)


@at_table_of("junior")
async def test_a_key_that_a_hint_names_is_pressed_while_it_is_shown(seated: Seated) -> None:
    await to_dice(seated)
    await shown_hint(seated)
    await seated.press("4")
    assert seated.app.screen is seated.table
    assert seated.table._scene.laid.kept == {3}


@at_table_of("junior")
async def test_a_second_look_at_a_hint_is_no_second_hint(seated: Seated, sitting: LocalSitting) -> None:
    await to_dice(seated)
    for _ in range(3):
        await seated.press("h", "escape")
    assert sitting.match.events[1:] == (HintTaken(0),)
    await seated.press("1", "space", "h")
    assert sitting.match.events[-1] == HintTaken(0)


@at_table_of()
async def test_what_takes_longer_to_find_out_is_added_to_the_hint_that_is_shown(
    seated: Seated, sitting: LocalSitting, home: Path
) -> None:
    sitting.knowing = Library(home)
    await to_dice(seated)
    assert all(", bonus " in choice for choice in await hints(seated))


@at_table_of(size=[(40, 24), (60, 20), (80, 24)])
async def test_a_hint_is_laid_out_for_its_window(seated: Seated) -> None:
    await to_dice(seated)
    choices = await shown_hint(seated)
    await seated.lines()
    lines = sum(str(option.prompt).count("\n") + 1 for option in choices.options)
    assert choices.virtual_size.height == lines
    await seated.pilot.resize_terminal(45, 24)
    await seated.lines()
    narrow = sum(str(option.prompt).count("\n") + 1 for option in choices.options)
    assert choices.virtual_size.height == narrow


async def test_the_best_of_a_hint_is_taken_without_a_question(
    home: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = seat("traditional", home, library)
    sitting.step(Throw(0, (6, 6, 6, 6, 5)), Keep(0, (5, 6, 6, 6, 6)))
    zeros = tuple(RatedHint(Spend(0, use), 0.0, 0.0, "", {}) for use in ("aces", "twos"))
    monkeypatch.setattr(hint_text, "advice", lambda *_: Advice(["Two zeros"], zeros, "points"))
    async with at_table(sitting) as seated:
        await seated.press("h", "down", "enter")
        assert isinstance(seated.app.screen, Question)
        await seated.press("n", "h", "enter")
        assert Spend(0, "aces") in sitting.match.events
