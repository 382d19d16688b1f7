"""Whole matches at the full-screen table, of any game, played by keys, also while something is computed."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pytest
from msgspec.structs import replace
from textual.containers import ScrollableContainer

from fivedice.cards import written
from fivedice.games import FIVE_GAMES
from fivedice.games.junior import JuniorPosition
from fivedice.games.owncard import OwnCard
from fivedice.match.match import EventMatch
from fivedice.match.setup import Player, Setup
from fivedice.match.state import Awaited, State
from fivedice.notation import record
from fivedice.runtime import waiting
from fivedice.runtime.store import Log, StoreError
from fivedice.terminal.local_sitting import LocalSitting
from fivedice.terminal.screen import dialogs as pages
from fivedice.terminal.screen.dialogs import EndDialog, LeaveDialog, PageDialog
from tests.spread import spread
from tests.terminal.lines import agreed
from tests.terminal.seated import SMALL, Seated, at_table, at_table_of, replayed, set_at, sit
from tests.typed import as_a


@at_table_of(spread(FIVE_GAMES, "junior", "piecepack"))
async def test_a_whole_match_is_played_by_keys_and_its_record_replays(
    seated: Seated, sitting: LocalSitting
) -> None:
    await seated.play_on()
    assert await seated.shows("The record is in")
    assert await seated.shows("Rematch (r)")
    await seated.press("enter")
    assert await seated.shows("r: rematch. v: review. q: leave the table.")
    assert replayed(sitting) == (sitting.match, True)


@at_table_of("junior")
async def test_a_rematch_has_the_same_players_and_a_record_of_its_own(
    seated: Seated, sitting: LocalSitting
) -> None:
    paths = [sitting.log.path]
    for keys in (("r",), ("escape", "r")):
        await seated.play_on()
        await seated.press(*keys)
        assert sitting.log.path not in paths
        paths.append(sitting.log.path)
        assert await seated.shows("Space throws five dice.")
        assert not await seated.shows("The match is over")
    for path, complete in zip(paths, (True, True, False), strict=True):
        replay = record.replay(path.read_bytes())
        setup = replace(replay.match.setup, dice=None)
        assert (setup, replay.complete) == (replace(sitting.match.setup, dice=None), complete)


@at_table_of("junior", "Ann")
async def test_a_full_disk_refuses_a_rematch_and_nothing_is_lost(
    seated: Seated, sitting: LocalSitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seated.play_on()
    monkeypatch.setattr(Log, "create", Mock(side_effect=StoreError("The disk is full.")))
    await seated.press("r")
    assert isinstance(seated.app.screen, EndDialog)
    await seated.press("q")
    assert not seated.app.is_running
    assert replayed(sitting) == (sitting.match, True)


@at_table_of("junior", "Ann,greedy")
async def test_a_match_is_looked_back_at_where_it_ended(seated: Seated) -> None:
    await seated.play_on()
    for size in ((80, 24), (75, 30)):
        await seated.pilot.resize_terminal(*size)
        await seated.press("v")
        assert isinstance(seated.app.screen, PageDialog)
        assert await seated.shows("luck")
        assert seated.app.screen.query_one(ScrollableContainer).max_scroll_x == 0
        await seated.press("escape")
        assert isinstance(seated.app.screen, EndDialog)


# --- After a match, in windows of several sizes ---


LOW, HIGH = (1, None, None, None, None), (5, 2, None, None, None)
"""What two seats may have on the scoreboard: 1 and 7."""
BY_ROLL_OFF = "Ben wins with 7 columns, by the roll-off with Dorothea."


def over(home: Path) -> LocalSitting:
    """Junior with four players; Ben and Dorothea have as much, and he has won the roll-off."""
    sitting = sit(agreed("junior", "Ann,Ben,Carl,Dorothea"), home)
    position = JuniorPosition((LOW, HIGH, LOW, HIGH), 0, winner=1)
    set_at(sitting, replace(sitting.match.state, position=position, turn=None, awaited=Awaited("over", ())))
    return sitting


def listed(state: State, match: EventMatch) -> list[str]:
    told = pages.ending(replace(match, state=state), "here").plain
    return [line.split()[0] for line in told.splitlines() if line.startswith("  ")]


def test_the_winner_of_a_roll_off_stands_first(home: Path) -> None:
    sitting = over(home)
    ended = sitting.match.state
    assert listed(ended, sitting.match) == ["Ben", "Dorothea", "Ann", "Carl"]
    shared = replace(ended, position=replace(as_a(JuniorPosition, ended.position), winner=None))
    assert listed(shared, sitting.match) == ["Ben", "Dorothea", "Ann", "Carl"]


async def test_the_game_wins_for_who_was_away(home: Path) -> None:
    """R6: the headline, the log and the dialog say so; the review counts no choice as Ann's."""
    sitting = sit(agreed("junior", "Ann"), home)
    sitting.leave(0)
    while happened := sitting.automatic():
        sitting.step(happened)
    async with at_table(sitting) as seated:
        told = f"Ann (played by the computer) has {sitting.match.scores[0]} columns."
        assert any(told in line for line in await seated.lines())
        await seated.press("t")
        assert told in {line.strip() for line in await seated.lines()}
    assert sitting.table.decided_by_game


@pytest.mark.parametrize(
    ("size", "told"),
    [
        ((200, 60), BY_ROLL_OFF),
        ((120, 40), BY_ROLL_OFF),
        ((80, 24), "Ben wins with 7 columns."),
        ((60, 20), BY_ROLL_OFF),
        ((50, 20), "Ben wins with 7 columns."),
    ],
)
async def test_the_winner_is_told_in_whole_words(size: tuple[int, int], told: str, home: Path) -> None:
    async with at_table(over(home), size=size) as seated:
        await seated.press("t")
        assert told in {line.strip() for line in await seated.lines()}


# --- A card of sixteen boxes with long names ---


BOXES = "\n".join(
    f'{{ name = "Quite a long name {letter}", pays = {n} }},' for n, letter in enumerate("bcdefghijklmnopq")
)
LONG = f"""
title = "[b]Everything there is[/]"
[[sections]]
title = "All of them [/]"
goal = 100
bonus = 10
boxes = [
{BOXES}
]
"""


async def test_every_seat_sees_what_stands_in_its_boxes(home: Path) -> None:
    game = OwnCard(written.read(LONG))
    sitting = sit(Setup(game, (Player("Ann"), Player("greedy", "greedy"))), home)
    async with at_table(sitting) as seated:
        await seated.press("space")
        for size in (SMALL, (120, 40)):
            await seated.pilot.resize_terminal(*size)
            await seated.settle()
            lines = await seated.lines()
            assert "[b]Everything there is[/]" in lines[0]
            assert any("All of them [/] Total" in line and " 0" in line for line in lines)
            (first, *_) = (line.rpartition("Quite a Long Name B")[2] for line in lines if "Name B" in line)
            assert "·" in first
            await seated.press("c")
            assert await seated.shows("[b]Everything there is[/]: Ann, greedy")
            assert await seated.shows("Quite a Long Name Q")
            await seated.press("escape")
        await seated.play_on()
        assert await seated.shows("The match is over")


# --- A game that no screen knows ---


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


async def test_while_a_bot_thinks_the_stages_are_told_and_keys_are_answered(
    sitting: LocalSitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = slow(sitting, monkeypatch)
    async with at_table(sitting) as seated:
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
