"""Who the bots are at a table: everybody has a name of their own, and no figure that was not measured."""

import re
from pathlib import Path

import pytest

from fivedice import bots
from fivedice.bots import BOTS, personas
from fivedice.bots.personas import PERSONAS, Persona
from fivedice.table.terms import check_bot

DOCS = Path(__file__).parents[2] / "docs" / "explanation"
MEASURED = (DOCS / "strength.md").read_text("utf-8") + (DOCS / "values.md").read_text("utf-8")


@pytest.mark.parametrize("bot", [*BOTS, *(f"casual:{strength}" for strength in range(11))])
def test_every_bot_is_somebody(bot: str) -> None:
    """Of any strength; and no other kind of bot goes by that name."""
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
    """Each figure stands in the documents, with more digits and the command that gave it."""
    for points in one.points.values():
        assert any(
            round(float(word)) == points for word in MEASURED.replace("|", " ").split() if decimal(word)
        )


def decimal(word: str) -> bool:
    """Whether a word is a number with a point."""
    whole, point, part = word.partition(".")
    return bool(point) and whole.isdecimal() and part.isdecimal()


def test_every_persona_has_a_face() -> None:
    """In the pages, by its identifier."""
    page = (Path(personas.__file__).parents[1] / "web" / "shell" / "bot-personas.js").read_text("utf-8")
    assert {one.bot for one in PERSONAS} <= set(re.findall(r"^  '?([\w:]+)'?: {", page, re.MULTILINE))
