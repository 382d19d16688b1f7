"""The footer of the full-screen table lists the keys that do something; narrow windows, and NO_COLOR."""

from pathlib import Path
from typing import Any

import pytest
from textual._compositor import LayoutUpdate
from textual.screen import Screen
from textual.widgets import OptionList

from fivedice.games import GAMES
from fivedice.terminal.screen import board
from fivedice.terminal.screen.board import Board
from fivedice.terminal.screen.dialogs import Cover, EndDialog, PageDialog
from fivedice.terminal.screen.match_screen import KEYS, TOO_SMALL
from fivedice.terminal.screen.view import View
from fivedice.terminal.screen.widgets import ChoiceTable, DiceRow, EventLog, KeyFooter
from tests.spread import one_in
from tests.terminal.lines import agreed
from tests.terminal.seated import PAINT, Seated, at_table, at_table_of, sit
from tests.terminal.test_screen_dialogs import CASES
from tests.typed import as_a

SIZES = [(60, 20), (80, 24), (40, 15), (120, 40)]
ALWAYS = "g Rules l Faces c Card"
LOOK = "t Colours + Slower - Faster"


def footer(seated: Seated) -> str:
    return str(seated.app.screen.query_one(KeyFooter).content)


def is_on(seated: Seated, kind: type[Screen[Any]]) -> bool:
    return isinstance(seated.app.screen, kind)


@at_table_of("junior", "Ann,greedy", size=(120, 40))
async def test_the_footer_of_a_turn_lists_the_keys_of_its_moment(seated: Seated) -> None:
    await seated.settle()
    assert footer(seated) == f"? Help q Quit Space Throw ↵ Pick {ALWAYS} a Away {LOOK}"
    await seated.press("space")
    assert footer(seated) == f"? Help q Quit 1-5 Keep Space Throw ↵ Pick h Hint {ALWAYS} a Away {LOOK}"
    await seated.press("0")
    assert footer(seated) == f"? Help q Quit 1-5 Keep ↵ Pick u Take back h Hint {ALWAYS} a Away {LOOK}"


@at_table_of("junior", "Ann,greedy", manual=True, size=(120, 40))
async def test_the_footer_of_put_off_typing_offers_to_type_and_the_detail(seated: Seated) -> None:
    assert footer(seated) == "? Help ↵ Take Esc Back"
    await seated.press("escape")
    assert footer(seated) == f"? Help q Quit Space Type ↵ Pick {ALWAYS} a Away d Detail {LOOK}"


@at_table_of("junior", "Ann,greedy", size=(120, 40))
async def test_the_footer_of_a_finished_match_has_no_key_of_play(seated: Seated) -> None:
    await seated.play_on()
    assert footer(seated) == "? Help ↑ ↓ Move ↵ Pick t Look r Rematch v Review q Leave"
    await seated.press("question_mark")
    assert is_on(seated, PageDialog)
    await seated.press("escape", "t")
    assert footer(seated) == f"? Help q Quit r Rematch v Review {ALWAYS} {LOOK}"
    await seated.press("question_mark")
    assert is_on(seated, PageDialog)


@at_table_of("challenge", "Ann,Ben", size=(120, 40))
async def test_the_footer_of_a_shared_turn_and_of_its_cover(seated: Seated) -> None:
    await to_first_keep(seated)
    assert (
        footer(seated) == f"? Help q Quit 1-5 Keep Space Throw ↵ Pick h Hint z Zeros {ALWAYS} a Away {LOOK}"
    )
    await seated.press("space")
    assert is_on(seated, Cover)
    assert footer(seated) == "? Help ↵ Decide q Quit"


@pytest.mark.parametrize("key", KEYS, ids=lambda key: f"{key.key} {key.does}")
@at_table_of("junior", "Ann,greedy", size=(200, 24))
async def test_a_click_on_a_listed_key_does_something(seated: Seated, key: Any) -> None:
    """Only keys of the first turn; the other keys are on the list of another moment."""
    await to_first_keep(seated)
    await seated.press("1")
    if f"{key.key} {key.does}" not in footer(seated):
        return
    table = seated.table
    table.pause = 0.9
    before = (table.sitting.match, table._scene.laid.kept, table.pause, seated.app.theme)
    await seated.pilot.click(KeyFooter, offset=(1 + footer(seated).index(f"{key.key} {key.does}"), 0))
    await seated.settle()
    after = (table.sitting.match, table._scene.laid.kept, table.pause, seated.app.theme)
    assert after != before or seated.app.screen is not table


@pytest.mark.parametrize("kind", one_in(3, CASES), ids=lambda kind: kind.__name__)
@at_table_of("challenge", "Ann,Ben")
async def test_every_dialog_has_its_own_footer_and_help(seated: Seated, kind: type[Screen[Any]]) -> None:
    seated.app.push_screen(CASES[kind].made())
    await seated.settle()
    dialog = seated.app.screen
    for listed in dialog.query_one(KeyFooter)._keys:
        assert f"{listed.key} {listed.does}" in footer(seated)
    await seated.press("question_mark")
    if kind is PageDialog:
        assert seated.app.screen is not dialog
        return
    assert is_on(seated, PageDialog)
    assert await seated.shows("take back the last die kept")
    await seated.press("question_mark")
    assert seated.app.screen is dialog


