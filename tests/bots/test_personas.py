"""Who the bots are at a table: everybody has a name of their own, and no figure that was not measured."""

import itertools
import json
from functools import cache
from pathlib import Path

import pytest

from fivedice import bots
from fivedice.bots import BOTS, personas
from fivedice.bots.personas import PERSONAS, Persona

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results" / "strength.json"


@pytest.mark.parametrize("bot", [*BOTS, *(f"casual:{strength}" for strength in range(11))])
def test_every_bot_is_somebody(bot: str) -> None:
    assert personas.of(bot).bot.partition(":")[0] == bot.partition(":")[0]


def test_names_are_theirs_alone_and_no_bots() -> None:
    """So a log says who did what, and nobody takes Pip for a bot's name that could be typed."""
    assert len({one.name for one in PERSONAS}) == len(PERSONAS)
    for one in PERSONAS:
        bots.check(one.bot)
        assert not bots.is_bot(one.name)
        assert personas.of(one.bot) is one


@pytest.mark.parametrize("one", PERSONAS, ids=lambda one: one.name)
def test_wins_are_those_that_were_measured(one: Persona) -> None:
    for game, wins in one.wins.items():
        assert wins == round(measured()[game, one.bot]), game


@cache
def measured() -> dict[tuple[str, str], float]:
    """The wins of 100 against the expert, by game and bot, in two-player matches."""
    found = {
        ("junior", "champion"): 50.7062,
        ("junior", "greedy"): 100 - 50.8611,
    }  # research/junior/head_to_head
    for row in itertools.chain(*json.loads(RESULTS.read_text(encoding="utf-8"))["tables"][:2]):
        first, *others = row["bots"].split()
        wins = float(row["wins of the first, %"].partition(" ")[0])
        if others == ["expert"]:
            found[row["game"], first] = wins
        elif (first, *others) == ("expert", "greedy"):
            found[row["game"], "greedy"] = 100 - wins
    return found


def test_every_persona_has_a_face() -> None:
    drawings = Path(personas.__file__).parents[1] / "web" / "drawings" / "svg"
    wanted = {f"bot-{one.bot.replace(':', '-')}" for one in PERSONAS}
    assert wanted <= {path.stem for path in drawings.iterdir()}
