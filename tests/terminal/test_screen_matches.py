"""Whole matches at the full-screen table, by keys alone, in a window of 80 by 24."""

from pathlib import Path

import pytest
from textual.containers import ScrollableContainer

from fivedice.games import GAMES
from fivedice.notation import record
from fivedice.runtime.store import Log, StoreError
from fivedice.terminal.screen.dialogs import Ending, Page
from tests.terminal.seated import Seated, agreed, at_table, replayed, sit


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_by_keys_and_its_record_replays(game: str, home: Path) -> None:
    """Every game can be played against a bot to its end, and the record is complete."""
    sitting = sit(agreed(game, "Ann,greedy"), home)

    async def does(seated: Seated) -> None:
        await seated.play_on()
        assert await seated.shows("The record lies in")
        assert await seated.shows("Rematch (r)")
        await seated.press("enter")
        assert await seated.shows("r: rematch. v: review. q: leave the table.")

    at_table(sitting, does)
    assert replayed(sitting) == (sitting.match, True)


@pytest.mark.parametrize("looks_first", [False, True])
def test_a_rematch_has_the_same_players_and_a_record_of_its_own(looks_first: bool, home: Path) -> None:
    """From the dialog or, after a look at the table, by its key; the match before stays as it was."""
    sitting = sit(agreed("junior", "Ann,greedy"), home)
    first = sitting.log.path

    async def does(seated: Seated) -> None:
        await seated.play_on()
        await seated.press(*["escape"][:looks_first], "r")
        assert sitting.log.path != first
        assert await seated.shows("Space throws five dice.")
        assert not await seated.shows("The match is over")
        await seated.play_on()
        await seated.press("q")
        assert not seated.app.is_running

    at_table(sitting, does)
    for path in (first, sitting.log.path):
        replay = record.replay(path.read_bytes())
        assert (replay.match.setup, replay.complete) == (sitting.match.setup, True)


def test_a_full_disk_refuses_a_rematch_and_nothing_is_lost(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told, and the dialog is there again."""
    sitting = sit(agreed("junior", "Ann"), home)

    def full(*_: object) -> None:
        raise StoreError("The disk is full.")

    async def does(seated: Seated) -> None:
        await seated.play_on()
        monkeypatch.setattr(Log, "create", full)
        await seated.press("r")
        assert isinstance(seated.app.screen, Ending)

    at_table(sitting, does)
    assert replayed(sitting) == (sitting.match, True)


@pytest.mark.parametrize("size", [(80, 24), (75, 30)])
def test_a_match_is_looked_back_at_where_it_ended(size: tuple[int, int], home: Path) -> None:
    """The review is a page, and nothing of it is cut; closed, the dialog asks again what now."""
    sitting = sit(agreed("junior", "Ann,greedy"), home)

    async def does(seated: Seated) -> None:
        await seated.play_on()
        await seated.press("v")
        assert isinstance(seated.app.screen, Page)
        assert await seated.shows("luck")
        assert seated.app.screen.query_one(ScrollableContainer).max_scroll_x == 0
        await seated.press("escape")
        assert isinstance(seated.app.screen, Ending)

    at_table(sitting, does, size=size)
