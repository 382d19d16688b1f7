"""A card of sixteen boxes with long names at the full-screen table."""

from pathlib import Path

from fivedice.cards import written
from fivedice.games.owncard import OwnCard
from fivedice.match.setup import Player, Setup
from tests.terminal.seated import SMALL, Seated, at_table, sit

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


def test_every_seat_sees_what_stands_in_its_boxes(home: Path) -> None:
    game = OwnCard(written.read(LONG))
    sitting = sit(Setup(game, (Player("Ann"), Player("greedy", "greedy"))), home)

    async def does(seated: Seated) -> None:
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

    at_table(sitting, does)
