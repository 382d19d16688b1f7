"""Whole matches at the full-screen table, played by keys."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.containers import ScrollableContainer

from fivedice.games import FIVE_GAMES
from fivedice.notation import record
from fivedice.runtime.store import Log, StoreError
from fivedice.terminal.screen.dialogs import Ending, Page
from tests.terminal.seated import Seated, agreed, at_table, at_table_of, replayed, sit


@pytest.mark.parametrize("game", FIVE_GAMES)
def test_a_whole_match_is_played_by_keys_and_its_record_replays(game: str, home: Path) -> None:
    sitting = sit(agreed(game, "Ann,greedy"), home)

    async def does(seated: Seated) -> None:
        await seated.play_on()
        assert await seated.shows("The record is in")
        assert await seated.shows("Rematch (r)")
        await seated.press("enter")
        assert await seated.shows("r: rematch. v: review. q: leave the table.")

    at_table(sitting, does)
    assert replayed(sitting) == (sitting.match, True)


def test_a_rematch_has_the_same_players_and_a_record_of_its_own(home: Path) -> None:
    sitting = sit(agreed("junior", "Ann,greedy"), home)
    paths = [sitting.log.path]

    async def does(seated: Seated) -> None:
        for keys in (("r",), ("escape", "r")):
            await seated.play_on()
            await seated.press(*keys)
            assert sitting.log.path not in paths
            paths.append(sitting.log.path)
            assert await seated.shows("Space throws five dice.")
            assert not await seated.shows("The match is over")

    at_table(sitting, does)
    for path, complete in zip(paths, (True, True, False), strict=True):
        replay = record.replay(path.read_bytes())
        setup = replace(replay.match.setup, dice=None)
        assert (setup, replay.complete) == (replace(sitting.match.setup, dice=None), complete)


def test_a_full_disk_refuses_a_rematch_and_nothing_is_lost(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = sit(agreed("junior", "Ann"), home)

    def full(*_: object) -> None:
        raise StoreError("The disk is full.")

    async def does(seated: Seated) -> None:
        await seated.play_on()
        monkeypatch.setattr(Log, "create", full)
        await seated.press("r")
        assert isinstance(seated.app.screen, Ending)
        await seated.press("q")
        assert not seated.app.is_running

    at_table(sitting, does)
    assert replayed(sitting) == (sitting.match, True)


@at_table_of("junior", "Ann,greedy")
async def test_a_match_is_looked_back_at_where_it_ended(seated: Seated) -> None:
    await seated.play_on()
    for size in ((80, 24), (75, 30)):
        await seated.pilot.resize_terminal(*size)
        await seated.press("v")
        assert isinstance(seated.app.screen, Page)
        assert await seated.shows("luck")
        assert seated.app.screen.query_one(ScrollableContainer).max_scroll_x == 0
        await seated.press("escape")
        assert isinstance(seated.app.screen, Ending)
