"""Who the bots are at a table: everybody has a name of their own, and no figure that was not measured."""

import json
from functools import cache
from pathlib import Path

import pytest

from fivedice import bots
from fivedice.bots import BOTS, personas
from fivedice.bots.personas import PERSONAS, Persona
from fivedice.table.terms import check_bot

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results" / "strength.json"


@pytest.mark.parametrize("bot", [*BOTS, *(f"casual:{strength}" for strength in range(11))])
def test_every_bot_is_somebody(bot: str) -> None:
    assert personas.of(bot).bot.partition(":")[0] == bot.partition(":")[0]


def test_names_are_theirs_alone_and_no_bots() -> None:
    """So a log says who did what, and nobody takes Pip for a bot's name that could be typed."""
    assert len({one.name for one in PERSONAS}) == len(PERSONAS)
    for one in PERSONAS:
        check_bot(one.bot)
        assert not bots.is_bot(one.name)
        assert personas.of(one.bot) is one


@pytest.mark.parametrize("one", PERSONAS, ids=lambda one: one.name)
def test_points_are_those_that_were_measured(one: Persona) -> None:
    for game, points in one.points.items():
        assert points == round(measured()[game, one.bot]), game


@cache
def measured() -> dict[tuple[str, str], float]:
    """The mean total by game and bot, alone or else in the first row of two-player matches."""
    against, _, alone = json.loads(RESULTS.read_text(encoding="utf-8"))["tables"]
    found = {("traditional", row["bot"]): row["mean score"] for row in alone}
    for row in against:
        for bot, column in zip(row["bots"].split(), ("first", "next"), strict=False):
            mean, _, _ = row[f"mean score of the {column}"].partition(" ")
            found.setdefault((row["game"], bot), float(mean))
    return found


def test_every_persona_has_a_face() -> None:
    drawings = Path(personas.__file__).parents[1] / "web" / "drawings" / "svg"
    wanted = {f"bot-{one.bot.replace(':', '-')}" for one in PERSONAS}
    assert wanted <= {path.stem for path in drawings.iterdir()}
