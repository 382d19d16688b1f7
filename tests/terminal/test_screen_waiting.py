"""The full-screen table shows running computations and still answers keys."""

import asyncio
from collections.abc import Awaitable, Callable
from threading import Event

import pytest

from fivedice.runtime import waiting
from fivedice.terminal.local_sitting import LocalSitting
from fivedice.terminal.screen.dialogs import LeaveDialog, PageDialog
from tests.terminal.seated import Seated, at_table

PATIENCE = 60
STAGE = "solving the score cards, 12% …"


def slow(sitting: LocalSitting, monkeypatch: pytest.MonkeyPatch) -> Event:
    done, decide = Event(), sitting.automatic

    def automatic() -> object:
        waiting.working.begin("solving the score cards")
        waiting.working.part(1, 8)
        assert done.wait(PATIENCE)
        return decide()

    monkeypatch.setattr(sitting, "automatic", automatic)
    monkeypatch.setattr(waiting, "SILENT", 0)
    return done


async def until(there: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await there():
            await asyncio.sleep(0.01)


def test_while_a_bot_thinks_the_stages_are_told_and_keys_are_answered(
    sitting: LocalSitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = slow(sitting, monkeypatch)

    async def does(seated: Seated) -> None:
        await seated.press("space", "up", "enter")
        seated._send("y")
        try:
            await until(lambda: seated.shows(STAGE))
            seated._send("question_mark")
            await until(lambda: is_open(seated, PageDialog))
            seated._send("escape")
            await until(lambda: seated.shows(STAGE))
            seated._send("q")
            await until(lambda: is_open(seated, LeaveDialog))
            seated._send("n")
        finally:
            done.set()
        await seated.settle()
        assert not await seated.shows(STAGE)
        assert await seated.shows("Ann · throw 1 of 3")

    at_table(sitting, does)
    assert waiting.working.line == ""


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (80, "Getting ready: working out the chance to win, compiling, 12% …"),
        (48, "Working out the chance to win, compiling, 12% …"),
        (40, "Working out the chance to win, 12% …"),
        (20, "Working out the chance to win, 12% …"),
    ],
)
def test_the_stage_fits_its_place(width: int, line: str) -> None:
    working = waiting.Working()
    assert working.line_in(width) == working.line == ""
    working.begin("working out the chance to win")
    working.compiling(True)
    working.part(1, 8)
    assert working.line_in(width) == line


async def is_open(seated: Seated, dialog: type) -> bool:
    await seated.pilot.pause()
    return isinstance(seated.app.screen, dialog)
