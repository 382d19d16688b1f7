"""Whole matches at the full-screen table, by keys alone, in a window of 80 by 24."""

from pathlib import Path

import pytest

from fivedice.games import GAMES
from tests.term.seated import Seated, agreed, at_table, replayed, sit


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_by_keys_and_its_record_replays(game: str, home: Path) -> None:
    """Every game can be played against a bot to its end, and the record is complete."""
    sitting = sit(agreed(game, "Ann,greedy"), home)

    async def does(seated: Seated) -> None:
        await seated.play_on()
        assert await seated.shows("The record lies in")
        await seated.press("enter")

    at_table(sitting, does)
    assert replayed(sitting) == (sitting.match, True)