@at_table_of(one_in(4, GAMES), "Ann,Ben")
async def test_every_window_shows_dice_and_prompt_and_the_card_or_which_size_it_needs(seated: Seated) -> None:
    await to_first_keep(seated)
    for size in SIZES:
        await seated.pilot.resize_terminal(*size)
        await seated.settle()
        text = " ".join(line.strip() for line in await seated.lines())
        table = seated.table
        inside = table.query_one(View).region
        for part in ("#headline", "#advice", DiceRow):
            assert inside.contains_region(table.query_one(part).region)
        assert table.query_one(ChoiceTable).region.y < inside.bottom
        fits = inside.contains_region(table.query_one(Board).region)
        assert fits == (size[0] >= 80)
        assert (TOO_SMALL in text) == (not fits)


@pytest.mark.parametrize("dialog", [None, EndDialog, PageDialog], ids=["table", "ending", "page"])
async def test_no_color_sends_no_colours(
    dialog: type[Screen[Any]] | None, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with at_table(sit(agreed("showdown", "Ann,greedy"), home)) as seated:
        await to_first_keep(seated)
        if dialog:
            seated.app.push_screen(CASES[dialog].made())
        await seated.settle()
        below = seated.app._background_screens
        painted = as_a(LayoutUpdate, PAINT(seated.app.screen._compositor, full=True, screen_stack=below))
        styles = [
            segment.style for line in painted.strips for strip in line for segment in strip if segment.style
        ]
        assert {(style.color, style.bgcolor) for style in styles} == {(None, None)}
        assert any(style.reverse or style.bold for style in styles)


@at_table_of()
async def test_with_no_color_the_cursor_in_a_list_is_reversed(seated: Seated) -> None:
    seated.app.no_color = True
    seated.app.push_screen(CASES[EndDialog].made())
    await seated.settle()
    choices = seated.app.screen.query_one(OptionList)
    assert choices.get_component_rich_style("option-list--option-highlighted").reverse


TALL = 90
"""Lines enough for all that stands in one column."""
SHORT = {"Minnie Mouse": "Minnie M", "Donald Duck": "Donald D", "Daisy Duck": "Daisy D"}
"""Titles that may be shortened."""


async def to_first_keep(seated: Seated) -> None:
    while seated.sitting.awaited.kind != "keep" or isinstance(seated.app.screen, Cover):
        await seated.press("enter" if isinstance(seated.app.screen, Cover) else "space")


@pytest.mark.parametrize("game", one_in(3, GAMES))
async def test_nothing_is_cut_in_a_narrow_window(game: str, home: Path) -> None:
    sitting = sit(agreed(game, "Ann,Ben"), home)

    async def fits(seated: Seated, width: int) -> None:
        text = "\n".join(await seated.lines())
        table = seated.table
        for part in (DiceRow, ChoiceTable, Board, EventLog, KeyFooter):
            assert table.query_one(part).region.right <= width
        assert (table.query_one(View).max_scroll_x, table.query_one(Board).max_scroll_x) == (0, 0)
        assert table.query_one(Board).max_scroll_y == 0
        for row in sitting.match.setup.game.sheet(sitting.match.state.position, ("Ann", "Ben")).rows:
            assert SHORT.get(row.heading, row.heading) in text
        for word in ("Ann", "Ben", "1–5 keep dice.", "others.", "? Help", "q Quit", "g Rules", "5   "):
            assert word in text

    async with at_table(sitting, size=(40, TALL)) as seated:
        await to_first_keep(seated)
        await fits(seated, 40)
        for width in (50, 60, 79):
            await seated.pilot.resize_terminal(width, TALL)
            await seated.settle()
            await fits(seated, width)


@at_table_of("junior", "Ann,greedy", size=(40, 30))
async def test_the_question_at_the_end_fits_a_narrow_window(seated: Seated) -> None:
    await seated.play_on()
    for width in (40, 60):
        await seated.pilot.resize_terminal(width, 30)
        await seated.settle()
        for answer in ("Look at the table (t)", "Rematch (r)", "Review (v)", "Leave (q)"):
            assert await seated.shows(answer)


@at_table_of(seats="Ann,Ben", first="roll", manual=True)
async def test_what_opens_a_match_is_read_whole(seated: Seated) -> None:
    lines = "\n".join(await seated.lines())
    assert "Throw your dice, then Space to type them." in lines
    assert "…" not in lines.split("Ben")[0]
    assert all(word in lines for word in board.OPENING.split())
    await seated.press("escape", "h")
    assert await seated.shows("There is nothing to decide now.")


@pytest.mark.parametrize("seats", ["J", "Al,Bo", "王,A", "A,B,C,D,E,F,G,H,I,J"])
@at_table_of()
async def test_names_shorter_than_any_is_cut_to_stand_as_they_are(seated: Seated, seats: str) -> None:
    await to_first_keep(seated)
    assert await seated.shows(", ".join(f"{name} 0" for name in seats.split(",")))
    await seated.press("c")
    assert await seated.shows("Traditional")


@at_table_of(one_in(2, ["junior", "piecepack", "showdown", "traditional"]), size=(40, 12))
async def test_all_dice_are_seen_in_a_low_window_too(seated: Seated) -> None:
    await to_first_keep(seated)
    dice = seated.table.query_one(DiceRow)
    await seated.pilot.click(DiceRow, offset=(4 * dice.step(dice.size.width) + 3, 0))
    await seated.settle()
    tray, labels = (await seated.lines())[dice.region.y : dice.region.bottom]
    assert [str(face) in tray for face in seated.table._scene.laid.slots] == [True] * 5
    assert tray.count("┃") == 2
    assert labels.split()[:6] == ["1", "2", "3", "4", "5", "kept"]
    await seated.pilot.resize_terminal(40, TALL)
    await seated.lines()
    assert dice.size.height == 14
