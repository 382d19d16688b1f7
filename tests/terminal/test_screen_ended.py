"""The full-screen table after a match, in windows of several sizes."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from fivedice.games.junior import Position
from fivedice.match.match import Match
from fivedice.match.state import Awaited, State
from fivedice.terminal.screen import dialogs as pages
from fivedice.terminal.sitting import Sitting
from tests.terminal.seated import Seated, agreed, at_table, set_at, sit

LOW, HIGH = (1, None, None, None, None), (5, 2, None, None, None)
"""What two seats may have on the scoreboard: 1 and 7."""
BY_ROLL_OFF = "Ben wins with 7 columns, by the roll-off with Dorothea."


def over(home: Path) -> Sitting:
    """Junior with four players; Ben and Dorothea have as much, and he has won the roll-off."""
    sitting = sit(agreed("junior", "Ann,Ben,Carl,Dorothea"), home)
    position = Position((LOW, HIGH, LOW, HIGH), 0, winner=1)
    set_at(sitting, replace(sitting.match.state, position=position, turn=None, awaited=Awaited("over", ())))
    return sitting


def listed(state: State, match: Match) -> list[str]:
    """The players as the last dialog lists them."""
    told = pages.ending(replace(match, state=state), "here").plain
    return [line.split()[0] for line in told.splitlines() if line.startswith("  ")]


def test_the_winner_of_a_roll_off_stands_first(home: Path) -> None:
    sitting = over(home)
    ended = sitting.match.state
    assert listed(ended, sitting.match) == ["Ben", "Dorothea", "Ann", "Carl"]
    shared = replace(ended, position=replace(ended.position, winner=None))
    assert listed(shared, sitting.match) == ["Ben", "Dorothea", "Ann", "Carl"]


def test_the_game_wins_for_who_was_away(home: Path) -> None:
    """R6: the headline, the log and the dialog say so; the review counts no choice as Ann's."""
    sitting = sit(agreed("junior", "Ann"), home)
    sitting.leave(0)
    while happened := sitting.automatic():
        sitting.step(happened)

    async def does(seated: Seated) -> None:
        told = f"Ann (played by the computer) has {sitting.match.scores[0]} columns."
        assert any(told in line for line in await seated.lines())
        await seated.press("t")
        assert told in {line.strip() for line in await seated.lines()}

    at_table(sitting, does)
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
def test_the_winner_is_told_in_whole_words(size: tuple[int, int], told: str, home: Path) -> None:
    async def does(seated: Seated) -> None:
        await seated.press("t")
        assert told in {line.strip() for line in await seated.lines()}

    at_table(over(home), does, size=size)
