"""The full-screen table in narrow windows: one column, and nothing is cut."""

from pathlib import Path

import pytest

from fivedice.games import GAMES
from fivedice.terminal.screen import board
from fivedice.terminal.screen.board import Board
from fivedice.terminal.screen.dialogs import Cover
from fivedice.terminal.screen.view import View
from fivedice.terminal.screen.widgets import ChoiceTable, DiceRow, EventLog, KeyFooter
from tests.spread import one_in
from tests.terminal.lines import agreed
from tests.terminal.seated import Seated, at_table, at_table_of, sit

TALL = 90
"""Lines enough for all that stands in one column."""
SHORT = {"Minnie Mouse": "Minnie M", "Donald Duck": "Donald D", "Daisy Duck": "Daisy D"}
"""Titles that may be shortened."""


async def to_first_keep(seated: Seated) -> None:
    while seated.sitting.awaited.kind != "keep" or isinstance(seated.app.screen, Cover):
        await seated.press("enter" if isinstance(seated.app.screen, Cover) else "space")


@pytest.mark.parametrize("game", one_in(3, GAMES))
def test_nothing_is_cut_in_a_narrow_window(game: str, home: Path) -> None:
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

    async def does(seated: Seated) -> None:
        await to_first_keep(seated)
        await fits(seated, 40)
        for width in (50, 60, 79):
            await seated.pilot.resize_terminal(width, TALL)
            await seated.settle()
            await fits(seated, width)

    at_table(sitting, does, size=(40, TALL))


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
